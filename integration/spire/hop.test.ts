// Our agent moves between two real spire-servers on one PostgreSQL, with both ways to ask for entries.
import { test } from 'node:test';
import { withPostgres } from '../../testkit/postgres.ts';
import { RunningAgent, startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace } from '../local/harness/workspace.ts';
import { fetchIds, ours, ownSelector, spire } from './peers.ts';

const programs = { server: spire.server, agent: ours.agent };
const web = 'spiffe://demo.test/web';
const other = 'spiffe://demo.test/other';

const served = (agent: RunningAgent, ids: readonly string[]) =>
  eventually(`the workload gets ${ids.join(' ')}`, async () =>
    when((await fetchIds(agent)).join() === ids.join()),
  );

await withPostgres('our agent with two spire-servers on one database', (database) => {
  for (const [how, sync] of [
    ['by pages', 'true'],
    ['all at once', 'false'],
  ] as const) {
    test(`asks for its entries ${how}, at one server and then at the other`, () =>
      inWorkspace(async (workspace) => {
        // SPIRE migrates into the schema that is there, and wants a database of its own.
        const name = `spire_${sync}`;
        await database.sql(`CREATE DATABASE ${name}`);
        const where = `host=${database.folder} port=${database.port} user=sigil dbname=${name} sslmode=disable`;
        const datastore = ['database_type = "postgres"', `connection_string = "${where}"`];
        const settings = ['experimental { cache_reload_interval = "1s" }'];
        const one = await startServer(workspace, { programs, name: 'one', datastore, settings });
        const two = await startServer(workspace, { programs, name: 'two', datastore, settings });
        const first = await startAgent(workspace, one, {
          programs,
          experimental: [`use_sync_authorized_entries = ${sync}`],
        });
        const entry = { parentId: first.nodeId, selectors: [ownSelector] };
        await one.createEntry({ ...entry, spiffeId: web });
        await served(first, [web]);
        await first.process.stop('SIGKILL');
        const moved = new RunningAgent(workspace, two, {
          programs,
          experimental: [`use_sync_authorized_entries = ${sync}`],
        });
        await moved.start();
        await two.createEntry({ ...entry, spiffeId: other });
        await served(moved, [other, web]);
      }));
  }
});
