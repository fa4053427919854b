import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeApiError } from '../../common/kube/kube-client.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import {
  agentDigest,
  boundProfile,
  clusterOf,
  goodReading,
  stagedProfile,
} from '../../testkit/enrollment.ts';
import { EnrolledClusters } from './clusters.ts';
import { explainPod } from './explain.ts';
import { digestText, type EnrollmentProfile } from './profile.ts';
import { ProfileIndex } from './profile-index.ts';

/** What a cluster says, damaged by the test before it is asked. */
function setUp(
  versions: readonly EnrollmentProfile[],
  reading = goodReading(),
  serviceAccount = 'spire-agent',
) {
  const objects: Record<string, unknown> = {
    '/api/v1/namespaces/spire/pods/spire-agent-1': reading.pod,
    '/api/v1/nodes/n1': reading.node,
    [`/api/v1/namespaces/spire/serviceaccounts/${serviceAccount}`]: { metadata: { uid: 'sa-uid' } },
    '/apis/apps/v1/namespaces/spire/daemonsets/spire-agent': { metadata: { uid: 'ds-uid' } },
  };
  const get = (path: string) =>
    path in objects
      ? Promise.resolve(objects[path])
      : Promise.reject(new KubeApiError(404, `not found: ${path}`));
  const clusters = new EnrolledClusters();
  clusters.set([clusterOf({ api: { get } })]);
  const profiles = new ProfileIndex();
  profiles.set('agents', versions);
  const store = { findOnNode: () => Promise.resolve([]) };
  const options = { profiles, clusters, store, clock: new FakeClock() };
  return (version = 0) =>
    explainPod(
      options,
      { profile: '', namespace: 'spire', pod: 'spire-agent-1', version },
      new AbortController().signal,
    );
}

test('a profile that is not bound yet fails nothing for that, and binding is all there is to do', async () => {
  const { checks, profile } = await setUp([stagedProfile()])();
  assert.equal(profile.version, 1);
  const open = checks.filter(({ outcome }) => outcome !== 'pass');
  assert.deepEqual(
    open.map(({ outcome, title, detail }) => [outcome, title, detail]),
    [
      ['unknown', 'profile in force', 'version 1 is staged: not bound yet'],
      ['unknown', 'API server', 'not bound yet'],
      ['unknown', 'service account UID', 'not bound yet; it is sa-uid now'],
      ['unknown', 'groups', 'only a token says which groups it has'],
      ['unknown', 'controlling DaemonSet', 'not bound yet; it is ds-uid now'],
      ['unknown', 'image digest', `not bound yet; it is ${digestText(agentDigest)} now`],
    ],
  );
  const advice = checks.flatMap(({ advice: text }) => (text === '' ? [] : [text]));
  assert.equal(advice.length, 1);
  assert.match(advice[0] ?? '', /^run `sigil-server enrollment profile bind`/);
});

test('what binding does not settle fails a staged version, too, with the reason', async () => {
  const reading = goodReading();
  // eslint-disable-next-line @typescript-eslint/no-unsafe-member-access -- see goodReading
  Object.assign(reading.pod.metadata.ownerReferences[0], { name: 'other', uid: 'other-uid' });
  const { checks } = await setUp([stagedProfile()], reading)();
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  assert.deepEqual(
    failed.map(({ code }) => code),
    ['ENR_OWNER_MISMATCH'],
  );
  assert.match(failed[0]?.detail ?? '', /found .*"other".* expected .*"ds-uid"/);
  assert.match(failed[0]?.advice ?? '', /^run the agents as the DaemonSet that the profile names/);
});

test('a service account that is gone fails a staged version: there is nothing to bind', async () => {
  const { checks } = await setUp([stagedProfile()], goodReading(), 'another')();
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  assert.deepEqual(
    failed.map(({ code, detail }) => [code, detail]),
    [['ENR_SA_UID_MISMATCH', 'there is no service account "spire/spire-agent"']],
  );
  assert.match(failed[0]?.advice ?? '', /^make the service account/);
});

test('while a version is in force it is checked, and the staged one is when it is asked for', async () => {
  const bound = boundProfile({ serviceAccountUid: 'of-before' });
  const check = setUp([bound, stagedProfile({ version: 2 })]);
  const now = await check();
  assert.deepEqual([now.profile.version, now.staged?.version], [1, 2]);
  const codes = ({ checks }: typeof now) =>
    checks.flatMap(({ code }) => (code === '' ? [] : [code]));
  assert.deepEqual(codes(now), ['ENR_SA_UID_MISMATCH']);
  assert.deepEqual(codes(await check(2)), ['ENR_PROFILE_NOT_READY']);
  await assert.rejects(check(3), {
    code: 'NOT_FOUND',
    message: 'profile "agents" has no version 3 that is staged or bound',
  });
});
