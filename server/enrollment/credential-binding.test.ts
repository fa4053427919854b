import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { boundProfile, stagedProfile } from '../../testkit/enrollment.ts';
import { CredentialBindings } from './credential-binding.ts';
import type { EnrollmentProfile } from './profile.ts';
import { ProfileIndex } from './profile-index.ts';

const spiffeId = parseSpiffeId('spiffe://zeta.test/spire/agent/k8s_psat/prod/node-1');
const enrollment = {
  profile: 'agents',
  version: 1,
  cluster: 'prod',
  nodeUid: 'node-1',
  podUid: 'pod-1',
  podNamespace: 'spire',
  podName: 'a',
};
const enrolled = { spiffeId, enrollment };
const plain = { spiffeId };

function bindings(profiles: readonly EnrollmentProfile[], profileOf: string | undefined) {
  const index = new ProfileIndex();
  index.set('agents', profiles);
  const agents = new Map([[spiffeId, enrolled]]);
  return new CredentialBindings({ agents, profiles: index, profileOf: () => profileOf });
}

test('ENR-20 a credential is bound to the version in force, and outdated by another or by none', () => {
  const inForce = bindings([boundProfile()], 'agents');
  assert.deepEqual(inForce.find(spiffeId), { ...enrollment, current: true });
  assert.equal(inForce.profileVersion('agents'), 1);
  assert.equal(inForce.mustReattest(enrolled), false);
  const old = boundProfile({ state: 'superseded' });
  const bumped = bindings([old, boundProfile({ version: 2 })], 'agents');
  assert.equal(bumped.find(spiffeId)?.current, false);
  assert.equal(bumped.mustReattest(enrolled), true);
  const retired = bindings([boundProfile({ state: 'retired' })], 'agents');
  assert.equal(retired.mustReattest(enrolled), true);
  assert.equal(retired.profileVersion('agents'), undefined);
});

test('an agent that came before its cluster had a profile in force attests again once it has one', () => {
  assert.equal(bindings([boundProfile()], 'agents').mustReattest(plain), true);
  assert.equal(bindings([stagedProfile()], 'agents').mustReattest(plain), false);
  assert.equal(bindings([boundProfile()], undefined).mustReattest(plain), false);
  const id = parseSpiffeId('spiffe://zeta.test/spire/agent/join_token/t');
  const noCluster = new CredentialBindings({
    agents: new Map(),
    profiles: new ProfileIndex(),
    profileOf: (cluster) => (cluster === '' ? undefined : 'agents'),
  });
  assert.equal(noCluster.mustReattest({ spiffeId: id }), false);
  assert.equal(noCluster.find(id), undefined);
});

test('an agent that came before its cluster had a profile is not let on when the last version is retired', () => {
  const retired = boundProfile({ state: 'retired' });
  const next = stagedProfile({ version: 2 });
  for (const versions of [[retired], [retired, next]]) {
    assert.equal(bindings(versions, 'agents').mustReattest(plain), true);
  }
  // One that never was in force kept nobody out.
  const withdrawn = stagedProfile({ state: 'retired' });
  assert.equal(bindings([withdrawn], 'agents').mustReattest(plain), false);
  assert.equal(bindings([retired], undefined).mustReattest(plain), false);
});

test('an agent of another profile than its cluster names now attests again', () => {
  const index = new ProfileIndex();
  index.set('agents', [boundProfile()]);
  index.set('new', [boundProfile({ name: 'new' })]);
  const all = new CredentialBindings({
    agents: new Map(),
    profiles: index,
    profileOf: () => 'new',
  });
  assert.equal(all.mustReattest(enrolled), true);
});
