import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTrim } from './malloc-trim.ts';

test('the C library of this machine has the call', () => {
  assert.doesNotThrow(loadTrim());
});

test('without the call, or without native code, nothing is given back and nothing fails', () => {
  const missing = () => {
    throw new Error('no such symbol');
  };
  assert.doesNotThrow(loadTrim(missing));
  assert.doesNotThrow(loadTrim(() => ({ load: () => ({ func: missing }) })));
});
