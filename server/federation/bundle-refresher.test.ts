import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../common/spiffe/federation-relationship.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { NoEndpointBundle } from './bundle-client.ts';
import { BundleRefresher } from './bundle-refresher.ts';

const partner = 'partner.test' as TrustDomain;
const web: FederationRelationship = {
  trustDomain: partner,
  bundleEndpointUrl: 'https://partner.test/',
  bundleEndpointProfile: { name: 'https_web' },
};
const spiffe: FederationRelationship = {
  ...web,
  bundleEndpointProfile: {
    name: 'https_spiffe',
    endpointSpiffeId: parseSpiffeId('spiffe://partner.test/spire/server'),
  },
};
const [first, second] = await Promise.all(
  [1, 2].map(() => createTestCa({ trustDomain: 'partner.test' })),
);
const bundleOf = (ca: typeof first, fields: Partial<Bundle> = {}): Bundle => ({
  ...ca!.bundle,
  refreshHintSeconds: 60,
  ...fields,
});

interface World {
  answer: (relationship: FederationRelationship, signal: AbortSignal) => Promise<Bundle>;
}

/** A refresher over a partner whose answer is the test's, with everything that it did. */
function setUp(t: TestContext, configured: readonly FederationRelationship[] = []) {
  const clock = new FakeClock();
  const startMs = clock.now();
  const stored = new Map<TrustDomain, FederationRelationship>();
  const bundles = new Map<TrustDomain, Bundle>();
  const fetches: { readonly atMs: number; readonly url: string }[] = [];
  const writes: Bundle[] = [];
  const logs: string[] = [];
  const log: Logger = {
    ...silentLogger,
    info: (message) => logs.push(message),
    warn: (message) => logs.push(message),
    error: (message, fields) => logs.push(`${message}: ${String(fields?.['error'])}`),
  };
  const world: World = { answer: () => Promise.resolve(bundleOf(first)) };
  const refresher = new BundleRefresher({
    configured,
    stored,
    bundles,
    client: {
      fetch(relationship, signal) {
        fetches.push({ atMs: clock.now() - startMs, url: relationship.bundleEndpointUrl });
        return world.answer(relationship, signal);
      },
    },
    store: {
      set(bundle) {
        writes.push(bundle);
        bundles.set(bundle.trustDomain, bundle);
        return Promise.resolve();
      },
    },
    follower: { catchUp: () => Promise.resolve() },
    clock,
    log,
    random: () => 0,
  });
  const ending = new AbortController();
  t.after(() => ending.abort());
  return {
    ...{ clock, stored, bundles, fetches, writes, logs, world, refresher },
    run: async () => {
      refresher.run(ending.signal);
      await settle();
    },
    times: () => fetches.map(({ atMs }) => atMs),
    ending,
  };
}

test('a bundle is fetched at once and as often as it hints, and written only when it changed', async (t) => {
  const { clock, run, times, world, writes } = setUp(t, [web]);
  await run();
  await clock.advance(119_000);
  assert.deepEqual(times(), [0, 60_000]);
  assert.equal(writes.length, 1);
  world.answer = () => Promise.resolve(bundleOf(second));
  await clock.advance(1_000);
  assert.deepEqual(times(), [0, 60_000, 120_000]);
  assert.equal(writes.length, 2);
});

test('keys in another order are no change', async (t) => {
  const both = [...first!.bundle.x509Authorities, ...second!.bundle.x509Authorities];
  const { clock, run, world, writes } = setUp(t, [web]);
  world.answer = () => Promise.resolve(bundleOf(first, { x509Authorities: both }));
  await run();
  world.answer = () => Promise.resolve(bundleOf(first, { x509Authorities: both.toReversed() }));
  await clock.advance(60_000);
  assert.equal(writes.length, 1);
});

test('F130: a partner that is away at first is tried again until it is there', async (t) => {
  const { bundles, clock, logs, run, times, world } = setUp(t, [web]);
  world.answer = () => Promise.reject(new Error('connection refused'));
  await run();
  assert.ok(
    logs.some((line) =>
      line.includes('failed to fetch federated bundle from endpoint: connection refused'),
    ),
  );
  world.answer = () => Promise.resolve(bundleOf(first));
  await clock.advance(60_000);
  assert.deepEqual(times(), [0, 60_000]);
  assert.ok(bundles.has(partner));
});

test('a partner that goes away leaves its last good bundle, and is asked four times in a period', async (t) => {
  const { bundles, clock, run, times, world } = setUp(t, [web]);
  await run();
  world.answer = () => Promise.reject(new SpiffeError('CERTIFICATE_INVALID', 'is not JSON'));
  await clock.advance(90_000);
  assert.deepEqual(times(), [0, 60_000, 75_000, 90_000]);
  assert.deepEqual(bundles.get(partner)?.x509Authorities, first!.bundle.x509Authorities);
});

test('the bundle that an endpoint needs is waited for, and its coming wakes the loop', async (t) => {
  const { bundles, clock, refresher, run, times, world } = setUp(t, [spiffe]);
  world.answer = () =>
    bundles.has(partner)
      ? Promise.resolve(bundleOf(second))
      : Promise.reject(new NoEndpointBundle(partner));
  await run();
  await clock.advance(1_000);
  bundles.set(partner, bundleOf(first));
  refresher.reconcile();
  await settle();
  assert.deepEqual(times(), [0, 1_000]);
  assert.deepEqual(bundles.get(partner)?.x509Authorities, second!.bundle.x509Authorities);
});

test('relationships come, change and go while it runs; a bundle outlives its relationship', async (t) => {
  const { bundles, clock, fetches, logs, refresher, run, stored } = setUp(t);
  await run();
  assert.deepEqual(fetches, []);
  stored.set(partner, web);
  refresher.reconcile();
  await settle();
  stored.set(partner, { ...web, bundleEndpointUrl: 'https://other.test/' });
  refresher.reconcile();
  await settle();
  assert.deepEqual(
    fetches.map(({ url }) => url),
    ['https://partner.test/', 'https://other.test/'],
  );
  stored.delete(partner);
  refresher.reconcile();
  await clock.advance(24 * 60 * 60_000);
  assert.equal(fetches.length, 2);
  assert.ok(bundles.has(partner));
  assert.equal(clock.pending, 0);
  assert.deepEqual(
    logs.filter((line) => line !== 'Bundle refreshed'),
    [
      'Trust domain is now managed',
      'Updated configuration for managed trust domain',
      'Trust domain no longer managed',
    ],
  );
});

test('a configured relationship wins over a stored one with the same trust domain', async (t) => {
  const { fetches, run, stored } = setUp(t, [web]);
  stored.set(partner, { ...web, bundleEndpointUrl: 'https://stored.test/' });
  await run();
  assert.deepEqual(
    fetches.map(({ url }) => url),
    ['https://partner.test/'],
  );
});

test('a fetch under way stores nothing once its relationship is gone', async (t) => {
  const { refresher, run, stored, world, writes } = setUp(t);
  const answer = Promise.withResolvers<Bundle>();
  world.answer = () => answer.promise;
  stored.set(partner, web);
  await run();
  stored.delete(partner);
  refresher.reconcile();
  answer.resolve(bundleOf(first));
  await settle();
  assert.deepEqual(writes, []);
});

test('a refresh on demand says whether there is a relationship, and why there is no bundle', async (t) => {
  const { refresher, run, times, world } = setUp(t, [web]);
  await run();
  assert.equal(await refresher.refresh(partner), true);
  assert.deepEqual(times(), [0, 0]);
  assert.equal(await refresher.refresh('nobody.test' as TrustDomain), false);
  world.answer = () => Promise.reject(new Error('no'));
  await assert.rejects(refresher.refresh(partner), {
    message: 'failed to fetch federated bundle from endpoint: no',
  });
});

test('refreshes of one trust domain take turns: what was fetched last is stored last', async (t) => {
  const { bundles, refresher, run, world } = setUp(t, [web]);
  await run();
  const slow = Promise.withResolvers<Bundle>();
  world.answer = () => slow.promise;
  const before = refresher.refresh(partner);
  await settle();
  world.answer = () => Promise.resolve(bundleOf(second, { sequenceNumber: 2 }));
  const after = refresher.refresh(partner);
  await settle();
  slow.resolve(bundleOf(first, { sequenceNumber: 1 }));
  await Promise.all([before, after]);
  assert.equal(bundles.get(partner)?.sequenceNumber, 2);
});

test('F133: a sequence number that goes backwards, and a bundle without keys, are taken with a warning', async (t) => {
  const { bundles, logs, refresher, run, world } = setUp(t, [web]);
  world.answer = () => Promise.resolve(bundleOf(first, { sequenceNumber: 5 }));
  await run();
  world.answer = () => Promise.resolve(bundleOf(second, { sequenceNumber: 4 }));
  await refresher.refresh(partner);
  world.answer = () => Promise.resolve(bundleOf(first, { x509Authorities: [], sequenceNumber: 6 }));
  await refresher.refresh(partner);
  assert.equal(bundles.get(partner)?.x509Authorities.length, 0);
  assert.deepEqual(
    logs.filter((line) => /backwards|no keys/.test(line)),
    [
      'The sequence number of a federated bundle went backwards',
      'A federated bundle has no keys: nobody of its trust domain is trusted',
    ],
  );
});

test('F128: of 300 partners one that hangs keeps none of the others waiting, and all are fetched in 10 s', async (t) => {
  const names = Array.from({ length: 300 }, (_, at) => `p${at}.test` as TrustDomain);
  const { bundles, clock, run, world } = setUp(
    t,
    names.map((trustDomain) => ({ ...web, trustDomain })),
  );
  world.answer = async ({ trustDomain }, signal) => {
    if (trustDomain === 'p7.test') {
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      });
    }
    await clock.sleep(150, signal);
    return bundleOf(first, { trustDomain });
  };
  await run();
  await clock.advance(10_000);
  assert.equal(bundles.size, 299);
});

test('it ends with its signal, and nothing is left waiting', async (t) => {
  const { clock, ending, run } = setUp(t, [web]);
  await run();
  ending.abort();
  await settle();
  assert.equal(clock.pending, 0);
});
