import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzHttp2 } from '../../../testkit/http2-fuzz.ts';

/** `npm run test:fuzz` asks for a million. */
const sequences = Number(process.env['SIGIL_FUZZ_SEQUENCES'] ?? 15_000);

test(`${sequences} frame sequences end nothing but their connection, and every answer is sound`, async () => {
  const report = await fuzzHttp2(sequences, 9113);
  assert.equal(report.sequences, sequences);
  // Neither all nor none: else the sequences would not reach what they are made for.
  assert.ok(report.faulted > sequences / 20 && report.faulted < (sequences * 9) / 10);
  assert.ok(report.answeredOk > sequences / 20, JSON.stringify(report));
});
