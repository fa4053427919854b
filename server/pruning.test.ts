import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../common/log/logger.ts';
import { FakeClock, settle } from '../testkit/fake-clock.ts';
import { startPruning } from './pruning.ts';

test('a task runs at its interval, survives its failures, and ends with the signal', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  let runs = 0;
  const task = {
    name: 'x',
    everyMs: 1000,
    run: () => (++runs === 2 ? Promise.reject(new Error('locked')) : Promise.resolve(1)),
  };
  startPruning([task], stop.signal, clock, silentLogger);
  await clock.advance(999);
  assert.equal(runs, 0);
  await clock.advance(2001);
  assert.equal(runs, 3);
  stop.abort(new Error('stop'));
  await settle();
  assert.equal(clock.pending, 0);
});
