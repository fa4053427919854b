import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareHost, hostAndPort } from './host-port.ts';

const rows: readonly (readonly [written: string, host: string, withPort: string])[] = [
  ['127.0.0.1', '127.0.0.1', '127.0.0.1:8081'],
  ['localhost', 'localhost', 'localhost:8081'],
  ['::', '::', '[::]:8081'],
  ['[::]', '::', '[::]:8081'],
  ['[::1]', '::1', '[::1]:8081'],
  ['[fe80::1%eth1]', 'fe80::1%eth1', '[fe80::1%eth1]:8081'],
];
for (const [written, host, withPort] of rows) {
  test(`F151: ${written} is the host ${host}, and ${withPort} with a port`, () => {
    assert.equal(bareHost(written), host);
    assert.equal(hostAndPort(host, 8081), withPort);
  });
}
