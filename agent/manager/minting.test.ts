import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { Secret } from '../../common/secret/secret.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { entryOf } from '../../testkit/registration.ts';
import { Cache } from './cache.ts';
import { Minter, type MintOutcome, type MintRequest } from './minting.ts';

type Answer = (requests: readonly MintRequest[]) => readonly MintOutcome[];

const sign: Answer = (requests) => requests.map(() => ({ chainDer: [new Uint8Array()] }));

function createWorld(t: TestContext, options: { lifeMs?: number; maxSvids?: number } = {}) {
  const clock = new FakeClock();
  const world = {
    clock,
    batches: [] as string[][],
    answer: sign,
    keysMade: 0,
    errors: [] as unknown[],
    lifeMs: options.lifeMs ?? 3_600_000,
    backdateMs: 0,
  };
  const cache: Cache = new Cache({
    check: () => undefined,
    now: () => clock.now(),
    maxSvids: options.maxSvids ?? 0,
    onWanted: (entryId) => minter.want(entryId),
  });
  let serial = 0;
  const minter = new Minter({
    cache,
    clock,
    log: silentLogger,
    random: () => 0.5,
    async prepareKey(spiffeId) {
      world.keysMade++;
      const bytes = Buffer.from(spiffeId);
      return { spiffeId, csrDer: bytes, publicKeyDer: bytes, privateKeyDer: new Secret(bytes) };
    },
    readSvid: (key, chainDer) => ({
      id: key.spiffeId,
      chainDer,
      privateKeyDer: key.privateKeyDer,
      notBeforeMs: clock.now() - world.backdateMs,
      notAfterMs: clock.now() + world.lifeMs,
      serialNumber: String(++serial),
    }),
    async mint(requests) {
      world.batches.push(requests.map(({ entryId }) => entryId));
      return world.answer(requests);
    },
    onServerError: (error) => world.errors.push(error),
    onHeld: () => undefined,
  });
  cache.setBundle({
    trustDomain: parseTrustDomain('zeta.test'),
    x509Authorities: [],
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 1,
  });
  cache.open();
  const ending = new AbortController();
  const running = minter.run(ending.signal);
  running.catch(() => undefined);
  t.after(() => ending.abort());
  const add = (...ids: string[]) => {
    cache.applyEntries({
      changed: ids.map((id) => entryOf(id, { selectors: [parseSelector(`u:${id}`)] })),
      removed: [],
    });
    cache.publish();
  };
  const watch = (id: string) => {
    const watched = cache.watch([parseSelector(`u:${id}`)], () => undefined);
    return { current: () => watched.current };
  };
  return { world, cache, minter, add, watch, clock };
}

test('a waiting subscriber is served within milliseconds, several in one request', async (t) => {
  const { add, clock, watch, world } = createWorld(t);
  add('a', 'b', 'c');
  const a = watch('a');
  watch('b');
  await clock.advance(10);
  assert.deepEqual(world.batches, [['a', 'b']]);
  assert.equal(a.current()?.identities.length, 1);
});

test('an entry that is wanted again while its request is on the way is minted once', async (t) => {
  const { add, clock, watch, world } = createWorld(t, { maxSvids: 10 });
  world.answer = (requests) => {
    watch('a');
    return sign(requests);
  };
  add('a');
  await clock.advance(1_000);
  assert.deepEqual(world.batches, [['a']]);
});

test('an idle minter sends nothing and wakes rarely', async (t) => {
  const { add, clock, watch, world } = createWorld(t);
  add('a');
  watch('a');
  await clock.advance(10);
  await clock.advance(600_000);
  assert.equal(world.batches.length, 1);
});

test('an SVID is renewed at about half of its life, again and again', async (t) => {
  const { add, clock, watch, world } = createWorld(t);
  add('a');
  const a = watch('a');
  await clock.advance(10);
  const before = a.current()?.identities[0]?.svid;
  await clock.advance(0.44 * 3_600_000);
  assert.equal(world.batches.length, 1);
  await clock.advance(0.13 * 3_600_000);
  assert.equal(world.batches.length, 2);
  await clock.advance(3_600_000);
  assert.ok(world.batches.length >= 3);
  assert.notEqual(a.current()?.identities[0]?.svid, before);
});

test('who waits goes before what is only fetched ahead', async (t) => {
  const { add, clock, watch, world } = createWorld(t, { maxSvids: 100 });
  add(...Array.from({ length: 40 }, (_, at) => `z${at}`), 'waits');
  watch('waits');
  await clock.advance(10);
  assert.equal(world.batches[0]?.[0], 'waits');
});

test('a request that fails is repeated later and smaller, with the same keys', async (t) => {
  const { add, clock, watch, world } = createWorld(t);
  world.answer = () => {
    throw new SpiffeError('UNAVAILABLE', 'server is away');
  };
  add('a');
  const a = watch('a');
  await clock.advance(10);
  assert.equal(world.errors.length, 1);
  assert.match(a.current()?.pending[0]?.reason ?? '', /did not answer/);
  await clock.advance(400);
  assert.equal(world.batches.length, 1);
  world.answer = sign;
  await clock.advance(200);
  assert.equal(world.batches.length, 2);
  assert.equal(world.keysMade, 1);
  assert.equal(a.current()?.identities.length, 1);
});

test('F119: batches have at most 500 entries and halve after a failure', async (t) => {
  const { add, clock, world } = createWorld(t, { maxSvids: 2_000 });
  let failures = 1;
  world.answer = (requests) => {
    if (failures-- > 0) throw new SpiffeError('RESOURCE_EXHAUSTED', 'too many');
    return sign(requests);
  };
  add(...Array.from({ length: 800 }, (_, at) => `e${at}`));
  await clock.advance(2_000);
  const sizes = world.batches.map((batch) => batch.length);
  assert.deepEqual(sizes.slice(0, 2), [500, 250]);
  assert.equal(new Set(world.batches.slice(1).flat()).size, 800);
});

test('an entry that keeps failing waits alone, longer each time, and says why', async (t) => {
  const { add, clock, watch, world } = createWorld(t);
  world.answer = (requests) =>
    requests.map(({ entryId }) =>
      entryId === 'bad' ? { error: 'policy says no' } : { chainDer: [new Uint8Array()] },
    );
  add('bad', 'good');
  const bad = watch('bad');
  const good = watch('good');
  await clock.advance(10);
  assert.equal(good.current()?.identities.length, 1);
  assert.equal(bad.current()?.pending[0]?.reason, 'policy says no');
  await clock.advance(60_000);
  const tries = world.batches.flat().filter((id) => id === 'bad').length;
  assert.ok(tries >= 5 && tries <= 10, String(tries));
});

test('an entry that failed is tried at once when it changes', async (t) => {
  const { cache, clock, watch, world, add } = createWorld(t);
  world.answer = (requests) => requests.map(() => ({ error: 'no' }));
  add('a');
  watch('a');
  await clock.advance(10_000);
  const before = world.batches.length;
  const changed = entryOf('a', { selectors: [parseSelector('u:a')], revisionNumber: 1 });
  cache.applyEntries({ changed: [changed], removed: [] });
  await clock.advance(10);
  assert.equal(world.batches.length, before + 1);
});

test('an SVID that cannot be renewed is withdrawn when it expires', async (t) => {
  const { add, clock, watch, world } = createWorld(t, { lifeMs: 60_000 });
  add('a');
  const a = watch('a');
  await clock.advance(10);
  world.answer = () => {
    throw new SpiffeError('UNAVAILABLE', 'server is away');
  };
  await clock.advance(55_000);
  assert.equal(a.current()?.identities.length, 1);
  await clock.advance(10_000);
  assert.equal(a.current()?.identities.length, 0);
});

test('a wall clock that jumps ahead makes what is due then renew', async (t) => {
  const { add, clock, minter, watch, world } = createWorld(t);
  add('a');
  watch('a');
  await clock.advance(10);
  clock.jump(3_000_000);
  minter.wake();
  await settle();
  await clock.advance(10);
  assert.equal(world.batches.length, 2);
});

test('a wall clock that is set back puts off neither a renewal nor a retry', async (t) => {
  const { add, clock, watch, world } = createWorld(t, { lifeMs: 600_000 });
  add('a');
  watch('a');
  await clock.advance(10);
  clock.jump(-86_400_000);
  await clock.advance(200_000);
  assert.equal(world.batches.splice(0).length, 1, 'not due yet');
  world.answer = (requests) => requests.map(() => ({ error: 'no' }));
  await clock.advance(140_000);
  const tries = world.batches.splice(0).length;
  assert.ok(tries > 0, 'renewed by the clock that nobody sets');
  clock.jump(-86_400_000);
  await clock.advance(120_000);
  assert.ok(world.batches.length > 0, 'tried again');
  world.answer = sign;
  await clock.advance(61_000);
  const served = world.batches.length;
  await clock.advance(200_000);
  assert.equal(world.batches.length, served, 'one renewal is one');
});

test('an SVID whose life is half over when it comes is not renewed at once, over and over', async (t) => {
  const { add, clock, watch, world } = createWorld(t, { lifeMs: 5_000 });
  world.backdateMs = 10_000;
  add('a');
  watch('a');
  await clock.advance(3_500);
  assert.deepEqual(world.batches, [['a'], ['a'], ['a'], ['a']]);
});

test('an SVID that a wall clock ahead has ended is served again once the clock is right, server or not', async (t) => {
  const { add, clock, watch, world } = createWorld(t);
  add('a', 'b');
  const [a, b] = [watch('a'), watch('b')];
  await clock.advance(10);
  const before = a.current()?.identities[0]?.svid;
  world.answer = () => {
    throw new SpiffeError('UNAVAILABLE', 'server is away');
  };
  clock.jump(86_400_000);
  // Nobody rings: the minter looks at the clock by itself.
  await clock.advance(31_000);
  assert.deepEqual([a.current()?.identities.length, b.current()?.identities.length], [0, 0]);
  clock.jump(-86_400_000);
  await clock.advance(5_000);
  assert.equal(a.current()?.identities[0]?.svid, before);
  assert.equal(b.current()?.identities.length, 1);
  // It is renewed when it is time by the right clock, and ends by it.
  world.batches.length = 0;
  await clock.advance(1_200_000);
  assert.deepEqual(world.batches, []);
  await clock.advance(2_400_000);
  assert.ok(world.batches.length > 0);
  assert.equal(a.current()?.identities.length, 0);
});

test('a wall clock that goes to and fro takes and gives each time, and not more than is valid', async (t) => {
  const { add, clock, watch, world } = createWorld(t, { lifeMs: 600_000 });
  add('a');
  const a = watch('a');
  await clock.advance(10);
  world.answer = () => {
    throw new SpiffeError('UNAVAILABLE', 'server is away');
  };
  const served: (number | undefined)[] = [];
  for (const byMs of [3_600_000, -3_600_000, 600_000, -60_000, -540_000]) {
    clock.jump(byMs);
    await clock.advance(31_000);
    served.push(a.current()?.identities.length);
  }
  // A minute back is not enough.
  assert.deepEqual(served, [0, 1, 0, 0, 1]);
});
