import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../common/clock/clock.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { createCsr } from '../../../common/x509/csr.ts';
import { generateKeyPair } from '../../../common/x509/keys.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import { attestWithToken, startTestServer } from '../../../testkit/running-server.ts';

const trust_domain = 'zeta.test';
const timeoutMs = 10_000;
const csr = createCsr(await generateKeyPair('ec-p256'));
const data = { type: 'join_token', payload: Buffer.from('t') };

const malformed: readonly [Init<spire.api.server.agent.v1.AttestAgentRequest>, string][] = [
  [{ challenge_response: Buffer.from('x') }, 'malformed param: missing params'],
  [{ params: { params: { csr } } }, 'malformed param: missing attestation data'],
  [{ params: { data } }, 'malformed param: missing X509-SVID parameters'],
  [{ params: { data, params: {} } }, 'malformed param: missing CSR'],
  [
    { params: { data: { payload: data.payload }, params: { csr } } },
    'malformed param: missing attestation data type',
  ],
  [
    { params: { data: { type: 'join_token' }, params: { csr } } },
    'malformed param: missing attestation data payload',
  ],
];
for (const [request, message] of malformed) {
  test(`an attestation is refused: ${message}`, async (t) => {
    const running = await startTestServer(t);
    const stream = running.dial().open(agentService.AttestAgent, { timeoutMs });
    await stream.send(request);
    await assert.rejects(stream.messages[Symbol.asyncIterator]().next(), {
      code: 'INVALID_ARGUMENT',
      message,
    });
  });
}

test('a stream that is closed at once is refused', async (t) => {
  const running = await startTestServer(t);
  const stream = running.dial().open(agentService.AttestAgent, { timeoutMs });
  stream.end();
  await assert.rejects(stream.messages[Symbol.asyncIterator]().next(), {
    message: 'failed to receive request from stream: EOF',
  });
});

const badTokens: readonly [Init<spire.api.server.agent.v1.CreateJoinTokenRequest>, RegExp][] = [
  [{}, /^ttl is required, you must provide one$/],
  [{ ttl: -1 }, /^ttl is required/],
  [{ ttl: 1, token: 'a b' }, /^join token cannot become part of a SPIFFE ID/],
  [
    { ttl: 1, agent_id: { trust_domain, path: '/spire/server' } },
    /^invalid agent ID: .* path is in the reserved namespace$/,
  ],
];
for (const [request, message] of badTokens) {
  test(`a join token is refused: ${message.source}`, async (t) => {
    const { admin } = await startTestServer(t);
    await assert.rejects(admin.unary(agentService.CreateJoinToken, request, { timeoutMs }), {
      code: 'INVALID_ARGUMENT',
      message,
    });
  });
}

test('a token is random unless it is chosen, and cannot be chosen twice', async (t) => {
  const { admin } = await startTestServer(t);
  const create = (token: string) =>
    admin.unary(agentService.CreateJoinToken, { ttl: 60, token }, { timeoutMs });
  const first = await create('');
  assert.match(first.value, /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  assert.ok(Math.abs(first.expires_at - 60 - systemClock.now() / 1000) < 30);
  assert.notEqual((await create('')).value, first.value);
  await create('mine');
  await assert.rejects(create('mine'), { code: 'ALREADY_EXISTS' });
});

test('agents are listed, counted, shown and masked', async (t) => {
  const running = await startTestServer(t);
  const { admin } = running;
  for (const token of ['a', 'b']) {
    await admin.unary(agentService.CreateJoinToken, { ttl: 60, token }, { timeoutMs });
    await attestWithToken(running, token);
  }
  const id = { trust_domain, path: '/spire/agent/join_token/b' };
  await admin.unary(agentService.BanAgent, { id }, { timeoutMs });
  const filter = { by_banned: { value: false } };
  assert.equal((await admin.unary(agentService.CountAgents, { filter }, { timeoutMs })).count, 1);
  const listed = await admin.unary(agentService.ListAgents, { filter }, { timeoutMs });
  const [agent] = listed.agents;
  assert.deepEqual(
    [agent?.id?.path, agent?.attestation_type, agent?.banned, agent?.can_reattest],
    ['/spire/agent/join_token/a', 'join_token', false, false],
  );
  assert.match(agent?.x509svid_serial_number ?? '', /^\d+$/);
  const output_mask = { banned: true };
  const shown = await admin.unary(agentService.GetAgent, { id, output_mask }, { timeoutMs });
  assert.deepEqual([shown.banned, shown.attestation_type], [true, '']);
  const late = { by_expires_before: '2999-01-01 00:00:00 +0000 +00' };
  const count = (by: object) =>
    admin.unary(agentService.CountAgents, { filter: by }, { timeoutMs });
  assert.equal((await count(late)).count, 2);
  await assert.rejects(count({ by_expires_before: 'tomorrow' }), { code: 'INVALID_ARGUMENT' });
});

test('an ID that is no agent is refused with the rule', async (t) => {
  const { admin } = await startTestServer(t);
  for (const method of [agentService.GetAgent, agentService.DeleteAgent, agentService.BanAgent]) {
    const call = admin.unary<object, unknown>(
      method,
      { id: { trust_domain, path: '/web' } },
      { timeoutMs },
    );
    await assert.rejects(call, {
      code: 'INVALID_ARGUMENT',
      message:
        'invalid agent ID: "spiffe://zeta.test/web" is not an agent in trust domain "zeta.test"; path is not in the agent namespace',
    });
  }
});
