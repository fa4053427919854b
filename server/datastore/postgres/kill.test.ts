import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertKept, hammerAndKill, randomFrom } from '../../../testkit/datastore-kill.ts';
import { openPostgres, withPostgres } from '../../../testkit/postgres.ts';

const seed = 20260102;
const rounds = 10;

await withPostgres('servers that die while they use PostgreSQL', (server) => {
  test('what two of them answered before kill -9 is kept, whole, and each token was used once', async (t) => {
    const schema = await server.schemaName();
    const where = `${server.socketString} search_path=${schema}`;
    const store = await openPostgres(where);
    t.after(() => store.close());
    const random = randomFrom(seed);
    for (let round = 0; round < rounds; round++) {
      const answered = await Promise.all(
        [2 * round, 2 * round + 1].map((writer) =>
          hammerAndKill(where, writer, 1 + Math.floor(random() * 60)),
        ),
      );
      for (const lines of answered) {
        for (const line of lines) await assertKept(store, line, lines);
      }
      const sound = `SELECT count(*) = max(revision), (SELECT max(revision) FROM ${schema}.changes)
        = (SELECT revision FROM ${schema}.change_counter) FROM ${schema}.changes`;
      assert.equal(await server.sql(sound), 't|t');
    }
    const lonely = `SELECT count(*) FROM ${schema}.entries AS e WHERE id LIKE 'b-%' AND NOT EXISTS
      (SELECT 1 FROM ${schema}.entries WHERE id = 'a-' || substr(e.id, 3))`;
    assert.equal(await server.sql(lonely), '0');
  });
});
