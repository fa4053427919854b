import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { systemClock } from '../../../../common/clock/clock.ts';
import { KubeClient } from '../../../../common/kube/kube-client.ts';
import { silentLogger, type Logger } from '../../../../common/log/logger.ts';
import { Secret } from '../../../../common/secret/secret.ts';
import { parseTrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { FakeKubeApi, type FakeToken } from '../../../../testkit/kube-api-server.ts';
import { createKubePki, type KubePki } from '../../../../testkit/kube-pki.ts';
import { Agent } from 'node:https';
import { k8sPsat } from './k8s-psat.ts';
import { ownClaims } from './token-claims.ts';

const podUid = '1ccc0eb3-5c06-4af3-987f-a1dd40397bcb';
const nodeUid = '102aa478-6f07-48db-840d-99d2610c683d';
const vectors = new URL('../../../../testkit/vectors/kubernetes/v1.37.2/', import.meta.url);
const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(name, vectors), 'utf8')) as { metadata: Record<string, unknown> };

let pki: KubePki;
let api: FakeKubeApi;
let agent: Agent;

before(async () => {
  pki = await createKubePki();
  api = await FakeKubeApi.start(await pki.issue(['127.0.0.1']));
  agent = new Agent({ ca: pki.caPem, keepAlive: true });
});
after(async () => {
  agent.destroy();
  await api.stop();
});
beforeEach(() => {
  api.tokens.clear();
  api.objects.clear();
  api.faults.length = 0;
  api.audiencesOverride = undefined;
  api.tokens.set('good', token());
  api.objects.set('namespaces/spire/pods/spire-agent-pjtkh', recorded('pod-agent-api.json'));
  api.objects.set('nodes/n1', recorded('node.json'));
});

const bound = {
  'authentication.kubernetes.io/pod-name': ['spire-agent-pjtkh'],
  'authentication.kubernetes.io/pod-uid': [podUid],
};

function token(changes: Partial<FakeToken> = {}): FakeToken {
  const username = 'system:serviceaccount:spire:spire-agent';
  return { username, audiences: ['spire-server'], extra: bound, ...changes };
}

const access = () =>
  Promise.resolve({
    server: new URL(`https://127.0.0.1:${api.port}`),
    agent,
    trust: { caPem: pki.caPem },
    headers: new Secret({}),
  });
const connect = () => ({
  api: new KubeClient({ access, clock: systemClock, timeoutMs: 1_000 }),
  accesses: async () => [await access()],
});

const allowed = { service_account_allow_list: ['spire:spire-agent'] };

async function plugin(
  clusters: Record<string, unknown> = { prod: allowed },
  log: Logger = silentLogger,
) {
  const trustDomain = parseTrustDomain('example.org');
  const host = { trustDomain, env: {}, clock: systemClock, log, connect };
  return k8sPsat.create(k8sPsat.config.parse({ clusters }), host);
}

async function attest(payload: unknown, clusters?: Record<string, unknown>) {
  const bytes = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const attestor = await plugin(clusters);
  const noChallenge = () => Promise.reject(new Error('no challenge expected'));
  return attestor.attest(Buffer.from(bytes), noChallenge, new AbortController().signal);
}

test('a good token gives the agent ID of the node and eight selectors in SPIRE order', async () => {
  const { agentId, selectors, canReattest } = await attest({ cluster: 'prod', token: 'good' });
  assert.equal(agentId, `spiffe://example.org/spire/agent/k8s_psat/prod/${nodeUid}`);
  assert.equal(canReattest, true);
  assert.deepEqual(
    selectors.map(({ type, value }) => `${type}:${value}`),
    [
      'k8s_psat:cluster:prod',
      'k8s_psat:agent_ns:spire',
      'k8s_psat:agent_sa:spire-agent',
      'k8s_psat:agent_pod_name:spire-agent-pjtkh',
      `k8s_psat:agent_pod_uid:${podUid}`,
      'k8s_psat:agent_node_ip:10.99.0.1',
      'k8s_psat:agent_node_name:n1',
      `k8s_psat:agent_node_uid:${nodeUid}`,
    ],
  );
  assert.deepEqual(
    api.requests.slice(-3).map(({ method, path }) => `${method} ${path}`),
    [
      'POST /apis/authentication.k8s.io/v1/tokenreviews',
      'GET /api/v1/namespaces/spire/pods/spire-agent-pjtkh',
      'GET /api/v1/nodes/n1',
    ],
  );
});

test('only labels in the allow lists become selectors, sorted by key', async () => {
  const { selectors } = await attest(
    { cluster: 'prod', token: 'good' },
    {
      prod: {
        ...allowed,
        allowed_node_label_keys: [
          'kubernetes.io/os',
          'absent',
          'kubernetes.io/hostname',
          'toString',
        ],
        allowed_pod_label_keys: ['app'],
      },
    },
  );
  assert.deepEqual(
    selectors.slice(8).map(({ value }) => value),
    [
      'agent_node_label:kubernetes.io/hostname:n1',
      'agent_node_label:kubernetes.io/os:linux',
      'agent_pod_label:app:spire-agent',
    ],
  );
});

test('the agent ID names the pod when the cluster is configured so', async () => {
  const clusters = { prod: { ...allowed, use_pod_uid_for_agent_id: true } };
  const { agentId, selectors } = await attest({ cluster: 'prod', token: 'good' }, clusters);
  assert.equal(agentId, `spiffe://example.org/spire/agent/k8s_psat/prod/pod/${podUid}`);
  assert.equal(selectors.length, 8);
});

const payloads: readonly (readonly [string, unknown, string])[] = [
  ['nothing', '', 'payload cannot be empty'],
  ['no JSON', 'not json', 'nodeattestor(k8s_psat): failed to unmarshal data payload: not JSON'],
  [
    'half an object',
    '{',
    'nodeattestor(k8s_psat): failed to unmarshal data payload: not JSON at position 1',
  ],
  [
    'an array',
    '[]',
    'nodeattestor(k8s_psat): failed to unmarshal data payload: expected an object',
  ],
  [
    'wrong types',
    '{"cluster":1}',
    'nodeattestor(k8s_psat): failed to unmarshal data payload: cluster and token must be strings',
  ],
  ['F062 an empty object', {}, 'nodeattestor(k8s_psat): missing cluster in attestation data'],
  [
    'F062 no cluster',
    { token: 't' },
    'nodeattestor(k8s_psat): missing cluster in attestation data',
  ],
  ['F062 no token', { cluster: 'x' }, 'nodeattestor(k8s_psat): missing token in attestation data'],
  [
    'F062 an unknown cluster',
    { cluster: 'nope', token: 't' },
    'nodeattestor(k8s_psat): not configured for cluster "nope"',
  ],
  [
    'a name of Object',
    { cluster: 'constructor', token: 't' },
    'nodeattestor(k8s_psat): not configured for cluster "constructor"',
  ],
  ['64 kB', 'x'.repeat(65_537), 'nodeattestor(k8s_psat): payload exceeds 65536 bytes'],
];
for (const [name, payload, message] of payloads) {
  test(`a payload of ${name} is refused`, async () => {
    await assert.rejects(attest(payload), { code: 'INVALID_ARGUMENT', message });
  });
}

/** `[name, token, code, text after the prefix]`; the codes are those of SPIRE's server. */
const tokens: readonly (readonly [string, FakeToken, string, RegExp])[] = [
  [
    'F056 that has expired',
    token({ error: '[invalid bearer token, token has expired]' }),
    'INTERNAL',
    /^unable to validate token with TokenReview API for cluster "prod": token review API response contains an error: \[invalid bearer token, token has expired\]$/,
  ],
  [
    'for another audience',
    token({ audiences: ['other'] }),
    'INTERNAL',
    /^unable to validate token with TokenReview API for cluster "prod": .*is invalid for the target audiences/,
  ],
  [
    'without username',
    token({ username: '' }),
    'INTERNAL',
    /^failed to parse username from token review status for cluster "prod": empty username$/,
  ],
  ['of a user', token({ username: 'jane' }), 'INTERNAL', /unexpected username format/],
  [
    'of a user with four parts',
    token({ username: 'a:b:spire:spire-agent' }),
    'INTERNAL',
    /unexpected username format/,
  ],
  [
    'of five parts',
    token({ username: 'system:serviceaccount:spire:spire-agent:x' }),
    'INTERNAL',
    /unexpected username format/,
  ],
  [
    'without namespace',
    token({ username: 'system:serviceaccount::spire-agent' }),
    'INTERNAL',
    /missing namespace$/,
  ],
  [
    'without account',
    token({ username: 'system:serviceaccount:spire:' }),
    'INTERNAL',
    /missing service account name$/,
  ],
  [
    'F061 of an account that begins alike',
    token({ username: 'system:serviceaccount:spire:spire-agent2' }),
    'PERMISSION_DENIED',
    /^"spire:spire-agent2" is not an allowed service account for cluster "prod"$/,
  ],
  [
    'F061 of a namespace that ends alike',
    token({ username: 'system:serviceaccount:xspire:spire-agent' }),
    'PERMISSION_DENIED',
    /^"xspire:spire-agent" is not an allowed service account/,
  ],
  [
    'bound to no pod',
    token({ extra: {} }),
    'INTERNAL',
    /^failed to get pod name from token review status for cluster "prod": missing pod name$/,
  ],
  [
    'with two pod names',
    token({ extra: { ...bound, 'authentication.kubernetes.io/pod-name': ['a', 'b'] } }),
    'INTERNAL',
    /expected 1 name but got: 2$/,
  ],
  [
    'with an empty pod name',
    token({ extra: { ...bound, 'authentication.kubernetes.io/pod-name': [''] } }),
    'INTERNAL',
    /pod name is empty$/,
  ],
  [
    'without pod UID',
    token({ extra: { 'authentication.kubernetes.io/pod-name': ['a'] } }),
    'INTERNAL',
    /^failed to get pod UID from token review status for cluster "prod": missing pod UID$/,
  ],
  [
    'with two pod UIDs',
    token({ extra: { ...bound, 'authentication.kubernetes.io/pod-uid': ['a', 'b'] } }),
    'INTERNAL',
    /expected 1 UID but got: 2$/,
  ],
  [
    'with an empty pod UID',
    token({ extra: { ...bound, 'authentication.kubernetes.io/pod-uid': [''] } }),
    'INTERNAL',
    /pod UID is empty$/,
  ],
  [
    'F058 of a pod that is gone',
    token({ extra: { ...bound, 'authentication.kubernetes.io/pod-name': ['gone'] } }),
    'INTERNAL',
    /^failed to get pod from k8s API server for cluster "prod": unable to query pods API: pods "gone" not found$/,
  ],
  [
    'F058 of a pod that was recreated',
    token({ extra: { ...bound, 'authentication.kubernetes.io/pod-uid': ['old'] } }),
    'PERMISSION_DENIED',
    /^pod UID mismatch for pod "spire-agent-pjtkh" in cluster "prod": token bound to pod UID "old"$/,
  ],
];
for (const [name, fake, code, text] of tokens) {
  test(`a token ${name} is refused`, async () => {
    api.tokens.set('bad', fake);
    await assert.rejects(
      attest({ cluster: 'prod', token: 'bad' }),
      (error: Error & { code: string }) => {
        assert.equal(error.code, code);
        assert.match(error.message, /^nodeattestor\(k8s_psat\): /);
        assert.match(error.message.replace('nodeattestor(k8s_psat): ', ''), text);
        return true;
      },
    );
  });
}

test('a token that the cluster does not authenticate is refused for good', async () => {
  api.faults.push({ status: 201, body: '{"status":{"user":{}}}' });
  await assert.rejects(attest({ cluster: 'prod', token: 'good' }), {
    code: 'PERMISSION_DENIED',
    message:
      'nodeattestor(k8s_psat): token not authenticated according to TokenReview API for cluster "prod"',
  });
});

const places: readonly (readonly [string, () => void, string, RegExp])[] = [
  [
    'the node is unknown',
    () => api.objects.delete('nodes/n1'),
    'INTERNAL',
    /failed to get node from k8s API server for cluster "prod": unable to query nodes API: nodes "n1" not found$/,
  ],
  [
    'the pod is not on a node yet',
    () => changePod({ spec: {} }),
    'INTERNAL',
    /failed to get node .*: empty node name$/,
  ],
  [
    'the node has no UID',
    () => api.objects.set('nodes/n1', { metadata: {} }),
    'INTERNAL',
    /node UID is empty for cluster "prod"$/,
  ],
  [
    'the containers of the pod have ended',
    () => changePod({ status: { phase: 'Succeeded' } }),
    'PERMISSION_DENIED',
    /pod "spire-agent-pjtkh" in cluster "prod" has ended$/,
  ],
  [
    'the grace of the deleted pod is over',
    () => changePod({}, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    'PERMISSION_DENIED',
    /has ended$/,
  ],
];
for (const [name, arrange, code, message] of places) {
  test(`nothing is attested when ${name}`, async () => {
    arrange();
    await assert.rejects(attest({ cluster: 'prod', token: 'good' }), { code, message });
  });
}

test('an agent may attest during the grace of its deleted pod', async () => {
  changePod({}, { deletionTimestamp: new Date(systemClock.now() + 30_000).toISOString() });
  const { agentId } = await attest({ cluster: 'prod', token: 'good' });
  assert.match(agentId, /k8s_psat/);
});

function changePod(changes: object, metadata: object = {}): void {
  const pod = recorded('pod-agent-api.json');
  api.objects.set('namespaces/spire/pods/spire-agent-pjtkh', {
    ...pod,
    ...changes,
    metadata: { ...pod.metadata, ...metadata },
  });
}

const validated: readonly (readonly [readonly string[], boolean])[] = [
  [[], false],
  [['other'], false],
  [['spire-server'], true],
  [['other', 'spire-server'], true],
];
for (const [audiences, accepted] of validated) {
  const answer = `audiences [${audiences.join(', ')}]`;
  test(`F055 a review with ${answer} is ${accepted ? 'accepted' : 'refused'}`, async () => {
    api.audiencesOverride = audiences;
    const attempt = attest({ cluster: 'prod', token: 'good' });
    const outcome = await attempt.then(
      () => 'attested',
      (error: unknown) => String(error),
    );
    assert.match(
      outcome,
      accepted
        ? /^attested$/
        : /token review API did not validate audience: wanted one of \["spire-server"\] but got \[/,
    );
  });

  test(`F055 a review with ${answer} is accepted when no audience is configured`, async () => {
    api.audiencesOverride = audiences;
    const clusters = { prod: { ...allowed, audience: [] } };
    await attest({ cluster: 'prod', token: 'good' }, clusters);
    const review = api.requests.findLast(({ method }) => method === 'POST');
    assert.deepEqual(JSON.parse(review?.body ?? ''), {
      kind: 'TokenReview',
      apiVersion: 'authentication.k8s.io/v1',
      spec: { token: 'good' },
    });
  });
}

test('F063 an API server that answers 500 and 429 is asked again', async () => {
  api.faults.push({ status: 500 }, { status: 429 });
  const { agentId } = await attest({ cluster: 'prod', token: 'good' });
  assert.match(agentId, /k8s_psat/);
});

test('F063 an API server that hangs or stays away is unavailable, never a refusal', async () => {
  api.faults.push('hang');
  await assert.rejects(attest({ cluster: 'prod', token: 'good' }), {
    code: 'UNAVAILABLE',
    message: /unable to query token review API: no answer within 1000 ms$/,
  });
  api.faults.push('reset', 'reset', 'reset');
  await assert.rejects(attest({ cluster: 'prod', token: 'good' }), { code: 'UNAVAILABLE' });
});

test('a server without the right to review tokens says so and not Unavailable', async () => {
  const denial = readFileSync(new URL('api-denials.txt', vectors), 'utf8').split('\n')[1] ?? '';
  api.faults.push({ status: 403, body: denial.replace(/ 403$/, '') });
  await assert.rejects(attest({ cluster: 'prod', token: 'good' }), {
    code: 'INTERNAL',
    message: /tokenreviews.authentication.k8s.io is forbidden/,
  });
});

test('F056 no error holds the token', async () => {
  const secret = 'eyJhbGciOi.secret.token';
  api.tokens.set(secret, token({ error: `[invalid bearer token, cannot read ${secret}]` }));
  const error: unknown = await attest({ cluster: 'prod', token: secret }).catch((e: unknown) => e);
  assert.match(inspect(error, { depth: 9 }), /\[redacted\]/);
  assert.doesNotMatch(inspect(error, { depth: 9 }), /secret\.token/);
});

test('F062 a server without clusters starts and says that nothing can attest', async () => {
  const lines: string[] = [];
  const log = { ...silentLogger, info: (line: string) => lines.push(line) };
  await plugin({}, log);
  assert.deepEqual(lines, ['No clusters configured, PSAT attestation is effectively disabled']);
});

test('F066 a node that was rebuilt under its name is another agent', async () => {
  const first = await attest({ cluster: 'prod', token: 'good' });
  api.objects.set('nodes/n1', { metadata: { uid: 'rebuilt' } });
  const second = await attest({ cluster: 'prod', token: 'good' });
  assert.notEqual(first.agentId, second.agentId);
});

test('a cluster without a profile has none any more once the configuration changed', () => {
  const profiles: string[][] = [];
  const setClusters = (all: readonly { readonly profile: string }[]) =>
    void profiles.push(all.map(({ profile }) => profile));
  const enrollment = { setClusters, open: () => assert.fail('nobody enrols') };
  const host = { trustDomain: parseTrustDomain('zeta.test'), clock: systemClock, connect };
  for (const more of [{ enrollment_profile: 'agents' }, {}]) {
    const config = k8sPsat.config.parse({ clusters: { prod: { ...allowed, ...more } } });
    void k8sPsat.create(config, { ...host, enrollment });
  }
  assert.deepEqual(profiles, [['agents'], []]);
});

test('with a profile nothing is asked of an API server that enrolment does not let be asked', async () => {
  const refusal = new Error('refused unasked');
  const setClusters = () => undefined;
  const openings = [
    () => Promise.reject(refusal),
    () =>
      Promise.resolve({
        run: () => Promise.reject(refusal),
        check: () => assert.fail('nothing to check'),
      }),
  ];
  for (const open of openings) {
    const trustDomain = parseTrustDomain('zeta.test');
    const host = { trustDomain, clock: systemClock, connect, enrollment: { setClusters, open } };
    const clusters = { prod: { ...allowed, enrollment_profile: 'agents' } };
    const attestor = await k8sPsat.create(k8sPsat.config.parse({ clusters }), host);
    const before = api.requests.length;
    const payload = Buffer.from(JSON.stringify({ cluster: 'prod', token: 'good' }));
    const noChallenge = () => Promise.reject(new Error('no challenge expected'));
    const { signal } = new AbortController();
    await assert.rejects(attestor.attest(payload, noChallenge, signal), refusal);
    assert.equal(api.requests.length, before);
  }
});

const moments: readonly (readonly [claims: unknown, at: number | undefined])[] = [
  [{ iat: 1_700_000_000, exp: 1_700_000_000 }, 1_700_000_000_000],
  [{ iat: 1_700_000_000.5, exp: 1_700_000_000.5 }, 1_700_000_000_500],
  [{}, undefined],
  [{ iat: '1', exp: '1' }, undefined],
  [{ iat: -1, exp: -1 }, undefined],
  [{ iat: 1e300, exp: 1e300 }, undefined],
  [null, undefined],
  ['text', undefined],
];
for (const [claims, at] of moments) {
  test(`a token with the claims ${JSON.stringify(claims)} is from ${at} until then`, () => {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const { issuedAtMs, expiresAtMs } = ownClaims(`e30.${payload}.x`);
    assert.deepEqual([issuedAtMs, expiresAtMs], [at, at]);
  });
}

const configs: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  [
    'F061 an empty allow list',
    { prod: {} },
    /cluster \\?"prod\\?" configuration must have at least one service account allowed/,
  ],
  [
    'a misspelt profile',
    { prod: { ...allowed, enrolment_profile: 'agents' } },
    /unknown key enrolment_profile: is it enrollment_profile/,
  ],
  [
    'ENR-8 a profile and no audience',
    { prod: { ...allowed, audience: [], enrollment_profile: 'agents' } },
    /cluster \\?"prod\\?" must name an audience: it has an enrollment_profile/,
  ],
  [
    'one profile for two clusters',
    {
      prod: { ...allowed, enrollment_profile: 'agents' },
      edge: { ...allowed, enrollment_profile: 'agents' },
    },
    /enrollment_profile \\?"agents\\?" is that of cluster \\?"prod\\?" already/,
  ],
  ['a name that is a path', { 'a/../b': allowed }, /must be a SPIFFE ID path segment/],
  ['a name that is a dot', { '..': allowed }, /must be a SPIFFE ID path segment/],
];
for (const [name, clusters, message] of configs) {
  test(`a configuration with ${name} is refused`, () => {
    assert.throws(() => k8sPsat.config.parse({ clusters }), { message });
  });
}
