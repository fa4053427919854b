import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import {
  basicConstraints,
  extKeyUsage,
  extKeyUsages,
  keyUsage,
  keyUsages,
  subjectAltNames,
  type Extension,
} from '../../common/x509/extensions.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { createMemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { CaManager } from './ca-manager.ts';
import { CaSigner } from './ca-signer.ts';
import type { CredentialComposer } from './credential-composer.ts';

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

test('a batch that fails before it is signed gives way all the same', async () => {
  // Each request takes a millisecond of this clock.
  let now = 0;
  const ticking = { ...systemClock, monotonic: () => now++ };
  const seen = { turns: 0, signing: true };
  const count = () => {
    seen.turns++;
    if (seen.signing) setImmediate(count);
  };
  setImmediate(count);
  const bad = { ...requestFor(0), publicKeyDer: Uint8Array.of(0x30, 1, 0) };
  await new CaSigner(manager, ticking).signX509Svids(Array.from({ length: 1000 }, () => bad));
  seen.signing = false;
  assert.ok(seen.turns > 10, `only ${seen.turns} turns`);
});

const { digitalSignature, keyCertSign, keyEncipherment } = keyUsages;
const badSvids: readonly [what: string, Extension, text: RegExp][] = [
  ['a CA', basicConstraints(true), /has the CA flag/],
  ['a signer of certificates', keyUsage(digitalSignature | keyCertSign), /usage that is too wide/],
  ['unable to sign', keyUsage(keyEncipherment), /lacks digitalSignature/],
  ['of servers only', extKeyUsage([extKeyUsages.serverAuth]), /without serverAuth and clientAuth/],
  [
    'somebody else’s',
    subjectAltNames([], ['spiffe://example.org/other']),
    /must name "spiffe:\/\/example\.org\/workload-1"/,
  ],
  [
    'two workloads’',
    subjectAltNames([], [requestFor(1).spiffeId, 'spiffe://example.org/other']),
    /must name "spiffe:\/\/example\.org\/workload-1" and nothing else/,
  ],
];
for (const [what, extension, text] of badSvids) {
  test(`an X509-SVID that a composer makes ${what} is not handed out`, async () => {
    await manager.start();
    const composer: CredentialComposer = {
      name: 'bad',
      composeWorkloadX509Svid: (attributes) =>
        Promise.resolve({ ...attributes, extraExtensions: [extension] }),
    };
    const { profile, x509 } = manager;
    const composed = new CaSigner({ profile, x509, composers: [composer] }, systemClock);
    await assert.rejects(
      composed.signX509Svid(requestFor(1)),
      (error) => hasCode(error, 'INTERNAL') && text.test(error.message),
    );
  });
}

const badCas: readonly [what: string, Extension, text: RegExp][] = [
  ['a leaf', basicConstraints(false), /does not have the CA flag/],
  ['unable to sign', keyUsage(digitalSignature), /lacks keyCertSign/],
  ['good for encryption', keyUsage(keyCertSign | keyEncipherment), /usage that is too wide/],
  ['another trust domain’s', subjectAltNames([], ['spiffe://other.test']), /must name/],
];
for (const [what, extension, text] of badCas) {
  test(`a downstream CA that a composer makes ${what} is not handed out`, async () => {
    await manager.start();
    const composer: CredentialComposer = {
      name: 'bad',
      composeServerX509Ca: (attributes) =>
        Promise.resolve({ ...attributes, extraExtensions: [extension] }),
    };
    const { profile, x509 } = manager;
    const composed = new CaSigner({ profile, x509, composers: [composer] }, systemClock);
    await assert.rejects(
      composed.signDownstreamCa({ publicKeyDer, ttlMs: 60_000 }),
      (error) => hasCode(error, 'INTERNAL') && text.test(error.message),
    );
  });
}
