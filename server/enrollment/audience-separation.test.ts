import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger, type LogFields } from '../../common/log/logger.ts';
import { agentSpec, boundProfile, clusterOf, stagedProfile } from '../../testkit/enrollment.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { checkAudiences } from './audience-separation.ts';
import { EnrolledClusters, type EnrolledCluster } from './clusters.ts';
import { ProfileIndex } from './profile-index.ts';

interface Setting {
  readonly production: boolean;
  readonly audience: string;
  readonly make?: typeof boundProfile;
  readonly probeAudience?: EnrolledCluster['probeAudience'];
  readonly clock?: FakeClock;
}

/** What is warned of. */
async function check({
  production,
  audience,
  make = boundProfile,
  probeAudience = () => Promise.resolve('separate'),
  clock = new FakeClock(),
}: Setting): Promise<(readonly [string, LogFields])[]> {
  const warnings: (readonly [string, LogFields])[] = [];
  const profiles = new ProfileIndex();
  profiles.set('agents', [make({ spec: { ...agentSpec, audience } })]);
  const clusters = new EnrolledClusters();
  clusters.set([clusterOf({ probeAudience })]);
  const warn = (text: string, fields: LogFields = {}) => void warnings.push([text, fields]);
  const log = { ...silentLogger, warn };
  const apiAudiences = ['https://oidc.test'];
  await checkAudiences({ profiles, clusters, apiAudiences, production, clock, log });
  return warnings;
}

const warningOf = (audience: string) => [
  'The enrolment audience is one of the API server',
  { enrollment_profile: 'agents', audience },
];

const audiences = [
  'https://kubernetes.default.svc',
  'https://kubernetes.default.svc.cluster.local/',
  'https://OIDC.test',
];
for (const audience of audiences) {
  test(`ENR-26 SA-9 at start ${audience} is refused in production, and a warning elsewhere`, async () => {
    for (const make of [boundProfile, stagedProfile]) {
      const attempt = check({ production: true, audience, make });
      await assert.rejects(attempt, { code: 'FAILED_PRECONDITION' });
      const warned = await check({ production: false, audience, make });
      assert.deepEqual(warned, [warningOf(audience)]);
    }
  });
}

test('ENR-26 at start an audience that only the API server knows to be its own is refused in production', async () => {
  const probeAudience: EnrolledCluster['probeAudience'] = (audience) =>
    Promise.resolve(audience === 'custom' ? 'api' : 'separate');
  await assert.rejects(check({ production: true, audience: 'custom', probeAudience }), {
    code: 'FAILED_PRECONDITION',
    message:
      'enrolment audience is one of the API server: "custom" of "agents"; every pod has such a token',
  });
  const warned = await check({ production: false, audience: 'custom', probeAudience });
  assert.deepEqual(warned, [warningOf('custom')]);
});

test('ENR-26 at start the audiences of the configuration are asked about as well as those of profiles', async () => {
  const asked: string[] = [];
  const probeAudience: EnrolledCluster['probeAudience'] = (audience) => {
    asked.push(audience);
    return Promise.resolve('separate');
  };
  await check({ production: true, audience: 'own', probeAudience });
  assert.deepEqual(asked, ['own', 'spire-server']);
});

test('ENR-26 a server starts although nobody can say, and warns when that is a failure', async () => {
  const unknown = await check({
    production: true,
    audience: 'spire-server',
    probeAudience: () => Promise.resolve('unknown'),
  });
  assert.deepEqual(unknown, []);
  const failed = await check({
    production: true,
    audience: 'spire-server',
    probeAudience: () => Promise.reject(new Error('away')),
  });
  assert.deepEqual(
    failed.map(([text]) => text),
    ['Failed to ask the API server for its audiences'],
  );
});

test('ENR-26 an API server that hangs holds up a start for ten seconds', async () => {
  const clock = new FakeClock();
  const probeAudience: EnrolledCluster['probeAudience'] = (_audience, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const started = check({ production: true, audience: 'spire-server', probeAudience, clock });
  await settle();
  await clock.advance(10_000);
  assert.match(String((await started)[0]?.[1].error), /no answer within 10000 ms/);
});

test('an audience of its own is fine, and what is superseded does not matter', async () => {
  assert.deepEqual(await check({ production: true, audience: 'spire-server' }), []);
  const make = () => boundProfile({ state: 'superseded', spec: { ...agentSpec, audience: 'api' } });
  assert.deepEqual(await check({ production: true, audience: '', make }), []);
});
