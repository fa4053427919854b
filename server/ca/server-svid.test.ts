import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { FakeClock, until } from '../../testkit/fake-clock.ts';
import { createMemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { CaManager } from './ca-manager.ts';
import { CaSigner } from './ca-signer.ts';
import { ServerSvidRotator, type ServerSvid } from './server-svid.ts';

const trustDomain = parseTrustDomain('example.org');

async function setUp() {
  const clock = new FakeClock();
  const store = createMemoryCaStore(trustDomain);
  const shared = { trustDomain, clock, log: silentLogger };
  const manager = new CaManager({
    ...shared,
    caTtlMs: 24 * 3_600_000,
    caKeyType: 'ec-p256',
    keys: createMemoryKeyManager(),
    store,
  });
  await manager.start();
  const rotated: ServerSvid[] = [];
  const rotator = new ServerSvidRotator({
    ...shared,
    keyType: 'ec-p256',
    ttlMs: 3_600_000,
    signer: new CaSigner(manager, clock),
    bundles: store.bundles,
    onRotated: (svid) => rotated.push(svid),
  });
  return { clock, store, manager, rotator, rotated };
}

test('before the first round there is none, after it one that verifies', async () => {
  const { rotator, store, clock, rotated } = await setUp();
  assert.throws(
    () => rotator.current(),
    (error) => hasCode(error, 'UNAVAILABLE'),
  );
  assert.equal(await rotator.rotateIfDue(), true);
  const svid = rotator.current();
  const roots = store.bundle.x509Authorities.map(({ der }) => der);
  const { spiffeId, leaf } = verifyX509Svid(svid.chainDer, () => roots, clock.now());
  assert.equal(spiffeId, 'spiffe://example.org/spire/server');
  assert.deepEqual(leaf.publicKeyDer, svid.keyPair.publicKeyDer);
  assert.deepEqual(rotated, [svid]);
});

test('it is replaced, with a new key, at half its life and not before', async () => {
  const { rotator, clock } = await setUp();
  await rotator.rotateIfDue();
  const first = rotator.current();
  clock.jump((first.notAfterMs + first.notBeforeMs) / 2 - clock.now() - 1);
  assert.equal(await rotator.rotateIfDue(), false);
  clock.jump(1);
  assert.equal(await rotator.rotateIfDue(), true);
  assert.notDeepEqual(rotator.current().keyPair.publicKeyDer, first.keyPair.publicKeyDer);
});

test('it is replaced when the clock was ahead and is set right', async () => {
  const { rotator, clock } = await setUp();
  clock.jump(3_600_000);
  await rotator.rotateIfDue();
  clock.jump(-3_600_000);
  assert.equal(await rotator.rotateIfDue(), true);
  assert.ok(rotator.current().notBeforeMs <= clock.now());
  assert.equal(await rotator.rotateIfDue(), false);
});

test('it is replaced when its CA is tainted', async () => {
  const { rotator, manager } = await setUp();
  await rotator.rotateIfDue();
  const old = rotator.current().authorityId;
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  assert.equal(await rotator.rotateIfDue(), false);
  await manager.taint('x509', old);
  assert.equal(await rotator.rotateIfDue(), true);
  assert.equal(rotator.current().authorityId, authorityId);
});

test('it is replaced when its CA was tainted and revoked between two looks', async () => {
  const { rotator, manager } = await setUp();
  await rotator.rotateIfDue();
  const old = rotator.current().authorityId;
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  await manager.taint('x509', old);
  await manager.revoke('x509', old);
  assert.equal(await rotator.rotateIfDue(), true);
  assert.equal(rotator.current().authorityId, authorityId);
  assert.equal(await rotator.rotateIfDue(), false);
});

test('it is replaced as soon as somebody says that the bundle changed, without waiting for the next look', async () => {
  const { rotator, manager, clock, rotated } = await setUp();
  const ending = new AbortController();
  await rotator.rotateIfDue();
  rotator.run(ending.signal);
  const old = rotator.current().authorityId;
  const { authorityId } = await manager.prepare('x509');
  await manager.activate('x509', authorityId);
  await manager.taint('x509', old);
  const before = clock.now();
  rotator.wake();
  await until(() => rotated.length === 2);
  assert.deepEqual([rotator.current().authorityId, clock.now()], [authorityId, before]);
  ending.abort();
});

test('two who ask at once get one new X509-SVID', async () => {
  const { rotator, rotated } = await setUp();
  assert.deepEqual(await Promise.all([rotator.rotateIfDue(), rotator.rotateIfDue()]), [
    true,
    false,
  ]);
  assert.equal(rotated.length, 1);
});

test('the loop goes on after a failure and ends with its signal', async () => {
  const { rotator, store, clock, rotated } = await setUp();
  const ending = new AbortController();
  store.failure = new Error('database is locked');
  await rotator.rotateIfDue();
  rotator.run(ending.signal);
  await clock.advance(60_000);
  store.failure = undefined;
  for (let step = 0; step < 400 && rotated.length < 2; step++) {
    // A key is made on the thread pool, in real time: the clock moves only while the loop sleeps.
    await until(() => clock.pending > 0);
    await clock.advance(5_000);
  }
  assert.equal(rotated.length, 2);
  ending.abort();
  await clock.advance(0);
  assert.equal(clock.pending, 0);
});
