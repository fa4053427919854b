// The previous release of this project beside the present one, as docs/upgrading.md promises.
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { withPostgres } from '../../testkit/postgres.ts';
import { schemaVersion } from '../../server/datastore/postgres/migrations.ts';
import { RunningAgent, startAgent } from '../local/harness/agent.ts';
import { eventually, when } from '../local/harness/poll.ts';
import { runCli, runCliOrFail } from '../local/harness/programs.ts';
import { startServer, type RunningServer, type ServerOptions } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { ours, ownSelector, spire } from './peers.ts';
import { previous, previousPrograms, whyNoPrevious } from './previous-release.ts';

const quickReload = 'experimental { cache_reload_interval = "1s" }';
const newer = `database has schema version ${schemaVersion}, newer than version ${previous.schemaVersion} of this server`;
const reason = whyNoPrevious();

if (reason !== undefined) void test('the previous release beside this one', { skip: reason });
else await withPostgres('the previous release beside this one', stories);

function stories(database: Parameters<Parameters<typeof withPostgres>[1]>[0]): void {
  const onPostgres = (schema: string): Pick<ServerOptions, 'datastore' | 'settings'> => ({
    datastore: [
      'database_type = "postgres"',
      `connection_string = "${database.socketString} search_path=${schema}"`,
    ],
    settings: [quickReload],
  });

  void suite('stories', { concurrency: true }, () => {
    test('a server of each on one PostgreSQL: agents go on, move between them, and a backup leads back', () =>
      inWorkspace(async (workspace) => {
        const schema = await database.schemaName();
        const programs = previousPrograms();
        const store = onPostgres(schema);
        const old = await startServer(workspace, { programs, name: 'old', ...store });
        const agent = await startAgent(workspace, old, { programs, name: 'one' });
        await entry(old, agent, 'before');
        await served(agent, 'before');
        assert.equal(await storedVersion(schema), previous.schemaVersion);
        const backup = await database.dump(schema);

        const next = await startServer(workspace, { name: 'next', ...store });
        assert.equal(await storedVersion(schema), schemaVersion);
        // The older one goes on: it attests, signs, writes, and hears what the newer one writes.
        const late = await startAgent(workspace, old, { programs, name: 'late' });
        await entry(old, late, 'written-by-old');
        await served(late, 'written-by-old');
        await entry(next, agent, 'written-by-next');
        await served(agent, 'before', 'written-by-next');
        assert.deepEqual(await authorities(old), await authorities(next));
        assert.equal((await authorities(next)).length, 2);

        // Both kinds of agents, and a token that the other server made.
        const moved = await move(workspace, agent, next, { programs, name: 'one' });
        await served(moved, 'before', 'written-by-next');
        const fresh = new RunningAgent(workspace, next, { name: 'fresh' });
        writeFileSync(fresh.bundlePath, await next.bundlePem());
        await fresh.start(await old.joinToken(fresh.nodeId));
        await entry(old, fresh, 'for-fresh');
        await served(fresh, 'for-fresh');
        const back = await move(workspace, fresh, old, { name: 'fresh' });
        await served(back, 'for-fresh');
        const peer = await startAgent(workspace, next, { programs: spire, name: 'peer' });
        await entry(old, peer, 'for-peer');
        await served(peer, 'for-peer');

        // What the newer one forgets, the older one does not serve.
        await operate(next, 'entry', 'delete', '-entryID', 'written-by-old');
        await served(late);

        // Once stopped, the older one stays out, and says why.
        await old.process.stop();
        const refused = old.launch();
        assert.notEqual((await refused.ended()).code, 0);
        assert.ok(refused.output.includes(newer), refused.output);
        await served(moved, 'before', 'written-by-next');

        // Back by the backup: what was there before the upgrade is there again.
        for (const one of [moved, back, peer, late]) await one.process.stop();
        await next.process.stop();
        await database.restore(schema, backup);
        await old.start();
        const again = await move(workspace, moved, old, { programs, name: 'one' });
        await served(again, 'before');
      }));

    test('with disable_migration the newer server stays out, and the older one does not notice', () =>
      inWorkspace(async (workspace) => {
        const schema = await database.schemaName();
        const programs = previousPrograms();
        const store = onPostgres(schema);
        const old = await startServer(workspace, { programs, name: 'old', ...store });
        const next = await startServer(workspace, {
          ...store,
          name: 'next',
          datastore: [...(store.datastore ?? []), 'disable_migration = true'],
        }).then(
          () => 'it started',
          (error: unknown) => String(error),
        );
        assert.match(
          next,
          new RegExp(
            `schema version ${previous.schemaVersion} and disable_migration is set; version ${schemaVersion} is needed`,
          ),
        );
        assert.equal(await storedVersion(schema), previous.schemaVersion);
        await startAgent(workspace, old, { programs });
      }));

    test('an SQLite database is taken over with its agents and unused tokens, and its copy leads back', () =>
      inWorkspace(async (workspace) => {
        const programs = previousPrograms();
        const old = await startServer(workspace, { programs });
        const agent = await startAgent(workspace, old, { programs, name: 'one' });
        await entry(old, agent, 'web');
        await served(agent, 'web');
        const token = await old.joinToken('spiffe://demo.test/node/two');
        await old.process.stop();
        const copy = workspace.path('copy');
        cpSync(old.dataDir, copy, { recursive: true });

        const next = await startServer(workspace, { port: old.port });
        await served(agent, 'web');
        await entry(next, agent, 'more');
        await served(agent, 'more', 'web');
        const two = new RunningAgent(workspace, next, { name: 'two' });
        copyFileSync(agent.bundlePath, two.bundlePath);
        await two.start(token);
        await two.process.stop();
        await next.process.stop();

        const refused = old.launch();
        assert.notEqual((await refused.ended()).code, 0);
        assert.ok(refused.output.includes(newer), refused.output);
        rmSync(old.dataDir, { recursive: true });
        cpSync(copy, old.dataDir, { recursive: true });
        await old.start();
        await served(agent, 'web');
      }));

    for (const [name, serverIsOld] of [
      ['an agent of the previous release with a server of this one', false],
      ['an agent of this release with a server of the previous one', true],
    ] as const) {
      test(`${name}: renewal, restarts of both, and the agent replaced in place`, () =>
        inWorkspace(async (workspace) => {
          const old = previousPrograms();
          const [atServer, atAgent] = serverIsOld ? [old, ours] : [ours, old];
          const settings = [quickReload, 'agent_ttl = "20s"'];
          const server = await startServer(workspace, { programs: atServer, settings });
          const agent = await startAgent(workspace, server, { programs: atAgent });
          await entry(server, agent, 'web', 16);
          await served(agent, 'web');
          const [first, serial] = [await svidOf(agent), await serialOf(server)];
          await eventually('both X509-SVIDs are renewed', async () =>
            when((await svidOf(agent)) !== first && (await serialOf(server)) !== serial),
          );
          await server.process.stop('SIGKILL');
          await server.start();
          await agent.process.stop('SIGKILL');
          // The other release takes over what this one kept, and hands it back.
          for (const programs of [atServer, atAgent]) {
            const other = new RunningAgent(workspace, server, { programs });
            await other.start();
            await served(other, 'web');
            await other.process.stop();
          }
        }));
    }
  });

  async function storedVersion(schema: string): Promise<number> {
    return Number(await database.sql(`SELECT max(version) FROM ${schema}.sigil_migrations`));
  }
}

async function entry(
  server: RunningServer,
  agent: RunningAgent,
  name: string,
  ttlSeconds = 0,
): Promise<void> {
  const ids = ['-entryID', name, '-spiffeID', `spiffe://demo.test/${name}`];
  const more = ['-parentID', agent.nodeId, '-selector', ownSelector];
  const ttl = ['-x509SVIDTTL', String(ttlSeconds)];
  await operate(server, 'entry', 'create', ...ids, ...more, ...ttl);
}

function served(agent: RunningAgent, ...names: readonly string[]): Promise<true> {
  const ids = names.map((name) => `spiffe://demo.test/${name}`);
  return eventually(
    `the workload gets ${names.join(' ') || 'nothing'}`,
    async () => when(JSON.stringify(await idsOf(agent)) === JSON.stringify(ids)),
    { everyMs: 200 },
  );
}

/** The agent of another server from now on, with what it kept. */
async function move(
  workspace: Workspace,
  agent: RunningAgent,
  server: RunningServer,
  options: ConstructorParameters<typeof RunningAgent>[2],
): Promise<RunningAgent> {
  await agent.process.stop();
  const moved = new RunningAgent(workspace, server, options);
  await moved.start();
  return moved;
}

async function authorities(server: RunningServer): Promise<string[]> {
  const bundle = (await operate(server, 'bundle', 'show')) as {
    x509_authorities: { asn1: string }[];
  };
  return bundle.x509_authorities.map(({ asn1 }) => asn1).sort();
}

/** SPIRE's own command lines ask: they are started in a fraction of the time that ours take. */
async function operate(server: RunningServer, ...command: readonly string[]): Promise<unknown> {
  const where = ['-socketPath', server.socketPath, '-output', 'json'];
  return JSON.parse(await runCliOrFail([...spire.server, ...command, ...where])) as unknown;
}

async function svidsOf(agent: RunningAgent): Promise<{ spiffe_id: string; x509_svid: string }[]> {
  const where = ['-socketPath', agent.socketPath, '-output', 'json'];
  const { code, stdout } = await runCli([...spire.agent, 'api', 'fetch', 'x509', ...where]);
  if (code !== 0) return [];
  return (JSON.parse(stdout) as { svids: { spiffe_id: string; x509_svid: string }[] }).svids;
}

async function idsOf(agent: RunningAgent): Promise<string[]> {
  return (await svidsOf(agent)).map((svid) => svid.spiffe_id).sort();
}

async function svidOf(agent: RunningAgent): Promise<string | undefined> {
  return (await svidsOf(agent))[0]?.x509_svid;
}

async function serialOf(server: RunningServer): Promise<string | undefined> {
  const { agents } = (await operate(server, 'agent', 'list')) as {
    agents: { x509svid_serial_number: string }[];
  };
  return agents[0]?.x509svid_serial_number;
}
