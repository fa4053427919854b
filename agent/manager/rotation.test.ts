import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rotationTime } from './rotation.ts';
import { Schedule } from './schedule.ts';

const hourMs = 3_600_000;
const leftAt = (serialNumber: string, lifetimeHours: number, targetHours?: number) => {
  const svid = { notBeforeMs: 0, notAfterMs: lifetimeHours * hourMs, serialNumber };
  const target = targetHours === undefined ? undefined : targetHours * hourMs;
  return (svid.notAfterMs - rotationTime(svid, target)) / hourMs;
};

test('a certificate is replaced when 45 to 55 % of its life is left, the same at every look', () => {
  const left = Array.from({ length: 2_000 }, (_, at) => leftAt(String(at), 1));
  assert.ok(left.every((share) => share >= 0.45 && share < 0.55));
  assert.equal(leftAt('7', 1), leftAt('7', 1));
});

test('F119: certificates issued together spread evenly over the band', () => {
  const bins = new Array<number>(10).fill(0);
  for (let at = 0; at < 10_000; at++) {
    const bin = Math.floor((leftAt(String(at), 1) - 0.45) * 100);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  assert.ok(
    bins.every((count) => count > 850 && count < 1_150),
    bins.join(' '),
  );
});

test('the availability target counts when the lifetime exceeds it by more than 12 h', () => {
  const rows: [lifetime: number, target: number, atLeast: number, below: number][] = [
    [48, 24, 24, 26.5],
    [48, 30, 30, 30.2],
    [36, 24, 16.2, 19.8],
    [24, 24, 10.8, 13.2],
  ];
  for (const [lifetime, target, atLeast, below] of rows) {
    const left = leftAt('1', lifetime, target);
    assert.ok(left >= atLeast && left < below, `${lifetime} h, target ${target} h: ${left} h`);
  }
});

test('a schedule gives what is due in order of time and keeps the rest', () => {
  const schedule = new Schedule<number>();
  const times = Array.from({ length: 200 }, (_, at) => (at * 7919) % 200);
  for (const time of times) schedule.add(time, time);
  assert.deepEqual(
    [...schedule.takeDue(99)],
    Array.from({ length: 100 }, (_, at) => at),
  );
  assert.equal(schedule.nextMs, 100);
  assert.deepEqual([...schedule.takeDue(99)], []);
  assert.equal([...schedule.takeDue(Infinity)].length, 100);
  assert.equal(schedule.nextMs, undefined);
});
