import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentSpec, boundProfile, clusterOf, stagedProfile } from '../../testkit/enrollment.ts';
import { EnrolledClusters } from './clusters.ts';
import type { EnrollmentProfile } from './profile.ts';
import { ProfileIndex } from './profile-index.ts';
import { checkTokenProfile } from './token-profile.ts';

const tokens = { ...agentSpec, mode: 'bootstrap_token' } as const;
const fallback = { ...agentSpec, bootstrapFallbackAllowed: true };

function check(
  named: string,
  profiles: readonly EnrollmentProfile[],
  { own = 'agents', allowJoinTokens = false } = {},
) {
  const index = new ProfileIndex();
  for (const profile of profiles) index.set(profile.name, [profile]);
  const clusters = new EnrolledClusters();
  clusters.set(own === '' ? [] : [clusterOf({ profile: own })]);
  return checkTokenProfile(named, { profiles: index, clusters, allowJoinTokens });
}

const refused: readonly [name: string, profiles: readonly EnrollmentProfile[], text: RegExp][] = [
  ['does not exist', [], /^profile "agents" does not exist$/],
  ['was retired', [stagedProfile({ state: 'retired' })], /^profile "agents" was retired$/],
  [
    'admits tokens of pods alone',
    [boundProfile()],
    /^profile "agents" admits no tokens: its mode must be bootstrap_token, or bootstrap_fallback_allowed be set$/,
  ],
];
for (const [name, profiles, message] of refused) {
  test(`a token for a profile that ${name} is not made`, () => {
    assert.throws(() => check('agents', profiles), { message });
  });
}

test('a token for a profile beside the one of its cluster is not made', () => {
  const other = boundProfile({ name: 'other', spec: tokens });
  assert.throws(() => check('other', [other]), {
    message: 'profile "other": agents of cluster "prod" enrol by "agents"',
  });
});

test('a token for a profile that admits tokens is made, with a warning until that is bound', () => {
  for (const spec of [tokens, fallback]) {
    assert.deepEqual(check('agents', [boundProfile({ spec })]), []);
    const [warning] = check('agents', [stagedProfile({ spec })]);
    assert.match(
      warning ?? '',
      /^profile "agents" refuses this token now: .*ENR_PROFILE_NOT_READY/,
    );
  }
});

test('a token for no profile is made, with a warning where a profile would refuse it', () => {
  const [warning] = check('', [boundProfile()]);
  assert.match(
    warning ?? '',
    /^profile "agents" refuses this token now: .*allows no fallback \(ENR_FALLBACK_NOT_ALLOWED\); to do: /,
  );
  assert.deepEqual(check('', [boundProfile({ spec: fallback })]), []);
  assert.deepEqual(check('', [boundProfile()], { allowJoinTokens: true }), []);
  assert.deepEqual(check('', [], { own: '' }), []);
});
