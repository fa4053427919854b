import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { openPostgres, withPostgres, type TestPostgres } from '../../../testkit/postgres.ts';
import { bundleOf, entryOf } from '../../../testkit/registration.ts';
import type { AttestationRecord, Datastore } from '../datastore.ts';

const now = Date.UTC(2026, 0, 1);
const partner = 'partner.test' as TrustDomain;
const rounds = 20;

await withPostgres('several servers on one PostgreSQL', (server) => {
  startTests(server);
  feedTests(server);
  raceTests(server);
});

async function openAll(t: TestContext, where: string, count: number): Promise<Datastore[]> {
  const stores = await Promise.all(Array.from({ length: count }, () => openPostgres(where)));
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

async function openTwo(t: TestContext, server: TestPostgres): Promise<[Datastore, Datastore]> {
  const [a, b] = await openAll(t, await server.emptySchema(), 2);
  return [a!, b!];
}

function startTests(server: TestPostgres): void {
  test('five servers that start at once on an empty database migrate it once', async (t) => {
    const stores = await openAll(t, await server.emptySchema(), 5);
    await Promise.all(stores.map((store, at) => store.entries.create([entryOf(`e-${at}`)], now)));
    assert.equal(await stores[0]!.entries.count({}), 5);
  });
}

function feedTests(server: TestPostgres): void {
  test('a server hears of the change of another by notification, and once', async (t) => {
    const [a, b] = await openTwo(t, server);
    const heard = new EventEmitter();
    let times = 0;
    b.changes.subscribe(() => {
      times++;
      heard.emit('change');
    });
    const promptly = once(heard, 'change', { signal: AbortSignal.timeout(2000) });
    await a.entries.create([entryOf('web')], now);
    await promptly;
    assert.deepEqual(await b.changes.since(0, 9), [{ revision: 1, kind: 'entry', key: 'web' }]);
    await a.agents.findAll([]);
    assert.equal(times, 1);
  });

  test('stores in other schemas of the database hear nothing', async (t) => {
    const [a] = await openTwo(t, server);
    const [other] = await openTwo(t, server);
    let times = 0;
    other.changes.subscribe(() => times++);
    await a.entries.create([entryOf('web')], now);
    await other.entries.create([entryOf('own')], now);
    assert.equal(times, 1);
  });

  test('a follower that reads while four servers write misses nothing and sees the order', async (t) => {
    const stores = await openAll(t, await server.emptySchema(), 4);
    const perStore = 40;
    const writing = Promise.all(
      stores.map(async (store, writer) => {
        for (let at = 0; at < perStore; at++) {
          const ids = Array.from({ length: 1 + (at % 3) }, (_, part) => `${writer}-${at}-${part}`);
          await store.entries.create(
            ids.map((id) => entryOf(id)),
            now,
          );
        }
      }),
    );
    const written = { all: false };
    void writing.finally(() => (written.all = true));
    const seen: string[] = [];
    for (let last = false; ; last = written.all) {
      const changes = await stores[0]!.changes.since(seen.length, 7);
      assert.notEqual(changes, undefined, 'a gap in the log');
      for (const { revision, key } of changes ?? []) assert.equal(seen.push(key), revision);
      if (last && changes?.length === 0) break;
    }
    await writing;
    const all = await stores[1]!.changes.revision();
    assert.equal(seen.length, all);
    assert.equal(new Set(seen).size, await stores[2]!.entries.count({}));
    for (let writer = 0; writer < 4; writer++) {
      const own = seen.filter((key) => key.startsWith(`${writer}-`));
      const order = own.map((key) => Number(key.split('-')[1]));
      assert.deepEqual(
        order,
        order.toSorted((x, y) => x - y),
      );
    }
  });
}

function recordOf(name: string, serialNumber: string): AttestationRecord {
  return {
    spiffeId: parseSpiffeId(`spiffe://zeta.test/spire/agent/join_token/${name}`),
    attestationType: 'join_token',
    serialNumber,
    expiresAtMs: now + 1000,
    canReattest: false,
    selectors: [{ type: 'serial', value: serialNumber }],
  };
}

function raceTests(server: TestPostgres): void {
  test('two servers cannot use one join token twice, and the winner is the agent', async (t) => {
    const stores = await openTwo(t, server);
    for (let round = 0; round < rounds; round++) {
      const hash = new Uint8Array(32).fill(round);
      await stores[0].agents.createJoinToken({ hash, expiresAtMs: now + 1 });
      const outcomes = await Promise.all(
        ['1', '2', '3', '4'].map((serial, at) =>
          stores[at % 2]!.agents.consumeTokenAndAttest(hash, recordOf(`n${round}`, serial), now),
        ),
      );
      assert.deepEqual(outcomes.toSorted(), ['attested', ...Array(3).fill('token_unknown')]);
      const agent = await stores[1].agents.find(recordOf(`n${round}`, '').spiffeId);
      assert.equal(agent?.serialNumber, String(outcomes.indexOf('attested') + 1));
      assert.equal(agent.selectors[0]?.value, agent.serialNumber);
    }
  });

  test('two servers that create similar entries at once store one of them', async (t) => {
    const stores = await openTwo(t, server);
    for (let round = 0; round < rounds; round++) {
      const outcomes = await Promise.all(
        stores.map((store, at) => {
          const same = { spiffeId: `spiffe://zeta.test/${round}` };
          return store.entries.create([entryOf(`${round}-${at}`, same)], now);
        }),
      );
      const kinds = outcomes.map(([outcome]) => outcome?.kind);
      assert.deepEqual(kinds.toSorted(), ['created', 'similar']);
    }
    assert.equal(await stores[0].entries.count({}), rounds);
  });

  test('roots that two servers append to one bundle at once are all kept', async (t) => {
    const stores = await openTwo(t, server);
    const append = (der: number) => (stored: ReturnType<typeof bundleOf>) => ({
      jwtAuthorities: [],
      x509Authorities: [...stored.x509Authorities, { der: new Uint8Array([der]), tainted: false }],
    });
    await Promise.all(
      Array.from({ length: rounds }, (_, at) =>
        stores[at % 2]!.bundles.change(partner, append(at), now),
      ),
    );
    const bundle = await stores[0].bundles.find(partner);
    assert.equal(bundle?.x509Authorities.length, rounds);
    assert.equal(bundle.sequenceNumber, rounds);
  });

  test('revisions that two servers raise at once are all counted', async (t) => {
    const stores = await openTwo(t, server);
    await stores[0].entries.create([entryOf('a'), entryOf('b')], now);
    const touch = (id: string) => ({ id, change: <T>(stored: T) => stored });
    // In opposite orders, which without one order of locking would deadlock.
    await Promise.all(
      Array.from({ length: rounds }, (_, at) => {
        const ids = at % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
        return stores[at % 2]!.entries.update(ids.map(touch), now);
      }),
    );
    const stored = await stores[0].entries.findAll(['a', 'b']);
    assert.deepEqual(
      stored.map((entry) => entry.revisionNumber),
      [rounds, rounds],
    );
  });

  test('no entry is left federating with a bundle that is deleted at the same time', async (t) => {
    const stores = await openTwo(t, server);
    for (const mode of ['restrict', 'dissociate', 'delete'] as const) {
      for (let round = 0; round < rounds / 2; round++) {
        await stores[0].bundles.set(bundleOf(partner), now);
        const id = `${mode}-${round}`;
        const entry = entryOf(id, { federatesWith: [partner] });
        await Promise.all([
          stores[0].entries.create([entry], now),
          stores[1].bundles.delete(partner, mode, now),
        ]);
        const filter = { federatesWith: { match: 'any', values: [partner] } } as const;
        const federating = await stores[0].entries.count(filter);
        const bundles = await stores[0].bundles.count();
        assert.ok(
          federating === 0 || bundles === 1,
          `${id}: ${federating} entries, ${bundles} bundles`,
        );
        await stores[0].entries.delete([id], now);
      }
    }
  });

  test('deadlocks are resolved by the database and tried again by the store', async (t) => {
    const [a, b] = await openTwo(t, server);
    await a.bundles.set(bundleOf(partner), now);
    await a.entries.create([entryOf('web', { federatesWith: [partner] })], now);
    // An update locks the entry and then the bundle, a deletion the bundle and then the entry.
    const before = await deadlocks(server);
    for (let round = 0; round < 200 && (await deadlocks(server)) === before; round++) {
      await a.bundles.set(bundleOf(partner), now);
      const updates = Array.from({ length: 5 }, () =>
        a.entries.update([{ id: 'web', change: federating }], now),
      );
      await Promise.all([...updates, b.bundles.delete(partner, 'dissociate', now)]);
    }
    assert.notEqual(await deadlocks(server), before, 'the test provoked no deadlock');
  });
}

function federating<T>(stored: T): T & { readonly federatesWith: readonly TrustDomain[] } {
  return { ...stored, federatesWith: [partner] };
}

async function deadlocks(server: TestPostgres): Promise<string> {
  await pause(1);
  return server.sql(`SELECT deadlocks FROM pg_stat_database WHERE datname = 'postgres'`);
}
