import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { decode } from '../config/decode.ts';
import { readConfig } from '../config/load-config.ts';
import { silentLogger } from '../log/logger.ts';
import { HealthChecks, healthChecksSchema, type CheckState } from './health.ts';
import { createHttpServer } from './http-server.ts';

const good: CheckState = { live: true, ready: true };
const starting: CheckState = {
  live: true,
  ready: false,
  readyDetails: { make_new_x509_err: 'no identity issued' },
};

function startChecks(check: (signal: AbortSignal) => Promise<CheckState>) {
  const clock = new FakeClock();
  const checks = new HealthChecks({ checks: { agent: check }, clock, log: silentLogger });
  return { clock, checks, ended: checks.run() };
}

test('live and ready cannot be one path: being live would mean being ready', () => {
  const text = 'live_path = "/x" ready_path = "/x"';
  assert.throws(() => decode(readConfig(text), healthChecksSchema), {
    message: /ready_path: must not be live_path/,
  });
});

test('live and ready are answered over HTTP with the details of each check', async () => {
  let state = starting;
  const { clock, checks, ended } = startChecks(() => Promise.resolve(state));
  const paths = decode(readConfig('live_path = "/alive"'), healthChecksSchema);
  const routes = checks.routes(paths);
  const server = await createHttpServer({
    host: '127.0.0.1',
    port: 0,
    routes,
    log: silentLogger,
  });
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [response.status, await response.json()];
  };
  try {
    assert.deepEqual(await ask('/alive'), [200, { agent: {} }]);
    assert.deepEqual(await ask('/ready'), [500, { agent: starting.readyDetails }]);
    state = good;
    await clock.advance(1000);
    assert.deepEqual(await ask('/ready'), [200, { agent: {} }]);
  } finally {
    checks.stop();
    await server.close();
    await ended;
  }
});

test('before the first check is done nothing is live or ready', () => {
  const checks = new HealthChecks({
    checks: { agent: () => Promise.resolve(good) },
    clock: new FakeClock(),
    log: silentLogger,
  });
  assert.deepEqual([checks.live, checks.ready], [false, false]);
});

test('checks run each second until all is well once, then every five', async () => {
  let runs = 0;
  const { clock, checks, ended } = startChecks(() => Promise.resolve(++runs < 3 ? starting : good));
  await clock.advance(2000);
  assert.equal(runs, 3);
  await clock.advance(4000);
  assert.equal(runs, 3);
  await clock.advance(1000);
  assert.equal(runs, 4);
  checks.stop();
  await ended;
  assert.equal(clock.pending, 0);
});

test('a check that hangs or fails counts as neither live nor ready', async () => {
  const hangs = startChecks(() => new Promise(() => undefined));
  await hangs.clock.advance(10_000);
  assert.equal(hangs.checks.live, false);
  hangs.checks.stop();
  await hangs.ended;

  const fails = startChecks(() => Promise.reject(new Error('socket is gone')));
  await settle();
  const routes = fails.checks.routes({ live_path: '/live', ready_path: '/ready' });
  assert.deepEqual(await routes['/live']!({ method: 'GET', path: '/live', host: '', ...noMore }), {
    status: 500,
    contentType: 'application/json',
    body: '{"agent":{"err":"socket is gone"}}',
  });
  fails.checks.stop();
  await fails.ended;
});

const noMore = { address: '', authorization: '', query: '', body: new Uint8Array() };
