import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { entryOf } from '../../testkit/registration.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { Secret } from '../../common/secret/secret.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import type { StoreRecord } from './store-plan.ts';
import { SvidStoreService } from './svid-store-service.ts';
import type { StoredSvid, SvidStore } from './svid-store.ts';

const far = parseTrustDomain('far.test');
const own = parseTrustDomain('store.test');
const storedEntry = (id: string, selectors: readonly Selector[]) =>
  entryOf(id, { selectors, storeSvid: true });

/** A bundle whose roots are these texts. */
function bundleOf(trustDomain: TrustDomain, ...roots: readonly string[]): Bundle {
  return {
    trustDomain,
    x509Authorities: roots.map((root) => ({ der: Buffer.from(root), tainted: false })),
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 1,
  };
}

const svidOf = (serialNumber: string): X509Svid => ({
  id: parseSpiffeId('spiffe://store.test/x'),
  chainDer: [Buffer.from(`leaf ${serialNumber}`)],
  privateKeyDer: new Secret(Buffer.from('key')),
  notBeforeMs: 0,
  notAfterMs: 10,
  serialNumber,
});

function recordOf(
  id: string,
  more: Partial<StoreRecord> = {},
  values = [`name:${id}`],
): StoreRecord {
  return {
    entry: storedEntry(
      id,
      values.map((value) => ({ type: 'vault', value })),
    ),
    svid: svidOf('1'),
    bundle: bundleOf(own, 'root'),
    federated: new Map(),
    ...more,
  };
}

class World {
  readonly clock = new FakeClock();
  readonly calls: string[] = [];
  readonly contents: StoredSvid[] = [];
  records: readonly StoreRecord[] | undefined = [];
  fail: (call: string) => Error | undefined = () => undefined;
  wait: (call: string) => Promise<undefined> | undefined = () => undefined;
  readonly #ending = new AbortController();
  readonly service: SvidStoreService;
  readonly ended: Promise<unknown>;

  constructor(names = ['vault']) {
    this.service = new SvidStoreService({
      stores: names.map((name) => this.#store(name)),
      records: () => this.records,
      clock: this.clock,
      log: silentLogger,
      random: () => 0.5,
    });
    this.ended = this.service.run(this.#ending.signal).catch(() => undefined);
  }

  /** What was called since the last look, after this time. */
  async after(ms: number): Promise<string[]> {
    await this.clock.advance(ms);
    return this.calls.splice(0);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.ended;
    assert.equal(this.clock.pending, 0);
  }

  #store(name: string): SvidStore {
    const call = (text: string) => {
      this.calls.push(text);
      const error = this.fail(text);
      if (error !== undefined) return Promise.reject(error);
      return this.wait(text) ?? Promise.resolve();
    };
    return {
      name,
      put: (stored) => {
        this.contents.push(stored);
        return call(`put ${name} ${stored.metadata.join()}`);
      },
      delete: (metadata) => call(`delete ${name} ${metadata.join()}`),
    };
  }
}

test('each entry is put once, in the order of its ID, and again after whatever of it changed', async () => {
  const world = new World();
  const a = recordOf('a');
  world.records = [recordOf('b'), a];
  assert.deepEqual(await world.after(5_000), ['put vault name:a', 'put vault name:b']);
  assert.deepEqual(await world.after(60_000), []);
  const b = world.records[0] as StoreRecord;
  const changes: Partial<StoreRecord>[] = [
    { svid: svidOf('2') },
    { bundle: bundleOf(own, 'root', 'next') },
    { entry: { ...a.entry, revisionNumber: 1 } },
    { federated: new Map([[far, bundleOf(far, 'far')]]) },
    { federated: new Map([[far, bundleOf(far, 'other')]]) },
    { federated: new Map() },
  ];
  let current = a;
  for (const change of changes) {
    current = { ...current, ...change };
    world.records = [b, current];
    assert.deepEqual(
      await world.after(5_000),
      ['put vault name:a'],
      JSON.stringify(Object.keys(change)),
    );
  }
  // A bundle that says the same is no change, nor is one whose JWT keys alone differ.
  world.records = [b, { ...current, bundle: { ...current.bundle, sequenceNumber: 9 } }];
  assert.deepEqual(await world.after(5_000), []);
  await world.stop();
});

test('a store gets the roots of federated trust domains that have some, never of the own', async () => {
  const world = new World();
  const empty = parseTrustDomain('empty.test');
  world.records = [
    recordOf('a', {
      federated: new Map([
        [own, bundleOf(own, 'root')],
        [empty, bundleOf(empty)],
        [far, bundleOf(far, 'one', 'two')],
      ]),
    }),
  ];
  await world.after(5_000);
  const [stored] = world.contents;
  assert.deepEqual(
    [...(stored?.federatedDer ?? [])].map(([id, roots]) => [id, roots.length]),
    [['spiffe://far.test', 2]],
  );
  assert.deepEqual(stored?.bundleDer, [Buffer.from('root')]);
  await world.stop();
});

test('an entry that is gone is deleted from where it was stored, until that works', async () => {
  const world = new World();
  world.records = [recordOf('a')];
  await world.after(5_000);
  world.calls.length = 0;
  world.records = [];
  world.fail = () => new SpiffeError('UNAVAILABLE', 'away');
  assert.deepEqual(await world.after(5_000), ['delete vault name:a']);
  // Waits grow: 5, 7.5, 11.25 s and so on.
  assert.deepEqual(
    await world.after(30_000),
    Array.from({ length: 3 }, () => 'delete vault name:a'),
  );
  world.fail = () => undefined;
  assert.deepEqual(await world.after(60_000), ['delete vault name:a']);
  assert.deepEqual(await world.after(120_000), []);
  await world.stop();
});

test('selectors that the store calls malformed count as deleted', async () => {
  const world = new World();
  world.records = [recordOf('a')];
  await world.after(5_000);
  world.records = [];
  world.fail = () => new SpiffeError('INVALID_ARGUMENT', 'name is required');
  world.calls.length = 0;
  assert.deepEqual(await world.after(120_000), ['delete vault name:a']);
  await world.stop();
});

test('an entry that moved is deleted at its old place once, then put at the new one', async () => {
  const world = new World();
  world.records = [recordOf('a')];
  await world.after(5_000);
  world.calls.length = 0;
  world.fail = (call) => (call.startsWith('delete') ? new Error('no') : undefined);
  world.records = [recordOf('a', {}, ['name:new'])];
  assert.deepEqual(await world.after(60_000), ['delete vault name:a', 'put vault name:new']);
  await world.stop();
});

test('without an X509-SVID nothing is put; what cannot be put waits longer each time, but not for a change', async () => {
  const world = new World();
  const waiting = recordOf('a', { svid: undefined });
  world.records = [waiting];
  assert.deepEqual(await world.after(20_000), []);
  world.fail = () => new SpiffeError('UNAVAILABLE', 'away');
  const record = { ...waiting, svid: svidOf('1') };
  world.records = [record];
  const tries = await world.after(120_000);
  assert.ok(tries.length >= 5 && tries.length <= 8, String(tries.length));
  world.fail = () => undefined;
  world.records = [{ ...record, entry: { ...record.entry } }];
  world.service.wake();
  assert.deepEqual(await world.after(1_000), ['put vault name:a']);
  await world.stop();
});

const unusable: readonly [string, StoreRecord][] = [
  ['no selectors', { ...recordOf('a'), entry: storedEntry('a', []) }],
  [
    'selectors of two types',
    {
      ...recordOf('a'),
      entry: storedEntry('a', [
        { type: 'vault', value: 'x' },
        { type: 'other', value: 'y' },
      ]),
    },
  ],
  [
    'a store that is not there',
    { ...recordOf('a'), entry: storedEntry('a', [{ type: 'gone', value: 'x' }]) },
  ],
];
for (const [what, record] of unusable) {
  test(`an entry with ${what} is left alone and does not hold up others`, async () => {
    const world = new World();
    world.records = [record, recordOf('b')];
    assert.deepEqual(await world.after(60_000), ['put vault name:b']);
    await world.stop();
  });
}

test('a store that does not answer holds up no other one, and is asked for one thing at a time', async () => {
  const world = new World(['vault', 'disk']);
  const answer = Promise.withResolvers<undefined>();
  world.wait = (call) => (call.startsWith('put vault') ? answer.promise : undefined);
  const onDisk = (svid: X509Svid) => ({
    ...recordOf('b', { svid }),
    entry: storedEntry('b', [{ type: 'disk', value: 'name:b' }]),
  });
  world.records = [recordOf('a'), onDisk(svidOf('1')), recordOf('c')];
  assert.deepEqual(await world.after(5_000), ['put vault name:a', 'put disk name:b']);
  world.records = [recordOf('a'), onDisk(svidOf('2')), recordOf('c')];
  assert.deepEqual(await world.after(5_000), ['put disk name:b']);
  // It moves while the store of its old place has it in hand.
  world.records = [
    { ...recordOf('a'), entry: storedEntry('a', [{ type: 'disk', value: 'name:a' }]) },
  ];
  assert.deepEqual(await world.after(5_000), ['delete disk name:b']);
  answer.resolve(undefined);
  assert.deepEqual(await world.after(10_000), ['delete vault name:a', 'put disk name:a']);
  await world.stop();
});

test('a wall clock that is set back does not put off a retry', async () => {
  const world = new World();
  world.records = [recordOf('a')];
  world.fail = () => new SpiffeError('UNAVAILABLE', 'away');
  await world.after(5_000);
  world.clock.now = () => -86_400_000;
  world.fail = () => undefined;
  world.calls.length = 0;
  assert.deepEqual(await world.after(20_000), ['put vault name:a']);
  await world.stop();
});

test('before the first sync nothing is deleted or put', async () => {
  const world = new World();
  world.records = undefined;
  assert.deepEqual(await world.after(60_000), []);
  world.records = [recordOf('a')];
  assert.deepEqual(await world.after(5_000), ['put vault name:a']);
  world.records = undefined;
  assert.deepEqual(await world.after(60_000), []);
  await world.stop();
});
