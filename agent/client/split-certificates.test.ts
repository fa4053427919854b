import assert from 'node:assert/strict';
import test from 'node:test';
import { splitCertificates } from './split-certificates.ts';

const short = Uint8Array.of(0x30, 1, 7);
const long = Uint8Array.of(0x30, 0x81, 0x80, ...new Uint8Array(0x80));

test('concatenated elements are split at their lengths', () => {
  assert.deepEqual(splitCertificates(Uint8Array.of()), []);
  assert.deepEqual(splitCertificates(Uint8Array.of(...short, ...long, ...short)), [
    short,
    long,
    short,
  ]);
});

test('what is not a row of whole sequences is refused', () => {
  const rows: readonly (readonly number[])[] = [
    [0x30],
    [0x30, 2, 1],
    [0x31, 0],
    [0x30, 0x80, 0, 0],
    [0x30, 0x85, 1, 0, 0, 0, 0],
    [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
    [...short, 0],
  ];
  for (const bytes of rows) {
    assert.throws(
      () => splitCertificates(Uint8Array.from(bytes)),
      { code: 'CERTIFICATE_INVALID' },
      bytes.join(),
    );
  }
});
