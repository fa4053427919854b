import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openPostgres, withPostgres } from '../../../testkit/postgres.ts';
import { ringOf } from '../../../testkit/tokens.ts';
import { newToken } from '../../enrollment/tokens/token-text.ts';

await withPostgres('node tokens in PostgreSQL', (server) => {
  test('a made-up node token is refused while the tables are locked: it locks no row', async (t) => {
    const schema = await server.schemaName();
    const store = await openPostgres(`${server.socketString} search_path=${schema}`);
    t.after(() => store.close());
    const { folder: host, port } = server;
    const locker = new Client({ host, port, user: 'sigil', database: 'postgres' });
    await locker.connect();
    t.after(() => locker.end());
    await locker.query(`BEGIN; SET LOCAL search_path = ${schema};
      LOCK TABLE node_tokens, agents IN EXCLUSIVE MODE`);
    const { id, text } = newToken('node');
    const presented = ringOf('k1').presented(text, { id });
    const outcome = await store.fleet.report(presented, () => undefined, { heartbeat: '{}' }, 0);
    assert.deepEqual(outcome, { kind: 'token_unknown' });
  });
});
