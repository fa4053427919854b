import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestCa } from '../../testkit/test-ca.ts';
import { verifyServer } from './dial.ts';

const serverMs = Date.UTC(2026, 5, 1, 12);
const clock = { now: () => serverMs };
const second = 1_000;
const minute = 60 * second;

async function verifyAt(agentMs: number): Promise<void> {
  const ca = await createTestCa({ trustDomain: 'example.org', clock });
  const server = await ca.issue('spiffe://example.org/spire/server', { ttlMs: 60 * minute });
  verifyServer(server.chainDer, ca.bundle, ca.trustDomain, agentMs);
}

for (const skewMs of [-8 * second, 0, 5 * minute]) {
  test(`F120: a clock that is ${skewMs / second} s off the server's sees a valid server`, () =>
    assert.doesNotReject(verifyAt(serverMs + skewMs)));
}

const wrongClocks = [
  ['slow', -5 * minute, /current time 2026-06-01T11:55:00Z is before 2026-06-01T11:5\d:\d\dZ/],
  [
    'fast',
    61 * minute,
    /current time 2026-06-01T13:01:00Z is after 2026-06-01T(12:59|13:00):\d\dZ/,
  ],
] as const;
for (const [what, skewMs, times] of wrongClocks) {
  test(`F120: a clock that is too ${what} is told with both times, and to compare the clocks`, () =>
    assert.rejects(verifyAt(serverMs + skewMs), (error: Error) => {
      assert.match(error.message, times);
      assert.match(error.message, /; compare the clocks of this node and of the server$/);
      return true;
    }));
}
