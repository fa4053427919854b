import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import { parseTrustDomain, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { bundleOf, entryOf } from '../../testkit/registration.ts';
import { Cache } from './cache.ts';
import { syncOnce, type SyncServer } from './sync.ts';

const names = Array.from({ length: 300 }, (_, at) => parseTrustDomain(`p${at}.test`));
const hanging = parseTrustDomain('p7.test');

/** A server whose entries federate with 300 trust domains; each bundle takes 150 ms. */
function createWorld() {
  const clock = new FakeClock();
  const entry = entryOf('web', { federatesWith: names });
  const world = { hangs: false, version: 1 };
  const server: SyncServer = {
    fetchEntries: () => Promise.resolve({ changed: [entry], removed: [] }),
    fetchBundle: () => Promise.resolve(bundleOf('zeta.test')),
    async fetchFederatedBundle(name: TrustDomain): Promise<Bundle> {
      // As the client's own deadline of a call.
      await clock.sleep(world.hangs && name === hanging ? 30_000 : 150);
      if (world.hangs && name === hanging) throw new Error('deadline exceeded');
      return bundleOf(name, Uint8Array.of(world.version));
    },
  };
  const cache = new Cache({
    maxSvids: 10,
    now: () => clock.now(),
    onWanted: () => undefined,
    check: () => undefined,
  });
  const views: IdentityView[] = [];
  cache.watch([parseSelector('unix:uid:33')], (view) => views.push(view));
  const sync = () => syncOnce(server, cache, silentLogger, new AbortController().signal);
  return { cache, clock, sync, views, world };
}

test('F128: bundles of 300 federated trust domains are fetched side by side, in less than 10 s', async () => {
  const { cache, clock, sync } = createWorld();
  // Entries name what is to be fetched: the first sync learns of them.
  const startMs = clock.now();
  let tookMs = Infinity;
  const done = sync().then(() => (tookMs = clock.now() - startMs));
  await clock.advance(10_000);
  await done;
  assert.ok(tookMs <= 4_500, String(tookMs));
  assert.equal(cache.federatedNames().size, 300);
});

test('F128: one bundle that hangs voids none of the others, and its last good copy stays', async () => {
  const { clock, sync, views, world } = createWorld();
  const first = sync();
  await clock.advance(10_000);
  await first;
  Object.assign(world, { hangs: true, version: 2 });
  const second = sync();
  await clock.advance(60_000);
  await second;
  const federated = views.at(-1)?.federatedBundles ?? new Map<TrustDomain, Bundle>();
  const versions = [...federated.values()].map(({ x509Authorities }) => x509Authorities[0]?.der[0]);
  assert.equal(versions.filter((version) => version === 2).length, 299);
  assert.deepEqual(federated.get(hanging)?.x509Authorities[0]?.der, Uint8Array.of(1));
});
