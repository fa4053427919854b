import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCodeWithin, SpiffeError } from './spiffe-error.ts';

test('a code is found however often its error was wrapped, and only that one', () => {
  const inner = new SpiffeError('AGENT_BANNED', 'banned');
  const error = new Error('outer', { cause: new SpiffeError('INTERNAL', 'x', { cause: inner }) });
  assert.ok(hasCodeWithin(error, 'UNAVAILABLE', 'AGENT_BANNED'));
  assert.ok(!hasCodeWithin(error, 'UNAVAILABLE'));
  for (const other of [undefined, 'AGENT_BANNED', {}]) {
    assert.ok(!hasCodeWithin(other, 'AGENT_BANNED'));
  }
});

test('an error that is its own cause is looked at to an end', () => {
  const error = new Error('round');
  error.cause = error;
  assert.ok(!hasCodeWithin(error, 'AGENT_BANNED'));
});
