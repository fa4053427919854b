import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock, type Clock } from '../common/clock/clock.ts';
import { FakeClock } from './fake-clock.ts';

const fake = new FakeClock();
const clocks: readonly [name: string, clock: Clock, advance: (ms: number) => Promise<void>][] = [
  ['the system clock', systemClock, () => Promise.resolve()],
  ['the fake clock', fake, (ms) => fake.advance(ms)],
];

for (const [name, clock, advance] of clocks) {
  suite(name, () => {
    test('a sleep ends when its time has come', async () => {
      const before = clock.monotonic();
      const slept = clock.sleep(20);
      await advance(20);
      await slept;
      // Node counts from when its loop last looked at the time, which a busy machine makes some milliseconds ago.
      assert.ok(clock.monotonic() - before >= 10);
    });

    test('an aborted sleep rejects with the reason', async () => {
      const reason = new Error('enough');
      const controller = new AbortController();
      const slept = clock.sleep(60_000, controller.signal);
      controller.abort(reason);
      await assert.rejects(slept, reason);
      await assert.rejects(clock.sleep(1, controller.signal), reason);
    });

    test('timers fire in order of their time, and a cancelled one does not', async () => {
      const fired: string[] = [];
      clock.after(4, () => fired.push('late'));
      clock.after(1, () => fired.push('early'));
      clock.after(2, () => fired.push('never'))();
      const all = clock.sleep(10);
      await advance(10);
      await all;
      assert.deepEqual(fired, ['early', 'late']);
    });
  });
}
