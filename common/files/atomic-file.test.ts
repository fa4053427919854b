import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { findFile, writeFileAtomically } from './atomic-file.ts';

test('a file is replaced whole, with the mode asked for and no temporary left', () => {
  const directory = temporaryFolder();
  const path = join(directory, 'data.json');
  writeFileAtomically(path, 'old', 0o600);
  writeFileAtomically(path, 'new', 0o600);
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory), ['data.json']);
});

test('F114: a disk that fills up in the middle of a write leaves the old file and no temporary', () => {
  const directory = temporaryFolder();
  const path = join(directory, 'data.json');
  writeFileAtomically(path, 'old', 0o600);
  const module = JSON.stringify(import.meta.resolve('./atomic-file.ts'));
  const script = `
    const { writeFileAtomically } = await import(${module});
    try { writeFileAtomically(${JSON.stringify(path)}, 'n'.repeat(100_000), 0o600); console.log('written'); }
    catch (error) { console.log(error.code, error.cause.code); }`;
  // A limit on the size of files fails a write exactly as a full disk does, without needing a mount.
  const output = execFileSync(
    'bash',
    ['-c', 'ulimit -f 8; exec "$0" --input-type=module -e "$1"', process.execPath, script],
    { encoding: 'utf8' },
  );
  assert.equal(output, 'STORAGE_FAILED EFBIG\n');
  assert.equal(readFileSync(path, 'utf8'), 'old');
  assert.deepEqual(readdirSync(directory), ['data.json']);
});

test('a missing file is undefined, an unreadable one an error', () => {
  const directory = temporaryFolder();
  assert.equal(findFile(join(directory, 'none')), undefined);
  assert.throws(
    () => findFile(directory),
    (error) => hasCode(error, 'STORAGE_FAILED'),
  );
});

test('what failed first is told, also when the temporary file cannot be removed', () => {
  const path = join(temporaryFolder(), 'data.json');
  mkdirSync(join(`${path}.tmp`, 'in the way'), { recursive: true });
  assert.throws(
    () => writeFileAtomically(path, 'new', 0o600),
    (error) => hasCode(error, 'STORAGE_FAILED') && error.message.includes(path),
  );
});
