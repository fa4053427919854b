import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { Secret } from '../../common/secret/secret.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { entryOf } from '../../testkit/registration.ts';
import { Cache } from './cache.ts';

const zeta = parseTrustDomain('zeta.test');
const other = parseTrustDomain('other.test');
const startMs = 1_000_000;

/** A bundle of authorities that are single bytes; an SVID's second certificate names its signer. */
function bundleOf(authorities: number[], tainted: number[] = [], sequenceNumber = 1): Bundle {
  return {
    trustDomain: zeta,
    x509Authorities: authorities.map((byte) => ({
      der: Uint8Array.of(byte),
      tainted: tainted.includes(byte),
    })),
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber,
  };
}

let serial = 0;
function svidOf(entryId: string, signer = 1, lifeMs = 1_000): X509Svid {
  return {
    id: parseSpiffeId(`spiffe://zeta.test/${entryId}`),
    chainDer: [Uint8Array.of(0), Uint8Array.of(signer)],
    privateKeyDer: new Secret(new Uint8Array()),
    notBeforeMs: startMs,
    notAfterMs: startMs + lifeMs,
    serialNumber: String(++serial),
  };
}

function createWorld(maxSvids = 100, more: { readonly storesSvids?: boolean } = {}) {
  const wanted: string[] = [];
  const world = {
    nowMs: startMs,
    checks: 0,
    wanted,
    /** What was wanted since the last call. */
    takeWanted: () => wanted.splice(0),
  };
  const cache = new Cache({
    ...more,
    maxSvids,
    now: () => world.nowMs,
    onWanted: (entryId) => wanted.push(entryId),
    check(svid, id, bundle, nowMs) {
      world.checks++;
      if (svid.id !== id) throw new SpiffeError('SPIFFE_ID_MISMATCH', 'another ID');
      if (svid.notAfterMs <= nowMs) throw new SpiffeError('CERTIFICATE_EXPIRED', 'it has expired');
      const known = bundle.x509Authorities.some(({ der }) => der[0] === svid.chainDer[1]?.[0]);
      if (!known) throw new SpiffeError('UNKNOWN_AUTHORITY', 'signed by unknown authority');
    },
  });
  cache.setBundle(bundleOf([1]));
  cache.open();
  return { world, cache };
}

/** Follows a selector set; `views` holds every view that was published to it. */
function follow(cache: Cache, ...selectors: string[]) {
  const views: IdentityView[] = [];
  const watch = cache.watch(selectors.map(parseSelector), (view) => views.push(view));
  const current = () => watch.current;
  return { views, current, watch, ids: () => current()?.identities.map(({ entryId }) => entryId) };
}

function entry(id: string, selectors: string[], fields: Parameters<typeof entryOf>[1] = {}) {
  return entryOf(id, { selectors: selectors.map(parseSelector), ...fields });
}

function apply(cache: Cache, ...changed: ReturnType<typeof entry>[]): void {
  cache.applyEntries({ changed, removed: [] });
  cache.publish();
}

function put(cache: Cache, svid: X509Svid, entryId: string) {
  const result = cache.putSvid(entryId, svid);
  cache.publish();
  return result;
}

test('an entry matches when all of its selectors are among the caller’s', () => {
  const rows: [name: string, entry: string[], caller: string[], matches: boolean][] = [
    ['the same', ['k8s:ns:a'], ['k8s:ns:a'], true],
    ['fewer than the caller has', ['k8s:ns:a'], ['k8s:ns:a', 'k8s:sa:b'], true],
    ['all of several', ['k8s:ns:a', 'k8s:sa:b'], ['k8s:sa:b', 'k8s:ns:a', 'x:y'], true],
    ['one is missing', ['k8s:ns:a', 'k8s:sa:b'], ['k8s:ns:a'], false],
    ['another type', ['unix:uid:1'], ['docker:uid:1'], false],
    ['a caller without selectors', ['unix:uid:1'], [], false],
  ];
  for (const [name, wants, has, matches] of rows) {
    const { cache } = createWorld();
    apply(cache, entry('e', wants));
    put(cache, svidOf('e'), 'e');
    assert.deepEqual(follow(cache, ...has).ids(), matches ? ['e'] : [], `subscribed late: ${name}`);
    const early = createWorld().cache;
    const subscriber = follow(early, ...has);
    apply(early, entry('e', wants));
    put(early, svidOf('e'), 'e');
    assert.deepEqual(subscriber.ids(), matches ? ['e'] : [], `subscribed early: ${name}`);
  }
});

test('identities are ordered by entry ID whatever came first', () => {
  const { cache } = createWorld();
  apply(cache, entry('c', ['u:1']), entry('a', ['u:1']), entry('b', ['u:1']));
  for (const id of ['b', 'c', 'a']) put(cache, svidOf(id), id);
  assert.deepEqual(follow(cache, 'u:1').ids(), ['a', 'b', 'c']);
});

test('an entry without SVID is pending with its reason until it is served', () => {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']));
  world.takeWanted();
  const subscriber = follow(cache, 'u:1');
  assert.deepEqual(world.takeWanted(), ['a']);
  assert.deepEqual(subscriber.current()?.pending, [
    { entryId: 'a', spiffeId: 'spiffe://zeta.test/a', reason: 'waiting for its X509-SVID' },
  ]);
  cache.failMint('a', 'server said no');
  cache.publish();
  assert.equal(subscriber.current()?.pending[0]?.reason, 'server said no');
  put(cache, svidOf('a'), 'a');
  assert.deepEqual(subscriber.current()?.pending, []);
});

test('subscribers whose entries are the same share one view object', () => {
  const { cache } = createWorld();
  apply(cache, entry('a', ['k8s:ns:a']));
  const one = follow(cache, 'k8s:ns:a', 'k8s:pod-uid:1');
  const two = follow(cache, 'k8s:ns:a', 'k8s:pod-uid:2');
  put(cache, svidOf('a'), 'a');
  assert.equal(one.current(), two.current());
});

test('a change reaches only the subscribers that it concerns, once', () => {
  const { cache } = createWorld();
  apply(cache, entry('a', ['u:1']), entry('b', ['u:2']));
  const one = follow(cache, 'u:1');
  const two = follow(cache, 'u:2');
  const before = two.views.length;
  put(cache, svidOf('a'), 'a');
  apply(cache, entry('a', ['u:1'], { hint: 'new' }));
  assert.equal(one.current()?.identities[0]?.hint, 'new');
  assert.equal(two.views.length, before);
});

test('a bundle that says nothing new publishes no view', () => {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']));
  const subscriber = follow(cache, 'u:1');
  put(cache, svidOf('a'), 'a');
  const [views, checks] = [subscriber.views.length, world.checks];
  cache.setBundle(bundleOf([1], [], 2));
  cache.applyEntries({ changed: [], removed: [] });
  cache.publish();
  assert.equal(subscriber.views.length, views);
  assert.equal(world.checks, checks);
});

test('an SVID of an unknown authority waits, and follows its bundle in a later view', () => {
  const { cache } = createWorld();
  apply(cache, entry('a', ['u:1']));
  const subscriber = follow(cache, 'u:1');
  const old = svidOf('a');
  put(cache, old, 'a');
  assert.equal(put(cache, svidOf('a', 2), 'a'), 'held');
  assert.equal(subscriber.current()?.identities[0]?.svid, old);
  cache.setBundle(bundleOf([1, 2]));
  cache.publish();
  const withBundle = subscriber.current();
  assert.equal(withBundle?.bundle.x509Authorities.length, 2);
  assert.equal(withBundle.identities[0]?.svid, old);
  assert.deepEqual(cache.promoteHeld(), ['a']);
  cache.publish();
  assert.notEqual(subscriber.current()?.identities[0]?.svid, old);
});

test('a bad new SVID never replaces a good one', () => {
  const rows: [name: string, svid: X509Svid][] = [
    ['expired', svidOf('a', 1, 0)],
    ['of another ID', svidOf('b')],
    ['of an unknown authority', svidOf('a', 9)],
  ];
  for (const [name, bad] of rows) {
    const { cache } = createWorld();
    apply(cache, entry('a', ['u:1']));
    const good = svidOf('a');
    put(cache, good, 'a');
    assert.notEqual(put(cache, bad, 'a'), 'served', name);
    assert.equal(follow(cache, 'u:1').current()?.identities[0]?.svid, good, name);
  }
});

test('an SVID whose authority left the bundle is withdrawn and wanted anew', () => {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']));
  const subscriber = follow(cache, 'u:1');
  put(cache, svidOf('a'), 'a');
  world.takeWanted();
  cache.setBundle(bundleOf([2]));
  cache.publish();
  assert.deepEqual(subscriber.ids(), []);
  assert.match(subscriber.current()?.pending[0]?.reason ?? '', /no longer usable/);
  assert.deepEqual(world.takeWanted(), ['a']);
});

test('a tainted authority’s SVIDs stay served while new ones are wanted, once', () => {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']), entry('b', ['u:1']));
  cache.setBundle(bundleOf([1, 2]));
  const subscriber = follow(cache, 'u:1');
  put(cache, svidOf('a', 1), 'a');
  put(cache, svidOf('b', 2), 'b');
  world.takeWanted();
  cache.setBundle(bundleOf([1, 2], [1]));
  cache.publish();
  assert.deepEqual(world.takeWanted(), ['a']);
  assert.deepEqual(subscriber.ids(), ['a', 'b']);
  cache.setBundle(bundleOf([1, 2], [1], 7));
  assert.deepEqual(world.takeWanted(), []);
});

test('an expired SVID is withdrawn, one that was replaced in time is not', () => {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']));
  const subscriber = follow(cache, 'u:1');
  put(cache, svidOf('a', 1, 1_000), 'a');
  assert.equal(cache.dropExpired('a'), false);
  world.nowMs += 1_000;
  assert.equal(cache.dropExpired('a'), true);
  cache.publish();
  assert.equal(subscriber.current()?.pending[0]?.reason, 'its X509-SVID has expired');
});

/** An entry whose SVID a clock ahead has ended. */
function lapsed() {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']));
  const subscriber = follow(cache, 'u:1');
  const svid = svidOf('a', 1, 1_000);
  put(cache, svid, 'a');
  world.nowMs += 5_000;
  cache.dropExpired('a');
  cache.publish();
  world.takeWanted();
  const setBack = () => {
    world.nowMs -= 5_000;
    const restored = cache.restoreLapsed();
    cache.publish();
    return restored;
  };
  return { cache, world, subscriber, svid, setBack };
}

test('what a clock ahead has ended is served again when it is valid by the clock, not sooner', () => {
  const { cache, setBack, subscriber, svid } = lapsed();
  assert.deepEqual([cache.restoreLapsed(), cache.hasLapsed, cache.svidCount], [[], true, 0]);
  assert.deepEqual(setBack(), ['a']);
  assert.equal(subscriber.current()?.identities[0]?.svid, svid);
  assert.deepEqual([cache.restoreLapsed(), cache.hasLapsed, cache.svidCount], [[], false, 1]);
});

const overtaken: readonly (readonly [string, (cache: Cache) => void, served: readonly string[]])[] =
  [
    ['another SVID came', (cache) => put(cache, svidOf('a', 1, 60_000), 'a'), ['a']],
    ['its entry was deleted', (cache) => cache.applyEntries({ changed: [], removed: ['a'] }), []],
    [
      'its entry changed',
      (cache) => apply(cache, entry('a', ['u:1'], { revisionNumber: 1, dnsNames: ['new'] })),
      [],
    ],
    ['its authority is gone', (cache) => cache.setBundle(bundleOf([2])), []],
    ['its authority is tainted', (cache) => cache.setBundle(bundleOf([1, 2], [1])), []],
  ];
for (const [what, overtake, served] of overtaken) {
  test(`a clock that is set back brings no SVID back when meanwhile ${what}`, () => {
    const { cache, setBack, subscriber } = lapsed();
    overtake(cache);
    cache.publish();
    assert.deepEqual(setBack(), []);
    assert.equal(cache.hasLapsed, false);
    assert.deepEqual(subscriber.ids(), served);
  });
}

test('an entry that changes keeps its SVID until the next, unless its SPIFFE ID changed', () => {
  const { cache, world } = createWorld();
  apply(cache, entry('a', ['u:1']));
  const subscriber = follow(cache, 'u:1');
  put(cache, svidOf('a'), 'a');
  world.takeWanted();
  apply(cache, entry('a', ['u:1'], { revisionNumber: 1 }));
  assert.deepEqual([subscriber.ids(), world.takeWanted()], [['a'], ['a']]);
  apply(cache, entry('a', ['u:1'], { revisionNumber: 2, spiffeId: 'spiffe://zeta.test/new' }));
  assert.deepEqual(subscriber.ids(), []);
  assert.equal(subscriber.current()?.pending[0]?.spiffeId, 'spiffe://zeta.test/new');
});

test('an entry whose selectors change leaves one subscriber and joins another', () => {
  const { cache } = createWorld();
  apply(cache, entry('a', ['u:1']));
  put(cache, svidOf('a'), 'a');
  const one = follow(cache, 'u:1');
  const two = follow(cache, 'u:2');
  apply(cache, entry('a', ['u:2'], { revisionNumber: 1 }));
  assert.deepEqual([one.ids(), two.ids()], [[], ['a']]);
  cache.applyEntries({ changed: [], removed: ['a'] });
  cache.publish();
  assert.deepEqual([one.ids(), two.ids(), cache.entryCount, cache.svidCount], [[], [], 0, 0]);
});

test('bundles of federated trust domains come and go with the entries that name them', () => {
  const { cache } = createWorld();
  apply(cache, entry('a', ['u:1'], { federatesWith: [other, zeta] }), entry('b', ['u:2']));
  assert.deepEqual([...cache.federatedNames()], [other]);
  const one = follow(cache, 'u:1');
  const two = follow(cache, 'u:2');
  const foreign = { ...bundleOf([7]), trustDomain: other };
  const unconcerned = two.views.length;
  cache.setFederatedBundle(other, foreign);
  cache.publish();
  assert.deepEqual([...(one.current()?.federatedBundles.keys() ?? [])], [other]);
  assert.equal(two.views.length, unconcerned);
  cache.setFederatedBundle(other, undefined);
  cache.publish();
  assert.equal(one.current()?.federatedBundles.size, 0);
});

test('room is filled with entries nobody watches, but not with those that forbid it', () => {
  const { cache, world } = createWorld(2);
  apply(
    cache,
    entry('a', ['u:1']),
    entry('b', ['u:2'], { disableX509SvidPrefetch: true }),
    entry('c', ['u:3'], { storeSvid: true }),
    entry('d', ['u:4']),
    entry('e', ['u:5']),
  );
  assert.deepEqual(world.takeWanted(), ['a', 'd']);
});

test('over the limit the SVIDs that were not used for longest go, never those in use', () => {
  const { cache, world } = createWorld(2);
  apply(cache, entry('a', ['u:1']), entry('b', ['u:2']), entry('c', ['u:3']));
  for (const id of ['a', 'b', 'c']) put(cache, svidOf(id), id);
  const inUse = follow(cache, 'u:1');
  for (const used of ['u:3', 'u:2']) {
    follow(cache, used).watch.close();
    world.nowMs += 1;
  }
  apply(cache);
  assert.equal(cache.svidCount, 2);
  assert.deepEqual(inUse.ids(), ['a']);
  assert.deepEqual([follow(cache, 'u:2').ids(), follow(cache, 'u:3').ids()], [['b'], []]);
});

test('entries that the server keeps for stores reach no workload', () => {
  const { cache } = createWorld();
  apply(cache, entry('a', ['u:1'], { storeSvid: true }));
  assert.deepEqual(follow(cache, 'u:1').current()?.pending, []);
  assert.notEqual(cache.findEntry('a'), undefined);
});

test('with a store, its entries get SVIDs at once, keep them whatever the limit, and still reach no workload', () => {
  const { cache, world } = createWorld(0, { storesSvids: true });
  const stored = entry('a', ['vault:name:x'], { storeSvid: true });
  apply(cache, stored);
  assert.deepEqual(world.takeWanted(), ['a']);
  assert.equal(cache.stored()?.[0]?.svid, undefined);
  const svid = svidOf('a');
  assert.equal(put(cache, svid, 'a'), 'served');
  apply(cache);
  assert.equal(cache.stored()?.[0]?.svid, svid);
  const caller = follow(cache, 'vault:name:x');
  assert.deepEqual([caller.ids(), caller.current()?.pending], [[], []]);
  assert.deepEqual(cache.match([parseSelector('vault:name:x')]), []);

  // It becomes an entry of workloads, and one of stores again.
  apply(cache, { ...stored, storeSvid: false, revisionNumber: 1 });
  assert.deepEqual(cache.stored(), []);
  assert.deepEqual(caller.ids(), ['a']);
  apply(cache, { ...stored, revisionNumber: 2 });
  assert.deepEqual(caller.ids(), []);
  assert.equal(cache.stored()?.length, 1);
  cache.applyEntries({ changed: [], removed: ['a'] });
  assert.deepEqual(cache.stored(), []);
});

test('a store is told of the federated bundles that are known', () => {
  const { cache } = createWorld(1, { storesSvids: true });
  apply(cache, entry('a', ['v:x'], { storeSvid: true, federatesWith: [other] }));
  assert.deepEqual(cache.stored()?.[0]?.federated.size, 0);
  const bundle = { ...bundleOf([7]), trustDomain: other };
  cache.setFederatedBundle(other, bundle);
  assert.equal(cache.stored()?.[0]?.federated.get(other), bundle);
});

test('nothing is published before the first sync is complete', () => {
  const cache = new Cache({
    check: () => undefined,
    now: () => 0,
    maxSvids: 1,
    onWanted: () => undefined,
  });
  cache.setBundle(bundleOf([1]));
  const subscriber = follow(cache, 'u:1');
  assert.equal(subscriber.current(), undefined);
  cache.open();
  cache.publish();
  assert.equal(subscriber.views.length, 1);
});
