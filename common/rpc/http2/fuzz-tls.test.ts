import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeTlsSocket } from '../../../testkit/http2-fake-socket.ts';
import { fuzzHttp2 } from '../../../testkit/http2-fuzz.ts';
import { fuzzTlsPort } from '../../../testkit/http2-fuzz-tls.ts';

/** `npm run test:fuzz` asks for a million. */
const sequences = Number(process.env['SIGIL_FUZZ_SEQUENCES'] ?? 5_000);
/** Each has a handshake of its own: `npm run test:fuzz:tls` asks for a million, which takes hours. */
const handshakes = Number(process.env['SIGIL_FUZZ_HANDSHAKES'] ?? 250);

test(`${sequences} frame sequences written as over TLS end nothing but their connection, and every answer is sound`, async () => {
  const report = await fuzzHttp2(sequences, 8446, () => new FakeTlsSocket());
  assert.equal(report.sequences, sequences);
  assert.ok(report.faulted > sequences / 20 && report.faulted < (sequences * 9) / 10);
  assert.ok(report.answeredOk > sequences / 20, JSON.stringify(report));
});

test(`${handshakes} frame sequences at a real TLS port end nothing but their connection`, async () => {
  const report = await fuzzTlsPort(handshakes, 9113);
  assert.ok(report.sequences >= handshakes);
  assert.ok(report.faulted > handshakes / 20 && report.faulted < (handshakes * 9) / 10);
  assert.ok(report.answeredOk > handshakes / 20, JSON.stringify(report));
});
