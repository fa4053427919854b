import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Selector } from '../../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { memoryDatastore } from '../../../testkit/memory-datastore.ts';
import { seededRandom } from '../../../testkit/random.ts';
import { bundleOf, entryOf } from '../../../testkit/registration.ts';
import type { AgentFilter, EntryFilter, SetFilter } from '../datastore.ts';
import { agentMatcher, entryMatcher } from './matching.ts';

const everything = { size: 1000, token: '' };
const partners = ['a.test', 'b.test', 'c.test'] as TrustDomain[];

test('an entry in memory matches a filter exactly when the store finds it', async (t) => {
  const store = memoryDatastore(t);
  const pick = picker(1);
  for (const name of partners) await store.bundles.create(bundleOf(name), 0);
  await store.entries.create(
    Array.from({ length: 200 }, (_, at) =>
      entryOf(`e${at}`, {
        spiffeId: `spiffe://zeta.test/id-${pick.below(10)}`,
        parentId: `spiffe://zeta.test/node-${pick.below(5)}`,
        selectors: pick.selectors(1),
        federatesWith: pick.some(partners, 0),
        hint: pick.below(3) === 0 ? 'internal' : '',
        downstream: pick.below(4) === 0,
      }),
    ),
    0,
  );
  const { items: all } = await store.entries.list({}, everything);
  let found = 0;
  for (let round = 0; round < 1500; round++) {
    const filter: EntryFilter = {
      ...pick.maybe('spiffeId', () => `spiffe://zeta.test/id-${pick.below(10)}` as SpiffeId),
      ...pick.maybe('parentId', () => `spiffe://zeta.test/node-${pick.below(5)}` as SpiffeId),
      ...pick.maybe('hint', () => (pick.below(2) === 0 ? 'internal' : '')),
      ...pick.maybe('downstream', () => pick.below(2) === 0),
      ...pick.maybe('selectors', () => pick.set(pick.selectors(0))),
      ...pick.maybe('federatesWith', () => pick.set(pick.some(partners, 0))),
    };
    const { items } = await store.entries.list(filter, everything);
    const ids = items.map(({ id }) => id);
    const matching = all.filter(entryMatcher(filter)).map(({ id }) => id);
    assert.deepEqual(matching, ids, JSON.stringify(filter));
    found += ids.length > 0 ? 1 : 0;
  }
  assert.ok(found > 300, `${found} filters found something`);
});

test('an agent in memory matches a filter exactly when the store finds it', async (t) => {
  const store = memoryDatastore(t);
  const pick = picker(2);
  for (let at = 0; at < 100; at++) {
    const spiffeId = `spiffe://zeta.test/spire/agent/x/${at}` as SpiffeId;
    const record = {
      spiffeId,
      attestationType: pick.below(2) === 0 ? 'x509pop' : 'join_token',
      serialNumber: String(at + 1),
      expiresAtMs: 1000 * pick.below(10),
      canReattest: pick.below(2) === 0,
      selectors: pick.selectors(0),
    };
    await store.agents.attest(record, 0);
    if (pick.below(4) === 0) await store.agents.ban(spiffeId, 0);
  }
  const { items: all } = await store.agents.list({}, everything);
  let found = 0;
  for (let round = 0; round < 1000; round++) {
    const filter: AgentFilter = {
      ...pick.maybe('attestationType', () => (pick.below(2) === 0 ? 'x509pop' : 'nothing')),
      ...pick.maybe('banned', () => pick.below(2) === 0),
      ...pick.maybe('canReattest', () => pick.below(2) === 0),
      ...pick.maybe('expiresBeforeMs', () => 1000 * pick.below(11)),
      ...pick.maybe('selectors', () => pick.set(pick.selectors(0))),
    };
    const { items } = await store.agents.list(filter, everything);
    const ids = items.map(({ spiffeId }) => spiffeId);
    const matching = all.filter(agentMatcher(filter)).map(({ spiffeId }) => spiffeId);
    assert.deepEqual(matching, ids, JSON.stringify(filter));
    found += ids.length > 0 ? 1 : 0;
  }
  assert.ok(found > 200, `${found} filters found something`);
});

function picker(seed: number) {
  const below = seededRandom(seed);
  const some = <T>(from: readonly T[], least: number): T[] => {
    const picked = from.filter(() => below(2) === 0);
    return picked.length < least ? from.slice(0, least) : picked;
  };
  const all: Selector[] = ['a', 'b', 'c:d', 'e'].map((value) => ({ type: 'unix', value }));
  const behaviors = ['exact', 'subset', 'superset', 'any'] as const;
  return {
    below,
    some,
    selectors: (least: number) => some(all, least),
    set: <T>(values: readonly T[]): SetFilter<T> => ({
      match: behaviors[below(4)] ?? 'any',
      values: [...values, ...values.slice(0, below(2))],
    }),
    maybe: <Key extends string, T>(key: Key, make: () => T): Partial<Record<Key, T>> =>
      below(4) === 0 ? ({ [key]: make() } as Record<Key, T>) : {},
  };
}
