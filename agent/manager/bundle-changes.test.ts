import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { bundleOf } from '../../testkit/registration.ts';
import { losesAuthority, newlyTainted, sameBundle } from './bundle-changes.ts';

const root = { der: Uint8Array.of(1), tainted: false };
const other = { der: Uint8Array.of(2), tainted: false };
const key = { keyId: 'k', publicKeyDer: Uint8Array.of(3), expiresAtMs: 1, tainted: false };
const bundle: Bundle = { ...bundleOf('zeta.test'), x509Authorities: [root], jwtAuthorities: [key] };

const changes: readonly [what: string, change: Partial<Bundle>, same: boolean][] = [
  ['its number', { sequenceNumber: 9, refreshHintSeconds: 9 }, true],
  ['copies of the same bytes', { x509Authorities: [{ ...root, der: Uint8Array.of(1) }] }, true],
  ['an X.509 authority', { x509Authorities: [other] }, false],
  ['one more X.509 authority', { x509Authorities: [root, other] }, false],
  ['the taint of an X.509 authority', { x509Authorities: [{ ...root, tainted: true }] }, false],
  ['the ID of a JWT key', { jwtAuthorities: [{ ...key, keyId: 'l' }] }, false],
  ['a JWT key', { jwtAuthorities: [{ ...key, publicKeyDer: Uint8Array.of(4) }] }, false],
  ['the end of a JWT key', { jwtAuthorities: [{ ...key, expiresAtMs: 2 }] }, false],
  ['the taint of a JWT key', { jwtAuthorities: [{ ...key, tainted: true }] }, false],
  ['one JWT key fewer', { jwtAuthorities: [] }, false],
];
for (const [what, change, same] of changes) {
  test(`${what} makes ${same ? 'no' : 'a'} difference to a workload`, () => {
    assert.equal(sameBundle(bundle, { ...bundle, ...change }), same);
    assert.equal(sameBundle({ ...bundle, ...change }, bundle), same);
  });
}

test('an authority is lost when its bytes are gone, not when it is tainted or moves', () => {
  const both = { ...bundle, x509Authorities: [root, other] };
  const moved = { ...bundle, x509Authorities: [other, { ...root, tainted: true }] };
  assert.equal(losesAuthority(both, moved), false);
  assert.equal(losesAuthority(both, bundle), true);
});

test('an authority is newly tainted once', () => {
  const tainted = { ...bundle, x509Authorities: [{ ...root, tainted: true }, other] };
  assert.deepEqual(newlyTainted(undefined, tainted), [tainted.x509Authorities[0]]);
  assert.deepEqual(newlyTainted(bundle, tainted), [tainted.x509Authorities[0]]);
  assert.deepEqual(newlyTainted(tainted, tainted), []);
});
