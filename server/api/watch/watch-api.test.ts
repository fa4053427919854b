import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../common/clock/clock.ts';
import type { LogFields, Logger } from '../../../common/log/logger.ts';
import { silentLogger } from '../../../common/log/logger.ts';
import type { ClientStream, Peer, ServedMethod } from '../../../common/rpc/contract.ts';
import type { RpcChannel } from '../../../common/rpc/rpc-channel.ts';
import { RpcError } from '../../../common/rpc/rpc-error.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import {
  serverWatchService,
  type WatchChangesRequest,
  type WatchChangesResponse,
} from '../../../common/rpc/services/server-watch.ts';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { FakeClock, settle } from '../../../testkit/fake-clock.ts';
import { entryOf } from '../../../testkit/registration.ts';
import { attestWithToken, startTestServer } from '../../../testkit/running-server.ts';
import { createTestCa } from '../../../testkit/test-ca.ts';
import { openSqliteDatastore } from '../../datastore/sqlite/sqlite-datastore.ts';
import { watchApi } from './watch-api.ts';
import { Watch } from './watch.ts';

const timeoutMs = 10_000;
const domain = 'zeta.test';

/** A server with two attested agents, `a` and `b`. */
async function setUp(t: TestContext, log: Logger = silentLogger) {
  const running = await startTestServer(t, {
    log,
    server: 'audit_log_enabled = true\nexperimental { cache_reload_interval = "100ms" }',
  });
  const attest = async (token: string) => {
    await running.admin.unary(agentService.CreateJoinToken, { ttl: 60, token }, { timeoutMs });
    return running.dial(await attestWithToken(running, token));
  };
  return { running, a: await attest('a'), b: await attest('b') };
}

/** Opens a watch and reads its messages one by one. */
async function watch(channel: RpcChannel) {
  const stream = channel.open(serverWatchService.WatchChanges, { timeoutMs });
  await stream.send({});
  stream.end();
  return { stream, next: reader(stream) };
}

function reader({ messages }: ClientStream<WatchChangesRequest, WatchChangesResponse>) {
  const all = messages[Symbol.asyncIterator]();
  return async (): Promise<string> => {
    const { done, value } = await all.next();
    if (done === true) return 'over';
    return [value.entries && 'entries', value.bundles && 'bundles'].filter(Boolean).join(' ');
  };
}

async function createEntry(admin: RpcChannel, id: string, agent: string): Promise<void> {
  const entry = {
    id,
    spiffe_id: { trust_domain: domain, path: `/${id}` },
    parent_id: { trust_domain: domain, path: `/spire/agent/join_token/${agent}` },
    selectors: [{ type: 'unix', value: 'uid:33' }],
  };
  const { results } = await admin.unary(
    entryService.BatchCreateEntry,
    { entries: [entry] },
    { timeoutMs },
  );
  assert.equal(results[0]?.status?.code, 0);
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => assert.fail('it went well'),
    (cause: unknown) => cause,
  );
  return error instanceof RpcError ? error.code : assert.fail(String(error));
}

test('an agent is greeted, then told of its entries and of the bundle, and not of others', async (t) => {
  const { running, a, b } = await setUp(t);
  const [ofA, ofB] = [await watch(a), await watch(b)];
  assert.deepEqual([await ofA.next(), await ofB.next()], ['', '']);
  await createEntry(running.admin, 'web', 'a');
  assert.equal(await ofA.next(), 'entries');
  const { x509Authorities } = (await createTestCa({ trustDomain: domain })).bundle;
  await running.admin.unary(
    bundleService.AppendBundle,
    { x509_authorities: x509Authorities.map(({ der }) => ({ asn1: der })) },
    { timeoutMs },
  );
  assert.deepEqual([await ofA.next(), await ofB.next()], ['bundles', 'bundles']);
});

test('a change that another server on the same database makes is told too', async (t) => {
  const { running, b } = await setUp(t);
  const ofB = await watch(b);
  await ofB.next();
  const path = join(running.folder, 'data', 'db.sqlite3');
  const options = { disableMigration: true, codeVersion: 'test', nowMs: systemClock.now() };
  const other = openSqliteDatastore({ path, ...options });
  t.after(() => other.close());
  const entry = entryOf('far', { parentId: `spiffe://${domain}/spire/agent/join_token/b` });
  const [outcome] = await other.entries.create([entry], systemClock.now());
  assert.equal(outcome?.kind, 'created');
  assert.equal(await ofB.next(), 'entries');
});

test('nobody but an agent may watch', async (t) => {
  const { running } = await setUp(t);
  for (const channel of [running.admin, running.dial()]) {
    const { next } = await watch(channel);
    assert.equal(await codeOf(next()), 'PERMISSION_DENIED');
  }
});

test('an agent has one watch, on whatever connection, and an evicted one has none', async (t) => {
  const { running, a } = await setUp(t);
  const [older, newer] = [await watch(a), await watch(a)];
  await older.next();
  assert.equal(await newer.next(), '');
  assert.equal(await codeOf(older.next()), 'RESOURCE_EXHAUSTED');
  const id = { trust_domain: domain, path: '/spire/agent/join_token/a' };
  await running.admin.unary(agentService.DeleteAgent, { id }, { timeoutMs });
  assert.equal(await codeOf(newer.next()), 'AGENT_NOT_ATTESTED');
  const { next } = await watch(a);
  assert.equal(await codeOf(next()), 'AGENT_NOT_ATTESTED');
});

test('the audit log has one line for each watch, when it is over', async (t) => {
  const lines: LogFields[] = [];
  const log: Logger = {
    ...silentLogger,
    info: (_, fields = {}) => void lines.push(fields),
    child: () => log,
  };
  const { a } = await setUp(t, log);
  const { next, stream } = await watch(a);
  await next();
  const ofWatches = () =>
    lines.filter(({ method, type }) => type === 'audit' && method === 'WatchChanges');
  assert.deepEqual(ofWatches(), []);
  stream.cancel();
  while (ofWatches().length === 0) await settle(1);
  const [{ authorized_as: as, status } = {}] = ofWatches();
  assert.deepEqual([as, status], ['agent', 'success']);
});

test('a server that stops ends its watches', async (t) => {
  const { running, a } = await setUp(t);
  const { next } = await watch(a);
  await next();
  const ended = codeOf(next());
  await running.restart();
  assert.equal(await ended, 'UNAVAILABLE');
});

/** Runs the handler on a connection of some age, without a network. */
function serveFake(clock: FakeClock, connectedAtMs: number) {
  const agentId = parseSpiffeId(`spiffe://${domain}/spire/agent/x509pop/n1`);
  const opened: Watch[] = [];
  const closed: Watch[] = [];
  const [method] = watchApi({
    watches: {
      open: (id) => {
        const one = new Watch(id);
        opened.push(one);
        return one;
      },
      close: (one) => void closed.push(one),
    },
    clock,
  });
  const { signal } = new AbortController();
  const identity = { spiffeId: agentId, serialNumber: '1', notAfterMs: 0 };
  const peer: Peer = {
    kind: 'remote',
    connectionId: 'c',
    address: '192.0.2.1',
    connectedAtMs,
    identity,
    closed: signal,
  };
  const call = {
    path: serverWatchService.WatchChanges.path,
    peer,
    metadata: { get: () => [] },
    signal,
  };
  const { stream } = method as Extract<ServedMethod, { stream: unknown }>;
  const messages = (async function* () {})();
  const receive = () => undefined;
  const over = stream({ ...call, messages, receive, send: () => Promise.resolve() });
  return { over, closed, opened };
}

test('a watch ends in peace when its connection is to be replaced, and leaves nothing behind', async () => {
  const clock = new FakeClock();
  const young = serveFake(clock, clock.now());
  const old = serveFake(clock, clock.now() - 3_600_000);
  await clock.advance(9_999);
  assert.deepEqual([young.closed.length, old.closed.length], [0, 0]);
  await clock.advance(1);
  await old.over;
  assert.deepEqual(old.closed, old.opened);
  // Past the 198 s at which the last client has been asked to dial again.
  await clock.advance(188_000);
  assert.equal(young.closed.length, 0);
  await clock.advance(22_000);
  await young.over;
  assert.deepEqual(young.closed, young.opened);
  assert.equal(clock.pending, 0);
});
