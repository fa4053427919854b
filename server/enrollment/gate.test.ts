import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { KubeApiError } from '../../common/kube/kube-client.ts';
import type { ApiServer } from '../../common/kube/api-server.ts';
import type { LogFields } from '../../common/log/logger.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import {
  agentSpec,
  apiServer,
  boundProfile,
  clusterOf,
  goodReading,
  stagedProfile,
} from '../../testkit/enrollment.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import type { Agent } from '../datastore/datastore.ts';
import { EnrolledClusters } from './clusters.ts';
import type { EnrollmentCode } from './enrollment-codes.ts';
import type { Reading } from './claim.ts';
import { EnrollmentGate } from './gate.ts';
import type { EnrollmentProfile } from './profile.ts';
import { ProfileIndex } from './profile-index.ts';
import { EnrollmentRefusal } from './refusal.ts';

const signal = new AbortController().signal;
const hourMs = 3_600_000;

interface Setting {
  readonly profiles?: readonly EnrollmentProfile[];
  readonly onNode?: readonly Agent[];
  readonly pods?: ReadonlyMap<string, unknown>;
  readonly allowJoinTokens?: boolean;
  /** At each question what the next answer is; the last one stays. */
  readonly refusalsPerSecond?: number;
  readonly servers?: readonly (readonly ApiServer[] | Error)[];
}

function setUp({
  profiles = [boundProfile()],
  onNode = [],
  pods,
  allowJoinTokens,
  servers = [[apiServer]],
  refusalsPerSecond = 0,
}: Setting = {}) {
  const clock = new FakeClock();
  const index = new ProfileIndex();
  index.set('agents', profiles);
  const reads: string[] = [];
  const log: { message: string; fields: LogFields }[] = [];
  const counted: string[] = [];
  const gate = new EnrollmentGate({
    profiles: index,
    clusters: new EnrolledClusters(),
    store: { findOnNode: () => Promise.resolve(onNode) },
    allowJoinTokens: allowJoinTokens ?? false,
    refusalsPerSecond,
    clock,
    log: {
      ...silentLogger,
      warn: (message, fields = {}) => void log.push({ message, fields }),
    },
    metrics: {
      gauge: () => ({ set: () => undefined }),
      histogram: () => ({ observe: () => undefined }),
      counter: () => ({ inc: (labels) => void counted.push(JSON.stringify(labels)) }),
    },
  });
  const api = {
    get: (path: string) => {
      reads.push(path);
      const pod = pods?.get(path.split('/').at(-1) ?? '');
      if (pod === undefined) return Promise.reject(new KubeApiError(404, 'not found'));
      return pod instanceof Error ? Promise.reject(pod) : Promise.resolve(pod);
    },
  };
  const answers = [...servers];
  const apiServers = () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? []);
  };
  gate.setClusters([clusterOf({ api, apiServers })]);
  return { gate, clock, index, reads, log, counted };
}

function readingOf(changes: Partial<Reading> = {}): Reading {
  const isApiToken = () => Promise.resolve(false);
  return { ...goodReading(), tokenIssuedAtMs: 1, tokenExpiresAtMs: 9_000, isApiToken, ...changes };
}

const enrol = (gate: EnrollmentGate, reading = readingOf(), token = 'token') =>
  Promise.resolve()
    .then(() => gate.open('prod', token))
    .then((enrolment) => enrolment.check(reading, signal));

function refused(promise: Promise<unknown>, reason: EnrollmentCode, text?: RegExp): Promise<void> {
  return assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof EnrollmentRefusal, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.detail, text ?? /^/);
    return true;
  });
}

test('ENR-20 an enrolment that passes claims cluster, node, pod and version, and audits identifiers', async () => {
  const { gate, reads, counted } = setUp();
  const { claim, audit } = await enrol(gate);
  assert.deepEqual(claim, {
    profile: 'agents',
    version: 1,
    cluster: 'prod',
    nodeUid: 'node-1',
    podUid: 'pod-1',
    podNamespace: 'spire',
    podName: 'spire-agent-1',
    displaces: [],
  });
  assert.deepEqual(audit, {
    enrollment_profile: 'agents',
    profile_version: 1,
    cluster: 'prod',
    service_account_uid: 'sa-uid',
    pod_uid: 'pod-1',
    node_uid: 'node-1',
    credential_id: 'JTI=1',
    decision: 'accepted',
  });
  assert.deepEqual(reads, [], 'nothing is read beyond what the attestor read');
  assert.deepEqual(counted, []);
  // It counts once there is an agent.
  gate.admit('k8s_psat', { enrolled: { claim, audit } }).recorded();
  assert.deepEqual(counted, ['{"profile":"agents","decision":"accepted"}']);
});

const closed: readonly (readonly [EnrollmentCode, string, readonly EnrollmentProfile[]])[] = [
  ['ENR_PROFILE_UNKNOWN', 'FAILED_PRECONDITION', []],
  ['ENR_PROFILE_NOT_READY', 'FAILED_PRECONDITION', [stagedProfile()]],
  ['ENR_PROFILE_NOT_READY', 'FAILED_PRECONDITION', [boundProfile({ digests: [] })]],
  ['ENR_PROFILE_RETIRED', 'PERMISSION_DENIED', [boundProfile({ state: 'retired' })]],
  [
    'ENR_CLUSTER_MISMATCH',
    'PERMISSION_DENIED',
    [boundProfile({ spec: { ...agentSpec, cluster: 'other' } })],
  ],
  [
    'ENR_MODE_MISMATCH',
    'PERMISSION_DENIED',
    [boundProfile({ spec: { ...agentSpec, mode: 'bootstrap_token' } })],
  ],
];
for (const [reason, code, profiles] of closed) {
  test(`ENR-5 before the cluster is asked anything: ${reason} (${profiles[0]?.state ?? 'no'} profile)`, async () => {
    const { gate } = setUp({ profiles });
    await assert.rejects(
      gate.open('prod', 'token'),
      (error: unknown) =>
        error instanceof EnrollmentRefusal && error.reason === reason && error.code === code,
    );
  });
}

const moved: readonly (readonly [string, readonly ApiServer[]])[] = [
  ['another URL', [{ ...apiServer, url: 'https://evil.test:6443' }]],
  ['another CA', [{ ...apiServer, authorities: [`sha256:${'bb'.repeat(32)}`] }]],
  [
    'one more CA',
    [{ ...apiServer, authorities: [...apiServer.authorities, `sha256:${'bb'.repeat(32)}`] }],
  ],
  ['no verification', [{ ...apiServer, authorities: ['none'] }]],
  [
    'another URL of the previous credential',
    [apiServer, { ...apiServer, url: 'https://old.test:6443' }],
  ],
];
for (const [what, servers] of moved) {
  test(`ENR-5 a token is shown to no API server with ${what}, and the agent may try again`, async () => {
    const { gate, log } = setUp({ servers: [servers] });
    await assert.rejects(gate.open('prod', 'token'), {
      reason: 'ENR_API_SERVER_MISMATCH',
      code: 'FAILED_PRECONDITION',
    });
    assert.match(String(log[0]?.fields.reason), /expected .*https:\/\/api\.prod\.test:6443/);
  });
}

test('what is refused before the API server is asked fills no log: its lines are bounded, and tell of the rest', async () => {
  const { gate, clock, log } = setUp({ profiles: [stagedProfile()] });
  const flood = async () => {
    for (let at = 0; at < 1_000; at++) {
      await refused(gate.open('prod', `t${at}`), 'ENR_PROFILE_NOT_READY');
      assert.throws(() => gate.admit('join_token', {}), { reason: 'ENR_PROFILE_NOT_READY' });
    }
  };
  await flood();
  assert.equal(log.length, 100);
  await clock.advance(1_000);
  await flood();
  assert.equal(log.length, 105);
  assert.equal(log[100]?.fields.suppressed, 1_900);
});

test('ENR-5 an API server that was replaced while an enrolment went on admits nobody', async () => {
  const other = { ...apiServer, url: 'https://evil.test:6443' };
  const { gate } = setUp({ servers: [[apiServer], [other]] });
  await refused(enrol(gate), 'ENR_API_SERVER_MISMATCH', /evil/);
});

test('ENR-5 a CA less is as good, and a version from before API servers were kept asks for none', async () => {
  const cas = [...apiServer.authorities, `sha256:${'bb'.repeat(32)}`];
  await enrol(setUp({ profiles: [boundProfile({ apiServerCas: cas })] }).gate);
  const old = boundProfile({ apiServer: '', apiServerCas: [] });
  const servers = [[{ ...apiServer, url: 'https://any.test' }]];
  await enrol(setUp({ profiles: [old], servers }).gate);
});

test('ENR-5 a version that an older server made without the API server of the one before admits nobody', async () => {
  const before = boundProfile({ state: 'superseded' });
  const lost = boundProfile({ version: 2, apiServer: '', apiServerCas: [] });
  const { gate } = setUp({ profiles: [before, lost] });
  await refused(gate.open('prod', 'token'), 'ENR_PROFILE_NOT_READY', /older server left out/);
});

test('ENR-5 while nobody can tell which API server is asked, nobody enrols', async () => {
  const { gate } = setUp({ servers: [new Error('no such file')] });
  await assert.rejects(gate.open('prod', 'token'), { code: 'UNAVAILABLE' });
});

test('ENR-33 the agent hears a general text with a reference; operators find code and detail by it', async () => {
  const { gate, log } = setUp();
  const reading = readingOf({ tokenAudiences: ['spire-server', 'other'] });
  const error = await enrol(gate, reading).catch((thrown: unknown) => thrown as Error);
  assert.ok(error instanceof EnrollmentRefusal);
  assert.match(error.message, /^enrolment refused \(reference [0-9a-f]{8}\)$/);
  const [line] = log;
  assert.equal(line?.message, 'Refused an enrolment');
  assert.equal(line.fields.enrollment_code, 'ENR_AUDIENCE_MISMATCH');
  assert.ok(error.message.includes(String(line.fields.refusal_id)));
  assert.equal(line.fields.decision, 'refused');
  assert.equal(line.fields.pod_uid, 'pod-1');
});

test('ENR-32 with a replay limit the claim has the ID of the token, where it has one', async () => {
  const profiles = [boundProfile({ spec: { ...agentSpec, replayLimit: true } })];
  const { gate, clock } = setUp({ profiles });
  const tokenExpiresAtMs = clock.now() + 600_000;
  const { claim } = await enrol(gate, readingOf({ tokenExpiresAtMs }));
  assert.deepEqual(claim.use, {
    credentialId: 'JTI=1',
    issuedAtMs: 1,
    expiresAtMs: tokenExpiresAtMs + 2 * hourMs,
  });
  const reading = goodReading();
  const { extra } = (reading.status as { user: { extra: Record<string, unknown> } }).user;
  delete extra['authentication.kubernetes.io/credential-id'];
  const old = await enrol(gate, readingOf({ status: reading.status as unknown }));
  assert.equal(old.claim.use, undefined);
});

test('ENR-32 a used token is remembered for as long as it may be good, also while a clock is wrong by an hour', async () => {
  const profiles = [boundProfile({ spec: { ...agentSpec, replayLimit: true } })];
  for (const wrongByMs of [-hourMs, 0, hourMs]) {
    const { gate, clock } = setUp({ profiles });
    const tokenExpiresAtMs = clock.now() + 600_000;
    clock.jump(wrongByMs);
    const { claim } = await enrol(gate, readingOf({ tokenExpiresAtMs }));
    // By the clock of this server, which forgets it by that, until the API server refuses it by its own.
    const refusedAtMs = tokenExpiresAtMs + wrongByMs + 300_000;
    assert.ok(Number(claim.use?.expiresAtMs) >= refusedAtMs, String(wrongByMs));
  }
});

test('ENR-32 a token that says it ended long ago, and was good, is remembered from now on', async () => {
  const profiles = [boundProfile({ spec: { ...agentSpec, replayLimit: true } })];
  const { gate, clock } = setUp({ profiles });
  const { claim } = await enrol(gate, readingOf({ tokenExpiresAtMs: 1 }));
  assert.equal(claim.use?.expiresAtMs, clock.now() + 2 * hourMs);
});

for (const unread of ['tokenIssuedAtMs', 'tokenExpiresAtMs'] as const) {
  test(`ENR-32 with a replay limit a token without ${unread} is refused, and without the limit taken`, async () => {
    const profiles = [boundProfile({ spec: { ...agentSpec, replayLimit: true } })];
    const reading = readingOf({ [unread]: undefined });
    await refused(enrol(setUp({ profiles }).gate, reading), 'ENR_TOKEN_UNREADABLE');
    await enrol(setUp().gate, reading);
  });
}

const holder = {
  spiffeId: parseSpiffeId('spiffe://zeta.test/spire/agent/k8s_psat/prod/node-1'),
  serialNumber: '7',
  enrollment: {
    profile: 'agents',
    version: 1,
    cluster: 'prod',
    nodeUid: 'node-1',
    podUid: 'pod-0',
    podNamespace: 'spire',
    podName: 'spire-agent-0',
  },
} as unknown as Agent;
const running = { metadata: { namespace: 'spire', name: 'spire-agent-0', uid: 'pod-0' } };
const holders: readonly (readonly [string, unknown, boolean])[] = [
  ['runs', running, true],
  ['is gone', undefined, false],
  ['was replaced under its name', { metadata: { ...running.metadata, uid: 'pod-9' } }, false],
  [
    'is being deleted',
    { metadata: { ...running.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
    false,
  ],
  ['has ended', { ...running, status: { phase: 'Failed' } }, false],
];
for (const [what, pod, isActive] of holders) {
  test(`ENR-19 another pod of the node that ${what} ${isActive ? 'keeps' : 'does not keep'} it`, async () => {
    const pods = new Map(pod === undefined ? [] : [['spire-agent-0', pod]]);
    const { gate, reads } = setUp({ onNode: [holder], pods });
    const outcome = enrol(gate);
    if (isActive) await refused(outcome, 'ENR_NODE_OCCUPIED', /spire\/spire-agent-0 \(pod-0\)/);
    else assert.deepEqual((await outcome).claim.displaces, [holder]);
    assert.equal(reads.length, 1);
  });
}

test('ENR-19 the pod that has the node attests again without another read', async () => {
  const enrollment = { ...holder.enrollment, podUid: 'pod-1' };
  const { gate, reads } = setUp({ onNode: [{ ...holder, enrollment } as Agent] });
  assert.deepEqual((await enrol(gate)).claim.displaces, []);
  assert.deepEqual(reads, []);
});

test('ENR-19 an API server that does not say whether the other pod runs is a reason to try again', async () => {
  const pods = new Map([['spire-agent-0', new KubeApiError(500, 'broken')]]);
  const { gate } = setUp({ onNode: [holder], pods });
  await assert.rejects(enrol(gate), { code: 'UNAVAILABLE' });
});

test('ENR-26 SA-9 a token that the API server takes for its own disables the profile, asked once for all', async () => {
  let asked = 0;
  let isApi = true;
  const isApiToken = () => Promise.resolve((asked++, isApi));
  const { gate, clock } = setUp();
  const attempts = ['a', 'b', 'c'].map((token) => enrol(gate, readingOf({ isApiToken }), token));
  const results = await Promise.allSettled(attempts);
  assert.deepEqual(
    results.map((result) => result.status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal(asked, 1);
  await refused(enrol(gate, readingOf({ isApiToken }), 'd'), 'ENR_AUDIENCE_NOT_SEPARATE');
  assert.equal(asked, 1);
  isApi = false;
  await clock.advance(60_001);
  await enrol(gate, readingOf({ isApiToken }));
  await enrol(gate, readingOf({ isApiToken }));
  assert.equal(asked, 2);
});

test('ENR-26 a probe that cannot be made admits nobody and is made again', async () => {
  const { gate } = setUp();
  const isApiToken = () => Promise.reject(new KubeApiError(503, 'away'));
  await assert.rejects(enrol(gate, readingOf({ isApiToken })), { code: 'UNAVAILABLE' });
  await enrol(gate);
});

test('ENR-26 an agent that goes away ends no probe that others wait for', async () => {
  const { gate } = setUp();
  const answer = Promise.withResolvers<boolean>();
  const gone = new AbortController();
  const isApiToken = (asking: AbortSignal) => {
    asking.addEventListener('abort', () => answer.reject(new Error('gone')));
    return answer.promise;
  };
  const opened = await gate.open('prod', 'a');
  const first = opened.check(readingOf({ isApiToken }), gone.signal);
  const second = enrol(gate, readingOf({ isApiToken }), 'b');
  await settle();
  gone.abort();
  answer.resolve(false);
  await Promise.all([first, second]);
});

test('a token that was refused is refused again from memory for some seconds, not longer', async () => {
  const { gate, clock, log } = setUp();
  const bad = readingOf({ tokenAudiences: ['x'] });
  await refused(enrol(gate, bad), 'ENR_AUDIENCE_MISMATCH');
  await assert.rejects(gate.open('prod', 'token'), { reason: 'ENR_AUDIENCE_MISMATCH' });
  assert.equal(log.length, 1, 'one line for all of them');
  await gate.open('prod', 'another token');
  await clock.advance(10_001);
  await enrol(gate);
});

test('attempts that come to nothing reach the API server in bounded number, whatever the tokens', async () => {
  const { gate, clock, log, counted } = setUp({ refusalsPerSecond: 1 });
  let asked = 0;
  const attempt = async (token: string, fails = true) => {
    const { run } = await gate.open('prod', token);
    return run(() => (asked++, fails ? Promise.reject(new Error('no such token')) : enrol(gate)));
  };
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => attempt(`t${at}`)),
  );
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 40);
  assert.equal(asked, 25);
  await refused(attempt('good', false), 'ENR_REFUSALS_LIMITED');
  assert.equal(log.length, 1, 'one line for all of them');
  assert.equal(counted.filter((labels) => labels === '{"cluster":"prod"}').length, 16);
  await clock.advance(1_000);
  await attempt('good', false);
  await attempt('good', false);
});

test('one that was let in and became no agent counts as refused', async () => {
  const { gate } = setUp({ refusalsPerSecond: 1 });
  const passed = await enrol(gate);
  const banned = new SpiffeError('PERMISSION_DENIED', 'failed to attest: agent is banned');
  for (let at = 0; at < 25; at++) gate.notAdmitted(passed, banned);
  const { run } = await gate.open('prod', 'token');
  await refused(
    run(() => assert.fail('nothing is asked')),
    'ENR_REFUSALS_LIMITED',
  );
});

const away = new SpiffeError('STORAGE_UNAVAILABLE', 'database is not reachable');
const ours: readonly (readonly [string, SpiffeError])[] = [
  ['the database is away', away],
  ['the database failed', new SpiffeError('STORAGE_FAILED', 'database operation failed')],
  ['a plugin says so of the database', new SpiffeError('INTERNAL', 'no row', { cause: away })],
];
for (const [what, error] of ours) {
  test(`while ${what} nobody is held to have been refused, and all enrol as soon as it is over`, async () => {
    const { gate, counted } = setUp({ refusalsPerSecond: 1 });
    const attempt = async (attest: () => Promise<unknown>) => {
      const { run } = await gate.open('prod', 'token');
      return run(attest);
    };
    for (let at = 0; at < 100; at++) {
      await assert.rejects(
        attempt(() => Promise.reject(error)),
        error,
      );
    }
    const passed = await enrol(gate);
    for (let at = 0; at < 100; at++) gate.notAdmitted(passed, error);
    await attempt(() => Promise.resolve());
    assert.ok(!counted.includes('{"cluster":"prod"}'), 'nobody was limited');
  });
}

test('one whose X509-SVID could not be signed, or whose profile changed meanwhile, did nothing wrong', async () => {
  const { gate } = setUp({ refusalsPerSecond: 1 });
  const passed = await enrol(gate);
  const changed = gate.refusal('profile_changed', passed);
  const unsigned = new SpiffeError('UNAVAILABLE', 'no signing authority');
  for (let at = 0; at < 100; at++) {
    gate.notAdmitted(passed, unsigned);
    gate.notAdmitted(passed, changed);
  }
  const { run } = await gate.open('prod', 'token');
  await run(() => Promise.resolve());
});

test('an API server that does not answer was asked all the same: it is asked in bounded number', async () => {
  const { gate } = setUp({ refusalsPerSecond: 1 });
  let asked = 0;
  const away = () => (asked++, Promise.reject(new KubeApiError(undefined, 'no answer')));
  for (let at = 0; at < 40; at++) {
    const { run } = await gate.open('prod', `t${at}`);
    await assert.rejects(run(away));
  }
  assert.equal(asked, 25);
});

test('a remembered refusal is of one profile: another one that the cluster names now is asked', async () => {
  const { gate, index } = setUp();
  const bad = readingOf({ tokenAudiences: ['x'] });
  await refused(enrol(gate, bad), 'ENR_AUDIENCE_MISMATCH');
  index.set('others', [boundProfile({ name: 'others' })]);
  gate.setClusters([clusterOf({ profile: 'others' })]);
  await gate.open('prod', 'token');
});

const added = { kind: 'config', hex: 'b2'.repeat(32) } as const;
for (const [how, digests] of [
  ['beside the others', [...boundProfile().digests, added]],
  ['instead of another one', [...boundProfile().digests.slice(1), added]],
] as const) {
  test(`a remembered refusal does not outlive the approval of its image ${how}`, async () => {
    const { gate, index } = setUp();
    const reading = goodReading();
    const image = { name: 'agent', imageID: `sha256:${added.hex}`, state: { running: {} } };
    (reading.pod as { status: object }).status = { containerStatuses: [image] };
    const pod = reading.pod as unknown;
    await refused(enrol(gate, readingOf({ pod })), 'ENR_DIGEST_MISMATCH');
    index.set('agents', [boundProfile({ digests })]);
    await enrol(gate, readingOf({ pod }));
  });
}

test('ENR-2 a join token is refused where pods prove themselves, unless the profile allows it', () => {
  const strict = setUp();
  assert.throws(() => strict.gate.admit('join_token', {}), { reason: 'ENR_FALLBACK_NOT_ALLOWED' });
  const spec = { ...agentSpec, bootstrapFallbackAllowed: true };
  const lenient = setUp({ profiles: [boundProfile({ spec })] });
  const { enrolled: passed, recorded } = lenient.gate.admit('join_token', {});
  assert.deepEqual([passed?.claim.profile, passed?.claim.nodeUid], ['agents', '']);
  assert.equal(passed?.audit.decision, 'fallback');
  assert.equal(lenient.log.length, 0, 'not before there is an agent');
  recorded();
  assert.equal(lenient.log[0]?.message, 'Enrolled an agent by its bootstrap token');
});

test('ENR-2 a fallback is in the log also where several profiles allow it and the agent gets none', () => {
  const { gate, index, log, counted } = setUp();
  const spec = { ...agentSpec, bootstrapFallbackAllowed: true };
  index.set('agents', [boundProfile({ spec })]);
  index.set('edge', [boundProfile({ name: 'edge', spec: { ...spec, cluster: 'edge' } })]);
  gate.setClusters([clusterOf(), clusterOf({ name: 'edge', profile: 'edge' })]);
  const { enrolled, recorded } = gate.admit('join_token', {});
  assert.equal(enrolled, undefined);
  recorded();
  assert.deepEqual(
    log.map(({ fields }) => fields),
    ['agents', 'edge'].map((name) => ({ enrollment_profile: name, decision: 'fallback' })),
  );
  assert.equal(counted.length, 2);
});

test('ENR-1 a profile of the other mode admits join tokens and no pods', async () => {
  const spec = { ...agentSpec, mode: 'bootstrap_token' } as const;
  const { gate, log } = setUp({ profiles: [boundProfile({ spec })] });
  assert.equal(gate.admit('join_token', {}).enrolled?.audit.decision, 'accepted');
  assert.equal(gate.admit('join_token', { bootstrapProfile: 'agents' }).enrolled?.claim.version, 1);
  assert.deepEqual(log, []);
  await assert.rejects(gate.open('prod', 'token'), { reason: 'ENR_MODE_MISMATCH' });
});

test('a join token for a profile is judged by that one, also when it is not in force', () => {
  const { gate } = setUp({ profiles: [stagedProfile()] });
  const admit = (bootstrapProfile: string) => () => gate.admit('join_token', { bootstrapProfile });
  assert.throws(admit('agents'), { reason: 'ENR_PROFILE_NOT_READY' });
  assert.throws(admit('other'), { reason: 'ENR_PROFILE_UNKNOWN' });
});

test('ENR-2 a token for another profile of the same cluster does not get round that of the cluster', () => {
  const { gate, index } = setUp();
  const spec = { ...agentSpec, mode: 'bootstrap_token' } as const;
  index.set('lenient', [boundProfile({ name: 'lenient', spec })]);
  const admit = () => gate.admit('join_token', { bootstrapProfile: 'lenient' });
  assert.throws(admit, { reason: 'ENR_CLUSTER_MISMATCH' });
  const elsewhere = { ...spec, cluster: 'edge' };
  index.set('lenient', [boundProfile({ name: 'lenient', spec: elsewhere })]);
  assert.equal(admit().enrolled?.claim.cluster, 'edge');
});

test('join tokens are left alone when the operator says so, and other attestors always', () => {
  assert.equal(setUp({ allowJoinTokens: true }).gate.admit('join_token', {}).enrolled, undefined);
  assert.equal(setUp().gate.admit('x509pop', {}).enrolled, undefined);
});
