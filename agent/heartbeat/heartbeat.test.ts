import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { Secret } from '../../common/secret/secret.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { Heartbeat, type NodeTokenGrant } from './heartbeat.ts';

const minuteMs = 60_000;

function setUp(t: TestContext) {
  const clock = new FakeClock();
  const sent: string[] = [];
  const warned: unknown[] = [];
  const server = {
    issued: 0,
    issueError: undefined as Error | undefined,
    status: 200,
    sendError: undefined as Error | undefined,
  };
  let events: object[] = [];
  const heartbeat = new Heartbeat({
    issue: () => {
      server.issued++;
      if (server.issueError !== undefined) return Promise.reject(server.issueError);
      const grant: NodeTokenGrant = {
        token: new Secret(`t${server.issued}`),
        expiresAtMs: clock.now() + 30 * minuteMs,
        endpoint: 'server:8083',
        heartbeatIntervalMs: minuteMs,
      };
      return Promise.resolve(grant);
    },
    send: ({ token }, path, body) => {
      sent.push(`${token.reveal()} ${path} ${JSON.stringify(body)}`);
      if (server.sendError !== undefined) return Promise.reject(server.sendError);
      return Promise.resolve(server.status);
    },
    facts: {
      heartbeat: () => ({ envoys: 1 }),
      evidence: () => ({ kernel: '6' }),
      newEvents: () => events,
      told: () => (events = []),
    },
    clock,
    log: { ...silentLogger, warn: (_, fields) => void warned.push(fields?.error) },
    random: () => 0.5,
  });
  const ending = new AbortController();
  const running = heartbeat.run(ending.signal).catch(() => undefined);
  t.after(async () => {
    ending.abort(new Error('over'));
    await running;
  });
  /** Forgets what was sent before. */
  const after = async (ms: number) => {
    sent.length = 0;
    await clock.advance(ms);
    return [...sent];
  };
  return { clock, heartbeat, server, after, warned, happen: (event: object) => events.push(event) };
}

const beat = (token: string) => `${token} /v1/heartbeat {"envoys":1}`;

test('nothing is asked or sent before there is a connection', async (t) => {
  const { after, server } = setUp(t);
  assert.deepEqual(await after(60 * minuteMs), []);
  assert.equal(server.issued, 0);
});

test('after a connection a heartbeat and the evidence go out, then heartbeats alone', async (t) => {
  const { after, heartbeat, server } = setUp(t);
  heartbeat.connected();
  assert.deepEqual(await after(1_000), [beat('t1'), 't1 /v1/evidence {"kernel":"6"}']);
  assert.deepEqual(await after(minuteMs), [beat('t1')]);
  assert.equal(server.issued, 1);
});

test('an event is told once, and again when telling failed', async (t) => {
  const { after, happen, heartbeat, server } = setUp(t);
  heartbeat.connected();
  await after(1_000);
  happen({ kind: 'nack' });
  server.status = 503;
  await after(minuteMs);
  server.status = 200;
  const told = 't1 /v1/events {"events":[{"kind":"nack"}]}';
  assert.deepEqual(await after(2_000), [beat('t1'), told]);
  assert.deepEqual(await after(minuteMs), [beat('t1')]);
});

test('the token is renewed before two thirds of its life are over', async (t) => {
  const { after, heartbeat, server } = setUp(t);
  heartbeat.connected();
  await after(1_000);
  await after(19 * minuteMs);
  assert.equal(server.issued, 1);
  await after(2 * minuteMs);
  assert.equal(server.issued, 2);
});

test('a revoked token is replaced by the next try, with its evidence', async (t) => {
  const { after, heartbeat, server, warned } = setUp(t);
  heartbeat.connected();
  await after(1_000);
  server.status = 401;
  assert.deepEqual(await after(minuteMs), [beat('t1')]);
  // An error of our own class is logged without a stack: this is no fault of ours.
  assert.ok(warned[0] instanceof SpiffeError);
  assert.equal(warned[0].message, 'the server answered /v1/heartbeat with status 401');
  server.status = 200;
  assert.deepEqual(await after(2_000), [beat('t2'), 't2 /v1/evidence {"kernel":"6"}']);
});

test('a server without an endpoint is asked once for each connection', async (t) => {
  const { after, heartbeat, server } = setUp(t);
  server.issueError = new SpiffeError('UNIMPLEMENTED', 'unknown service');
  heartbeat.connected();
  assert.deepEqual(await after(24 * 60 * minuteMs), []);
  assert.equal(server.issued, 1);
  heartbeat.connected();
  await after(1_000);
  assert.equal(server.issued, 2);
});

test('a server that was restarted with an endpoint is asked again, and reported to', async (t) => {
  const { after, heartbeat, server } = setUp(t);
  server.issueError = new SpiffeError('UNIMPLEMENTED', 'unknown service');
  heartbeat.connected();
  heartbeat.reconnected();
  await after(60 * minuteMs);
  assert.equal(server.issued, 1);
  heartbeat.reconnected();
  await after(60 * minuteMs);
  assert.equal(server.issued, 2);
  server.issueError = undefined;
  heartbeat.reconnected();
  assert.equal((await after(1_000))[0], beat('t3'));
});

test('a connection that is made anew costs no heartbeat and no token', async (t) => {
  const { after, heartbeat, server } = setUp(t);
  heartbeat.connected();
  await after(1_000);
  heartbeat.reconnected();
  assert.deepEqual(await after(20_000), []);
  assert.deepEqual(await after(minuteMs), [beat('t1')]);
  assert.equal(server.issued, 1);
});

test('a token from before the connection was made anew is let go when it fails', async (t) => {
  const { after, heartbeat, server } = setUp(t);
  heartbeat.connected();
  await after(1_000);
  heartbeat.reconnected();
  server.sendError = new Error('connect ECONNREFUSED');
  assert.deepEqual(await after(minuteMs), [beat('t1')]);
  server.sendError = undefined;
  assert.equal((await after(5_000))[0], beat('t2'));
});

for (const [name, change] of [
  ['is away', { sendError: new Error('refused') }],
  ['answers nonsense', { status: 500 }],
  ['wants less', { status: 429 }],
  ['gives no token', { issueError: new SpiffeError('UNAVAILABLE', 'away') }],
] as const) {
  test(`a server that ${name} is asked ever less often, and the loop goes on`, async (t) => {
    const { after, heartbeat, server } = setUp(t);
    Object.assign(server, change);
    heartbeat.connected();
    const before = server.issued;
    const early = (await after(20_000)).length + server.issued - before;
    assert.ok(early >= 3 && early <= 10, String(early));
    await after(60 * minuteMs);
    const issuedThen = server.issued;
    const late = (await after(20 * minuteMs)).length + server.issued - issuedThen;
    assert.ok(late >= 2 && late <= 5, String(late));
    Object.assign(server, { issueError: undefined, sendError: undefined, status: 200 });
    assert.ok((await after(6 * minuteMs)).length > 0);
  });
}

test('a new connection lets go of the token, which may be of another credential', async (t) => {
  const { after, heartbeat } = setUp(t);
  heartbeat.connected();
  await after(1_000);
  heartbeat.connected();
  assert.equal((await after(1_000))[0], beat('t2'));
});
