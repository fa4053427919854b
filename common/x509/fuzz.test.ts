import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestCa } from '../../testkit/test-ca.ts';
import { systemClock } from '../clock/clock.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { parseCertificate } from './certificate.ts';
import { createCsr, parseCsr } from './csr.ts';
import { generateKeyPair } from './keys.ts';
import { verifyX509Svid } from './svid.ts';

const ca = await createTestCa({ trustDomain: 'example.org' });
const svid = await ca.issue('spiffe://example.org/web', { dnsNames: ['a.test'] });
const leaf = svid.chainDer[0]!;
const csr = createCsr({ ...(await generateKeyPair('ec-p256')), uri: 'spiffe://example.org/web' });
const rounds = 4_000;
const seed = 20_260_101;

test(`${rounds} mutated certificates are parsed or refused by a SpiffeError`, () => {
  assert.ok(countRefused(leaf, (der) => parseCertificate(der)) > rounds / 4);
});

test(`${rounds} mutated CSRs are parsed or refused by a SpiffeError`, () => {
  assert.ok(countRefused(csr, (der) => parseCsr(der).verifySignature()) === rounds);
});

test(`none of ${rounds} mutated X509-SVIDs verifies, and each is refused by a SpiffeError`, () => {
  const roots = () => [ca.rootDer];
  const verify = (der: Uint8Array) => verifyX509Svid([der], roots, systemClock.now());
  assert.equal(countRefused(leaf, verify), rounds);
});

test('a certificate of 64 KiB made of the smallest values is refused within 200 ms', () => {
  const hostile = Buffer.alloc(64 * 1024, Buffer.of(0x30, 0));
  hostile.set([0x30, 0x83, 0x00, 0xff, 0xfb]);
  const list = Buffer.alloc(64 * 1024 - 4);
  list.set([0x30, 0x82, 0xff, 0xf8]);
  for (let at = 4; at < list.length; at += 2) list.set([5, 0], at);
  for (const der of [hostile, list]) {
    const start = systemClock.monotonic();
    assert.throws(() => parseCertificate(der), SpiffeError);
    assert.ok(systemClock.monotonic() - start < 200);
  }
});

/** Feeds seeded mutations of `der`, each different from it; whatever else is thrown fails the test. */
function countRefused(der: Uint8Array, parse: (der: Uint8Array) => unknown): number {
  const random = seeded(seed);
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const mutant = mutate(der, random);
    try {
      parse(mutant);
    } catch (error) {
      assert.ok(error instanceof SpiffeError, `round ${round}: ${String(error)}`);
      refused++;
    }
  }
  return refused;
}

function mutate(der: Uint8Array, random: (below: number) => number): Uint8Array {
  const at = random(der.length);
  const length = 1 + random(8);
  const kinds = [
    () => flip(der, at, 1 << random(8)),
    () => flip(flip(der, at, 1 + random(255)), random(der.length), 1 + random(255)),
    () => Buffer.concat([der.subarray(0, at), der.subarray(at + length)]),
    () => Buffer.concat([der.subarray(0, at), Buffer.alloc(length, random(256)), der.subarray(at)]),
    () => der.subarray(0, at),
  ];
  const mutant = kinds[random(kinds.length)]!();
  return Buffer.compare(mutant, der) === 0 ? der.subarray(1) : mutant;
}

function flip(der: Uint8Array, at: number, mask: number): Uint8Array {
  const copy = Uint8Array.from(der);
  copy[at] = copy[at]! ^ mask;
  return copy;
}

/** mulberry32: the same numbers in each run. */
function seeded(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
