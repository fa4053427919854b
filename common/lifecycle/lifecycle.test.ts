import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../log/logger.ts';
import { Lifecycle, startParts } from './lifecycle.ts';

test('what was started stops in reverse order, and one failure does not keep the rest alive', async () => {
  const stopped: string[] = [];
  const failures: unknown[] = [];
  const life = new Lifecycle({
    ...silentLogger,
    error: (_message, fields) => failures.push(fields?.name),
  });
  life.defer('store', () => void stopped.push('store'));
  life.defer('broken', () => Promise.reject(new Error('stuck')));
  life.defer('listener', () => {
    assert.equal(life.signal.aborted, true, 'loops are told before anything stops');
    stopped.push('listener');
  });
  await life.stop();
  assert.deepEqual(stopped, ['listener', 'store']);
  assert.deepEqual(failures, ['broken']);
});

test('stopping twice stops once', async () => {
  const stops: string[] = [];
  const life = new Lifecycle(silentLogger);
  life.defer('once', () => void stops.push('once'));
  await Promise.all([life.stop(), life.stop()]);
  assert.deepEqual(stops, ['once']);
});

test('a part that fails to start stops those before it', async () => {
  const stops: string[] = [];
  const starting = startParts(silentLogger, (life) => {
    life.defer('first', () => void stops.push('first'));
    return Promise.reject(new Error('second failed'));
  });
  await assert.rejects(starting, /^Error: second failed$/);
  assert.deepEqual(stops, ['first']);
});
