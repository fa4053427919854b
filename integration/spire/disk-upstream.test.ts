import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { pkcs8Of } from '../../common/x509/keys.ts';
import { certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { createTestCa, type TestCa } from '../../testkit/test-ca.ts';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import type { Programs } from '../local/harness/programs.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { fetchLive, watchedDuring } from './live-identity.ts';
import { ours, ownSelector, spire } from './peers.ts';

const subject = (name: string) => [{ type: 'CN', value: name }];

/** A root and the CA below it whose key the server gets. */
async function createUpstream(name: string) {
  const trustDomain = 'demo.test';
  const root = await createTestCa({ trustDomain, subject: subject(`${name} root`) });
  const ca = await createTestCa({
    trustDomain,
    subject: subject(`${name} issuer`),
    upstream: root,
  });
  return { root, ca, rootId: parseCertificate(root.rootDer).subjectKeyId };
}

/** As an operator replaces them: each file at once. */
function writeFiles(workspace: Workspace, ca: TestCa, roots: readonly TestCa[]) {
  const put = (name: string, content: string) => {
    writeFileSync(workspace.path(`${name}.new`), content);
    renameSync(workspace.path(`${name}.new`), workspace.path(name));
    return JSON.stringify(workspace.path(name));
  };
  const bundle = put('roots.crt', certificatesToPem(roots.map(({ rootDer }) => rootDer)));
  const cert = put('ca.crt', certificatesToPem([ca.certificateDer]));
  const key = put('ca.key', encodePem('PRIVATE KEY', pkcs8Of(ca.keyPair.privateKey)));
  return `UpstreamAuthority "disk" { plugin_data {
    cert_file_path = ${cert}
    key_file_path = ${key}
    bundle_file_path = ${bundle}
  } }`;
}

async function rotateLocal(server: RunningServer): Promise<string> {
  const answer = await server.json('localauthority', 'x509', 'prepare');
  const { authority_id: id } = (answer as { prepared_authority: { authority_id: string } })
    .prepared_authority;
  return id;
}

const pairs: readonly (readonly [string, Programs, Programs])[] = [
  ['our server and a real spire-agent', ours, spire],
  ['a real spire-server and our agent', spire, ours],
];

suite('an upstream on the disk', { concurrency: 2 }, () => {
  for (const [name, serverPrograms, agentPrograms] of pairs) {
    test(`${name}: another upstream root takes over under a live agent, the old one is tainted and revoked`, () =>
      inWorkspace(async (workspace) => {
        const programs = { server: serverPrograms.server, agent: agentPrograms.agent };
        const [first, second] = [await createUpstream('first'), await createUpstream('second')];
        const plugins = [writeFiles(workspace, first.ca, [first.root])];
        const server = await startServer(workspace, { programs, plugins });
        const agent = await startAgent(workspace, server, { programs, syncInterval: '1s' });
        const web = { spiffeId: 'spiffe://demo.test/web', parentId: agent.nodeId };
        await server.createEntry({ ...web, selectors: [ownSelector] });
        const live = await eventually('the workload has an identity', () => fetchLive(agent));
        // Leaf, CA of the server, issuer of the upstream; the root is in the bundle alone.
        assert.deepEqual([live.root, live.chainLength], [first.rootId, 3]);

        await watchedDuring(agent, async () => {
          writeFiles(workspace, second.ca, [first.root, second.root]);
          const id = await rotateLocal(server);
          await eventually('the new root came to the workload', async () =>
            when((await fetchLive(agent))?.roots.includes(second.rootId) === true),
          );
          await sleep(10_000);
          await server.json('localauthority', 'x509', 'activate', '-authorityID', id);
          // SPIRE 1.15 names the issuer of our CA, and can only taint what is in the bundle.
          const taint = ['upstreamauthority', 'taint', '-subjectKeyID', first.rootId];
          const { code, stderr } = await server.cli(...taint);
          if (serverPrograms === spire) {
            assert.match(stderr, /upstream authority didn't sign the old local authority/);
            return;
          }
          assert.equal(code, 0, stderr);
          await eventually('the workload hangs from the new root', async () =>
            when((await fetchLive(agent))?.root === second.rootId),
          );
          await server.json('upstreamauthority', 'revoke', '-subjectKeyID', first.rootId);
          await eventually('the old root left the bundle of the workload', async () =>
            when((await fetchLive(agent))?.roots.join() === second.rootId),
          );
        });
      }));
  }
});
