import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeFolder } from './make-folder.ts';

test('a folder is made with all that is missing above it, and again without harm', (context) => {
  const path = join(temporary(context), 'a', 'b', 'c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('a folder that is there keeps its mode, also behind a link', (context) => {
  const folder = temporary(context);
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

test('a file or a dangling link in the way is an error', (context) => {
  const folder = temporary(context);
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  assert.throws(() => makeFolder(join(folder, 'file'), 0o755), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(folder, 'dangling'), 0o755), { code: 'EEXIST' });
});

function temporary(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-files-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
