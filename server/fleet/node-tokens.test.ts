import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ErrorCode } from '../../common/errors/codes.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { noMetrics } from '../../common/telemetry/metrics.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../testkit/memory-datastore.ts';
import { ringOf } from '../../testkit/tokens.ts';
import type { Agent } from '../datastore/datastore.ts';
import { nodeBindings } from './node-binding.ts';
import { NodeTokens } from './node-tokens.ts';

const spiffeId = parseSpiffeId('spiffe://zeta.test/spire/agent/k8s_psat/prod/n-1');

function selectors(podUid: string) {
  const values = ['cluster:prod', 'agent_node_uid:n-1', `agent_pod_uid:${podUid}`];
  return values.map((value) => ({ type: 'k8s_psat', value }));
}

async function setUp(t: TestContext) {
  const clock = new FakeClock();
  const store = memoryDatastore(t);
  const attest = (podUid: string) =>
    store.agents.attest(
      {
        spiffeId,
        attestationType: 'k8s_psat',
        serialNumber: '1',
        expiresAtMs: clock.now() + 3_600_000,
        canReattest: true,
        selectors: selectors(podUid),
      },
      clock.now(),
    );
  await attest('p-1');
  const profile = { outdated: false };
  const outcomes: string[] = [];
  const metrics = {
    ...noMetrics,
    counter: () => ({ inc: (labels?: object) => void outcomes.push(JSON.stringify(labels)) }),
  };
  const tokens = new NodeTokens({
    ring: ringOf('k1'),
    store: store.fleet,
    agents: store.agents,
    bindingOf: nodeBindings({ mustReattest: () => profile.outdated }),
    tokenTtlMs: 600_000,
    clock,
    log: silentLogger,
    metrics,
  });
  const report = (token: string) => tokens.report(token, { heartbeat: '{}' });
  return { attest, clock, outcomes, profile, report, store, tokens };
}

function refuses(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  return assert.rejects(promise, (error) => hasCode(error, code));
}

test('a report tells whose it is, and a token lives for its time', async (t) => {
  const { clock, outcomes, report, tokens } = await setUp(t);
  const { expiresAtMs, token } = await tokens.issue(spiffeId);
  assert.equal(expiresAtMs, clock.now() + 600_000);
  assert.equal(await report(token), spiffeId);
  await clock.advance(600_001);
  await refuses(report(token), 'UNAUTHENTICATED');
  assert.deepEqual(
    outcomes,
    ['stored', 'token_expired'].map((outcome) => JSON.stringify({ outcome })),
  );
});

test('a new version of the profile ends the token with the next report, and gives no other', async (t) => {
  const { profile, report, tokens } = await setUp(t);
  const { token } = await tokens.issue(spiffeId);
  await report(token);
  profile.outdated = true;
  await refuses(report(token), 'UNAUTHENTICATED');
  await refuses(tokens.issue(spiffeId), 'PERMISSION_DENIED');
  profile.outdated = false;
  await report(token);
});

test('another pod behind the same agent ID does not inherit the token', async (t) => {
  const { attest, report, tokens } = await setUp(t);
  const { token } = await tokens.issue(spiffeId);
  await attest('p-2');
  await refuses(report(token), 'UNAUTHENTICATED');
  assert.equal(await report((await tokens.issue(spiffeId)).token), spiffeId);
});

test('an agent that is unknown, evicted or banned gets no token', async (t) => {
  const { clock, store, tokens } = await setUp(t);
  const other = parseSpiffeId('spiffe://zeta.test/spire/agent/other');
  await refuses(tokens.issue(other), 'PERMISSION_DENIED');
  await store.agents.ban(spiffeId, clock.now());
  await refuses(tokens.issue(spiffeId), 'PERMISSION_DENIED');
  await store.agents.delete(spiffeId, clock.now());
  await refuses(tokens.issue(spiffeId), 'PERMISSION_DENIED');
});

for (const token of [
  '',
  'x',
  'sigil-cluster.00000000-0000-0000-0000-000000000000.' + 'a'.repeat(43),
]) {
  test(`${JSON.stringify(token.slice(0, 14))} is no node token`, async (t) => {
    const { outcomes, report } = await setUp(t);
    await refuses(report(token), 'UNAUTHENTICATED');
    assert.deepEqual(outcomes, ['{"outcome":"token_malformed"}']);
  });
}

test('the binding is that of the enrolment, or else what the selectors say', () => {
  const agent: Agent = {
    spiffeId,
    attestationType: 'k8s_psat',
    serialNumber: '1',
    expiresAtMs: 0,
    newSerialNumber: '',
    newExpiresAtMs: 0,
    canReattest: true,
    agentVersion: '',
    selectors: selectors('p-1'),
  };
  const bindingOf = nodeBindings(undefined);
  const place = { cluster: 'prod', nodeUid: 'n-1', podUid: 'p-1' };
  assert.deepEqual(bindingOf(agent), { ...place, profile: '', profileVersion: 0 });
  const pod = { podNamespace: 'spire', podName: 'agent' };
  const enrollment = { ...place, ...pod, podUid: 'p-9', profile: 'agents', version: 4 };
  assert.deepEqual(bindingOf({ ...agent, enrollment }), {
    ...place,
    podUid: 'p-9',
    profile: 'agents',
    profileVersion: 4,
  });
});
