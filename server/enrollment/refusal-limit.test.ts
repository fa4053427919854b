import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { RefusalLimit } from './refusal-limit.ts';

function setUp(perSecond = 2) {
  const clock = new FakeClock();
  const limit = new RefusalLimit(perSecond, clock);
  /** How many of so many attempts, one after the other, were let through. */
  const run = (count: number, admitted: boolean, cluster = 'prod') => {
    let passed = 0;
    for (let at = 0; at < count; at++) {
      if (!limit.begin(cluster)) continue;
      passed++;
      limit.end(cluster, !admitted);
    }
    return passed;
  };
  return { clock, limit, run };
}

test('attempts that are admitted cost nothing, however many', () => {
  assert.equal(setUp().run(1_000, true), 1_000);
});

test('attempts that come to nothing use up the places of their cluster, which come back with time', async () => {
  const { clock, run } = setUp();
  assert.equal(run(1_000, false), 50);
  assert.equal(run(1, true), 0);
  assert.equal(run(1, false, 'edge'), 1);
  await clock.advance(1_000);
  assert.equal(run(10, false), 2);
  await clock.advance(3_600_000);
  assert.equal(run(1_000, false), 50);
});

test('attempts under way hold places: a crowd at once gets no further than one after the other', () => {
  const { limit } = setUp();
  const begun = Array.from({ length: 1_000 }, () => limit.begin('prod')).filter(Boolean);
  assert.equal(begun.length, 50);
  limit.end('prod', false);
  assert.equal(limit.begin('prod'), true);
  limit.end('prod', true);
  assert.equal(limit.begin('prod'), false);
});

test('a refusal that comes after all was well is counted, and never more than all places', async () => {
  const { clock, limit, run } = setUp();
  for (let at = 0; at < 1_000; at++) limit.spend('prod');
  assert.equal(run(1, true), 0);
  await clock.advance(1_000);
  assert.equal(run(1, true), 1);
});

test('with 0 a second there is no limit', () => {
  const { limit, run } = setUp(0);
  limit.spend('prod');
  assert.equal(run(10_000, false), 10_000);
});
