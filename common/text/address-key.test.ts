import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from './address-key.ts';

const keys: readonly [string, string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth1', 'fe80:0:0:0::/64'],
  ['fe80::1%eth2', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
];

for (const [address, key] of keys) {
  test(`F151: the limit of ${JSON.stringify(address)} is that of ${JSON.stringify(key)}`, () => {
    assert.equal(addressKey(address), key);
  });
}
