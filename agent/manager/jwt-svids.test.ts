import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { bundleOf, entryOf } from '../../testkit/registration.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { JwtSvids } from './jwt-svids.ts';

function createWorld(maxSize = 10) {
  const clock = new FakeClock();
  const world = { clock, minted: 0, fault: undefined as SpiffeError | undefined };
  const svids = new JwtSvids({
    clock,
    log: silentLogger,
    maxSize,
    hitTimeoutMs: 5_000,
    async mint() {
      world.minted++;
      await settle(1);
      if (world.fault !== undefined) throw world.fault;
      const kid = Buffer.from(JSON.stringify({ kid: 'k1' })).toString('base64url');
      const issuedAtMs = clock.now();
      return { token: `${kid}.${world.minted}.x`, issuedAtMs, expiresAtMs: issuedAtMs + 300_000 };
    },
  });
  return { world, svids, clock, entry: entryOf('a') };
}

test('callers who want the same share one request, and later ones its result', async () => {
  const { entry, svids, world } = createWorld();
  const both = await Promise.all([svids.fetch(entry, ['x', 'y']), svids.fetch(entry, ['y', 'x'])]);
  assert.equal(both[0], both[1]);
  assert.equal(await svids.fetch(entry, ['x', 'y', 'x']), both[0]);
  assert.equal(world.minted, 1);
  await svids.fetch(entry, ['x']);
  assert.equal(world.minted, 2);
});

test('a token is renewed after half of its life, and kept while the server is away', async () => {
  const { clock, entry, svids, world } = createWorld();
  const first = await svids.fetch(entry, ['x']);
  await clock.advance(149_000);
  assert.equal(await svids.fetch(entry, ['x']), first);
  await clock.advance(2_000);
  world.fault = new SpiffeError('UNAVAILABLE', 'away');
  const kept = svids.fetch(entry, ['x']);
  await clock.advance(5_000);
  assert.equal(await kept, first);
  world.fault = undefined;
  await clock.advance(60_000);
  assert.notEqual(await svids.fetch(entry, ['x']), first);
});

test('an expired token is never given out; the server’s own words come instead', async () => {
  const { clock, entry, svids, world } = createWorld();
  await svids.fetch(entry, ['x']);
  await clock.advance(301_000);
  world.fault = new SpiffeError('UNAVAILABLE', 'away');
  const failed = assert.rejects(svids.fetch(entry, ['x']), /away/);
  await clock.advance(31_000);
  await failed;
});

test('what the server refuses for good is not asked again', async () => {
  const { entry, svids, world } = createWorld();
  world.fault = new SpiffeError('INVALID_ARGUMENT', 'bad audience');
  await assert.rejects(svids.fetch(entry, ['x']), /bad audience/);
  assert.equal(world.minted, 1);
});

test('a token with a jti is made for each caller', async () => {
  const { svids, world } = createWorld();
  const entry = entryOf('a', { jwtSvidIncludeJti: true });
  await svids.fetch(entry, ['x']);
  await svids.fetch(entry, ['x']);
  assert.deepEqual([world.minted, svids.size], [2, 0]);
});

test('the least used tokens go first when there are too many', async () => {
  const { entry, svids, world } = createWorld(2);
  await svids.fetch(entry, ['1']);
  await svids.fetch(entry, ['2']);
  await svids.fetch(entry, ['1']);
  await svids.fetch(entry, ['3']);
  await svids.fetch(entry, ['1']);
  assert.equal(world.minted, 3);
  assert.equal(svids.size, 2);
});

test('tokens of a tainted authority are forgotten', async () => {
  const { entry, svids } = createWorld();
  await svids.fetch(entry, ['x']);
  const key = { publicKeyDer: new Uint8Array(), expiresAtMs: 0 };
  const withKeys = (keyId: string, tainted: boolean) =>
    svids.bundleChanged({ ...bundleOf('zeta.test'), jwtAuthorities: [{ ...key, keyId, tainted }] });
  withKeys('k1', false);
  withKeys('k2', true);
  assert.equal(svids.size, 1);
  withKeys('k1', true);
  assert.equal(svids.size, 0);
});
