import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { RefusalLog } from './refusal-log.ts';

function create() {
  const clock = new FakeClock();
  const lines: unknown[] = [];
  const log: Logger = {
    ...silentLogger,
    error: (message, fields) => lines.push([message, fields]),
  };
  return { clock, lines, refusals: new RefusalLog(clock, log) };
}

test('the same refusal is told once a minute, then with how many there were', async () => {
  const { clock, lines, refusals } = create();
  for (let second = 0; second <= 60; second++) {
    refusals.refused('No identity issued', { pid: 7, registered: false });
    await clock.advance(1_000);
  }
  assert.deepEqual(lines, [
    ['No identity issued', { pid: 7, registered: false }],
    ['No identity issued', { pid: 7, registered: false, count: 60 }],
  ]);
  assert.equal(clock.pending, 0);
});

test('other refusals are told at once, and only a thousand are remembered', () => {
  const { lines, refusals } = create();
  for (let pid = 0; pid < 1_500; pid++) refusals.refused('No identity issued', { pid });
  assert.equal(lines.length, 1_500);
  refusals.refused('No identity issued', { pid: 1_499 });
  assert.equal(lines.length, 1_500);
  refusals.refused('No identity issued', { pid: 0 });
  assert.equal(lines.length, 1_501);
});
