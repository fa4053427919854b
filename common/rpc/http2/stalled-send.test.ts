import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import { isTaking, watchSend } from './stalled-send.ts';

const sendMs = 30_000;
const least = 64 * 1024;
const at = (ofMessage: number, ofConnection: number, isHeldByPeer = false) => ({
  ...{ ofMessage, ofConnection, isHeldByPeer },
});

const rows: readonly (readonly [what: string, now: ReturnType<typeof at>, isTaking: boolean])[] = [
  ['nothing', at(0, 0), false],
  ['a byte', at(1, 1, true), false],
  ['one byte less than the floor', at(least - 1, least - 1), false],
  ['the floor', at(least, least), true],
  ['the floor, after which its window is used up', at(least, least, true), true],
  ['enough of others, on the line that all share', at(0, least), true],
  ['enough of others, and gives this stream no window', at(0, 100 * least, true), false],
  ['enough of others, and gives this stream crumbs', at(1023, 100 * least, true), false],
  ['a part of this one, whose window is under way on the line of all', at(1024, least, true), true],
];
for (const [what, now, expected] of rows) {
  test(`a peer that took ${what} ${expected ? 'is taking' : 'leaves it unread'}`, () => {
    assert.equal(isTaking(at(0, 0), now, least), expected);
  });
}

test('a reader who slows down below the floor is cut a while later, however long it was read before', async () => {
  const clock = new FakeClock();
  let taken = 0;
  let stalls = 0;
  watchSend(
    { clock, sendMs, sendLeastBytes: least },
    () => at(taken, taken),
    () => stalls++,
  );
  for (let round = 0; round < 100; round++) {
    taken += least;
    await clock.advance(sendMs);
  }
  assert.equal(stalls, 0);
  // One byte each 29 seconds.
  await clock.advance(29_000);
  taken++;
  await clock.advance(1_000);
  assert.equal(stalls, 1);
  await clock.advance(10 * sendMs);
  assert.equal(stalls, 1);
});

test('a watch that ended says no more', async () => {
  const clock = new FakeClock();
  let [stalls, taken] = [0, 0];
  const cancel = watchSend(
    { clock, sendMs, sendLeastBytes: least },
    () => at(taken, taken),
    () => stalls++,
  );
  taken = least;
  await clock.advance(sendMs);
  // The timer by now is not the first one.
  cancel();
  await clock.advance(5 * sendMs);
  assert.equal(stalls, 0);
});
