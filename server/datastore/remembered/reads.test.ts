import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../../common/log/logger.ts';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import { RememberedReads, type Reads } from './reads.ts';

const all = { size: 2, token: '' };
const away = new SpiffeError('STORAGE_UNAVAILABLE', 'database is not reachable');

test('while the store answers, it is asked', async () => {
  const { reads, lines } = rig({ stored: ['stored'], remembered: ['remembered'] });
  assert.deepEqual((await reads.list('', all)).items, ['stored']);
  assert.equal(await reads.count(''), 1);
  assert.equal(await reads.find('stored'), 'stored');
  assert.deepEqual(lines, []);
});

test('when the store does not answer, memory does, and the log says so once for each outage', async () => {
  const { reads, lines, state, fromMemory } = rig({ remembered: ['a1', 'b1', 'a2'] });
  state.fault = away;
  assert.equal(await reads.find('b1'), 'b1');
  assert.equal(await reads.find('nothing'), undefined);
  assert.equal(await reads.count('a'), 2);
  assert.deepEqual(lines, [
    'Operators are answered from memory, as of when the datastore was last heard',
  ]);
  assert.deepEqual(fromMemory, { things: 3 });
  state.fault = undefined;
  assert.equal(await reads.count(''), 0);
  state.fault = away;
  assert.equal(await reads.count(''), 3);
  assert.equal(lines.length, 2);
});

test('a store that is known to be away is not waited for', async () => {
  const { reads, state } = rig({ stored: ['stored'], remembered: ['remembered'] });
  state.failure = 'no answer';
  assert.equal(await reads.find('stored'), undefined);
  assert.equal(await reads.find('remembered'), 'remembered');
});

test('a list from memory is of one moment, also when the store is back and memory has changed', async () => {
  const { reads, state, remembered } = rig({ remembered: ['a1', 'b1', 'a2', 'b2', 'a3', 'a4'] });
  state.fault = away;
  const first = await reads.list('a', all);
  assert.deepEqual(first.items, ['a1', 'a2']);
  state.fault = undefined;
  state.revision++;
  remembered.splice(0, 6, 'a9', 'a4');
  const second = await reads.list('a', { size: 2, token: first.nextToken });
  assert.deepEqual(second.items, ['a3', 'a4']);
  const last = await reads.list('a', { size: 2, token: second.nextToken });
  assert.deepEqual(last, { items: [], nextToken: '' });
});

test('a list that was begun too long ago is forgotten, and says so', async () => {
  const { reads, state, clock } = rig({ remembered: ['a1', 'a2', 'a3'] });
  state.fault = away;
  const { nextToken: token } = await reads.list('', all);
  state.fault = undefined;
  await clock.advance(11 * 60_000);
  await reads.count('');
  await assert.rejects(reads.list('', { size: 2, token }), {
    code: 'STORAGE_UNAVAILABLE',
    message: 'the list that the page token belongs to is forgotten: list from the start',
  });
});

test('where a page token of the store goes on, memory does not guess', async () => {
  const { reads, state } = rig({ remembered: ['a1'] });
  state.fault = away;
  await assert.rejects(reads.list('', { size: 2, token: '17' }), {
    code: 'STORAGE_UNAVAILABLE',
    message:
      'only the datastore knows where page token "17" goes on, and it does not answer: list from the start',
  });
});

test('memory that shows two revisions by half is not asked', async () => {
  const { reads, state } = rig({ stored: ['stored'], remembered: ['remembered'] });
  state.isWhole = false;
  state.failure = 'no answer';
  assert.deepEqual((await reads.list('', all)).items, ['stored']);
  state.fault = away;
  await assert.rejects(reads.list('', all), { code: 'STORAGE_UNAVAILABLE' });
  await assert.rejects(reads.count(''), { code: 'STORAGE_UNAVAILABLE' });
  await assert.rejects(reads.find('remembered'), { code: 'STORAGE_UNAVAILABLE' });
});

test('what the store refuses is refused', async () => {
  const { reads, state } = rig({ remembered: ['a1'] });
  state.fault = new SpiffeError('INVALID_ARGUMENT', 'could not parse token');
  await assert.rejects(reads.list('', { size: 2, token: 'x' }), { code: 'INVALID_ARGUMENT' });
});

/** Things are texts; a filter is what they begin with. */
function rig({
  stored = [],
  remembered: given = [],
}: {
  stored?: readonly string[];
  remembered?: readonly string[];
}) {
  const clock = new FakeClock();
  const lines: string[] = [];
  const fromMemory: Record<string, number> = {};
  const remembered = [...given];
  const state = {
    fault: undefined as Error | undefined,
    failure: undefined as string | undefined,
    isWhole: true,
    revision: 7,
  };
  const answer = <T>(value: T) =>
    state.fault === undefined ? Promise.resolve(value) : Promise.reject(state.fault);
  const store: Reads<string, string, string> = {
    find: (key) => answer(stored.find((one) => one === key)),
    list: () => answer({ items: stored, nextToken: 'more' }),
    count: () => answer(stored.length),
  };
  const reads = new RememberedReads(
    store,
    {
      kind: 'things',
      get: (key: string) => remembered.find((one) => one === key),
      values: () => remembered,
      matcher: (prefix: string) => (one) => one.startsWith(prefix),
    },
    {
      contact: {
        get failure() {
          return state.failure;
        },
        lastAnswerMs: 0,
      },
      follower: state,
      fromMemory: {
        inc: (labels) => {
          const kind = labels?.kind ?? '';
          fromMemory[kind] = (fromMemory[kind] ?? 0) + 1;
        },
      },
      clock,
      log: { ...silentLogger, warn: (message) => void lines.push(message) },
    },
  );
  return { reads, lines, state, remembered, fromMemory, clock };
}
