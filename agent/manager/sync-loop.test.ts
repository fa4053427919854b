import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { SyncLoop } from './sync-loop.ts';

function createWorld(t: TestContext) {
  const clock = new FakeClock();
  const world = { clock, syncs: [] as number[], fails: false, jumps: [] as number[] };
  const startMs = clock.now();
  const loop = new SyncLoop({
    clock,
    intervalMs: 5_000,
    random: () => 0.5,
    async sync() {
      world.syncs.push(clock.now() - startMs);
      if (world.fails) throw new Error('away');
    },
    onFailure: () => undefined,
    onClockJump: (byMs) => world.jumps.push(byMs),
  });
  const ending = new AbortController();
  loop.run(ending.signal).catch(() => undefined);
  t.after(() => ending.abort());
  return { world, loop, clock };
}

test('it syncs at once and then at its interval', async (t) => {
  const { clock, world } = createWorld(t);
  await clock.advance(16_000);
  assert.deepEqual(world.syncs, [0, 5_000, 10_000, 15_000]);
});

test('a request makes it sync now, many requests one sync, and all are answered', async (t) => {
  const { clock, loop, world } = createWorld(t);
  await clock.advance(1_000);
  let answered = 0;
  for (let at = 0; at < 100; at++) void loop.request().then(() => answered++);
  await settle();
  assert.deepEqual(world.syncs, [0, 1_000]);
  assert.equal(answered, 100);
});

test('a few requests in a row are each answered at once', async (t) => {
  const { clock, loop, world } = createWorld(t);
  await clock.advance(1_000);
  for (let at = 0; at < 3; at++) {
    void loop.request();
    await clock.advance(20);
  }
  assert.deepEqual(world.syncs, [0, 1_000, 1_020, 1_040]);
});

test('requests cannot make it sync more than four times a second for long', async (t) => {
  const { clock, loop, world } = createWorld(t);
  for (let at = 0; at < 500; at++) {
    void loop.request();
    await clock.advance(20);
  }
  assert.ok(world.syncs.length <= 45, String(world.syncs.length));
  const late = world.syncs.slice(8);
  assert.ok(late.every((time, at) => at === 0 || time - (late[at - 1] ?? 0) >= 240));
});

test('failures are repeated at growing intervals, and requests are spaced then', async (t) => {
  const { clock, loop, world } = createWorld(t);
  world.fails = true;
  await clock.advance(60_000);
  assert.deepEqual(world.syncs.slice(0, 4), [0, 5_000, 10_000, 17_500]);
  const before = world.syncs.length;
  for (let at = 0; at < 50; at++) {
    void loop.request();
    await clock.advance(100);
  }
  assert.ok(world.syncs.length - before <= 6);
});
