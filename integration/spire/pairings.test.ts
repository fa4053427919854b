import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer, type RunningServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { createBystanders, fetchIds, fetchSvids, ownSelector, pairings } from './peers.ts';

interface ListedAgent {
  readonly id: { readonly path: string };
  readonly x509svid_serial_number: string;
  readonly attestation_type: string;
}

async function listedAgent(server: RunningServer): Promise<ListedAgent | undefined> {
  const { agents } = (await server.json('agent', 'list')) as { agents: ListedAgent[] };
  return agents[0];
}

const served = (agent: RunningAgent, ids: readonly string[]) =>
  eventually(`the workload gets ${ids.join(' ') || 'nothing'}`, async () =>
    when(JSON.stringify(await fetchIds(agent)) === JSON.stringify(ids)),
  );

for (const { name, programs } of pairings) {
  suite(name, { concurrency: 1 }, () => {
    test('attests with a join token, serves entries as they come and go, and forgets deleted ones', () =>
      inWorkspace(async (workspace) => {
        const server = await startServer(workspace, { programs });
        const agent = await startAgent(workspace, server, { programs });
        assert.equal((await listedAgent(server))?.attestation_type, 'join_token');

        const web = {
          spiffeId: 'spiffe://demo.test/web',
          parentId: agent.nodeId,
          selectors: [ownSelector],
        };
        const entryId = await server.createEntry(web);
        await served(agent, [web.spiffeId]);
        await server.createEntry({ ...web, spiffeId: 'spiffe://demo.test/api' });
        await served(agent, ['spiffe://demo.test/api', web.spiffeId]);
        await server.createEntry({
          ...web,
          spiffeId: 'spiffe://demo.test/no',
          selectors: ['unix:uid:4294967000'],
        });
        assert.equal((await server.cli('entry', 'delete', '-entryID', entryId)).code, 0);
        await served(agent, ['spiffe://demo.test/api']);
      }));

    for (const count of [499, 500, 1200]) {
      // SPIRE pages SyncAuthorizedEntries at 500; one more entry is the join token's alias or ours.
      test(`syncs ${count + 1} entries and follows an update, a deletion and a re-creation`, () =>
        inWorkspace(async (workspace) => {
          const server = await startServer(workspace, {
            programs,
            settings: ['ratelimit { signing = false }'],
          });
          const agent = await startAgent(workspace, server, { programs });
          await createBystanders(server, agent.nodeId, workspace.path('entries.json'), count);
          const web = ['-spiffeID', 'spiffe://demo.test/web', '-parentID', agent.nodeId];
          const create = ['entry', 'create', '-entryID', 'zz-web', ...web, '-selector'] as const;
          await server.json(...create, ownSelector);
          await served(agent, ['spiffe://demo.test/web']);

          const hidden = ['-selector', 'unix:uid:4294967000'];
          await server.json('entry', 'update', '-entryID', 'zz-web', ...web, ...hidden);
          await served(agent, []);
          await server.json('entry', 'delete', '-entryID', 'zz-web');
          await server.json(...create, ownSelector);
          await served(agent, ['spiffe://demo.test/web']);
        }));
    }

    test('renews its own X509-SVID and those of workloads before they expire', () =>
      inWorkspace(async (workspace) => {
        const server = await startServer(workspace, { programs, settings: ['agent_ttl = "30s"'] });
        const agent = await startAgent(workspace, server, { programs });
        const web = {
          spiffeId: 'spiffe://demo.test/web',
          parentId: agent.nodeId,
          selectors: [ownSelector],
        };
        await server.createEntry({ ...web, ttlSeconds: 20 });
        await served(agent, [web.spiffeId]);
        const [first] = await fetchSvids(agent);
        const before = await listedAgent(server);
        await eventually('the workload has another X509-SVID', async () =>
          when((await fetchSvids(agent))[0]?.x509_svid !== first?.x509_svid),
        );
        await eventually('the agent has another X509-SVID', async () =>
          when(
            (await listedAgent(server))?.x509svid_serial_number !== before?.x509svid_serial_number,
          ),
        );
        await served(agent, [web.spiffeId]);
      }));

    test('survives a restart of either side without another join token', () =>
      inWorkspace(async (workspace) => {
        const server = await startServer(workspace, { programs });
        const agent = await startAgent(workspace, server, { programs });
        const web = {
          spiffeId: 'spiffe://demo.test/web',
          parentId: agent.nodeId,
          selectors: [ownSelector],
        };
        await server.createEntry(web);
        await served(agent, [web.spiffeId]);
        await server.process.stop('SIGKILL');
        await server.start();
        await agent.process.stop('SIGKILL');
        await agent.start();
        await served(agent, [web.spiffeId]);
      }));
  });
}
