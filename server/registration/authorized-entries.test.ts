import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
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

test('asked at any time and by any agent, what is remembered is what the rules give', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const pick = seededRandom(seed);
    const world = new World(pick);
    for (let step = 0; step < 400; step++) {
      world.change();
      // Mostly nobody asks, so that many changes come before a look at any of them.
      if (pick(4) === 0) {
        const agent = world.agents[pick(world.agents.length)] as SpiffeId;
        const set = world.index.authorizedFor(agent, world.selectorsOf(agent));
        const expected = world.expected(agent);
        assert.deepEqual(new Set(set.entries), expected, `seed ${seed}, step ${step}`);
        for (const { id } of world.entries.values()) {
          const isMine = [...expected].some((entry) => entry.id === id);
          assert.equal(set.get(id) !== undefined, isMine, `seed ${seed}, step ${step}: ${id}`);
        }
      }
    }
  }
});

/** Entries, agents and their selectors, and by the rules alone who may serve what. */
class World {
  readonly index = new EntryIndex(zetaTest);
  readonly entries = new Map<string, RegistrationEntry>();
  readonly agents = [n1, n2, parseSpiffeId('spiffe://zeta.test/p0')];
  readonly #selectors = new Map<SpiffeId, readonly Selector[]>();
  readonly #pick: (bound: number) => number;

  constructor(pick: (bound: number) => number) {
    this.#pick = pick;
  }

  selectorsOf(agent: SpiffeId): readonly Selector[] {
    return this.#selectors.get(agent) ?? none;
  }

  /** One of what happens: a batch, a deletion, an agent read anew, everything read anew. */
  change(): void {
    const kind = this.#pick(20);
    if (kind === 0) {
      const agent = this.agents[this.#pick(this.agents.length)] as SpiffeId;
      this.#selectors.set(agent, this.#someSelectors());
    } else if (kind === 1) {
      for (const entry of this.entries.values()) this.index.set({ ...entry });
      for (const id of this.entries.keys()) this.entries.set(id, this.#read(id));
    } else if (kind < 8) {
      const id = `e${this.#pick(14)}`;
      this.entries.delete(id);
      this.index.delete(id);
    } else this.#set();
  }

  expected(agent: SpiffeId): Set<RegistrationEntry> {
    const has = new Set(this.selectorsOf(agent).map(({ value }) => value));
    const isAlias = (entry: RegistrationEntry) => entry.parentId === server;
    const all = [...this.entries.values()];
    const parents = new Set<string>([agent]);
    for (const entry of all) {
      if (isAlias(entry) && entry.selectors.every(({ value }) => has.has(value))) {
        parents.add(entry.spiffeId);
      }
    }
    const found = new Set<RegistrationEntry>();
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const entry of all) {
        if (isAlias(entry) || !parents.has(entry.parentId)) continue;
        found.add(entry);
        parents.add(entry.spiffeId);
      }
    }
    return found;
  }

  #set(): void {
    const parents = [...this.agents, server, ...[0, 1, 2, 3, 4].map(pathId)];
    const entry = entryOf(`e${this.#pick(14)}`, {
      parentId: parents[this.#pick(parents.length)] ?? server,
      spiffeId: pathId(this.#pick(5)),
      selectors: [...this.#someSelectors(), { type: 'pool', value: 'all' }],
    });
    this.entries.set(entry.id, entry);
    this.index.set(entry);
  }

  #read(id: string): RegistrationEntry {
    const entry = this.index.get(id);
    assert.ok(entry);
    return entry;
  }

  #someSelectors(): readonly Selector[] {
    return ['a', 'b', 'all']
      .filter(() => this.#pick(2) === 0)
      .map((value) => ({ type: 'pool', value }));
  }
}

function pathId(at: number): string {
  return `spiffe://zeta.test/p${at}`;
}
