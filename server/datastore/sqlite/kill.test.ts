import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { assertKept, hammerAndKill, randomFrom } from '../../../testkit/datastore-kill.ts';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { openSqliteDatastore } from './sqlite-datastore.ts';

const seed = 20260101;
const rounds = 15;

test('a store killed at any moment keeps what it answered, whole, and each token once', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'datastore.sqlite3');
  const random = randomFrom(seed);
  for (let round = 0; round < rounds; round++) {
    const answered = await hammerAndKill(path, round, 1 + Math.floor(random() * 60));
    assertSound(path);
    const store = openSqliteDatastore({
      path,
      disableMigration: false,
      codeVersion: 'test',
      nowMs: 0,
    });
    for (const line of answered) await assertKept(store, line, answered);
    await store.close();
  }
});

/** Looks beneath the store: no half row, no member without its owner, no gap in the change log. */
function assertSound(path: string): void {
  const db = new DatabaseSync(path);
  const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  assert.equal(one('PRAGMA integrity_check'), 'ok');
  assert.equal(db.prepare('PRAGMA foreign_key_check').all().length, 0);
  const halves = `SELECT count(*) FROM entries WHERE json_array_length(selectors) <>
    (SELECT count(*) FROM entry_selectors WHERE entry = row_id)`;
  assert.equal(one(halves), 0);
  const lonely = `SELECT count(*) FROM entries AS e WHERE id LIKE 'b-%' AND NOT EXISTS
    (SELECT 1 FROM entries WHERE id = 'a-' || substr(e.id, 3))`;
  assert.equal(one(lonely), 0);
  assert.equal(one('SELECT count(*) - max(revision) FROM changes') ?? 0, 0);
  db.close();
}
