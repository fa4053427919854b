import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerStream } from '../../../common/rpc/contract.ts';
import { silentLogger } from '../../../common/log/logger.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import { AuditLog } from '../../authorization/audit.ts';
import { attestAgent, type Attestor } from './attest-agent.ts';

type Request = spire.api.server.agent.v1.AttestAgentRequest;
type Response = spire.api.server.agent.v1.AttestAgentResponse;

const params = {
  data: { type: 'join_token', payload: Buffer.from('token') },
  params: { csr: Buffer.from('csr') },
};
const silences: readonly (readonly [string, readonly unknown[], Attestor])[] = [
  ['says nothing', [], { attest: () => Promise.reject(new Error('not reached')) }],
  [
    'does not answer a challenge',
    [{ params }],
    {
      async attest(_request, challenge) {
        await challenge(Uint8Array.of(1));
        throw new Error('not reached');
      },
    },
  ],
];
for (const [what, messages, attestor] of silences) {
  test(`a node that ${what} is let go after a minute`, async () => {
    const clock = new FakeClock();
    const stream = streamThatStays(messages as readonly Request[]);
    const outcome = assert.rejects(
      attestAgent(stream, attestor, new AuditLog(silentLogger), clock),
      { code: 'DEADLINE_EXCEEDED', message: 'attestation took too long' },
    );
    await clock.advance(59_999);
    assert.equal(clock.pending, 1);
    await clock.advance(1);
    await outcome;
  });
}

test('a node that is refused leaves no timer behind', async () => {
  const clock = new FakeClock();
  const attestor = { attest: () => Promise.reject(new Error('no')) };
  const stream = streamThatStays([{ params }] as unknown as readonly Request[]);
  await assert.rejects(attestAgent(stream, attestor, new AuditLog(silentLogger), clock), {
    message: 'no',
  });
  assert.equal(clock.pending, 0);
});

/** Gives these messages, then stays open without a word. */
function streamThatStays(given: readonly Request[]): ServerStream<Request, Response> {
  const stream: Partial<ServerStream<Request, Response>> = {
    path: '/spire.api.server.agent.v1.Agent/AttestAgent',
    signal: new AbortController().signal,
    peer: {
      kind: 'remote',
      connectionId: '1',
      address: '127.0.0.1',
      closed: new AbortController().signal,
    },
    messages: {
      async *[Symbol.asyncIterator]() {
        yield* given;
        await new Promise(() => undefined);
      },
    },
    send: () => Promise.resolve(),
  };
  return stream as ServerStream<Request, Response>;
}
