import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import type { HttpAnswer } from './http-server.ts';
import { profilingRoutes } from './profiling.ts';

const asked = (query: string) => ({
  method: 'GET',
  path: '',
  query,
  host: '',
  address: '127.0.0.1',
  authorization: '',
  body: new Uint8Array(),
});

function setUp() {
  const clock = new FakeClock();
  const routes = profilingRoutes(clock);
  const ask = async (path: string, query = '') => {
    const handler = routes[path] ?? assert.fail(path);
    return await handler(asked(query));
  };
  /** Lets the inspector begin, then the time pass. */
  const after = async (ms: number, answer: Promise<HttpAnswer>) => {
    while (clock.pending === 0) await new Promise((done) => setImmediate(done));
    await clock.advance(ms);
    return answer;
  };
  return { ask, after };
}

test('a profile of the processor names functions and when they ran, for as long as was asked', async () => {
  const { ask, after } = setUp();
  const answer = await after(2_000, ask('/debug/pprof/profile', 'seconds=2'));
  const profile = JSON.parse(answer.body) as { nodes: { callFrame: object }[]; endTime: number };
  assert.equal(answer.status, 200);
  assert.ok(profile.nodes.length > 0 && profile.endTime > 0);
});

test('a profile of the heap has sizes and functions, and no value that a function holds', async () => {
  const { ask, after } = setUp();
  const secret = `canary-${process.pid}-${process.hrtime.bigint()}`;
  const held = Array.from({ length: 10_000 }, (_, at) => ({ at, secret: `${secret}${at}` }));
  const answer = await after(10_000, ask('/debug/pprof/heap'));
  assert.ok('head' in (JSON.parse(answer.body) as object));
  assert.ok(!answer.body.includes(secret.slice(0, 16)), String(held.length));
});

test('one profile is taken at a time', async () => {
  const { ask, after } = setUp();
  const first = ask('/debug/pprof/profile', 'seconds=1');
  assert.equal((await ask('/debug/pprof/heap')).status, 503);
  assert.equal((await after(1_000, first)).status, 200);
  assert.equal((await after(1_000, ask('/debug/pprof/heap', 'seconds=1'))).status, 200);
});

for (const seconds of ['0', '21', '-1', '1.5', 'x', '']) {
  test(`seconds=${seconds} is refused with the rule`, async () => {
    const { status, body } = await setUp().ask('/debug/pprof/profile', `seconds=${seconds}`);
    assert.deepEqual([status, body], [400, 'seconds must be a number from 1 to 20\n']);
  });
}
