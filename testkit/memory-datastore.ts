import type { TestContext } from 'node:test';
import type { Datastore } from '../server/datastore/datastore.ts';
import { openSqliteDatastore } from '../server/datastore/sqlite/sqlite-datastore.ts';

/** A new, empty datastore that is closed when the test ends. */
export function memoryDatastore(t: TestContext): Datastore {
  const options = { disableMigration: false, codeVersion: 'test', nowMs: 0 };
  const store = openSqliteDatastore({ path: ':memory:', ...options });
  t.after(() => store.close());
  return store;
}
