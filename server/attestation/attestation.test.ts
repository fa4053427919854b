import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ErrorCode } from '../../common/errors/codes.ts';
import { hasCode, messageOf } from '../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import { parseSpiffeId, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { createCsr } from '../../common/x509/csr.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../testkit/memory-datastore.ts';
import { noContact, zetaTest } from '../../testkit/registration.ts';
import { joinToken } from '../plugins/NodeAttestor/join_token/join-token.ts';
import { ChangeFollower } from '../registration/change-follower.ts';
import { agentMirror, type AgentIndex } from './agent-index.ts';
import { Agents } from './agents.ts';
import { Attestation, type AgentSvid } from './attestation.ts';
import { hashJoinToken, joinTokenAgentId } from './join-tokens.ts';
import type { NodeAttestor } from './node-attestor.ts';

const token = 'f3a1';
const agentId = parseSpiffeId('spiffe://zeta.test/spire/agent/join_token/f3a1');
const popId = parseSpiffeId('spiffe://zeta.test/spire/agent/pop/n1');
const hourMs = 3_600_000;

/** Signs nothing, but counts: serial numbers are 1, 2, 3. */
class FakeSigner {
  readonly #clock: FakeClock;
  signed = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  signAgentX509Svid(spiffeId: SpiffeId): Promise<AgentSvid> {
    this.signed++;
    const notAfterMs = this.#clock.now() + hourMs;
    return Promise.resolve({
      spiffeId,
      chainDer: [],
      notAfterMs,
      serialNumber: String(this.signed),
    });
  }
}

async function setUp(t: TestContext, log: Logger = silentLogger) {
  const clock = new FakeClock();
  const store = memoryDatastore(t);
  const index: AgentIndex = new Map();
  const follower = new ChangeFollower({
    changes: store.changes,
    mirrors: { agent: agentMirror(index, store.agents) },
    clock,
    contact: noContact,
    pollMs: 5000,
  });
  const signer = new FakeSigner(clock);
  const pop: NodeAttestor = {
    async attest(_payload, challenge) {
      const response = await challenge(Buffer.from('prove it'));
      const selectors = [{ type: 'pop', value: Buffer.from(response).toString() }];
      return { agentId: popId, selectors, canReattest: true };
    },
  };
  const tokens = await joinToken.create({}, { trustDomain: zetaTest, clock, tokens: store.agents });
  const attestation = new Attestation({
    trustDomain: zetaTest,
    attestors: new Map([
      ['join_token', tokens],
      ['pop', pop],
    ]),
    store: store.agents,
    signer,
    follower,
    clock,
    log,
    agentSpiffeIdAsSelector: false,
  });
  const agents = new Agents({ store: store.agents, index, signer, follower, clock, log });
  return { clock, store, index, signer, attestation, agents };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

const keyPair = await generateKeyPair('ec-p256');
const csrDer = createCsr(keyPair);
const noChallenge = () => Promise.reject(new Error('no challenge expected'));
const signal = new AbortController().signal;

function attest({ attestation }: SetUp, more: { payload?: string; csrDer?: Uint8Array } = {}) {
  const payload = Buffer.from(more.payload ?? token);
  const request = { type: 'join_token', payload, csrDer: more.csrDer ?? csrDer };
  return attestation.attest(request, noChallenge, signal);
}

async function addToken({ store, clock }: SetUp, ttlMs = 1000): Promise<void> {
  const expiresAtMs = clock.now() + ttlMs;
  await store.agents.createJoinToken({ hash: hashJoinToken(token), expiresAtMs });
}

function rejectsWith(promise: Promise<unknown>, code: ErrorCode, message: string): Promise<void> {
  return assert.rejects(promise, (error) => {
    assert.ok(hasCode(error, code), String(error));
    assert.equal(error.message, message);
    return true;
  });
}

test('a join token makes an agent that cannot attest again, and works once', async (t) => {
  const context = await setUp(t);
  await addToken(context);
  const attested = await attest(context);
  assert.equal(attested.svid.spiffeId, agentId);
  assert.equal(attested.reattestable, false);
  assert.equal(context.index.get(agentId)?.serialNumber, '1');
  await rejectsWith(
    attest(context),
    'JOIN_TOKEN_INVALID',
    'failed to attest: join token does not exist or has already been used',
  );
});

test('a refused attestation is in the log with its reason and its sender, and without the token', async (t) => {
  const lines: unknown[] = [];
  const context = await setUp(t, {
    ...silentLogger,
    warn: (message, fields) =>
      lines.push([message, { ...fields, error: messageOf(fields?.error) }]),
  });
  const request = { type: 'join_token', payload: Buffer.from(token), csrDer, address: '192.0.2.7' };
  await assert.rejects(context.attestation.attest(request, noChallenge, signal));
  const error = 'failed to attest: join token does not exist or has already been used';
  assert.deepEqual(lines, [
    ['Agent attestation failed', { attestor: 'join_token', address: '192.0.2.7', error }],
  ]);
});

test('of two simultaneous uses of one token exactly one is answered with an SVID', async (t) => {
  const context = await setUp(t);
  await addToken(context);
  const results = await Promise.allSettled([attest(context), attest(context), attest(context)]);
  assert.deepEqual(results.map((result) => result.status).sort(), [
    'fulfilled',
    'rejected',
    'rejected',
  ]);
});

test('an expired token is refused as SPIRE does', async (t) => {
  const context = await setUp(t);
  await addToken(context);
  await context.clock.advance(1001);
  await rejectsWith(attest(context), 'JOIN_TOKEN_INVALID', 'join token expired');
});

test('a token that was refused because of its CSR still works', async (t) => {
  const context = await setUp(t);
  await addToken(context);
  await assert.rejects(attest(context, { csrDer: Buffer.from('rubbish') }), {
    code: 'CSR_INVALID',
  });
  const forged = Uint8Array.from(csrDer);
  forged[forged.length - 1] = (forged[forged.length - 1] ?? 0) ^ 1;
  await assert.rejects(attest(context, { csrDer: forged }), {
    code: 'CSR_INVALID',
    message: 'failed to parse CSR: CSR signature does not verify with its public key',
  });
  assert.equal(context.signer.signed, 0);
  assert.equal((await attest(context)).svid.spiffeId, agentId);
});

test('an unknown attestor type is a failed precondition', async (t) => {
  const { attestation } = await setUp(t);
  await rejectsWith(
    attestation.attest({ type: 'nope', payload: csrDer, csrDer }, noChallenge, signal),
    'FAILED_PRECONDITION',
    'error getting node attestor: could not find node attestor type "nope"',
  );
});

test('a challenge goes to the node and its answer to the attestor', async (t) => {
  const { attestation, index } = await setUp(t);
  const challenge = (asked: Uint8Array) => {
    assert.equal(Buffer.from(asked).toString(), 'prove it');
    return Promise.resolve(Buffer.from('here'));
  };
  const request = { type: 'pop', payload: csrDer, csrDer };
  assert.equal((await attestation.attest(request, challenge, signal)).reattestable, true);
  assert.deepEqual(index.get(popId)?.selectors, [{ type: 'pop', value: 'here' }]);
});

test('a banned agent cannot attest until it is evicted', async (t) => {
  const context = await setUp(t);
  const { attestation, agents } = context;
  const request = { type: 'pop', payload: csrDer, csrDer };
  const answer = () => Promise.resolve(Buffer.from('x'));
  await attestation.attest(request, answer, signal);
  await agents.ban(popId);
  await rejectsWith(
    attestation.attest(request, answer, signal),
    'PERMISSION_DENIED',
    'failed to attest: agent is banned',
  );
  await agents.evict(popId);
  assert.equal((await attestation.attest(request, answer, signal)).svid.spiffeId, popId);
});

test('an active agent is authorized without a query', async (t) => {
  const context = await setUp(t);
  await addToken(context);
  const { svid } = await attest(context);
  context.store.agents.find = () => Promise.reject(new Error('a query'));
  await context.agents.authorize(svid);
});

test('F109: a renewed SVID takes over when it is first used, and the old one ends there', async (t) => {
  const context = await setUp(t);
  const { agents } = context;
  await addToken(context);
  const first = (await attest(context)).svid;
  const second = await agents.renew(agentId, csrDer);
  await agents.authorize(first);
  await agents.authorize(second);
  await rejectsWith(
    agents.authorize(first),
    'AGENT_NOT_ACTIVE',
    `agent "${agentId}" expected to have serial number "2"; has "1"`,
  );
  await Promise.all([agents.authorize(second), agents.authorize(second)]);
});

test('two first uses of a renewed SVID at once are both authorized', async (t) => {
  const context = await setUp(t);
  await addToken(context);
  await attest(context);
  const second = await context.agents.renew(agentId, csrDer);
  await Promise.all([context.agents.authorize(second), context.agents.authorize(second)]);
});

test('each reason to refuse an agent has its code and text', async (t) => {
  const context = await setUp(t);
  const { agents, clock } = context;
  await addToken(context);
  const { svid } = await attest(context);
  const unknown = { ...svid, spiffeId: popId };
  await rejectsWith(
    agents.authorize(unknown),
    'AGENT_NOT_ATTESTED',
    `agent "${popId}" is not attested`,
  );
  await agents.ban(agentId);
  await rejectsWith(agents.authorize(svid), 'AGENT_BANNED', `agent "${agentId}" is banned`);
  await agents.evict(agentId);
  await rejectsWith(
    agents.authorize(svid),
    'AGENT_NOT_ATTESTED',
    `agent "${agentId}" is not attested`,
  );
  clock.jump(hourMs + 1);
  await rejectsWith(agents.authorize(svid), 'AGENT_EXPIRED', `agent "${agentId}" SVID is expired`);
});

test('an agent that can attest again may not renew', async (t) => {
  const { attestation, agents } = await setUp(t);
  const answer = () => Promise.resolve(Buffer.from('x'));
  await attestation.attest({ type: 'pop', payload: csrDer, csrDer }, answer, signal);
  await rejectsWith(
    agents.renew(popId, csrDer),
    'AGENT_MUST_REATTEST',
    'agent must reattest instead of renew',
  );
});

test('what is unknown cannot be evicted, banned, renewed or report its version', async (t) => {
  const { agents } = await setUp(t);
  await rejectsWith(agents.evict(agentId), 'NOT_FOUND', 'agent not found');
  await rejectsWith(agents.ban(agentId), 'NOT_FOUND', 'agent not found');
  await rejectsWith(agents.renew(agentId, csrDer), 'NOT_FOUND', 'agent not found');
  await rejectsWith(agents.postVersion(agentId, '1'), 'NOT_FOUND', 'agent not found');
  await rejectsWith(
    agents.postVersion(agentId, 'x'.repeat(256)),
    'INVALID_ARGUMENT',
    'agent version is too long (max 255 characters)',
  );
});

test('long expired agents are pruned, those that cannot attest again only when asked', async (t) => {
  const context = await setUp(t);
  const { agents, clock, index } = context;
  await addToken(context);
  await attest(context);
  await clock.advance(2 * hourMs);
  const policy = { expiredForMs: hourMs / 2, limit: 10 };
  assert.equal(await agents.prune({ ...policy, includeTofu: false }), 0);
  assert.equal(await agents.prune({ ...policy, includeTofu: true }), 1);
  assert.equal(index.size, 0);
});

for (const bad of ['', 'a b', 'a/b', '..', 'ä', 'a:b']) {
  test(`the token ${JSON.stringify(bad)} cannot become part of an ID, and the error does not quote it`, () => {
    assert.throws(
      () => joinTokenAgentId(zetaTest, bad),
      (error) => hasCode(error, 'INVALID_ARGUMENT') && !error.message.includes(`/${bad}`),
    );
  });
}
