import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { readPassword } from './password-file.ts';

const target = { host: 'db.test', port: 5432, database: 'spire', user: 'spire' };

function file(text: string, mode = 0o600): string {
  const folder = temporaryFolder();
  const path = join(folder, 'passfile');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const found: readonly [string, string, string][] = [
  ['a whole line', 'db.test:5432:spire:spire:secret\n', 'secret'],
  ['stars', '*:*:*:*:secret', 'secret'],
  ['the first line that fits', 'other:*:*:*:wrong\r\ndb.test:*:*:*:first\n*:*:*:*:second', 'first'],
  ['escapes', '*:*:*:spire:a\\:b\\\\c', 'a:b\\c'],
  ['comments', '#*:*:*:*:comment\n\n*:*:*:*:secret', 'secret'],
];
for (const [what, text, password] of found) {
  test(`a password file with ${what} gives the password`, () => {
    assert.equal(readPassword(file(text), target), password);
  });
}

test('a Unix socket is looked up as localhost too', () => {
  const path = file('localhost:5432:spire:spire:secret');
  assert.equal(readPassword(path, { ...target, host: '/run/postgresql' }), 'secret');
});

const failing: readonly [string, string, number, RegExp][] = [
  ['without a line that fits', 'db.test:5433:*:*:secret', 0o600, /has no line for this database/],
  ['of half a line', '*:*:*:secret', 0o600, /has no line for this database/],
  ['that everybody may read', '*:*:*:*:secret', 0o644, /must not be accessible to others/],
];
for (const [what, text, mode, message] of failing) {
  test(`a password file ${what} is refused, without a word of what it says`, () => {
    assert.throws(
      () => readPassword(file(text, mode), target),
      (error) =>
        hasCode(error, 'STORAGE_FAILED') &&
        message.test(error.message) &&
        !error.message.includes('secret'),
    );
  });
}

test('a password file that is missing is named', () => {
  assert.throws(() => readPassword('/nowhere/passfile', target), /unable to read passfile/);
});
