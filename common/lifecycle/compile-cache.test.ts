import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { findPrivateCacheFolder } from './compile-cache.ts';

const uid = process.getuid?.() ?? 0;

test('compiled code is kept below the cache folder of the home', () => {
  const home = temporaryFolder();
  assert.equal(
    findPrivateCacheFolder({ env: { HOME: home }, uid }),
    join(home, '.cache/sigil/compile'),
  );
  assert.equal(
    findPrivateCacheFolder({ env: { HOME: '/nowhere', XDG_CACHE_HOME: join(home, 'x') }, uid }),
    join(home, 'x/sigil/compile'),
  );
});

const hostile: readonly [name: string, prepare: (cache: string) => void][] = [
  ['others may write to the folder', (cache) => chmodSync(join(cache, 'sigil/compile'), 0o777)],
  ['others may write to the folder above', (cache) => chmodSync(join(cache, 'sigil'), 0o770)],
  ['others may write to the cache folder', (cache) => chmodSync(cache, 0o777)],
  [
    'the folder is a link to somewhere else',
    (cache) => {
      rmSync(join(cache, 'sigil/compile'), { recursive: true });
      symlinkSync(temporaryFolder(), join(cache, 'sigil/compile'));
    },
  ],
];
for (const [name, prepare] of hostile) {
  test(`there is no cache when ${name}`, () => {
    const cache = temporaryFolder();
    mkdirSync(join(cache, 'sigil/compile'), { recursive: true, mode: 0o700 });
    prepare(cache);
    assert.equal(findPrivateCacheFolder({ env: { XDG_CACHE_HOME: cache }, uid }), undefined);
  });
}

test('there is no cache in a folder of another user, without a home, or where none can be made', () => {
  assert.equal(
    findPrivateCacheFolder({ env: { HOME: temporaryFolder() }, uid: uid + 1 }),
    undefined,
  );
  assert.equal(findPrivateCacheFolder({ env: {}, uid }), undefined);
  assert.equal(findPrivateCacheFolder({ env: { HOME: 'relative' }, uid }), undefined);
  assert.equal(findPrivateCacheFolder({ env: { HOME: '/proc' }, uid }), undefined);
});
