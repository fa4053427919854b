import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agentDigest,
  agentSpec,
  apiServer,
  boundProfile,
  stagedProfile,
} from '../../testkit/enrollment.ts';
import { isReady, missingFrom, type EnrollmentProfile } from './profile.ts';
import {
  bindVersion,
  createVersion,
  retireVersions,
  updateVersion,
  type ProfileUpdate,
} from './versions.ts';

const other = { kind: 'manifest', hex: 'b2'.repeat(32) } as const;
const binding = {
  apiServer: apiServer.url,
  apiServerCas: apiServer.authorities,
  serviceAccountUid: 'sa-uid',
  daemonSetUid: 'ds-uid',
  digests: [agentDigest],
};

function update(stored: EnrollmentProfile, changes: Partial<ProfileUpdate> = {}) {
  const { version, description, spec } = stored;
  const nothing = { addDigests: [], removeDigests: [], rebind: false };
  return updateVersion([stored], { version, description, spec, ...nothing, ...changes }, 9);
}

test('ENR-5 a created profile is staged, and not ready before all is bound', () => {
  const { profile, write } = createVersion(
    [],
    { name: 'agents', description: '', spec: agentSpec },
    1,
  );
  assert.deepEqual(profile, stagedProfile());
  assert.deepEqual(write, [profile]);
  assert.deepEqual(missingFrom(profile, []), [
    'service account UID',
    'DaemonSet UID',
    'image digest',
    'API server',
  ]);
  assert.equal(isReady(profile, []), false);
  assert.equal(isReady(boundProfile(), []), true);
});

const incomplete: Partial<EnrollmentProfile>[] = [
  { serviceAccountUid: '' },
  { daemonSetUid: '' },
  { digests: [] },
  { state: 'staged' },
  { state: 'superseded' },
  { state: 'retired' },
];
for (const change of incomplete) {
  test(`ENR-5 readiness is computed: ${JSON.stringify(change)} is not ready`, () => {
    assert.equal(isReady(boundProfile(change), []), false);
  });
}

test('ENR-5 what was bound before API servers were kept stays ready', () => {
  const old = boundProfile({ apiServer: '', apiServerCas: [] });
  assert.equal(isReady(old, [old]), true);
  assert.deepEqual(missingFrom(old, [old]), []);
});

test('ENR-5 a version that an older server made without the API server of the one before is not ready', () => {
  const [none, lost] = [
    { apiServer: '', apiServerCas: [] },
    boundProfile({ version: 3, apiServer: '', apiServerCas: [] }),
  ];
  const before = boundProfile({ version: 2, state: 'superseded' });
  const versions = [boundProfile({ state: 'superseded', ...none }), before, lost];
  assert.equal(isReady(lost, versions), false);
  assert.match(missingFrom(lost, versions).join(), /older server left out: update -rebind/);
  // Nor does what it is changed into, until it is bound anew.
  const next = { ...lost, version: 4 };
  assert.equal(isReady(next, [...versions, next]), false);
  const anew = boundProfile({ version: 5 });
  assert.equal(isReady(anew, [...versions, next, anew]), true);
  // One that comes later takes nothing from those before.
  assert.equal(isReady(boundProfile(none), [boundProfile(none), before]), true);
});

test('a name is taken while a version is staged or bound, and free once all are retired', () => {
  const wanted = { name: 'agents', description: '', spec: agentSpec };
  for (const taken of [stagedProfile(), boundProfile()]) {
    assert.throws(() => createVersion([taken], wanted, 1), { code: 'ALREADY_EXISTS' });
  }
  const { profile } = createVersion([boundProfile({ state: 'retired' })], wanted, 1);
  assert.deepEqual([profile.version, profile.state], [2, 'staged']);
});

test('ENR-6 a version is bound once; a second time is refused whatever the values', () => {
  const { effect, profile } = bindVersion([stagedProfile()], 1, binding, 2);
  assert.equal(effect, 'bound');
  assert.deepEqual(profile, boundProfile());
  assert.throws(() => bindVersion([boundProfile()], 1, { ...binding, daemonSetUid: 'x' }, 3), {
    code: 'FAILED_PRECONDITION',
    message: 'profile "agents" has no staged version 1 to bind; version 1 is bound already',
  });
});

test('a staged version that is bound supersedes the one in force, in this order', () => {
  const staged = stagedProfile({ version: 2 });
  const { write } = bindVersion([boundProfile(), staged], 2, binding, 3);
  assert.deepEqual(
    write.map(({ version, state }) => [version, state]),
    [
      [1, 'superseded'],
      [2, 'bound'],
    ],
  );
});

test('ENR-21 a description changes no version', () => {
  const { effect, profile, write } = update(boundProfile(), { description: 'new' });
  assert.deepEqual([effect, profile.version, write.length], ['described', 1, 1]);
});

const bumps: readonly (readonly [string, Partial<ProfileUpdate>])[] = [
  ['a required label', { spec: { ...agentSpec, requiredLabels: { app: 'agent' } } }],
  ['the audience', { spec: { ...agentSpec, audience: 'other' } }],
  ['its exactness', { spec: { ...agentSpec, exactAudience: false } }],
  ['a pinned setting', { spec: { ...agentSpec, podSpec: { hostPID: true } } }],
  ['the fallback', { spec: { ...agentSpec, bootstrapFallbackAllowed: true } }],
  ['the replay limit', { spec: { ...agentSpec, replayLimit: true } }],
];
for (const [what, change] of bumps) {
  test(`ENR-21 a change of ${what} is a new version in force, with what was bound`, () => {
    const { effect, profile, write } = update(boundProfile(), change);
    assert.equal(effect, 'superseded');
    assert.deepEqual([profile.version, profile.state], [2, 'bound']);
    assert.equal(profile.daemonSetUid, 'ds-uid');
    assert.deepEqual(write[0], boundProfile({ state: 'superseded' }));
  });
}

test('a digest that is added is no new version, one that is removed is', () => {
  const added = update(boundProfile(), { addDigests: [other] });
  assert.deepEqual([added.effect, added.profile.version], ['digests_added', 1]);
  assert.deepEqual(added.profile.digests, [agentDigest, other]);
  const removed = update(added.profile, { removeDigests: [agentDigest] });
  assert.deepEqual([removed.effect, removed.profile.version], ['superseded', 2]);
  assert.deepEqual(removed.profile.digests, [other]);
  assert.throws(() => update(boundProfile(), { removeDigests: [agentDigest] }), /last digest/);
  assert.throws(() => update(boundProfile(), { removeDigests: [other] }), /no digest .* to remove/);
  assert.equal(update(boundProfile(), { addDigests: [agentDigest] }).effect, 'unchanged');
});

test('ENR-17 a digest is removed by its kind, too, and what is there is named', () => {
  const { profile } = update(boundProfile(), { addDigests: [other] });
  const wrongKind = { ...agentDigest, kind: 'manifest' } as const;
  const { hex } = agentDigest;
  assert.throws(() => update(profile, { removeDigests: [wrongKind] }), {
    code: 'FAILED_PRECONDITION',
    message: new RegExp(
      `^profile has no digest manifest:sha256:${hex} to remove; it has config:sha256:${hex}, `,
    ),
  });
});

for (const key of ['cluster', 'namespace', 'serviceAccount', 'daemonSet', 'container'] as const) {
  test(`another ${key} is a staged version, and the one in force stays until that is bound`, () => {
    const { effect, profile, write } = update(boundProfile(), {
      spec: { ...agentSpec, [key]: 'other' },
    });
    assert.equal(effect, 'staged');
    assert.deepEqual([profile.version, profile.state, profile.daemonSetUid], [2, 'staged', '']);
    assert.deepEqual(write, [profile]);
  });
}

test('what was made again under its name is bound by a staged version, too', () => {
  const { effect, profile } = update(boundProfile(), { rebind: true });
  assert.deepEqual([effect, profile.state, profile.digests], ['staged', 'staged', []]);
});

test('a staged version is edited in place, and takes no digests', () => {
  const spec = { ...agentSpec, namespace: 'other' };
  const { effect, profile } = update(stagedProfile(), { spec });
  assert.deepEqual([effect, profile.version, profile.spec], ['edited', 1, spec]);
  assert.throws(() => update(stagedProfile(), { addDigests: [other] }), /read from the cluster/);
});

test('while a version is staged the one in force gets digests and descriptions only', () => {
  const stored = [boundProfile(), stagedProfile({ version: 2 })];
  const base = { version: 1, description: '', spec: agentSpec, rebind: false };
  const add = { ...base, addDigests: [other], removeDigests: [] };
  assert.equal(updateVersion(stored, add, 9).effect, 'digests_added');
  const relabel = { ...base, spec: { ...agentSpec, audience: 'x' }, addDigests: [] };
  assert.throws(() => updateVersion(stored, { ...relabel, removeDigests: [] }, 9), {
    code: 'FAILED_PRECONDITION',
    message: /version 2 is staged/,
  });
});

test('an update that was made from an older version is refused', () => {
  const superseded = boundProfile({ state: 'superseded' });
  assert.throws(() => update(superseded), { code: 'FAILED_PRECONDITION' });
});

test('retiring withdraws what is staged or bound, or one of the two, and nothing twice', () => {
  const stored = [boundProfile(), stagedProfile({ version: 2 })];
  assert.deepEqual(
    retireVersions(stored).write.map(({ state }) => state),
    ['retired', 'retired'],
  );
  assert.deepEqual(
    retireVersions(stored, 2).write.map(({ version }) => version),
    [2],
  );
  const gone = [boundProfile({ state: 'retired' })];
  assert.throws(() => retireVersions(gone), { code: 'FAILED_PRECONDITION' });
});

test('the rules of a profile without digests change, too, when its mode has none', () => {
  const spec = { ...agentSpec, mode: 'bootstrap_token' } as const;
  const { effect, profile } = update(boundProfile({ spec, digests: [] }), {
    spec: { ...spec, requiredLabels: { app: 'agent' } },
  });
  assert.deepEqual([effect, profile.version, profile.digests], ['superseded', 2, []]);
});
