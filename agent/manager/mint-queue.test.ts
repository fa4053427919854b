import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf } from '../../testkit/registration.ts';
import { MintQueue, mintPriority } from './mint-queue.ts';
import { newEntryRecord, type EntryRecord } from './records.ts';

const record = (fields: Partial<EntryRecord>) => ({ ...newEntryRecord(entryOf('e')), ...fields });
const svid = { notBeforeMs: 0, notAfterMs: 1000 } as NonNullable<EntryRecord['svid']>;

const rows: readonly [
  what: string,
  fields: Partial<EntryRecord>,
  nowMs: number,
  expected: number,
][] = [
  ['somebody waits for it', { watchers: 1 }, 0, 0],
  ['nobody asked for it', {}, 0, 3],
  ['less than a quarter of its life is left', { svid }, 751, 1],
  ['a quarter of its life is left', { svid }, 750, 3],
  ['it is in use and has time', { svid, watchers: 1 }, 500, 2],
  ['its authority is tainted', { svid, stale: true }, 0, 1],
];
for (const [what, fields, nowMs, expected] of rows) {
  test(`an entry has priority ${expected} when ${what}`, () => {
    assert.equal(mintPriority(record(fields), nowMs), expected);
  });
}

test('an entry that becomes urgent leaves its old place, and within a priority the first is first', () => {
  const queue = new MintQueue();
  for (const id of ['a', 'b', 'c']) queue.add(id, 3);
  queue.add('c', 0);
  assert.equal(queue.size, 3);
  assert.deepEqual(queue.take(2), ['c', 'a']);
  assert.deepEqual(queue.take(2), ['b']);
});
