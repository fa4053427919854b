import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createInterface } from 'node:readline';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { Datastore } from '../datastore.ts';
import { openSqliteDatastore } from './sqlite-datastore.ts';

const hammer = new URL('../../../testkit/datastore-hammer.ts', import.meta.url).pathname;
const seed = 20260101;
const rounds = 15;

test('a store killed at any moment keeps what it answered, whole, and each token once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-kill-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'datastore.sqlite3');
  const random = randomFrom(seed);
  for (let round = 0; round < rounds; round++) {
    const answered = await hammerAndKill(path, round, 1 + Math.floor(random() * 60));
    assertSound(path);
    const store = openSqliteDatastore({
      path,
      disableMigration: false,
      codeVersion: 'test',
      nowMs: 0,
    });
    for (const line of answered) await assertKept(store, line, answered);
    await store.close();
  }
});

/** Starts a writer and kills it as soon as it answered `lines` times, in the middle of its next work. */
async function hammerAndKill(path: string, round: number, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [hammer, path, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const answered: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    answered.push(line);
    if (answered.length === lines) child.kill('SIGKILL');
  }
  await exited;
  return answered;
}

async function assertKept(
  store: Datastore,
  line: string,
  answered: readonly string[],
): Promise<void> {
  const [what = '', name = ''] = line.split(' ');
  const hash = createHash('sha256').update(name).digest();
  const id = parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/${name}`);
  const [token, agent] = [await store.agents.findJoinToken(hash), await store.agents.find(id)];
  // Right after the answer "token" it may or may not have been used; never both, never neither.
  assert.equal(token === undefined, agent !== undefined, `token and agent of ${line}`);
  if (what !== 'token') assert.equal(agent?.selectors.length, 3, line);
  if (what === 'entries' || what === 'deleted') {
    assert.equal((await store.entries.find(`a-${name}`))?.selectors.length, 3, line);
  }
  if (answered.includes(`deleted ${name}`)) {
    assert.equal(await store.entries.find(`b-${name}`), undefined, line);
  }
}

/** Looks beneath the store: no half row, no member without its owner, no gap in the change log. */
function assertSound(path: string): void {
  const db = new DatabaseSync(path);
  const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  assert.equal(one('PRAGMA integrity_check'), 'ok');
  assert.equal(db.prepare('PRAGMA foreign_key_check').all().length, 0);
  const halves = `SELECT count(*) FROM entries WHERE json_array_length(selectors) <>
    (SELECT count(*) FROM entry_selectors WHERE entry = row_id)`;
  assert.equal(one(halves), 0);
  const lonely = `SELECT count(*) FROM entries AS e WHERE id LIKE 'b-%' AND NOT EXISTS
    (SELECT 1 FROM entries WHERE id = 'a-' || substr(e.id, 3))`;
  assert.equal(one(lonely), 0);
  assert.equal(one('SELECT count(*) - max(revision) FROM changes') ?? 0, 0);
  db.close();
}

/** A small generator (mulberry32), so that a failing run can be repeated. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
