import { openPostgres, withPostgres } from '../../../testkit/postgres.ts';
import { restoreTests } from '../../../testkit/suites/enrollment-suite.ts';

await withPostgres('a restored PostgreSQL', (server) => {
  restoreTests(async (t, prepare, restoredAtMs) => {
    const schema = await server.schemaName();
    const store = await openPostgres(`${server.socketString} search_path=${schema}`);
    t.after(() => store.close());
    await prepare(store);
    await server.sql(`INSERT INTO ${schema}.enrollment_restores VALUES (${restoredAtMs})`);
    return store;
  });
});
