import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';
import { certificateFingerprint } from '../../common/x509/proof-of-possession.ts';
import { issueNodeIdentity } from '../../testkit/node-pki.ts';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ownSelector, pairings } from './peers.ts';
import { popPlugin } from './pop-node.ts';

interface ListedAgent {
  readonly id: { readonly path: string };
  readonly attestation_type: string;
  readonly x509svid_serial_number: string;
  readonly can_reattest: boolean;
  readonly selectors: readonly { readonly type: string; readonly value: string }[];
}

async function agentAt(server: RunningServer, path: string): Promise<ListedAgent | undefined> {
  const { agents } = (await server.json('agent', 'list')) as { agents: ListedAgent[] };
  return agents.find(({ id }) => id.path === path);
}

/** Each takes half the life of an X509-SVID more. */
const rows = [
  ['ec-p256', 2],
  ['ec-p384', 1],
  ['rsa-2048', 1],
] as const;

const name = (value: string) => [{ type: 'CN', value }];

for (const { name: pairing, programs } of pairings) {
  suite(pairing, { concurrency: 3 }, () => {
    for (const [keyType, attestations] of rows) {
      test(`attests ${attestations} times with an ${keyType} certificate of another PKI`, () =>
        inWorkspace(async (workspace) => {
          const root = await issueNodeIdentity(undefined, { isCa: true, name: name('root') });
          const middle = await issueNodeIdentity(root, { isCa: true, name: name('middle') });
          const uris = ['x509pop://demo.test/rack/a/7'];
          const node = await issueNodeIdentity(middle, { keyType, name: name('node-7'), uris });
          writeFileSync(workspace.path('ca.pem'), certificatesToPem([root.der]));
          const bundle = JSON.stringify(workspace.path('ca.pem'));
          const server = await startServer(workspace, {
            programs,
            settings: ['agent_ttl = "30s"'],
            nodeAttestors: [`"x509pop" { plugin_data { ca_bundle_path = ${bundle} } }`],
          });
          const nodeAttestor = popPlugin(workspace, node, middle);
          const agent = await startAgent(workspace, server, { programs, nodeAttestor });
          const path = `/spire/agent/x509pop/${certificateFingerprint(node)}`;
          const first = await agentAt(server, path);
          assert.equal(first?.attestation_type, 'x509pop');
          assert.equal(first.can_reattest, true);
          const { serialNumber } = parseCertificate(node.der);
          assert.deepEqual(
            first.selectors.map(({ type, value }) => `${type}:${value}`).sort(),
            [
              `x509pop:ca:fingerprint:${certificateFingerprint(middle)}`,
              `x509pop:ca:fingerprint:${certificateFingerprint(root)}`,
              'x509pop:san:rack:a/7',
              `x509pop:serialnumber:${BigInt(serialNumber).toString(16)}`,
              'x509pop:subject:cn:node-7',
            ].sort(),
          );
          const id = 'spiffe://demo.test/web';
          const parentId = `spiffe://demo.test${path}`;
          await server.createEntry({ spiffeId: id, parentId, selectors: [ownSelector] });
          await eventually('the workload is served', async () =>
            when((await fetchIds(agent))[0] === id),
          );
          const serials = new Set<string>();
          await eventually('the agent attested as often as it should', async () => {
            serials.add((await agentAt(server, path))?.x509svid_serial_number ?? '');
            return when(serials.size >= attestations);
          });
        }));
    }

    test('exchanges an SVID of the trust domain, got from another agent, for an agent', () =>
      inWorkspace(async (workspace) => {
        const server = await startServer(workspace, {
          programs,
          nodeAttestors: ['"x509pop" { plugin_data { mode = "spiffe" } }'],
        });
        const first = await startAgent(workspace, server, { programs, name: 'first' });
        const spiffeId = 'spiffe://demo.test/spire-exchange/inner/7';
        await server.createEntry({
          spiffeId,
          parentId: first.nodeId,
          selectors: [ownSelector],
        });
        await eventually('the SVID to exchange is there', async () =>
          when((await fetchIds(first))[0] === spiffeId),
        );
        const socket = JSON.stringify(`unix://${first.socketPath}`);
        await startAgent(workspace, server, {
          programs,
          name: 'second',
          nodeAttestor: `"x509pop" { plugin_data { spiffe_endpoint_socket = ${socket} } }`,
        });
        const found = await agentAt(server, '/spire/agent/x509pop/inner/7');
        assert.equal(found?.attestation_type, 'x509pop');
      }));
  });
}
