import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Selector } from '../../common/spiffe/selector.ts';
import { parseSpiffeId, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { seededRandom } from '../../testkit/random.ts';
import { entryOf, zetaTest } from '../../testkit/registration.ts';
import { EntryIndex } from './entry-index.ts';

const server = 'spiffe://zeta.test/spire/server';
const [n1, n2] = ['n1', 'n2'].map((name) =>
  parseSpiffeId(`spiffe://zeta.test/spire/agent/x509pop/${name}`),
) as [SpiffeId, SpiffeId];
const none: readonly Selector[] = [];

function idsOf(index: EntryIndex, agent: SpiffeId, selectors = none): string[] {
  return index
    .authorizedFor(agent, selectors)
    .entries.map((entry) => entry.id)
    .sort();
}

test('an agent gets the same set until something below it changes', () => {
  const index = new EntryIndex(zetaTest);
  index.set(entryOf('web', { parentId: n1 }));
  const before = index.authorizedFor(n1, none);
  index.set(entryOf('other', { parentId: n2 }));
  assert.equal(index.authorizedFor(n1, none), before);
  assert.equal(before.get('web')?.id, 'web');
  assert.equal(before.get('other'), undefined);
  index.set(entryOf('below', { parentId: 'spiffe://zeta.test/web' }));
  assert.deepEqual(idsOf(index, n1), ['below', 'web']);
  index.delete('below');
  assert.deepEqual(idsOf(index, n1), ['web']);
  index.delete('web');
  assert.deepEqual(idsOf(index, n1), []);
});

test('other selectors of the node are another set', () => {
  const index = new EntryIndex(zetaTest);
  const blue = [{ type: 'pool', value: 'blue' }];
  index.set(entryOf('pool', { parentId: server, selectors: blue }));
  index.set(entryOf('in-pool', { parentId: 'spiffe://zeta.test/pool' }));
  assert.deepEqual(idsOf(index, n1), []);
  assert.deepEqual(idsOf(index, n1, blue), ['in-pool']);
  index.set(entryOf('too', { parentId: 'spiffe://zeta.test/pool' }));
  assert.deepEqual(idsOf(index, n1, blue), ['in-pool', 'too']);
  index.delete('pool');
  assert.deepEqual(idsOf(index, n1, blue), []);
});

test('a large set finds its entries by ID', () => {
  const index = new EntryIndex(zetaTest);
  for (let at = 0; at < 100; at++) index.set(entryOf(`e${at}`, { parentId: n1 }));
  const set = index.authorizedFor(n1, none);
  assert.equal(set.get('e77')?.id, 'e77');
  assert.equal(set.get('e100'), undefined);
});

test('after any changes, what is remembered is what a new walk finds', () => {
  const pick = seededRandom(7);
  const index = new EntryIndex(zetaTest);
  const agents = [n1, n2];
  const pools = [[{ type: 'pool', value: 'a' }], [{ type: 'pool', value: 'b' }]];
  for (let round = 0; round < 3000; round++) {
    const parents = [
      ...agents,
      server,
      ...[0, 1, 2, 3, 4].map((at) => `spiffe://zeta.test/p${at}`),
    ];
    for (let change = pick(4); change > 0; change--) {
      const id = `e${pick(12)}`;
      if (pick(3) === 0) index.delete(id);
      else {
        index.set(
          entryOf(id, {
            parentId: parents[pick(parents.length)] ?? server,
            spiffeId: `spiffe://zeta.test/p${pick(5)}`,
            selectors: pools[pick(2)] ?? [],
          }),
        );
      }
    }
    for (const [at, agent] of agents.entries()) {
      const selectors = pools[at] ?? none;
      const walked = index.walk(agent, selectors).entries;
      assert.deepEqual(
        new Set(index.authorizedFor(agent, selectors).entries),
        new Set(walked),
        `round ${round}`,
      );
    }
  }
});
