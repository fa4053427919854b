import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import type { Programs } from '../local/harness/programs.ts';
import { fetchLive, watchedDuring } from './live-identity.ts';
import { ours, ownSelector, spire } from './peers.ts';

interface State {
  readonly authority_id: string;
  readonly upstream_authority_subject_key_id: string;
}

interface Bundle {
  readonly x509_authorities: readonly { readonly asn1: string; readonly tainted: boolean }[];
  readonly jwt_authorities: readonly { readonly key_id: string }[];
}

/** Who is above and who below; each agent is of the other kind than its server. */
const nestings: readonly {
  readonly name: string;
  readonly above: Programs;
  readonly below: Programs;
}[] = [
  { name: 'our server below a real spire-server', above: spire, below: ours },
  { name: 'a real spire-server below ours', above: ours, below: spire },
];

async function x509(server: RunningServer, ...step: readonly string[]) {
  return (await server.json('localauthority', 'x509', ...step)) as Readonly<Record<string, State>>;
}

async function bundleOf(server: RunningServer): Promise<Bundle> {
  return (await server.json('bundle', 'show')) as Bundle;
}

async function startNested(workspace: Workspace, above: Programs, below: Programs) {
  const upper = await startServer(workspace, { programs: above, name: 'upper' });
  const upperAgent = await startAgent(workspace, upper, { programs: above, name: 'upper-agent' });
  const names = ['-spiffeID', 'spiffe://demo.test/nested', '-parentID', upperAgent.nodeId];
  await upper.json('entry', 'create', ...names, '-selector', ownSelector, '-downstream');
  await eventually('the nested server can get its X509-SVID', async () =>
    when((await fetchLive(upperAgent)) !== undefined),
  );
  const lower = await startServer(workspace, {
    programs: below,
    name: 'lower',
    plugins: [
      `UpstreamAuthority "spire" { plugin_data {
        server_address = "127.0.0.1"
        server_port = "${upper.port}"
        workload_api_socket = ${JSON.stringify(upperAgent.socketPath)}
      } }`,
    ],
  });
  const agent = await startAgent(workspace, lower, {
    programs: { server: below.server, agent: (below === ours ? spire : ours).agent },
    name: 'lower-agent',
    syncInterval: '1s',
  });
  const web = { spiffeId: 'spiffe://demo.test/web', parentId: agent.nodeId };
  await lower.createEntry({ ...web, selectors: [ownSelector] });
  await eventually('the workload below has an identity', async () =>
    when((await fetchLive(agent)) !== undefined),
  );
  return { upper, lower, agent };
}

suite('nested servers', { concurrency: 2 }, () => {
  for (const { name, above, below } of nestings) {
    test(`${name}: chain, JWT keys, and the root above rotated, tainted and revoked under a live agent`, () =>
      inWorkspace(async (workspace) => {
        const { upper, lower, agent } = await startNested(workspace, above, below);
        const old = (await x509(upper, 'show'))['active']?.authority_id ?? '';
        const first = await fetchLive(agent);
        assert.deepEqual([first?.root, first?.chainLength], [old, 2]);
        const lowerState = (await x509(lower, 'show'))['active'];
        assert.equal(lowerState?.upstream_authority_subject_key_id, old);
        assert.equal(lowerState.authority_id, first?.issuer);

        const keys = async (server: RunningServer) =>
          (await bundleOf(server)).jwt_authorities.map(({ key_id: id }) => id).sort();
        await eventually('both have the keys of both', async () => {
          const [a, b] = [await keys(upper), await keys(lower)];
          return when(a.length === 2 && a.join() === b.join());
        });

        const { seen } = await watchedDuring(agent, async () => {
          const prepared = await x509(upper, 'prepare');
          const fresh = prepared['prepared_authority']?.authority_id ?? '';
          await eventually('the new root came down to the workload', async () =>
            when((await fetchLive(agent))?.roots.includes(fresh) === true),
          );
          // Our server signs with the new authority once agents can be expected to have it.
          await sleep(10_000);
          await x509(upper, 'activate', '-authorityID', fresh);
          await x509(upper, 'taint', '-authorityID', old);
          await eventually(
            'everything below hangs from the new root',
            async () => {
              const state = (await x509(lower, 'show'))['active'];
              const live = await fetchLive(agent);
              return when(
                state?.upstream_authority_subject_key_id === fresh &&
                  live?.root === fresh &&
                  live.issuer === state.authority_id,
              );
            },
            { deadlineMs: 60_000 },
          );
          await eventually('the taint came down', async () =>
            when((await bundleOf(lower)).x509_authorities.some(({ tainted }) => tainted)),
          );
          await x509(upper, 'revoke', '-authorityID', old);
          await eventually('the old root left the bundle of the workload', async () =>
            when((await fetchLive(agent))?.roots.join() === fresh),
          );
        });
        assert.ok(seen.length > 10);
      }));
  }
});
