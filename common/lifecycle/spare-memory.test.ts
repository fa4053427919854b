import assert from 'node:assert/strict';
import { cpuUsage, memoryUsage } from 'node:process';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { giveBackMemory, memoryOfProcess } from './spare-memory.ts';

const mib = 1024 * 1024;

function setUp(collects: boolean) {
  const clock = new FakeClock();
  const seen = { trims: 0, collections: 0 };
  const now = { resident: 100 * mib, cpu: 0, live: 100 * mib };
  const stop = giveBackMemory(
    clock,
    {
      resident: () => now.resident,
      cpu: () => now.cpu,
      trim: () => {
        seen.trims++;
      },
      collect: () => {
        seen.collections++;
        now.resident = now.live;
      },
    },
    collects,
  );
  return { clock, now, seen, stop };
}

test('what the C library keeps is given back every ten seconds, until the program ends', async () => {
  const { clock, seen, stop } = setUp(false);
  await clock.advance(9_999);
  assert.equal(seen.trims, 0);
  await clock.advance(1);
  await clock.advance(20_000);
  assert.equal(seen.trims, 3);
  stop();
  await clock.advance(60_000);
  assert.equal(seen.trims, 3);
});

test('after a burst garbage is collected once, when the program is quiet', async () => {
  const { clock, now, seen } = setUp(true);
  await clock.advance(10_000);
  now.resident = 300 * mib;
  now.cpu += 600_000;
  await clock.advance(10_000);
  assert.equal(seen.collections, 0, 'it is busy');
  now.cpu += 400_000;
  await clock.advance(10_000);
  assert.equal(seen.collections, 1);
  await clock.advance(60_000);
  assert.equal(seen.collections, 1);
});

test('what is really needed is collected for once and then left alone', async () => {
  const { clock, now, seen } = setUp(true);
  await clock.advance(10_000);
  now.live = 180 * mib;
  now.resident = 200 * mib;
  await clock.advance(60_000);
  assert.equal(seen.collections, 1);
  now.resident = 220 * mib;
  await clock.advance(60_000);
  assert.equal(seen.collections, 1, 'it grew by less than a quarter');
});

test('a program that must not stop never collects', async () => {
  const { clock, now, seen } = setUp(false);
  await clock.advance(10_000);
  now.resident = 900 * mib;
  await clock.advance(60_000);
  assert.equal(seen.collections, 0);
});

test('a collection of this very process gives back what a burst took', () => {
  const memory = memoryOfProcess({ cpuUsage, memoryUsage }, () => undefined);
  const burst: { kept: unknown } = { kept: Array.from({ length: 1_000_000 }, (_, at) => ({ at })) };
  const before = memory.resident();
  burst.kept = undefined;
  memory.collect();
  assert.ok(
    memory.resident() < before - 16 * mib,
    `${before} bytes before, ${memory.resident()} after`,
  );
  assert.ok(memory.cpu() > 0);
});
