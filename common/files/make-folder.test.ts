import assert from 'node:assert/strict';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { makeFolder } from './make-folder.ts';

test('a folder is made with all that is missing above it, and again without harm', () => {
  const path = join(temporaryFolder(), 'a', 'b', 'c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('a folder that is there keeps its mode, also behind a link', () => {
  const folder = temporaryFolder();
  const before = statSync(folder).mode;
  symlinkSync(folder, `${folder}/link`);
  makeFolder(folder, 0o755);
  makeFolder(`${folder}/link`, 0o755);
  assert.equal(statSync(folder).mode, before);
});

// Node's recursive mkdir would not return from the first two.
const impossible: readonly (readonly [path: string, code: string])[] = [
  ['/proc/sigil', 'ENOENT'],
  ['/proc/sigil/data/deep', 'ENOENT'],
  ['', 'ENOENT'],
  ['/dev/null/data', 'ENOTDIR'],
];
for (const [path, code] of impossible) {
  test(`${JSON.stringify(path)} cannot be made, and says ${code} at once`, () => {
    assert.throws(() => makeFolder(path, 0o755), { code });
  });
}

test('a file or a dangling link in the way is an error', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  assert.throws(() => makeFolder(join(folder, 'file'), 0o755), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(folder, 'dangling'), 0o755), { code: 'EEXIST' });
});
