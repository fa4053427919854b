import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedDer, primitive } from './der.ts';
import { timeNode, timeOf } from './der-time.ts';

for (const ms of [
  0,
  Date.UTC(1950, 0),
  Date.UTC(2049, 11, 31, 23, 59, 59),
  Date.UTC(2050, 0),
  Date.UTC(9999, 11, 31),
]) {
  test(`${new Date(ms).toISOString()} is written and read back`, () => {
    assert.equal(timeOf(timeNode(ms), 'time'), ms);
  });
}

const bad: readonly ['utcTime' | 'generalizedTime', string][] = [
  ['utcTime', '2602310000000Z'.slice(0, 13)],
  ['utcTime', '260231000000Z'],
  ['utcTime', '260101240000Z'],
  ['utcTime', '261301000000Z'],
  ['utcTime', '2601010000Z'],
  ['utcTime', '260101000000+0100'],
  ['generalizedTime', '20260101000000.5Z'],
  ['generalizedTime', '20260101000000'],
  ['generalizedTime', '260101000000Z'],
];
for (const [type, text] of bad) {
  test(`${type} ${text} is refused`, () => {
    assert.throws(() => timeOf(primitive(type, Buffer.from(text)), 'time'), MalformedDer);
  });
}
