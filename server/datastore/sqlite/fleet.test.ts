import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { ringOf } from '../../../testkit/tokens.ts';
import { newToken } from '../../enrollment/tokens/token-text.ts';
import { openSqliteDatastore } from './sqlite-datastore.ts';

test('a made-up node token is refused while another process writes: it opens no transaction', async (t) => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const store = openSqliteDatastore({ path, disableMigration: false, codeVersion: 't', nowMs: 0 });
  t.after(() => store.close());
  const writer = new DatabaseSync(path);
  t.after(() => writer.close());
  writer.exec('BEGIN IMMEDIATE');
  const { id, text } = newToken('node');
  const presented = ringOf('k1').presented(text, { id });
  const outcome = await store.fleet.report(presented, () => undefined, { heartbeat: '{}' }, 0);
  assert.deepEqual(outcome, { kind: 'token_unknown' });
});
