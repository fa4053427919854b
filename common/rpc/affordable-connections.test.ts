import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affordableConnections } from './affordable-connections.ts';

for (const [openFiles, connections] of [
  [Number.MAX_SAFE_INTEGER, 8192],
  [1_048_576, 8192],
  [1024, 448],
  [64, 1],
] as const) {
  test(`${openFiles} open files allow ${connections} connections`, () => {
    assert.equal(affordableConnections(8192, openFiles), connections);
  });
}
