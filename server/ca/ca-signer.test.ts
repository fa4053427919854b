import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { createMemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { CaManager } from './ca-manager.ts';
import { CaSigner } from './ca-signer.ts';

const trustDomain = parseTrustDomain('example.org');
const { publicKeyDer } = await generateKeyPair('ec-p256');
const requestFor = (at: number) => ({
  spiffeId: parseSpiffeId(`spiffe://example.org/workload-${at}`),
  publicKeyDer,
  ttlMs: 60_000,
});

const manager = new CaManager({
  trustDomain,
  caTtlMs: 3_600_000,
  caKeyType: 'ec-p256',
  keys: createMemoryKeyManager(),
  store: createMemoryCaStore(trustDomain),
  clock: systemClock,
  log: silentLogger,
});
const signer = new CaSigner(manager, systemClock);

test('before the start nothing is signed, and the caller may try again', async () => {
  const idle = new CaSigner(manager, systemClock);
  await assert.rejects(idle.signX509Svid(requestFor(0)), (error) => hasCode(error, 'UNAVAILABLE'));
  const [outcome] = await idle.signX509Svids([requestFor(0)]);
  assert.equal(outcome?.ok === false && outcome.error.code, 'UNAVAILABLE');
});

test('a batch comes back in its order, and a bad key fails alone', async () => {
  await manager.start();
  const batch = Array.from({ length: 100 }, (_, at) => requestFor(at));
  batch[42] = { ...requestFor(42), publicKeyDer: Uint8Array.of(0x30, 1, 0) };
  const outcomes = await signer.signX509Svids(batch);
  const ids = outcomes.map((outcome) => (outcome.ok ? outcome.svid.spiffeId : outcome.error.code));
  const expected = batch.map((request) => request.spiffeId as string);
  assert.deepEqual(ids, expected.with(42, 'KEY_INVALID'));
  const [first] = outcomes;
  assert.ok(first?.ok === true);
  assert.deepEqual(parseCertificate(first.svid.chainDer[0]!).uris, [expected[0]]);
});

test('an empty batch is an empty answer', async () => {
  assert.deepEqual(await signer.signX509Svids([]), []);
});

test('the event loop has many turns while a batch of 500 is signed', async () => {
  await manager.start();
  const batch = Array.from({ length: 500 }, (_, at) => requestFor(at));
  const seen = { turns: 0, signing: true };
  const count = () => {
    seen.turns++;
    if (seen.signing) setImmediate(count);
  };
  setImmediate(count);
  await signer.signX509Svids(batch);
  seen.signing = false;
  assert.ok(seen.turns > 10, `only ${seen.turns} turns`);
});
