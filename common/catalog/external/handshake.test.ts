import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../../errors/spiffe-error.ts';
import { parseHandshake } from './handshake.ts';

const good = [
  '1|1|unix|/tmp/plugin266995006|grpc|',
  '1|1|unix|/tmp/plugin266995006|grpc',
  '  1|1|unix|/tmp/plugin266995006|grpc||true\r',
  '1|1|unix|/tmp/plugin266995006|grpc|short|false',
];
for (const line of good) {
  test(`the socket of ${JSON.stringify(line)} is found`, () => {
    assert.equal(parseHandshake(line), '/tmp/plugin266995006');
  });
}

const bad: readonly [string, RegExp][] = [
  ['', /Unrecognized remote plugin message: ""/],
  ['listening on 8080', /Unrecognized remote plugin message: "listening on 8080"/],
  ['1|1|unix', /Unrecognized/],
  [`x${'y'.repeat(10_000)}`, /^Unrecognized remote plugin message: "xy{199}"$/],
  ['2|1|unix|/a|grpc', /incompatible core API version with plugin: it has "2", expected 1/],
  ['|1|unix|/a|grpc', /incompatible core API version with plugin: it has ""/],
  ['1|2|unix|/a|grpc', /incompatible API version with plugin: it has "2", expected 1/],
  ['1|1|unix|/a|netrpc', /unsupported plugin protocol "netrpc": expected "grpc"/],
  ['1|1|unix|/a', /unsupported plugin protocol "netrpc"/],
  ['1|1|tcp|127.0.0.1:10000|grpc', /listens on "tcp" "127.0.0.1:10000": only Unix sockets/],
  ['1|1|vsock|/a|grpc', /listens on "vsock"/],
  [`1|1|unix|/a|grpc|${'M'.repeat(51)}`, /serves TLS, which it was not asked for/],
  ['1|1|unix|a|grpc', /not an absolute path/],
  ['1|1|unix||grpc', /not an absolute path/],
];
for (const [line, expected] of bad) {
  test(`refused as a handshake: ${JSON.stringify(line.slice(0, 40))}`, () => {
    assert.throws(
      () => parseHandshake(line),
      (error) => hasCode(error, 'FAILED_PRECONDITION') && expected.test(error.message),
    );
  });
}
