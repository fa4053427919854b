import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { openPostgres, withPostgres, type TestPostgres } from '../../../testkit/postgres.ts';
import { entryOf } from '../../../testkit/registration.ts';
import type { Datastore } from '../datastore.ts';

const now = Date.UTC(2026, 0, 1);

await withPostgres('a PostgreSQL that goes away', (server) => {
  lossTests(server);
  silenceTests(server);
});

function lossTests(server: TestPostgres): void {
  test('backends that are terminated in the middle lose nothing that was answered', async (t) => {
    const { store, schema } = await open(t, server, 'application_name=doomed');
    const writing = writeUntilTold(store);
    // Not every one is met in the middle of something.
    for (let round = 0; round < 15 || (writing.failed() === 0 && round < 300); round++) {
      await pause(20);
      await server.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doomed'`,
      );
    }
    await assertSound(server, store, schema, await writing.stop());
  });

  test('while it is stopped everything fails at once, and goes on when it is back', async (t) => {
    const { store } = await open(t, server);
    await store.entries.create([entryOf('before')], now);
    await server.halt('SIGINT');
    const started = process.hrtime.bigint();
    for (const operation of operations(store)) {
      await assert.rejects(operation(), (error) => hasCode(error, 'STORAGE_UNAVAILABLE'));
    }
    const tookMs = Number(process.hrtime.bigint() - started) / 1e6;
    assert.ok(tookMs < 10_000, `failing took ${tookMs} ms`);
    await server.resume();
    await eventually(() => store.entries.create([entryOf('after')], now));
    assert.equal(await store.entries.count({}), 2);
  });

  test('the change feed comes back by itself, and tells what was missed', async (t) => {
    const { store, schema } = await open(t, server);
    await server.halt('SIGINT');
    await server.resume();
    const heard = new Promise<void>((resolve) => store.changes.subscribe(resolve));
    const other = await openPostgres(`${server.socketString} search_path=${schema}`);
    t.after(() => other.close());
    await other.entries.create([entryOf('web')], now);
    await heard;
    assert.equal((await eventually(() => store.changes.since(0, 9)))?.length, 1);
  });

  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    test(`restarted under load by ${signal} it keeps everything that was answered`, async (t) => {
      const { store, schema } = await open(t, server);
      const writing = writeUntilTold(store);
      for (let round = 0; round < 3; round++) {
        await pause(150);
        await server.halt(signal);
        await server.resume();
      }
      await assertSound(server, store, schema, await writing.stop());
    });
  }

  test('a standby is neither read nor written; after its promotion everything is read anew', async (t) => {
    const { store } = await open(t, server);
    await store.entries.create([entryOf('web')], now);
    assert.equal(await store.changes.revision(), 1);
    assert.deepEqual(await store.changes.since(1, 9), []);
    await server.halt('SIGINT');
    await server.resumeAsStandby();
    for (const operation of operations(store)) {
      await assert.rejects(operation(), (error) => hasCode(error, 'STORAGE_UNAVAILABLE'));
    }
    await server.promote();
    await eventually(() => store.entries.count({}));
    // Its last commits may be missing, so what a follower knows may be wrong.
    assert.equal(await store.changes.since(1, 9), undefined);
    assert.equal(await store.changes.revision(), 1);
    assert.deepEqual(await store.changes.since(1, 9), []);
  });
}

function silenceTests(server: TestPostgres): void {
  test('a network that swallows everything costs a time-out, not a hang, and no connection', async (t) => {
    const proxy = await freezable(t, server.port);
    const where = `${server.tcpString} port=${proxy.port}`.replace(`port=${server.port} `, '');
    const schema = await server.schemaName();
    const password = `password='it\\'s a secret' sslmode=disable`;
    const limits = { connectMs: 300, silenceMs: 300 };
    const store = await openPostgres(`${where} ${password} search_path=${schema}`, {
      limits,
      maxOpenConns: 2,
    });
    t.after(() => store.close());
    await store.entries.create([entryOf('before')], now);
    proxy.freeze();
    const failures = await Promise.all(
      Array.from({ length: 6 }, () => store.entries.count({}).catch((error: unknown) => error)),
    );
    for (const failure of failures) assert.ok(hasCode(failure, 'STORAGE_UNAVAILABLE'));
    proxy.thaw();
    assert.equal(await eventually(() => store.entries.count({})), 1);
  });

  test('a transaction whose server froze is ended by the database and frees its locks', async (t) => {
    const { store, schema } = await open(t, server, '', { idleInTransactionMs: 300 });
    const other = await openPostgres(`${server.socketString} search_path=${schema}`);
    t.after(() => other.close());
    await store.entries.create([entryOf('web')], now);
    // A pure change that takes longer than the database waits stands for a frozen process.
    const frozen = store.entries.update(
      [{ id: 'web', change: (stored) => block(1000, stored) }],
      now,
    );
    const outcome = await Promise.allSettled([frozen]);
    assert.equal(outcome[0].status, 'rejected');
    const [updated] = await other.entries.update([{ id: 'web', change: (stored) => stored }], now);
    assert.equal(updated?.kind, 'updated');
    assert.equal((await other.entries.find('web'))?.revisionNumber, 1);
  });
}

async function open(
  t: TestContext,
  server: TestPostgres,
  more = '',
  limits = {},
): Promise<{ readonly store: Datastore; readonly schema: string }> {
  const schema = await server.schemaName();
  const where = `${server.socketString} search_path=${schema} ${more}`;
  const store = await openPostgres(where, { limits });
  t.after(() => store.close());
  return { store, schema };
}

function operations(store: Datastore): readonly (() => Promise<unknown>)[] {
  return [
    () => store.entries.find('before'),
    () => store.entries.create([entryOf('lost')], now),
    () => store.changes.revision(),
    () => store.bundles.list({ size: 1, token: '' }),
  ];
}

interface Written {
  readonly answered: readonly string[];
  readonly failed: number;
}

/** Four writers of pairs of entries; failures are counted and go on. */
function writeUntilTold(store: Datastore): { failed(): number; stop(): Promise<Written> } {
  const state = { stopped: false, failed: 0 };
  const answered: string[] = [];
  const write = async (writer: number) => {
    for (let at = 0; !state.stopped; at++) {
      const name = `${writer}-${at}`;
      try {
        await store.entries.create([entryOf(`a-${name}`), entryOf(`b-${name}`)], now);
        answered.push(name);
      } catch (error) {
        assert.ok(hasCode(error, 'STORAGE_UNAVAILABLE'), String(error));
        state.failed++;
        await pause(5);
      }
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  return {
    failed: () => state.failed,
    async stop() {
      state.stopped = true;
      await Promise.all(writers);
      return { answered, failed: state.failed };
    },
  };
}

/** Answered pairs are there, unanswered ones whole or not at all, and the log has them all in order. */
async function assertSound(
  server: TestPostgres,
  store: Datastore,
  schema: string,
  { answered, failed }: Written,
): Promise<void> {
  assert.ok(answered.length > 0 && failed > 0, `${answered.length} answered, ${failed} failed`);
  await eventually(() => store.entries.create([entryOf('last')], now));
  for (let at = 0; at < answered.length; at += 400) {
    const ids = answered.slice(at, at + 400).flatMap((name) => [`a-${name}`, `b-${name}`]);
    assert.equal((await store.entries.findAll(ids)).length, ids.length);
  }
  const halves = `SELECT count(*) FROM (SELECT substr(id, 3) FROM ${schema}.entries WHERE id <> 'last'
    GROUP BY 1 HAVING count(*) <> 2) AS half`;
  assert.equal(await server.sql(halves), '0');
  const log = `SELECT count(*) = max(revision) AND count(*) = count(DISTINCT key)
    AND count(*) = (SELECT count(*) FROM ${schema}.entries) FROM ${schema}.changes`;
  assert.equal(await server.sql(log), 't');
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 300) throw error;
      await pause(20);
    }
  }
}

function block<T>(ms: number, value: T): T {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return value;
}

/** A proxy that can stop to forward anything, in open connections and new ones, without closing them. */
async function freezable(t: TestContext, port: number) {
  const sockets = new Set<Socket>();
  const state = { frozen: false };
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => state.frozen || to.write(data));
      from.on('close', () => state.frozen || to.destroy());
      from.on('error', () => undefined);
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    freeze: () => (state.frozen = true),
    thaw: () => (state.frozen = false),
  };
}
