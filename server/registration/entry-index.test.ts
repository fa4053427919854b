import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { entryOf, zetaTest } from '../../testkit/registration.ts';
import { EntryIndex } from './entry-index.ts';

const agent = parseSpiffeId('spiffe://zeta.test/spire/agent/x509pop/n1');
const server = 'spiffe://zeta.test/spire/server';
const blue: Selector = { type: 'pool', value: 'blue' };
const large: Selector = { type: 'size', value: 'large' };

function indexOf(...entries: RegistrationEntry[]): EntryIndex {
  const index = new EntryIndex(zetaTest);
  for (const entry of entries) index.set(entry);
  return index;
}

function idsFor(index: EntryIndex, selectors: readonly Selector[] = []): string[] {
  return index
    .authorizedFor(agent, selectors)
    .entries.map((entry) => entry.id)
    .sort();
}

test('an agent gets its children, their children, and nothing of another agent', () => {
  const index = indexOf(
    entryOf('web', { parentId: agent }),
    entryOf('side', { parentId: 'spiffe://zeta.test/web' }),
    entryOf('deep', { parentId: 'spiffe://zeta.test/side' }),
    entryOf('other', { parentId: 'spiffe://zeta.test/spire/agent/x509pop/n2' }),
  );
  assert.deepEqual(idsFor(index), ['deep', 'side', 'web']);
});

test("an alias counts when its selectors are a subset of the node's, and is not returned itself", () => {
  const index = indexOf(
    entryOf('pool', { parentId: server, selectors: [blue] }),
    entryOf('big', { parentId: server, selectors: [blue, large] }),
    entryOf('in-pool', { parentId: 'spiffe://zeta.test/pool' }),
    entryOf('in-big', { parentId: 'spiffe://zeta.test/big' }),
  );
  assert.deepEqual(idsFor(index, [blue]), ['in-pool']);
  assert.deepEqual(idsFor(index, [large]), []);
  assert.deepEqual(idsFor(index, [large, blue]), ['in-big', 'in-pool']);
});

test("entries that are each other's parents are walked once", () => {
  const index = indexOf(
    entryOf('a', { parentId: agent, spiffeId: 'spiffe://zeta.test/a' }),
    entryOf('b', { parentId: 'spiffe://zeta.test/a', spiffeId: 'spiffe://zeta.test/b' }),
    entryOf('c', { parentId: 'spiffe://zeta.test/b', spiffeId: 'spiffe://zeta.test/a' }),
    entryOf('self', { parentId: 'spiffe://zeta.test/b', spiffeId: 'spiffe://zeta.test/b' }),
  );
  assert.deepEqual(idsFor(index), ['a', 'b', 'c', 'self']);
});

test('two entries with one SPIFFE ID lead to the same children, listed once', () => {
  const index = indexOf(
    entryOf('a', { parentId: agent, spiffeId: 'spiffe://zeta.test/x' }),
    entryOf('b', { parentId: agent, spiffeId: 'spiffe://zeta.test/x' }),
    entryOf('child', { parentId: 'spiffe://zeta.test/x' }),
  );
  assert.deepEqual(idsFor(index), ['a', 'b', 'child']);
});

test('a change moves an entry, and a deleted one is gone with what hung below it', () => {
  const index = indexOf(
    entryOf('web', { parentId: agent }),
    entryOf('side', { parentId: 'spiffe://zeta.test/web' }),
  );
  index.set(entryOf('web', { parentId: 'spiffe://zeta.test/elsewhere' }));
  assert.deepEqual(idsFor(index), []);
  index.set(entryOf('web', { parentId: server, selectors: [blue] }));
  assert.deepEqual(idsFor(index, [blue]), ['side']);
  index.delete('web');
  index.delete('web');
  assert.deepEqual(idsFor(index, [blue]), []);
  assert.equal(index.size, 1);
});

test('admin and downstream hold while at least one entry of the ID grants them', () => {
  const id = parseSpiffeId('spiffe://zeta.test/ops');
  const index = indexOf(
    entryOf('one', { spiffeId: id, admin: true }),
    entryOf('two', { spiffeId: id, downstream: true }),
    entryOf('three', { spiffeId: id }),
  );
  assert.deepEqual([index.isAdmin(id), index.isDownstream(id)], [true, true]);
  index.set(entryOf('one', { spiffeId: id }));
  assert.deepEqual([index.isAdmin(id), index.isDownstream(id)], [false, true]);
  index.delete('two');
  assert.equal(index.isDownstream(id), false);
});

test('the way up from a parent finds agents and aliases, through entries that share an ID', () => {
  const index = indexOf(
    entryOf('web-1', { spiffeId: 'spiffe://zeta.test/web', parentId: agent }),
    entryOf('web-2', { spiffeId: 'spiffe://zeta.test/web', parentId: 'spiffe://zeta.test/pool' }),
    entryOf('pool', { parentId: server, selectors: [blue] }),
    entryOf('loop', { spiffeId: 'spiffe://zeta.test/pool', parentId: 'spiffe://zeta.test/web' }),
  );
  const web = parseSpiffeId('spiffe://zeta.test/web');
  const rootsOfWeb = () => {
    const { aliases, parents } = index.rootsAbove([web]);
    return [aliases.map(({ id }) => id), parents.has(agent), parents.size] as const;
  };
  assert.deepEqual(rootsOfWeb(), [['pool'], true, 3]);
  index.delete('pool');
  assert.deepEqual(rootsOfWeb(), [[], true, 3]);
  index.delete('web-1');
  index.delete('web-2');
  assert.deepEqual(rootsOfWeb(), [[], false, 1]);
});

test('entries are found by the trust domains they federate with, as they are now', () => {
  const [one, two] = [parseTrustDomain('one.test'), parseTrustDomain('two.test')];
  const index = indexOf(
    entryOf('web', { federatesWith: [one, two] }),
    entryOf('api', { federatesWith: [one] }),
  );
  const idsOf = (name: typeof one) => [...index.federatingWith(name)].map(({ id }) => id).sort();
  assert.deepEqual([idsOf(one), idsOf(two)], [['api', 'web'], ['web']]);
  index.set(entryOf('web', { federatesWith: [two] }));
  assert.deepEqual([idsOf(one), idsOf(two)], [['api'], ['web']]);
  index.delete('web');
  index.delete('api');
  assert.deepEqual([idsOf(one), idsOf(two)], [[], []]);
});
