import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger, type LogFields } from '../../common/log/logger.ts';
import { agentSpec, apiServer, boundProfile, stagedProfile } from '../../testkit/enrollment.ts';
import { checkAudiences } from './audience-separation.ts';
import { EnrolledClusters } from './clusters.ts';
import type { EnrollmentProfile } from './profile.ts';
import { ProfileIndex } from './profile-index.ts';

function check(production: boolean, audience: string, make: typeof boundProfile): LogFields[] {
  const warnings: LogFields[] = [];
  const profiles = new ProfileIndex();
  const profile: EnrollmentProfile = make({ spec: { ...agentSpec, audience } });
  profiles.set('agents', [profile]);
  const clusters = new EnrolledClusters();
  const apiServers = () => Promise.resolve([apiServer]);
  const api = { get: () => Promise.reject(new Error('nothing is read')) };
  const own = { name: 'prod', profile: 'agents', kubeConfigFile: '', api, apiServers };
  clusters.set([{ ...own, audiences: ['spire-server'] }]);
  const log = {
    ...silentLogger,
    warn: (_text: string, fields: LogFields = {}) => void warnings.push(fields),
  };
  checkAudiences({ profiles, clusters, apiAudiences: ['https://oidc.test'], production, log });
  return warnings;
}

const audiences = [
  'https://kubernetes.default.svc',
  'https://kubernetes.default.svc.cluster.local/',
  'https://OIDC.test',
];
for (const audience of audiences) {
  test(`ENR-26 SA-9 at start ${audience} is refused in production, and a warning elsewhere`, () => {
    for (const make of [boundProfile, stagedProfile]) {
      assert.throws(() => check(true, audience, make), { code: 'FAILED_PRECONDITION' });
      assert.deepEqual(check(false, audience, make), [{ enrollment_profile: 'agents', audience }]);
    }
  });
}

test('an audience of its own is fine, and what is superseded does not matter', () => {
  assert.deepEqual(check(true, 'spire-server', boundProfile), []);
  const old = () => boundProfile({ state: 'superseded', spec: { ...agentSpec, audience: 'api' } });
  assert.deepEqual(check(true, '', old), []);
});
