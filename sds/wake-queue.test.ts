import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../testkit/fake-clock.ts';
import { WakeQueue, type Wakeable } from './wake-queue.ts';

function setUp() {
  const clock = new FakeClock();
  const queue = new WakeQueue(clock);
  const woken: string[] = [];
  const sleeper = (name: string, then = () => {}): Wakeable => ({
    tick: () => {
      woken.push(name);
      then();
    },
  });
  return { clock, queue, woken, sleeper };
}

test('each sleeper is woken once, at its own moment, in the order of their moments', async () => {
  const { clock, queue, sleeper, woken } = setUp();
  const start = clock.monotonic();
  queue.set(sleeper('late'), start + 300);
  queue.set(sleeper('early'), start + 100);
  queue.set(sleeper('middle'), start + 200);
  await clock.advance(99);
  assert.deepEqual(woken, []);
  await clock.advance(1);
  assert.deepEqual(woken, ['early']);
  await clock.advance(1_000);
  assert.deepEqual(woken, ['early', 'middle', 'late']);
});

test('whoever waits for nothing any more, or for something later, is left asleep', async () => {
  const { clock, queue, sleeper, woken } = setUp();
  const start = clock.monotonic();
  const [gone, later] = [sleeper('gone'), sleeper('later')];
  queue.set(gone, start + 100);
  queue.set(later, start + 100);
  queue.set(gone, undefined);
  queue.set(later, start + 500);
  await clock.advance(499);
  assert.deepEqual(woken, []);
  await clock.advance(1);
  assert.deepEqual(woken, ['later']);
});

test('a sleeper may go back to sleep, and put others to sleep, while it is woken', async () => {
  const { clock, queue, sleeper, woken } = setUp();
  const other = sleeper('other');
  const again: Wakeable = sleeper('again', () => {
    if (woken.length > 2) return;
    queue.set(again, clock.monotonic() + 50);
    queue.set(other, undefined);
  });
  queue.set(again, clock.monotonic() + 100);
  queue.set(other, clock.monotonic() + 120);
  await clock.advance(1_000);
  assert.deepEqual(woken, ['again', 'again', 'again']);
});

test('a moment that has passed already is not forgotten', async () => {
  const { clock, queue, sleeper, woken } = setUp();
  queue.set(sleeper('overdue'), clock.monotonic() - 1_000);
  await clock.advance(1);
  assert.deepEqual(woken, ['overdue']);
});

test('more sleepers than a call may have arguments do no harm', async () => {
  const { clock, queue, sleeper, woken } = setUp();
  const start = clock.monotonic();
  queue.set(sleeper('first'), start + 100);
  for (let at = 0; at < 200_000; at++) queue.set({ tick: () => {} }, start + 500);
  queue.set(sleeper('last'), start + 300);
  await clock.advance(300);
  assert.deepEqual(woken, ['first', 'last']);
});
