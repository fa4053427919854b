import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRefusal } from './nack.ts';

// Texts of Envoy 1.36.4 and 1.40.0.
const rows: readonly [text: string, nackClass: string, culprit: string][] = [
  [
    'Failed to load private key from <inline>, Cause: error:0b000074:X.509 certificate routines:OPENSSL_internal:KEY_VALUES_MISMATCH',
    'key_mismatch',
    'certificate',
  ],
  ['Failed to load certificate chain from <inline>', 'bad_pem', 'certificate'],
  [
    'Failed to load private key from <inline>, Cause: error:0900006e:PEM routines:OPENSSL_internal:NO_START_LINE',
    'bad_pem',
    'certificate',
  ],
  ['Failed to load trusted CA certificate for a.test', 'bad_ca', 'bundle'],
  ['Failed to load trusted CA certificates from <inline>', 'bad_ca', 'bundle'],
  ['No trust domains found in SPIFFE bundle', 'bad_ca', 'bundle'],
  [
    'Multiple trust bundles are given for one trust domain for a.test, workload: ',
    'bad_ca',
    'bundle',
  ],
  ['Failed to load incomplete private key from path: ', 'wrong_slot', 'sent'],
  [
    'SAN-based verification of peer certificates without trusted CA is insecure and not allowed',
    'wrong_slot',
    'sent',
  ],
  ['OHNO!', 'other', 'sent'],
];

for (const [text, nackClass, culprit] of rows) {
  test(`${JSON.stringify(text.slice(0, 70))} is ${nackClass} of the ${culprit}`, () => {
    const refusal = readRefusal(text);
    assert.deepEqual([refusal.class, refusal.culprit], [nackClass, culprit]);
  });
}

test('the text for people is cut and has no control characters', () => {
  const { text } = readRefusal(`a\u001b[31m\n\u202e${'x'.repeat(9999)}\ud800`);
  assert.equal(text.length, 512);
  assert.match(text, /^a \[31m {2}x+$/);
});
