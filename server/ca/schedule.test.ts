import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activateAtMs,
  bundleGraceMs,
  longestSvidTtlMs,
  prepareAtMs,
  publishDelayMs,
} from './schedule.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const rows = [
  { name: '1 minute', life: minute, prepare: 30_000, activate: 10_000, delay: 10_000 },
  { name: '15 seconds', life: 15_000, prepare: 7_500, activate: 2_500, delay: 5_000 },
  { name: '24 hours', life: day, prepare: 12 * hour, activate: 4 * hour, delay: 10_000 },
  { name: '1 year', life: 365 * day, prepare: 30 * day, activate: 7 * day, delay: 10_000 },
];
for (const { name, life, prepare, activate, delay } of rows) {
  test(`F123: a CA of ${name} is prepared and replaced as SPIRE 1.15 does, and published in between`, () => {
    const lifetime = { issuedAtMs: 1_000, notAfterMs: 1_000 + life };
    assert.equal(lifetime.notAfterMs - prepareAtMs(lifetime), prepare);
    assert.equal(lifetime.notAfterMs - activateAtMs(lifetime), activate);
    assert.equal(publishDelayMs(lifetime, 10_000), delay);
    assert.ok(prepareAtMs(lifetime) + delay <= activateAtMs(lifetime));
    assert.equal(longestSvidTtlMs(life), activate);
  });
}

test('expired roots stay for the life of a CA, at most a day', () => {
  assert.equal(bundleGraceMs(minute), minute);
  assert.equal(bundleGraceMs(365 * day), day);
});
