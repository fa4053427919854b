import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import { openPostgres, withPostgres } from '../../../../testkit/postgres.ts';
import { entryOf } from '../../../../testkit/registration.ts';
import { sql } from './sql.ts';

const postgres = { database_type: 'postgres', connection_string: 'host=db sslmode=disable' };
const host = { clock: systemClock, version: 'test' };

const faults: readonly [string, object, string, RegExp][] = [
  ['an unknown type', { database_type: 'oracle' }, 'database_type', /use "sqlite3" or "postgres"/],
  ['mysql', { database_type: 'mysql' }, 'database_type', /there is no MySQL datastore/],
  ['aws_postgres', { database_type: 'aws_postgres' }, 'database_type', /AWS IAM/],
  ['a replica', { ro_connection_string: 'host=replica' }, 'ro_connection_string', /may be behind/],
  [
    'a wrong mode of TLS',
    { connection_string: 'sslmode=prefer' },
    'connection_string',
    /^sslmode "prefer" is not supported/,
  ],
  ['a wrong duration', { conn_max_lifetime: '1 hour' }, 'conn_max_lifetime', /./],
  ['too many connections', { max_open_conns: 1001 }, 'max_open_conns', /./],
];
for (const [what, keys, path, message] of faults) {
  test(`${what} is a fault of ${path}`, () => {
    const issues = sql.config.safeParse({ ...postgres, ...keys }).error?.issues ?? [];
    assert.deepEqual(
      issues.map((issue) => issue.path.join('.')),
      [path],
    );
    assert.match(issues[0]?.message ?? '', message);
  });
}

test('a path of SQLite is not read as a connection string', () => {
  const settings = { database_type: 'sqlite3', connection_string: '/data/sslmode=prefer' };
  assert.equal(sql.config.safeParse(settings).success, true);
});

await withPostgres('the plugin on PostgreSQL', (server) => {
  test('it opens the store that other servers share', async (t) => {
    const where = await server.emptySchema();
    const settings = { ...postgres, connection_string: where, conn_max_lifetime: '1h' };
    const store = await sql.create(sql.config.parse(settings), host);
    t.after(() => store.close());
    await store.entries.create([entryOf('web')], 1);
    const other = await openPostgres(where);
    t.after(() => other.close());
    assert.equal((await other.entries.find('web'))?.id, 'web');
  });
});
