import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memory } from './memory.ts';

test('it takes no options and starts without keys', async () => {
  assert.equal(memory.config.safeParse({}).success, true);
  assert.equal(memory.config.safeParse({ directory: '/x' }).success, false);
  const keys = await memory.create({}, {});
  assert.deepEqual(keys.getKeys(), []);
});
