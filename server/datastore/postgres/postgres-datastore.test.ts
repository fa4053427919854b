import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { openPostgres, withPostgres, type TestPostgres } from '../../../testkit/postgres.ts';
import { entryOf } from '../../../testkit/registration.ts';
import { datastoreSuite } from '../../../testkit/suites/datastore-suite.ts';
import { schemaVersion } from './migrations.ts';

await withPostgres('the PostgreSQL datastore', (server) => {
  datastoreSuite('postgres', async () => openPostgres(await server.emptySchema()));
  openingTests(server);
  hostileTests(server);
});

function openingTests(server: TestPostgres): void {
  const newer = schemaVersion + 1;
  const refusals: readonly [string, (schema: string) => string, RegExp][] = [
    [
      'a newer schema',
      (schema) => `CREATE TABLE ${schema}.sigil_migrations (version int);
        INSERT INTO ${schema}.sigil_migrations VALUES (${newer})`,
      /^database has schema version \d+, newer than version \d+ of this server$/,
    ],
    [
      'the database of a SPIRE server',
      (schema) => `CREATE TABLE ${schema}.registered_entries (id int)`,
      /^database was written by a SPIRE server; sigil needs a database of its own$/,
    ],
  ];
  for (const [what, prepare, message] of refusals) {
    test(`${what} is refused with the reason and left alone`, async () => {
      const schema = await server.schemaName();
      await server.sql(prepare(schema));
      await assert.rejects(
        openPostgres(`${server.socketString} search_path=${schema}`),
        (error) => hasCode(error, 'STORAGE_FAILED') && message.test(error.message),
      );
      const tables = `SELECT count(*) FROM pg_tables WHERE schemaname = '${schema}'`;
      assert.equal(await server.sql(tables), '1');
    });
  }

  test('with migration disabled an empty database is refused', async () => {
    const opened = openPostgres(await server.emptySchema(), { disableMigration: true });
    await assert.rejects(opened, /disable_migration is set/);
  });

  test('a search_path without a schema is refused', async () => {
    const opened = openPostgres(`${server.socketString} search_path=nowhere`);
    await assert.rejects(opened, /no schema in its search_path/);
  });

  test('a database that does not keep UTF-8 is refused', async () => {
    await server.sql(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const opened = openPostgres(server.socketString.replace('dbname=postgres', 'dbname=latin'));
    await assert.rejects(opened, /encoding LATIN1; UTF8 is needed/);
  });

  test('what is stored is there after closing and opening, and no connection is left', async () => {
    const where = await server.emptySchema();
    const name = 'application_name=reopened';
    const store = await openPostgres(`${where} ${name}`);
    await store.entries.create([entryOf('web')], 1);
    await store.close();
    const open = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'reopened'`;
    assert.equal(await server.sql(open), '0');
    const again = await openPostgres(where);
    assert.equal((await again.entries.find('web'))?.createdAtMs, 1);
    await again.close();
  });
}

function hostileTests(server: TestPostgres): void {
  test('texts with quotes, NUL, braces and any length are stored as they are', async (t) => {
    const store = await openPostgres(await server.emptySchema());
    t.after(() => store.close());
    const values = [
      `'; DROP TABLE entries; --`,
      'a\0b',
      '{"},{\\',
      '$1',
      '🦊',
      'x'.repeat(100_000),
    ];
    const selectors = values.map((value) => ({ type: 't', value })).sort(byValue);
    await store.entries.create([entryOf('web', { selectors })], 1);
    assert.deepEqual((await store.entries.find('web'))?.selectors.toSorted(byValue), selectors);
    for (const selector of selectors) {
      const filter = { selectors: { match: 'superset', values: [selector] } } as const;
      assert.equal(await store.entries.count(filter), 1);
    }
  });

  test('a value that the database cannot store is an invalid argument and leaves nothing', async (t) => {
    const store = await openPostgres(await server.emptySchema());
    t.after(() => store.close());
    await assert.rejects(
      store.entries.create([entryOf('ok'), entryOf('bad', { hint: 'a\0b' })], 1),
      (error) => hasCode(error, 'INVALID_ARGUMENT') && !error.message.includes('a\0b'),
    );
    assert.equal(await store.entries.count({}), 0);
    assert.equal(await store.changes.revision(), 0);
  });

  test('numbers beyond 32 bits are kept', async (t) => {
    const schema = await server.schemaName();
    const store = await openPostgres(`${server.socketString} search_path=${schema}`);
    t.after(() => store.close());
    const large = 2 ** 40;
    await server.sql(`UPDATE ${schema}.change_counter SET revision = ${large};
      ALTER TABLE ${schema}.entries ALTER COLUMN row_id RESTART WITH ${large}`);
    await store.entries.create([entryOf('web', { expiresAtMs: large })], large);
    const page = await store.entries.list({}, { size: 1, token: '' });
    assert.equal(page.nextToken, String(large));
    assert.equal(page.items[0]?.expiresAtMs, large);
    assert.deepEqual(await store.changes.since(large, 9), [
      { revision: large + 1, kind: 'entry', key: 'web' },
    ]);
  });
}

function byValue(a: { readonly value: string }, b: { readonly value: string }): number {
  return a.value < b.value ? -1 : 1;
}
