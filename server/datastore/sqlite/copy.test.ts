import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import type { BootstrapTokenKind, NewBootstrapToken } from '../token-store.ts';
import { forgetTokens } from './copy.ts';
import { openSqliteDatastore } from './sqlite-datastore.ts';

test('no token of a copy is good any more, of whatever kind', async (t) => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const store = open(path);
  await store.tokens.create(tokenOf('one', 'join', 1));
  await store.tokens.create(tokenOf('many', 'cluster', 5));
  await store.close();
  assert.equal(forgetTokens(path), 2);
  const restored = open(path);
  t.after(() => restored.close());
  assert.equal(await restored.tokens.find(['one']), undefined);
  assert.equal(await restored.tokens.find(['many']), undefined);
});

test('a copy from before there were cluster tokens loses its join tokens', () => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE join_tokens (value TEXT); INSERT INTO join_tokens VALUES ('a')");
  db.close();
  assert.equal(forgetTokens(path), 1);
});

function open(path: string) {
  return openSqliteDatastore({ path, disableMigration: false, codeVersion: 'test', nowMs: 1 });
}

function tokenOf(id: string, kind: BootstrapTokenKind, maxUses: number): NewBootstrapToken {
  return {
    id,
    kind,
    digest: { keyId: 'k1', hash: Buffer.from(id) },
    expiresAtMs: 1_000_000,
    maxUses,
    createdAtMs: 1,
    description: '',
    profile: '',
  };
}
