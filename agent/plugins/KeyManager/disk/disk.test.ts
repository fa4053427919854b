import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCode } from '../../../../common/errors/spiffe-error.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { disk } from './disk.ts';

const root = temporaryFolder();

test('the folder is made for its owner only and the keys go into keys.json', async () => {
  const folder = join(root, 'new', 'keys');
  const keys = await disk.create({ directory: folder }, {});
  await keys.generateKey('a', 'ec-p256');
  assert.deepEqual(readdirSync(folder), ['keys.json']);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('a folder that cannot be made is reported at the start', () => {
  writeFileSync(join(root, 'file'), '');
  const folder = join(root, 'file', 'keys');
  assert.throws(
    () => disk.create({ directory: folder }, {}),
    (error) => hasCode(error, 'STORAGE_FAILED') && error.message.includes(folder),
  );
});

test('directory is required and nothing else is known', () => {
  assert.equal(disk.config.safeParse({}).success, false);
  assert.equal(disk.config.safeParse({ directory: '/x', other: 1 }).success, false);
  assert.equal(disk.config.safeParse({ directory: '/x' }).success, true);
});
