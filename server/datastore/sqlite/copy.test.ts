import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { agentSpec, boundProfile } from '../../../testkit/enrollment.ts';
import { restoreTests } from '../../../testkit/suites/enrollment-suite.ts';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import type { ProfileSpec } from '../../enrollment/profile.ts';
import type { BootstrapTokenKind, NewBootstrapToken } from '../token-store.ts';
import { forgetTokens, noteRestore } from './copy.ts';
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

restoreTests(async (t, prepare, restoredAtMs) => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const before = open(path);
  await prepare(before);
  await before.close();
  assert.equal(noteRestore(path, restoredAtMs), 0);
  const store = open(path);
  t.after(() => store.close());
  return store;
});

test('a restore tells how many profiles in force have a replay limit', async () => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const store = open(path);
  const spec = { ...agentSpec, replayLimit: true };
  for (const name of ['one', 'two', 'retired']) {
    await store.enrollment.change(name, () => [boundProfile({ name, spec })], 1);
  }
  await store.enrollment.change('retired', () => [retiredOf('retired', spec)], 1);
  await store.enrollment.change('none', () => [boundProfile({ name: 'none' })], 1);
  await store.close();
  assert.equal(noteRestore(path, 5), 2);
});

test('a restore of a copy from before there were profiles is noted for the server that takes it over', async (t) => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  new DatabaseSync(path).close();
  assert.equal(noteRestore(path, 5), 0);
  const store = open(path);
  t.after(() => store.close());
  assert.deepEqual(await store.enrollment.find('agents'), []);
});

function retiredOf(name: string, spec: ProfileSpec) {
  return boundProfile({ name, spec, state: 'retired' });
}

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
