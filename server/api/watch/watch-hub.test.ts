import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import { selectorText, type Selector } from '../../../common/spiffe/selector.ts';
import { parseSpiffeId, type SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { FakeClock, settle } from '../../../testkit/fake-clock.ts';
import { entryOf, zetaTest } from '../../../testkit/registration.ts';
import { EntryIndex } from '../../registration/entry-index.ts';
import type { Watch } from './watch.ts';
import { WatchHub } from './watch-hub.ts';

const server = 'spiffe://zeta.test/spire/server';
const blue: Selector = { type: 'pool', value: 'blue' };
const large: Selector = { type: 'size', value: 'large' };

function agentId(name: string | number): SpiffeId {
  return parseSpiffeId(`spiffe://zeta.test/spire/agent/x509pop/${name}`);
}

/** A hub with an index to change, and what its agents were told. */
class World {
  readonly clock = new FakeClock();
  readonly entries = new EntryIndex(zetaTest);
  readonly agents = new Map<SpiffeId, { serialNumber: string; selectors: Selector[] }>();
  readonly hub = new WatchHub({
    trustDomain: zetaTest,
    entries: this.entries,
    agents: this.agents,
    clock: this.clock,
  });
  readonly told: string[] = [];
  readonly toldAtMs: number[] = [];

  /** Opens a watch and follows it. */
  watch(name: string | number, ...selectors: Selector[]): Watch {
    const id = agentId(name);
    this.agents.set(id, { serialNumber: '1', selectors });
    const watch = this.hub.open(id);
    void this.#follow(String(name), watch);
    return watch;
  }

  async #follow(name: string, watch: Watch): Promise<void> {
    const { signal: never } = new AbortController();
    try {
      for (;;) {
        const notice = await watch.next(never);
        if (notice === undefined) break;
        const what = `${notice.entries ? ' entries' : ''}${notice.bundles ? ' bundles' : ''}`;
        this.told.push(`${name}:${what}`);
        this.toldAtMs.push(this.clock.now());
      }
      this.told.push(`${name}: over`);
    } catch (error) {
      this.told.push(`${name}: ${(error as Error).message}`);
    }
  }

  /** What the entry mirror does with a change: undefined deletes. */
  change(changes: Readonly<Record<string, RegistrationEntry | undefined>>): void {
    const ids = Object.keys(changes);
    this.hub.entryObserver.reading?.(ids);
    for (const [id, entry] of Object.entries(changes)) {
      this.entries.delete(id);
      if (entry !== undefined) this.entries.set(entry);
    }
    this.hub.entryObserver.read(ids);
  }

  add(...entries: RegistrationEntry[]): void {
    this.change(Object.fromEntries(entries.map((entry) => [entry.id, entry])));
  }

  /** What was told since the last time, after all that is under way. */
  async news(): Promise<string[]> {
    await this.clock.advance(1_000);
    this.toldAtMs.length = 0;
    return this.told.splice(0).sort();
  }
}

function under(parent: string, id: string, more: Parameters<typeof entryOf>[1] = {}) {
  return entryOf(id, { parentId: parent, ...more });
}

test('an entry that comes, changes or goes is told to the agent it is for, and to no other', async () => {
  const world = new World();
  world.watch('n1');
  world.watch('n2');
  world.add(under(agentId('n1'), 'web'));
  assert.deepEqual(await world.news(), ['n1: entries']);
  world.add(under(agentId('n1'), 'web', { hint: 'internal' }));
  assert.deepEqual(await world.news(), ['n1: entries']);
  world.change({ web: undefined });
  assert.deepEqual(await world.news(), ['n1: entries']);
});

test('an entry that moves is told to both agents', async () => {
  const world = new World();
  world.watch('n1');
  world.watch('n2');
  world.add(under(agentId('n1'), 'web'));
  await world.news();
  world.add(under(agentId('n2'), 'web'));
  assert.deepEqual(await world.news(), ['n1: entries', 'n2: entries']);
});

test('an entry deep below an agent, or below an alias that it matches, is told too', async () => {
  const world = new World();
  world.watch('n1', blue, large);
  world.watch('n2', blue);
  world.watch('n3', large);
  world.add(
    under(server, 'pool', { selectors: [blue] }),
    under(server, 'big', { selectors: [blue, large] }),
    under(agentId('n3'), 'side'),
  );
  await world.news();
  world.add(under('spiffe://zeta.test/side', 'deep'));
  assert.deepEqual(await world.news(), ['n3: entries']);
  world.add(under('spiffe://zeta.test/deep', 'deeper'));
  assert.deepEqual(await world.news(), ['n3: entries']);
  world.add(under('spiffe://zeta.test/pool', 'in-pool'));
  assert.deepEqual(await world.news(), ['n1: entries', 'n2: entries']);
  world.add(under('spiffe://zeta.test/big', 'in-big'));
  assert.deepEqual(await world.news(), ['n1: entries']);
});

test('an alias that changes its selectors is told to those it leaves and those it takes', async () => {
  const world = new World();
  world.watch('n1', blue);
  world.watch('n2', large);
  world.watch('n3');
  world.add(under(server, 'pool', { selectors: [blue] }));
  assert.deepEqual(await world.news(), ['n1: entries']);
  world.add(under(server, 'pool', { selectors: [large] }));
  assert.deepEqual(await world.news(), ['n1: entries', 'n2: entries']);
});

test('whoever loses a whole branch at once is told, though the way up is gone', async () => {
  const world = new World();
  world.watch('n1');
  world.watch('n2', blue);
  world.add(
    under(agentId('n1'), 'side'),
    under('spiffe://zeta.test/side', 'deep'),
    under(server, 'pool', { selectors: [blue] }),
    under('spiffe://zeta.test/pool', 'in-pool'),
  );
  await world.news();
  world.change({ side: undefined, deep: undefined, pool: undefined, 'in-pool': undefined });
  assert.deepEqual(await world.news(), ['n1: entries', 'n2: entries']);
});

test("entries that are each other's parents end the walk", async () => {
  const world = new World();
  world.watch('n1');
  world.add(
    under('spiffe://zeta.test/b', 'a'),
    under('spiffe://zeta.test/a', 'b'),
    under(agentId('n1'), 'top'),
  );
  assert.deepEqual(await world.news(), ['n1: entries']);
});

test('changes that follow each other closely are one notice, 25 ms after the first', async () => {
  const world = new World();
  world.watch('n1');
  for (let at = 0; at < 24; at++) {
    world.add(under(agentId('n1'), `web-${at}`));
    await world.clock.advance(1);
  }
  assert.deepEqual(world.told, []);
  await world.clock.advance(1);
  assert.deepEqual(world.told, ['n1: entries']);
  assert.deepEqual(await world.news(), ['n1: entries']);
  assert.equal(world.clock.pending, 0);
});

test('the own bundle is told to all, a foreign one to those who federate with it', async () => {
  const world = new World();
  const other = parseTrustDomain('other.test');
  world.watch('n1');
  world.watch('n2', blue);
  world.watch('n3');
  world.add(
    under(agentId('n1'), 'web', { federatesWith: [other] }),
    under(agentId('n1'), 'api', { federatesWith: [other] }),
    under(server, 'pool', { selectors: [blue] }),
    under('spiffe://zeta.test/pool', 'in-pool', { federatesWith: [other] }),
  );
  await world.news();
  world.hub.bundleObserver.read([other]);
  assert.deepEqual(await world.news(), ['n1: bundles', 'n2: bundles']);
  world.hub.bundleObserver.read([zetaTest]);
  assert.deepEqual(await world.news(), ['n1: bundles', 'n2: bundles', 'n3: bundles']);
  world.change({ web: undefined, api: undefined, 'in-pool': undefined });
  await world.news();
  world.hub.bundleObserver.read([other]);
  assert.deepEqual(await world.news(), []);
});

test('when everything was read anew, all are told to ask for everything', async () => {
  const world = new World();
  world.watch('n1');
  world.watch('n2');
  world.hub.entryObserver.read(undefined);
  world.hub.bundleObserver.read(undefined);
  assert.deepEqual(await world.news(), ['n1: entries bundles', 'n2: entries bundles']);
});

test('an agent whose selectors change is told, and counts under the new ones', async () => {
  const world = new World();
  world.watch('n1', blue);
  world.agents.set(agentId('n1'), { serialNumber: '2', selectors: [blue] });
  world.hub.agentObserver.read([agentId('n1'), agentId('nobody')]);
  assert.deepEqual(await world.news(), []);
  world.agents.set(agentId('n1'), { serialNumber: '3', selectors: [large] });
  world.hub.agentObserver.read([agentId('n1')]);
  assert.deepEqual(await world.news(), ['n1: entries']);
  world.add(under(server, 'pool', { selectors: [blue] }));
  assert.deepEqual(await world.news(), []);
  world.add(under(server, 'big', { selectors: [large] }));
  assert.deepEqual(await world.news(), ['n1: entries']);
});

test('the watch of an evicted or banned agent ends with the reason', async () => {
  const world = new World();
  world.watch('n1');
  world.watch('n2');
  world.agents.delete(agentId('n1'));
  world.agents.set(agentId('n2'), { serialNumber: '', selectors: [] });
  world.hub.agentObserver.read([agentId('n1'), agentId('n2')]);
  assert.deepEqual(await world.news(), [
    'n1: agent "spiffe://zeta.test/spire/agent/x509pop/n1" is not attested',
    'n2: agent "spiffe://zeta.test/spire/agent/x509pop/n2" is banned',
  ]);
});

test('an agent has one watch: a newer one ends the older, whose end leaves the newer alone', async () => {
  const world = new World();
  const older = world.watch('n1', blue);
  world.watch('n1', blue);
  assert.deepEqual(await world.news(), ['n1: a newer watch of this agent took its place']);
  world.hub.close(older);
  assert.equal(world.hub.size, 1);
  world.add(under(server, 'pool', { selectors: [blue] }));
  assert.deepEqual(await world.news(), ['n1: entries']);
});

test('what nobody watches costs nothing: no timer, nothing kept', async () => {
  const world = new World();
  const watch = world.watch('n1', blue);
  world.hub.close(watch);
  world.add(under(agentId('n1'), 'web'), under(server, 'pool', { selectors: [blue] }));
  world.hub.bundleObserver.read([zetaTest]);
  assert.equal(world.clock.pending, 0);
  assert.deepEqual(await world.news(), []);
});

test('5,000 agents hear of a bundle over 400 ms, none of them twice, and as many in each part', async () => {
  const world = new World();
  for (let at = 0; at < 5_000; at++) world.watch(at);
  const startMs = world.clock.now();
  world.hub.bundleObserver.read([zetaTest]);
  await world.clock.advance(24);
  assert.equal(world.told.length, 0);
  await world.clock.advance(401);
  assert.equal(new Set(world.told).size, 5_000);
  assert.equal(world.told.length, 5_000);
  const parts = Map.groupBy(world.toldAtMs, (atMs) => atMs - startMs);
  assert.ok(Math.max(...[...parts.values()].map((part) => part.length)) <= 130);
  assert.equal(world.clock.pending, 0);
});

test('one of 5,000 agents is told at once, also while a bundle is being told to all', async () => {
  const world = new World();
  for (let at = 0; at < 5_000; at++) world.watch(at);
  world.hub.bundleObserver.read([zetaTest]);
  await world.clock.advance(25);
  world.add(under(agentId(4_999), 'web'));
  await world.clock.advance(26);
  assert.ok(world.told.includes('4999: entries'));
  assert.ok(world.told.length < 2_000, String(world.told.length));
});

test('a bundle that changes without a pause starves nobody', async () => {
  const world = new World();
  for (let at = 0; at < 5_000; at++) world.watch(at);
  for (let at = 0; at < 40; at++) {
    world.hub.bundleObserver.read([zetaTest]);
    await world.clock.advance(25);
  }
  const counts = Map.groupBy(world.told, (line) => line);
  assert.equal(counts.size, 5_000);
  assert.ok(Math.max(...[...counts.values()].map((lines) => lines.length)) <= 5);
});

test('the cost of a change is that of the agents it concerns, not of all that watch', async (t) => {
  const one = await costOf(t, { watching: 5_000, entriesOf: 1 });
  const all = await costOf(t, { watching: 5_000, entriesOf: 5_000 });
  assert.deepEqual([one.told, all.told], [changes, changes * 5_000]);
  assert.ok(one.lookedAt <= 2 * changes, `${one.lookedAt} selectors were looked at`);
  assert.equal(all.lookedAt, 2 * changes * 5_000);
});

const changes = 20;

/** Tells so many changes of entries below an alias that so many of the watching agents match. */
async function costOf(
  t: TestContext,
  { watching, entriesOf }: { watching: number; entriesOf: number },
) {
  const world = new World();
  const watches = Array.from({ length: watching }, (_, at) => {
    const id = agentId(at);
    world.agents.set(id, { serialNumber: '1', selectors: at < entriesOf ? [large, blue] : [blue] });
    return world.hub.open(id);
  });
  let told = 0;
  for (const watch of watches) {
    watch.tell = () => {
      told++;
    };
  }
  world.add(under(server, 'big', { selectors: [blue, large] }));
  await world.clock.advance(1_000);
  told = 0;
  // Whoever looks at an agent asks whether it has a selector.
  const has = Reflect.get(Set.prototype, 'has') as (this: unknown, key: unknown) => boolean;
  let lookedAt = 0;
  const counted = t.mock.method(Set.prototype, 'has', function (this: unknown, key: unknown) {
    if (key === selectorText(blue) || key === selectorText(large)) lookedAt++;
    return has.call(this, key);
  });
  for (let at = 0; at < changes; at++) {
    world.add(under('spiffe://zeta.test/big', `web-${at}`));
    await world.clock.advance(25);
    // Until the slices are out.
    while (world.clock.pending > 0) await world.clock.advance(10);
    await settle(1);
  }
  counted.mock.restore();
  return { told, lookedAt };
}
