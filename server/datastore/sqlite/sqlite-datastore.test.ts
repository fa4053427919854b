import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { entryOf } from '../../../testkit/registration.ts';
import { datastoreSuite } from '../../../testkit/suites/datastore-suite.ts';
import { schemaVersion } from './migrations.ts';
import { openSqliteDatastore } from './sqlite-datastore.ts';

const options = { disableMigration: false, codeVersion: 'test', nowMs: 0 };

datastoreSuite('sqlite', () =>
  Promise.resolve(openSqliteDatastore({ ...options, path: ':memory:' })),
);

function tempFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data', 'datastore.sqlite3');
}

test('a database file is private, its folder is made, and what is stored is there after reopening', async (t) => {
  const path = tempFile(t);
  const store = openSqliteDatastore({ ...options, path });
  await store.entries.create([entryOf('web')], 1);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(`${path}-wal`).mode & 0o777, 0o600);
  await store.close();
  const again = openSqliteDatastore({ ...options, path });
  assert.equal((await again.entries.find('web'))?.createdAtMs, 1);
  await again.close();
});

const refusals: readonly [string, (path: string) => void, RegExp][] = [
  [
    'a newer schema',
    (path) => {
      const db = new DatabaseSync(path);
      db.exec('CREATE TABLE sigil_migrations (version INTEGER)');
      db.exec(`INSERT INTO sigil_migrations VALUES (${schemaVersion + 1})`);
      db.close();
    },
    new RegExp(
      `^database has schema version ${schemaVersion + 1}, newer than version ${schemaVersion} of this server$`,
    ),
  ],
  [
    'the database of a SPIRE server',
    (path) => {
      const db = new DatabaseSync(path);
      db.exec('CREATE TABLE registered_entries (id INTEGER)');
      db.close();
    },
    /^database was written by a SPIRE server; sigil needs a database of its own$/,
  ],
  [
    'a file that is no database',
    (path) => writeFileSync(path, 'not a database, but long enough to look at'.repeat(100)),
    /^unable to open database/,
  ],
];
for (const [what, prepare, message] of refusals) {
  test(`${what} is refused with the reason and left alone`, (t) => {
    const path = tempFile(t).replace('/data/', '-');
    t.after(() => rmSync(path, { force: true }));
    prepare(path);
    assert.throws(
      () => openSqliteDatastore({ ...options, path }),
      (error) => hasCode(error, 'STORAGE_FAILED') && message.test(error.message),
    );
  });
}

test('with migration disabled an empty database is refused', (t) => {
  const path = tempFile(t);
  assert.throws(
    () => openSqliteDatastore({ ...options, path, disableMigration: true }),
    /disable_migration is set/,
  );
});

test("two servers that share a file see each other's changes", async (t) => {
  const path = tempFile(t);
  const first = openSqliteDatastore({ ...options, path });
  const second = openSqliteDatastore({ ...options, path });
  await first.entries.create([entryOf('web')], 1);
  assert.equal(await second.changes.revision(), 1);
  assert.equal((await second.entries.find('web'))?.id, 'web');
  await first.close();
  await second.close();
});
