import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openPostgres, withPostgres, type TestPostgres } from '../../testkit/postgres.ts';
import { entryOf } from '../../testkit/registration.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import type { Datastore } from './datastore.ts';
import { schemaVersion as postgresVersion, steps as postgresSteps } from './postgres/migrations.ts';
import { Connection } from './sqlite/connection.ts';
import { schemaVersion, steps } from './sqlite/migrations.ts';
import { openSqliteDatastore } from './sqlite/sqlite-datastore.ts';

const entryValues = `('old', 'spiffe://zeta.test/old', 'spiffe://zeta.test/node', '["unix:uid:1"]', '[]', '["a.test"]'`;

/** A profile as the schema that first had profiles bound it. */
const oldProfile = `INSERT INTO enrollment_profiles (name, version, state, description, spec,
  service_account_uid, daemon_set_uid, created_at_ms, bound_at_ms)
  VALUES ('old', 1, 'bound', '', '{"mode":"kubernetes_token_review"}', 'sa', 'ds', 1, 2)`;
const firstWithProfiles = 3;

for (let version = 1; version < schemaVersion; version++) {
  test(`SQLite: a database of schema ${version} is taken over with what is in it`, async (t) => {
    const path = oldSqlite(version);
    await assertTakenOver(t, open(path));
    // Once more: what was migrated is migrated.
    await assertTakenOver(t, open(path), 2);
  });
}

test('SQLite: a profile of before API servers were kept stays bound, to none, and as fixed as it was', async (t) => {
  const path = oldSqlite(firstWithProfiles);
  const connection = new Connection(path);
  connection.script(oldProfile);
  connection.close();
  await assertProfileKept(t, open(path));
});

test('SQLite: with disable_migration an old schema is refused and left as it is', async (t) => {
  const path = oldSqlite(1);
  const refusal = {
    code: 'STORAGE_FAILED',
    message: `database has schema version 1 and disable_migration is set; version ${schemaVersion} is needed`,
  };
  assert.throws(() => open(path, true), refusal);
  assert.throws(() => open(path, true), refusal);
  await assertTakenOver(t, open(path));
});

test('SQLite: a downgrade is refused, and the newer server goes on', async (t) => {
  const path = oldSqlite(1);
  await assertTakenOver(t, open(path));
  const connection = new Connection(path);
  connection.run(
    'INSERT INTO sigil_migrations (version, code_version, applied_at_ms) VALUES (?, ?, ?)',
    ...[schemaVersion + 1, 'newer', 0],
  );
  connection.close();
  assert.throws(() => open(path), {
    code: 'STORAGE_FAILED',
    message: `database has schema version ${schemaVersion + 1}, newer than version ${schemaVersion} of this server`,
  });
});

await withPostgres('PostgreSQL upgrades', (server) => {
  for (let version = 1; version < postgresVersion; version++) {
    test(`PostgreSQL: a database of schema ${version} is taken over with what is in it`, async (t) => {
      const where = await oldPostgres(
        server,
        version,
        `INSERT INTO entries (id, spiffe_id, parent_id, selectors, federates_with, dns_names,
          x509_svid_ttl_seconds, jwt_svid_ttl_seconds, admin, downstream, store_svid, hint,
          expires_at_ms, created_at_ms, revision_number, disable_x509_svid_prefetch,
          jwt_svid_include_jti, identity, selector_keys, federates_with_keys)
        VALUES ${entryValues}, 60, 0, false, false, false, '', 0, 1, 4, false, false,
          gen_random_uuid(), '{}', '{}')`,
      );
      // Both start at once, as servers of a deployment do.
      const [one, other] = await Promise.all([openPostgres(where), openPostgres(where)]);
      t.after(() => other.close());
      await assertTakenOver(t, one);
      assert.equal((await other.entries.find('new'))?.id, 'new');
    });
  }

  test('PostgreSQL: a profile of before API servers were kept stays bound, to none, and as fixed as it was', async (t) => {
    const where = await oldPostgres(server, firstWithProfiles, oldProfile);
    await assertProfileKept(t, await openPostgres(where));
  });
});

/** Where a schema is as the first `version` steps made it, with what one more statement put in it. */
async function oldPostgres(server: TestPostgres, version: number, more: string): Promise<string> {
  const schema = await server.schemaName();
  await server.sql(`SET search_path = ${schema}; ${postgresSteps.slice(0, version).join('\n')};
    CREATE TABLE sigil_migrations (
      version int PRIMARY KEY, code_version text NOT NULL, applied_at_ms bigint NOT NULL);
    INSERT INTO sigil_migrations SELECT generate_series(1, ${version}), 'old', 0; ${more}`);
  return `${server.socketString} search_path=${schema}`;
}

/** It admits as before; what it is bound to cannot be slipped in afterwards. */
async function assertProfileKept(t: TestContext, store: Datastore): Promise<void> {
  t.after(() => store.close());
  const [profile] = await store.enrollment.find('old');
  assert.ok(profile !== undefined);
  assert.deepEqual([profile.state, profile.apiServer, profile.apiServerCas], ['bound', '', []]);
  const put = (more: object) => store.enrollment.change('old', () => [{ ...profile, ...more }], 3);
  for (const more of [{ apiServer: 'https://other.test' }, { apiServerCas: ['system'] }]) {
    await assert.rejects(put(more), { code: 'STORAGE_FAILED' });
  }
  await put({ description: 'new' });
  assert.equal((await store.enrollment.find('old'))[0]?.description, 'new');
}

/** A database as the first `version` steps made it, with one entry. */
function oldSqlite(version: number): string {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const connection = new Connection(path);
  for (const step of steps.slice(0, version)) connection.script(step);
  connection.script(`
    CREATE TABLE sigil_migrations (
      version INTEGER PRIMARY KEY, code_version TEXT NOT NULL, applied_at_ms INTEGER NOT NULL) STRICT;
    INSERT INTO sigil_migrations VALUES
      ${Array.from({ length: version }, (_, at) => `(${at + 1}, 'old', 0)`).join(', ')};
    INSERT INTO entries (id, spiffe_id, parent_id, selectors, federates_with, dns_names,
      x509_svid_ttl_seconds, jwt_svid_ttl_seconds, admin, downstream, store_svid, hint,
      expires_at_ms, created_at_ms, revision_number, disable_x509_svid_prefetch, jwt_svid_include_jti)
    VALUES ${entryValues}, 60, 0, 0, 0, 0, '', 0, 1, 4, 0, 0);`);
  connection.close();
  return path;
}

function open(path: string, disableMigration = false): Datastore {
  return openSqliteDatastore({ path, disableMigration, codeVersion: 'new', nowMs: 0 });
}

/** The old entry is as it was, and everything new can be written beside it. */
async function assertTakenOver(t: TestContext, store: Datastore, entries = 1): Promise<void> {
  t.after(() => store.close());
  const old = await store.entries.find('old');
  assert.deepEqual(
    [old?.selectors, old?.dnsNames, old?.x509SvidTtlSeconds, old?.revisionNumber],
    [[{ type: 'unix', value: 'uid:1' }], ['a.test'], 60, 4],
  );
  assert.equal(await store.entries.count({}), entries);
  await store.entries.create([entryOf('new')], 1);
  assert.equal(await store.entries.count({}), 2);
}
