import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affordableConnections, findOpenFilesLimit } from './open-files.ts';

test('the limit of open files of this process is known', () => {
  assert.ok((findOpenFilesLimit() ?? 0) >= 256);
});

test('where the system does not say, nothing is known, and what is wanted stays', () => {
  const unknown = () => {
    throw new Error('ENOENT');
  };
  assert.equal(findOpenFilesLimit(unknown), undefined);
  assert.equal(
    findOpenFilesLimit(() => 'Max open files unlimited'),
    undefined,
  );
  assert.equal(affordableConnections(8192, undefined), 8192);
});

for (const [openFiles, connections] of [
  [1_048_576, 8192],
  [1024, 448],
  [64, 1],
] as const) {
  test(`${openFiles} open files allow ${connections} connections`, () => {
    assert.equal(affordableConnections(8192, openFiles), connections);
  });
}
