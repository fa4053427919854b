import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCodeWithin, messageWithCauses, SpiffeError } from './spiffe-error.ts';

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

test('the texts of causes follow each other, but none that the text before it has already', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:8444');
  const fetched = new SpiffeError('UNAVAILABLE', `"https://x": ${refused.message}`, {
    cause: refused,
  });
  const refresh = new Error(`failed to refresh: ${fetched.message}`, { cause: fetched });
  assert.equal(
    messageWithCauses(refresh),
    'failed to refresh: "https://x": connect ECONNREFUSED 127.0.0.1:8444',
  );
  const read = new Error('no such file', { cause: new Error('no such file, open "/n"') });
  assert.equal(messageWithCauses(read), 'no such file: no such file, open "/n"');
  const clocks = new Error('x509: not yet valid; compare the clocks', {
    cause: new Error('x509: not yet valid'),
  });
  assert.equal(messageWithCauses(clocks), clocks.message);
  assert.equal(messageWithCauses(new Error('x', { cause: new Error('') })), 'x');
});
