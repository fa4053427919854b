/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- what is damaged is any JSON */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agentSpec,
  boundProfile,
  goodReading,
  type GoodReading,
} from '../../testkit/enrollment.ts';
import { checks, firstFinding } from './checks.ts';
import type { EnrollmentCode } from './enrollment-codes.ts';
import { nodeFacts, podFacts, reviewFacts } from './kube-facts.ts';

const profile = boundProfile({
  spec: { ...agentSpec, requiredLabels: { app: 'agent' }, podSpec: { hostPID: true } },
});

function evidenceOf({ status, pod, node, tokenAudiences }: GoodReading) {
  return {
    review: reviewFacts(status, tokenAudiences),
    pod: podFacts(pod),
    node: nodeFacts(node),
  };
}

function codeOf(reading: GoodReading, by = profile): EnrollmentCode | undefined {
  return firstFinding(evidenceOf(reading), by)?.code;
}

const damages: readonly (readonly [EnrollmentCode, string, (reading: GoodReading) => void])[] = [
  ['ENR_AUDIENCE_MISMATCH', 'another audience', (r) => (r.status.audiences = ['other'])],
  [
    'ENR_SUBJECT_MISMATCH',
    'another account',
    (r) => (r.status.user.username = 'system:serviceaccount:spire:other'),
  ],
  ['ENR_SA_UID_MISMATCH', 'an account made again', (r) => (r.status.user.uid = 'other')],
  ['ENR_GROUPS_MISMATCH', 'one more group', (r) => r.status.user.groups.push('system:masters')],
  ['ENR_POD_UID_MISMATCH', 'another pod', (r) => (r.pod.metadata.uid = 'pod-2')],
  [
    'ENR_POD_TERMINATING',
    'a pod that is being deleted',
    (r) => (r.pod.metadata.deletionTimestamp = '2026-01-01T00:00:00Z'),
  ],
  [
    'ENR_CONTAINER_NOT_RUNNING',
    'a container that waits',
    (r) => (r.pod.status.containerStatuses[0].state = { waiting: {} }),
  ],
  ['ENR_NAMESPACE_MISMATCH', 'another namespace', (r) => (r.pod.metadata.namespace = 'other')],
  ['ENR_POD_SA_MISMATCH', 'a pod of another account', (r) => (r.pod.spec.serviceAccountName = 'x')],
  ['ENR_NODE_MISMATCH', 'a node made again', (r) => (r.node.metadata.uid = 'node-2')],
  ['ENR_LABEL_MISMATCH', 'a label that is gone', (r) => (r.pod.metadata.labels = {})],
  ['ENR_OWNER_MISMATCH', 'no owner', (r) => (r.pod.metadata.ownerReferences = [])],
  [
    'ENR_DIGEST_MISMATCH',
    'another image',
    (r) => (r.pod.status.containerStatuses[0].imageID = `sha256:${'b2'.repeat(32)}`),
  ],
  ['ENR_POD_SPEC_MISMATCH', 'a pinned setting', (r) => (r.pod.spec.hostPID = false)],
];

test('what the profile describes passes every check', () => {
  assert.equal(codeOf(goodReading()), undefined);
});

test('there is a damage for every check', () => {
  assert.equal(damages.length, checks.length);
});

for (const [at, [code, what]] of damages.entries()) {
  test(`ENR-33 ${what} is ${code} although everything after it is wrong as well`, () => {
    const reading = goodReading();
    for (const [, , damage] of damages.slice(at)) damage(reading);
    assert.equal(codeOf(reading), code);
  });
  test(`${what} alone is ${code}`, () => {
    const reading = goodReading();
    damages[at]?.[2](reading);
    assert.equal(codeOf(reading), code);
  });
}

test('ENR-8 a token for two audiences passes only a profile that does not ask for exactly one', () => {
  const reading = { ...goodReading(), tokenAudiences: ['spire-server', 'vault'] };
  assert.equal(codeOf(reading), 'ENR_AUDIENCE_MISMATCH');
  const loose = boundProfile({ spec: { ...agentSpec, exactAudience: false } });
  assert.equal(codeOf(reading, loose), undefined);
});

test('ENR-8 a token that cannot be read passes no exact audience', () => {
  const reading = { ...goodReading(), tokenAudiences: undefined };
  assert.equal(codeOf(reading), 'ENR_AUDIENCE_MISMATCH');
});

test('SA-1 a name alone is no identity: account, pod, node and DaemonSet of the same names do not pass', () => {
  const again: readonly (readonly [EnrollmentCode, (reading: GoodReading) => void])[] = [
    ['ENR_SA_UID_MISMATCH', (r) => (r.status.user.uid = 'new')],
    ['ENR_POD_UID_MISMATCH', (r) => (r.pod.metadata.uid = 'new')],
    ['ENR_NODE_MISMATCH', (r) => (r.node.metadata.uid = 'new')],
    ['ENR_OWNER_MISMATCH', (r) => (r.pod.metadata.ownerReferences[0].uid = 'new')],
  ];
  for (const [code, damage] of again) {
    const reading = goodReading();
    damage(reading);
    assert.equal(codeOf(reading), code);
  }
});

test('SA-2 only the user name of the service account passes, whatever else looks like it', () => {
  const names = ['spire-agent', 'system:serviceaccount:spire', 'system:node:spire:spire-agent', ''];
  for (const username of names) {
    const reading = goodReading();
    reading.status.user.username = username;
    assert.equal(codeOf(reading), 'ENR_SUBJECT_MISMATCH', username);
  }
});

test('SA-8 a token that is bound to no pod does not pass', () => {
  const reading = goodReading();
  reading.status.user.extra = {};
  assert.equal(codeOf(reading), 'ENR_POD_UID_MISMATCH');
});

test('ENR-11 a group too few and a group too many do not pass; their order does not matter', () => {
  const reading = goodReading();
  reading.status.user.groups.reverse();
  assert.equal(codeOf(reading), undefined);
  reading.status.user.groups.pop();
  assert.equal(codeOf(reading), 'ENR_GROUPS_MISMATCH');
});

test('ENR-13 the state of the agent container decides, not the phase of the pod', () => {
  const reading = goodReading();
  reading.pod.status.phase = 'Pending';
  assert.equal(codeOf(reading), undefined);
  reading.pod.status.containerStatuses = [];
  assert.equal(codeOf(reading), 'ENR_CONTAINER_NOT_RUNNING');
  reading.pod.spec.containers = [{ name: 'other' }];
  assert.equal(codeOf(reading), 'ENR_CONTAINER_MISSING');
  reading.pod.status.phase = 'Succeeded';
  assert.equal(codeOf(reading), 'ENR_POD_TERMINATING');
});

test('ENR-14 node claims of the token are optional, as they are below Kubernetes 1.30, and must fit', () => {
  const reading = goodReading();
  const { extra } = reading.status.user as { extra: Record<string, string[]> };
  delete extra['authentication.kubernetes.io/node-name'];
  delete extra['authentication.kubernetes.io/node-uid'];
  assert.equal(codeOf(reading), undefined);
  extra['authentication.kubernetes.io/node-uid'] = ['other'];
  assert.equal(codeOf(reading), 'ENR_NODE_MISMATCH');
  extra['authentication.kubernetes.io/node-uid'] = ['node-1'];
  extra['authentication.kubernetes.io/node-name'] = ['n2'];
  assert.equal(codeOf(reading), 'ENR_NODE_MISMATCH');
});

test('ENR-16 the one controller must be the DaemonSet of group apps by name and UID', () => {
  const owner = goodReading().pod.metadata.ownerReferences[0] as object;
  const bad = [
    [],
    [{ ...owner, controller: false }],
    [owner, { ...owner, uid: 'second' }],
    [{ ...owner, kind: 'ReplicaSet' }],
    [{ ...owner, apiVersion: 'extensions/v1' }],
    [{ ...owner, apiVersion: 'apps' }],
    [{ ...owner, name: 'other' }],
    'no list',
  ];
  for (const owners of bad) {
    const reading = goodReading();
    reading.pod.metadata.ownerReferences = owners;
    assert.equal(codeOf(reading), 'ENR_OWNER_MISMATCH', JSON.stringify(owners));
  }
  const reading = goodReading();
  reading.pod.metadata.ownerReferences = [{ ...owner, controller: false, uid: 'x' }, owner];
  assert.equal(codeOf(reading), undefined);
});

const hex = 'a1'.repeat(32);
const imageIds: readonly (readonly [string, EnrollmentCode | undefined])[] = [
  [`sha256:${hex}`, undefined],
  [`docker.io/library/agent@sha256:${hex}`, undefined],
  [`docker-pullable://registry:5000/a/agent@sha256:${hex}`, undefined],
  [`sha256:${'0'.repeat(64)}`, 'ENR_DIGEST_MISMATCH'],
  [`evil@sha256:${hex}@sha256:${'0'.repeat(64)}`, 'ENR_DIGEST_MISMATCH'],
  ['', 'ENR_DIGEST_UNKNOWN'],
  [`sha256:${hex.slice(1)}`, 'ENR_DIGEST_UNKNOWN'],
  [`sha256:${hex}0`, 'ENR_DIGEST_UNKNOWN'],
  [`sha512:${hex}`, 'ENR_DIGEST_UNKNOWN'],
];
for (const [imageId, code] of imageIds) {
  test(`ENR-17 image ID ${JSON.stringify(imageId)} is ${code ?? 'approved'}`, () => {
    const reading = goodReading();
    reading.pod.status.containerStatuses[0].imageID = imageId;
    assert.equal(codeOf(reading), code);
  });
}

test('ENR-17 a digest of the kind that the node does not give is told apart from another image', () => {
  const detailOf = (imageId: string, kind: 'manifest' | 'config') => {
    const reading = goodReading();
    reading.pod.status.containerStatuses[0].imageID = imageId;
    const digests = [{ kind, hex }];
    return firstFinding(evidenceOf(reading), boundProfile({ digests }))?.detail ?? '';
  };
  const zeros = `sha256:${'0'.repeat(64)}`;
  assert.match(
    detailOf(zeros, 'manifest'),
    /^found "config:sha256:0+", .*no config digest is approved$/,
  );
  assert.match(
    detailOf(`a@${zeros}`, 'config'),
    /^found "manifest:.*no manifest digest is approved$/,
  );
  assert.doesNotMatch(detailOf(zeros, 'config'), /is approved/);
});

test('ENR-17 any of several digests is approved', () => {
  const digests = [{ kind: 'manifest', hex: 'c3'.repeat(32) } as const, ...profile.digests];
  assert.equal(codeOf(goodReading(), boundProfile({ digests })), undefined);
});

test('ENR-18 a setting that is not pinned may be anything', () => {
  for (const key of ['hostNetwork', 'hostPID', 'hostIPC'] as const) {
    const reading = goodReading();
    reading.pod.spec[key] = true;
    assert.equal(codeOf(reading, boundProfile()), undefined);
    const pinned = boundProfile({ spec: { ...agentSpec, podSpec: { [key]: false } } });
    assert.equal(codeOf(reading, pinned), 'ENR_POD_SPEC_MISMATCH');
  }
  const pinned = boundProfile({
    spec: { ...agentSpec, podSpec: { automountServiceAccountToken: false } },
  });
  assert.equal(codeOf(goodReading(), pinned), 'ENR_POD_SPEC_MISMATCH');
});

test('objects of any shape find a code and throw nothing', () => {
  for (const rubbish of [undefined, null, 1, 'x', [], { metadata: 1, spec: [], status: 'x' }]) {
    for (const part of ['status', 'pod', 'node'] as const) {
      const reading: GoodReading = { ...goodReading(), [part]: rubbish };
      assert.match(String(codeOf(reading)), /^ENR_/);
    }
  }
});

test('what a pod says of itself is cut before it comes into a log', () => {
  const reading = goodReading();
  reading.pod.metadata.namespace = 'x'.repeat(100_000);
  const finding = firstFinding(evidenceOf(reading), profile);
  assert.ok((finding?.detail.length ?? 0) < 1200);
});
