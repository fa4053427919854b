import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../common/log/logger.ts';
import type { RpcChannel } from '../common/rpc/rpc-channel.ts';
import { RpcError } from '../common/rpc/rpc-error.ts';
import { agentService } from '../common/rpc/services/agent.ts';
import { bundleService } from '../common/rpc/services/bundle.ts';
import { entryService } from '../common/rpc/services/entry.ts';
import { svidService } from '../common/rpc/services/svid.ts';
import { createPrometheusMetrics } from '../common/telemetry/prometheus.ts';
import { createCsr } from '../common/x509/csr.ts';
import { generateKeyPair } from '../common/x509/keys.ts';
import { bindAgents, enrol, startFakeCluster } from '../testkit/enrolled-cluster.ts';
import { withPostgres, type TestPostgres } from '../testkit/postgres.ts';
import {
  attestWithToken,
  startTestServer,
  type ClientIdentity,
  type TestServer,
} from '../testkit/running-server.ts';

const deadline = { timeoutMs: 30_000 };
const csr = createCsr(await generateKeyPair('ec-p256'));

await withPostgres('a server whose PostgreSQL goes away', (database) => {
  for (const [how, away, back] of outages(database)) {
    test(`${how}, agents are served from memory and writes are refused until it is back`, async (t) => {
      const { server, agent, identity, log, metrics } = await setUp(t, database);
      const load = keepAsking(agent);
      t.after(() => load.stop());
      await away();
      await refused(server.admin);
      await until('the server is not ready', () => isReady(server, false));
      for (let round = 0; round < 20; round++) await serve(agent);
      // A connection made now is served as well: who the agent is, memory knows.
      await serve(server.dial(identity));
      // The health check asks the database itself; who follows its changes finds out a poll later.
      await until('the metric says so', async () =>
        /^spire_server_datastore_available 0$/m.test(await metrics.render()),
      );
      await assert.rejects(attestWithToken(server, 'no-such-token'), RpcError);
      await back();
      await until('the server is ready', () => isReady(server, true));
      const created = await createEntry(server.admin, 'after');
      assert.equal(created, 0);
      assert.ok((await syncedIds(agent)).includes('after'));
      assert.match(await metrics.render(), /^spire_server_datastore_available 1$/m);
      assert.deepEqual(await load.stop(), []);
      assert.deepEqual(
        log.filter((line) => /The datastore/.test(line)),
        [
          'The datastore does not answer; agents are served from memory, writes are refused',
          'The datastore answers again',
        ],
      );
    });
  }

  test('what another server wrote meanwhile is followed when the database is back', async (t) => {
    const { server, agent, where } = await setUp(t, database);
    await database.halt('SIGQUIT');
    await until('the server is not ready', () => isReady(server, false));
    await database.resume();
    const other = await startTestServer(t, { postgres: where });
    await createEntry(other.admin, 'elsewhere');
    await until('the change is followed', async () =>
      (await syncedIds(agent)).includes('elsewhere'),
    );
  });

  test('a renewed X509-SVID is good from memory, and is recorded when the database is back', async (t) => {
    const { server, agent } = await setUp(t, database);
    const keyPair = await generateKeyPair('ec-p256');
    const renewed = await agent.unary(
      agentService.RenewAgent,
      { params: { csr: createCsr(keyPair) } },
      deadline,
    );
    await database.halt('SIGQUIT');
    const chainDer = (renewed.svid?.cert_chain ?? []).map((der) => Uint8Array.from(der));
    await serve(server.dial({ chainDer, keyPair }));
    await database.resume();
    await until('the old one is refused', async () => {
      await serve(server.dial({ chainDer, keyPair }));
      return serve(agent).then(
        () => false,
        (error: unknown) => hasCode(error, 'AGENT_NOT_ACTIVE'),
      );
    });
  });

  test('what an outage refused is not held against agents of a profile: they enrol once it is over', async (t) => {
    const cluster = await startFakeCluster(t);
    const token = cluster.addAgent('agent-1');
    const where = await database.emptySchema();
    const server = await startTestServer(t, {
      postgres: where,
      plugins: cluster.plugin,
      server: 'enrollment { refusals_per_second = 1 }',
    });
    await bindAgents(server.admin);
    await enrol(server, token);
    await database.halt('SIGQUIT');
    await until('the server is not ready', () => isReady(server, false));
    // More than may come to nothing at once, a few at a time.
    for (let round = 0; round < 6; round++) {
      const attempts = Array.from({ length: 5 }, () => enrol(server, token));
      for (const { status } of await Promise.allSettled(attempts)) {
        assert.equal(status, 'rejected');
      }
    }
    await database.resume();
    await until('the server is ready', () => isReady(server, true));
    // All of a crowd, at once: a place that came back with time would be enough for one.
    await Promise.all(Array.from({ length: 20 }, () => enrol(server, token)));
  });

  test('a server that starts before its database waits for it, and says so', async (t) => {
    const { lines, log } = recorder();
    const where = await database.emptySchema();
    await database.halt('SIGINT');
    const starting = startTestServer(t, { postgres: where, log });
    await until('it says that it waits', () =>
      Promise.resolve(lines.some((line) => line.includes('the server waits for it'))),
    );
    await database.resume();
    assert.equal(await createEntry((await starting).admin, 'web'), 0);
  });

  test('a server that waits for its database ends when it is told to', async (t) => {
    const { lines, log } = recorder();
    const where = await database.emptySchema();
    await database.halt('SIGINT');
    t.after(() => database.resume());
    const ending = new AbortController();
    const starting = startTestServer(t, { postgres: where, log, ending: ending.signal });
    const ended = assert.rejects(starting, { message: 'told to' });
    await until('it says that it waits', () => Promise.resolve(lines.length > 0));
    ending.abort(new Error('told to'));
    await ended;
  });
});

/** How a database goes away and comes back. */
function outages(database: TestPostgres) {
  return [
    ['stopped', () => database.halt('SIGINT'), () => database.resume()],
    ['killed', () => database.halt('SIGQUIT'), () => database.resume()],
    ['frozen', () => database.freeze(), () => database.thaw()],
  ] as const;
}

async function setUp(t: TestContext, database: TestPostgres) {
  const { lines, log } = recorder();
  const metrics = createPrometheusMetrics({
    prefix: 'spire_server',
    processMetrics: false,
    labels: {},
  });
  const where = await database.emptySchema();
  const options = {
    postgres: where,
    log,
    metrics,
    server: 'experimental { cache_reload_interval = "200ms" }',
  };
  const server = await startTestServer(t, options);
  const { value } = await server.admin.unary(
    agentService.CreateJoinToken,
    { ttl: 600, agent_id: { trust_domain: 'zeta.test', path: '/node' } },
    deadline,
  );
  const identity: ClientIdentity = await attestWithToken(server, value);
  assert.equal(await createEntry(server.admin, 'before'), 0);
  const agent = server.dial(identity);
  await serve(agent);
  return { server, agent, identity, where, metrics, log: lines };
}

/** All that a known agent asks for, and an answer to each. */
async function serve(agent: RpcChannel): Promise<void> {
  const ids = await syncedIds(agent);
  assert.ok(ids.includes('before'));
  const { results } = await agent.unary(
    svidService.BatchNewX509SVID,
    { params: [{ entry_id: 'before', csr }] },
    deadline,
  );
  assert.equal(results[0]?.status?.code, 0, results[0]?.status?.message);
  const jwt = { entry_id: 'before', audience: ['a'] };
  assert.notEqual((await agent.unary(svidService.NewJWTSVID, jwt, deadline)).svid, null);
  const bundle = await agent.unary(bundleService.GetBundle, {}, deadline);
  assert.equal(bundle.x509_authorities.length, 1);
}

async function syncedIds(agent: RpcChannel): Promise<string[]> {
  const stream = agent.open(entryService.SyncAuthorizedEntries, deadline);
  await stream.send({});
  stream.end();
  const ids: string[] = [];
  for await (const { entries } of stream.messages) ids.push(...entries.map((entry) => entry.id));
  return ids;
}

/** Asks all the time; what went wrong is told at the end. */
function keepAsking(agent: RpcChannel): { stop(): Promise<string[]> } {
  const failures: string[] = [];
  const state = { stopped: false };
  const running = (async () => {
    while (!state.stopped) {
      await serve(agent).catch((error: unknown) => failures.push(String(error)));
      await pause(10);
    }
  })();
  return {
    async stop() {
      state.stopped = true;
      await running;
      return failures;
    },
  };
}

async function refused(admin: RpcChannel): Promise<void> {
  const token = { ttl: 600, agent_id: null };
  for (const write of [
    () => createEntry(admin, 'lost'),
    () => admin.unary(agentService.CreateJoinToken, token, deadline),
  ]) {
    await assert.rejects(write(), (error) => {
      assert.ok(error instanceof RpcError);
      assert.equal(error.code, 'UNAVAILABLE');
      assert.match(error.message, /database is not reachable/);
      return true;
    });
  }
}

async function createEntry(admin: RpcChannel, id: string): Promise<number | undefined> {
  const trust_domain = 'zeta.test';
  const entry = {
    id,
    spiffe_id: { trust_domain, path: `/${id}` },
    parent_id: { trust_domain, path: '/node' },
    selectors: [{ type: 'unix', value: 'uid:33' }],
  };
  const { results } = await admin.unary(
    entryService.BatchCreateEntry,
    { entries: [entry] },
    deadline,
  );
  return results[0]?.status?.code;
}

async function isReady({ server }: TestServer, wanted: boolean): Promise<boolean> {
  const states = await Promise.all(Object.values(server.checks).map((check) => check()));
  assert.ok(states.every((state) => state.live));
  return states.every((state) => state.ready) === wanted;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt++) {
    assert.ok(attempt < 400, what);
    await pause(50);
  }
}

function recorder(): { lines: string[]; log: Logger } {
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  const log: Logger = {
    ...silentLogger,
    warn: note,
    error: note,
    info: (message) => {
      if (message === 'The datastore answers again') lines.push(message);
    },
    child: () => log,
  };
  return { lines, log };
}
