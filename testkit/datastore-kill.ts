import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseSpiffeId } from '../common/spiffe/spiffe-id.ts';
import type { Datastore } from '../server/datastore/datastore.ts';
import { hammerToken } from './tokens.ts';

const hammer = new URL('datastore-hammer.ts', import.meta.url).pathname;

/** Starts a writer and kills it as soon as it answered `lines` times, in the middle of its next work. */
export async function hammerAndKill(path: string, round: number, lines: number): Promise<string[]> {
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

/** Everything that was answered is there, and the token or its agent, never both and never neither. */
export async function assertKept(
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
  if (what.startsWith('use')) await assertUses(store, name, Number(what.slice(3)));
  if (what !== 'token') assert.equal(agent?.selectors.length, 3, line);
  if (what === 'entries' || what === 'deleted') {
    assert.equal((await store.entries.find(`a-${name}`))?.selectors.length, 3, line);
  }
  if (answered.includes(`deleted ${name}`)) {
    assert.equal(await store.entries.find(`b-${name}`), undefined, line);
  }
}

/** As many agents as counted uses, at least as many as were answered, and never more than allowed. */
async function assertUses(store: Datastore, name: string, answered: number): Promise<void> {
  const ids = [1, 2, 3, 4].map((use) =>
    parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/c-${name}-${use}`),
  );
  const agents = (await store.agents.findAll(ids)).length;
  const uses = (await store.tokens.find([hammerToken(name).id]))?.uses;
  assert.equal(agents, uses, `agents and uses of ${name}`);
  assert.ok(agents >= Math.min(answered, 3) && agents <= 3, `${agents} uses of ${name}`);
}

/** A small generator (mulberry32), so that a failing run can be repeated. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
