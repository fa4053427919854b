import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBundleDocument } from '../../common/x509/bundle-document.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { refreshDelayMs } from './refresh-schedule.ts';

const partner = parseTrustDomain('partner.test');
const second = 1000;
const minute = 60 * second;

function bundleWith(hint: unknown) {
  return parseBundleDocument(partner, JSON.stringify({ keys: [], spiffe_refresh_hint: hint }));
}

const hints: readonly (readonly [unknown, number])[] = [
  [60, minute],
  [300, 5 * minute],
  [3600, 60 * minute],
  [1, minute],
  [0, 5 * minute],
  [-5, 5 * minute],
  ['x', 5 * minute],
  [null, 5 * minute],
  [1e12, 24 * 60 * minute],
];
for (const [hint, period] of hints) {
  test(`F132: with a hint of ${JSON.stringify(hint)} a bundle is fetched at least every ${period / second} s, spread over a tenth`, () => {
    const bundle = bundleWith(hint);
    assert.equal(
      refreshDelayMs({ failed: false, bundle }, () => 0),
      period,
    );
    assert.equal(
      refreshDelayMs({ failed: false, bundle }, () => 1 - 1e-12),
      Math.round(period * 0.9),
    );
  });
}

test('without a hint, roots that live short are followed more closely', async () => {
  const { bundle } = await createTestCa({ trustDomain: 'partner.test', ttlMs: 20 * minute });
  assert.equal(
    refreshDelayMs({ failed: false, bundle }, () => 0),
    // It began 10 s before now.
    121 * second,
  );
});

test('a failure is tried again after a quarter of the period, and after a minute while there is no bundle', () => {
  const bundle = bundleWith(60);
  assert.equal(
    refreshDelayMs({ failed: true, bundle }, () => 0),
    15 * second,
  );
  assert.equal(
    refreshDelayMs({ failed: true, bundle: undefined }, () => 0),
    minute,
  );
});
