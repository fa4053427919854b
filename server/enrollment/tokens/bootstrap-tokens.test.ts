import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ErrorCode } from '../../../common/errors/codes.ts';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { silentLogger, type LogFields } from '../../../common/log/logger.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import { noMetrics } from '../../../common/telemetry/metrics.ts';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../../testkit/memory-datastore.ts';
import { zetaTest } from '../../../testkit/registration.ts';
import { ringOf } from '../../../testkit/tokens.ts';
import type { AttestationRecord } from '../../datastore/datastore.ts';
import { BootstrapTokens } from './bootstrap-tokens.ts';
import { newToken } from './token-text.ts';
import { checkPepper, pepperStatus } from './pepper-status.ts';

function setUp(t: TestContext, ring = ringOf('k1'), spireJoinTokenIds = false) {
  const clock = new FakeClock();
  const store = memoryDatastore(t);
  const refusals: string[] = [];
  const metrics = {
    ...noMetrics,
    counter: () => ({ inc: (labels?: object) => refusals.push(JSON.stringify(labels)) }),
  };
  const lines: LogFields[] = [];
  const log = {
    ...silentLogger,
    warn: (_: string, fields: LogFields = {}) => void lines.push(fields),
  };
  const shared = { trustDomain: zetaTest, store: store.tokens, clock, log };
  const withRing = (by = ring) =>
    new BootstrapTokens({ ...shared, ring: by, spireJoinTokenIds, metrics });
  return { clock, lines, store, refusals, tokens: withRing(), withRing };
}

const join = { ttlSeconds: 600, token: '' };
const cluster = { ttlSeconds: 600, maxUses: 3, description: '', profile: '' };

function refuses(promise: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
  return assert.rejects(promise, (error) => {
    assert.ok(hasCode(error, code), String(error));
    assert.match(error.message, message);
    return true;
  });
}

const unknown = /^failed to attest: join token does not exist or has already been used$/;

test('ENR-22 a join token gives an agent ID that does not contain it', async (t) => {
  const { tokens } = setUp(t);
  const { token } = await tokens.makeJoinToken(join);
  const { agentId } = (await tokens.admit(token))!;
  assert.match(agentId, /^spiffe:\/\/zeta\.test\/spire\/agent\/join_token\/[0-9a-f-]{36}$/);
  assert.ok(!agentId.includes(token.split('.')[1]!), agentId);
});

test('spire_join_token_ids puts the join token into the agent ID, but never a cluster token', async (t) => {
  const { tokens } = setUp(t, ringOf('k1'), true);
  const { token } = await tokens.makeJoinToken(join);
  assert.ok((await tokens.admit(token))?.agentId.endsWith(`/join_token/${token}`));
  const many = await tokens.makeClusterToken(cluster);
  const { agentId } = (await tokens.admit(many.token))!;
  assert.ok(!agentId.includes(many.token.split('.')[2]!), agentId);
});

test('two nodes with one cluster token become two agents', async (t) => {
  const { tokens } = setUp(t);
  const { token } = await tokens.makeClusterToken(cluster);
  const [a, b] = [await tokens.admit(token), await tokens.admit(token)];
  assert.notEqual(a?.agentId, b?.agentId);
});

test('a token that an operator chose is admitted, and refused a second time', async (t) => {
  const { tokens, withRing } = setUp(t);
  await tokens.makeJoinToken({ ...join, token: 'sesame' });
  assert.notEqual(await tokens.admit('sesame'), undefined);
  const rotated = withRing(ringOf('k2', ['k1', 'k2']));
  await refuses(rotated.makeJoinToken({ ...join, token: 'sesame' }), 'ALREADY_EXISTS', /exists/);
  await refuses(tokens.makeJoinToken({ ...join, token: 'a/b' }), 'INVALID_ARGUMENT', /slash/);
});

test('a text that is stored nowhere is left to whoever keeps older tokens', async (t) => {
  const { tokens } = setUp(t);
  assert.equal(await tokens.admit('older'), undefined);
  await refuses(tokens.admit('x'.repeat(1025)), 'JOIN_TOKEN_INVALID', unknown);
});

test('made-up tokens fill no log: each is counted, and lines are bounded', async (t) => {
  const { lines, refusals, tokens } = setUp(t);
  const made = Array.from({ length: 1_000 }, () => newToken('cluster').text);
  for (const token of made) await refuses(tokens.admit(token), 'JOIN_TOKEN_INVALID', unknown);
  assert.equal(refusals.length, 1_000);
  assert.equal(lines.length, 100);
});

test('ENR-23 each refusal has one text for the node and its own reason for operators', async (t) => {
  const { clock, refusals, tokens, withRing } = setUp(t);
  const { id, token } = await tokens.makeClusterToken(cluster);
  const other = (await tokens.makeClusterToken(cluster)).token;
  await refuses(
    tokens.admit(token.replace(id, other.split('.')[1]!)),
    'JOIN_TOKEN_INVALID',
    unknown,
  );
  await refuses(
    tokens.admit(token.replace(id.slice(0, 8), 'eeeeeeee')),
    'JOIN_TOKEN_INVALID',
    unknown,
  );
  await refuses(withRing(ringOf('k2')).admit(token), 'JOIN_TOKEN_INVALID', unknown);
  await tokens.revoke(id);
  await refuses(tokens.admit(token), 'JOIN_TOKEN_INVALID', unknown);
  await clock.advance(600_001);
  await refuses(tokens.admit(other), 'JOIN_TOKEN_INVALID', /^join token expired$/);
  assert.deepEqual(
    refusals,
    ['token_wrong', 'token_unknown', 'token_key_unknown', 'token_revoked', 'token_expired'].map(
      (reason) => JSON.stringify({ reason }),
    ),
  );
});

const wrongWishes = [
  [{ maxUses: 0 }, /^max_uses must be a whole number from 1 to 1000000, not 0$/],
  [{ maxUses: 1.5 }, /^max_uses/],
  [{ maxUses: 1_000_001 }, /^max_uses/],
  [{ ttlSeconds: 0 }, /^ttl must be a whole number from 1 to 31622400, not 0$/],
  [{ ttlSeconds: 31_622_401 }, /^ttl/],
  [{ description: 'x'.repeat(201) }, /^description must have at most 200 characters$/],
] as const;
for (const [wish, message] of wrongWishes) {
  test(`a cluster token with ${JSON.stringify(wish).slice(0, 40)} is refused`, async (t) => {
    const { tokens } = setUp(t);
    await refuses(tokens.makeClusterToken({ ...cluster, ...wish }), 'INVALID_ARGUMENT', message);
  });
}

test('revoking what does not exist says so', async (t) => {
  const { tokens } = setUp(t);
  await refuses(tokens.revoke('nobody'), 'NOT_FOUND', /^token "nobody" not found$/);
});

test('ENR-25 the pepper status counts each key, also one that the configuration lacks', async (t) => {
  const { clock, store, tokens } = setUp(t);
  await tokens.makeJoinToken(join);
  await tokens.makeClusterToken(cluster);
  const uses = await store.tokens.countByKey(clock.now());
  const zero = { joinTokens: 0, clusterTokens: 0, nodeTokens: 0 };
  assert.deepEqual(pepperStatus(ringOf('k2', ['k0', 'k2']), uses), [
    { ...zero, keyId: 'k2', role: 'write' },
    { ...zero, keyId: 'k0', role: 'read' },
    { ...zero, keyId: 'k1', role: 'unknown', joinTokens: 1, clusterTokens: 1 },
  ]);
});

/** Admits a node with a join token of its own; returns the ID of its agent. */
async function attest({ clock, store, tokens }: Parts): Promise<SpiffeId> {
  const { token } = await tokens.makeJoinToken(join);
  const { agentId: spiffeId, tokenUse } = (await tokens.admit(token))!;
  const record: AttestationRecord = {
    spiffeId,
    attestationType: 'join_token',
    serialNumber: '1',
    expiresAtMs: 0,
    canReattest: false,
    selectors: [],
  };
  await store.agents.useTokenAndAttest(tokenUse!, record, clock.now());
  return spiffeId;
}

type Parts = Pick<ReturnType<typeof setUp>, 'clock' | 'store' | 'tokens'>;

/** Runs the check of a start. */
async function start(
  { clock, store }: Omit<Parts, 'tokens'>,
  ring?: ReturnType<typeof ringOf>,
  { forget = [] as readonly string[], hasFleet = true } = {},
) {
  const logged: string[] = [];
  const info = (text: string, fields = {}) => void logged.push(text + JSON.stringify(fields));
  const inUse = { ring, forgottenKeyIds: forget, hasFleet };
  const log = { ...silentLogger, info };
  await checkPepper(inUse, store.tokens, clock.now(), log);
  return logged;
}

test('ENR-25 a server does not start without a key that is in use, and does once it is forgotten', async (t) => {
  const parts = setUp(t);
  await parts.tokens.makeClusterToken(cluster);
  const text = /^server\.token_pepper\.keys lacks keys that are in use: "k1" \(1 cluster token\)/;
  await refuses(start(parts, ringOf('k2')), 'FAILED_PRECONDITION', text);
  await refuses(start(parts), 'FAILED_PRECONDITION', text);
  await start(parts, ringOf('k2', ['k1', 'k2']));
  await start(parts, ringOf('k2'), { forget: ['k1'] });
  assert.deepEqual(await parts.store.tokens.countByKey(parts.clock.now()), []);
});

test('a pepper that is taken out is forgotten without another one', async (t) => {
  const parts = setUp(t);
  await parts.tokens.makeClusterToken(cluster);
  await start(parts, undefined, { forget: ['k1'] });
  assert.deepEqual(await parts.store.tokens.countByKey(parts.clock.now()), []);
});

test('ENR-25 node tokens stop the start of a server with a fleet endpoint alone, and each key is named once', async (t) => {
  const parts = setUp(t);
  const agentId = await attest(parts);
  const binding = { cluster: '', nodeUid: '', podUid: '', profile: '', profileVersion: 0 };
  const { id, ...digest } = ringOf('k1').digestOf('node', { id: 'n' });
  const node = { id, agentId, digest, binding, expiresAtMs: parts.clock.now() + 60_000 };
  assert.equal(await parts.store.fleet.issue(node), true);
  assert.deepEqual(await start(parts, undefined, { hasFleet: false }), [
    'Node tokens are of no use without server.fleet and expire{"count":1}',
  ]);
  await parts.tokens.makeClusterToken(cluster);
  await parts.tokens.makeClusterToken(cluster);
  const both = /in use: "k1" \(2 cluster tokens, 1 node token\); .* forget = \["k1"\] in/;
  await refuses(start(parts), 'FAILED_PRECONDITION', both);
  const bootstrap = /in use: "k1" \(2 cluster tokens\); /;
  await refuses(start(parts, undefined, { hasFleet: false }), 'FAILED_PRECONDITION', bootstrap);
});

test('ENR-25 a key may go once its tokens were used, revoked or are over', async (t) => {
  const { clock, store, tokens } = setUp(t);
  await attest({ clock, store, tokens });
  await tokens.revoke((await tokens.makeClusterToken(cluster)).id);
  await tokens.makeClusterToken(cluster);
  await clock.advance(600_001);
  await start({ clock, store }, ringOf('k2'));
});
