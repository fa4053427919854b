import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { eventually, when } from '../local/harness/poll.ts';
import { spire } from '../spire/peers.ts';
import { reasonToSkip } from './cluster/cluster.ts';
import { Deployment } from './deployment.ts';

const agents = 'app.kubernetes.io/name=sigil-agent';
const profileScript = new URL('../../manifests/overlays/hardened/profile.sh', import.meta.url);

suite('enrolment profiles on a real node', { skip: reasonToSkip(), timeout: 400_000 }, () => {
  let sigil: Deployment;
  before(async () => {
    sigil = await Deployment.start();
    await sigil.apply('overlay/hardened');
    await sigil.rolledOut('sigil', 'statefulset/sigil-server');
  });
  after(() => sigil.stop());

  const log = () => sigil.kubectl('-n', 'sigil', 'logs', 'sigil-server-0');
  const count = async (what: string) => (await log()).split(what).length - 1;
  const accepted = '"decision":"accepted"';
  const profile = (verb: string, ...flags: readonly string[]) =>
    sigil.server('enrollment', 'profile', verb, '-name', 'agents', ...flags);

  /** Waits until the server refuses once more with this code. */
  async function refusedAfter(code: string, cause: () => Promise<unknown>): Promise<void> {
    const had = await count(code);
    await cause();
    await eventually(code, async () => when((await count(code)) > had), {
      deadlineMs: 60_000,
      everyMs: 300,
    });
  }

  async function enrolledAfter(cause: () => Promise<unknown>): Promise<void> {
    const had = await count(accepted);
    await cause();
    await eventually('an agent enrols', async () => when((await count(accepted)) > had), {
      deadlineMs: 90_000,
      everyMs: 300,
    });
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
  }

  /** The next pod attests at once; an agent that was refused waits longer each time. */
  const replaceAgents = () =>
    sigil.kubectl('-n', 'sigil', 'delete', 'pod', '-l', agents, '--grace-period=1', '--wait=false');
  const patch = (change: object) =>
    sigil.kubectl('-n', 'sigil', 'patch', 'daemonset', 'sigil-agent', '-p', JSON.stringify(change));
  const inTemplate = (spec: object, more: object = {}) => ({
    spec: { template: { spec }, ...more },
  });

  test('agents wait until the profile is bound to what runs, by the digest of the imported image', async () => {
    await refusedAfter('ENR_PROFILE_UNKNOWN', () => Promise.resolve());
    await eventually('the container of the agent runs', async () =>
      when(
        (await sigil.podOf('sigil', agents, '.status.containerStatuses[0].state.running')) !== '',
      ),
    );
    let bound = '';
    await enrolledAfter(async () => {
      bound = await sigil.onNode('bash', profileScript.pathname, '-yes');
      await replaceAgents();
    });
    assert.match(bound, /Profile bound and in force/);
    const imageId = await sigil.podOf('sigil', agents, '.status.containerStatuses[0].imageID');
    const hex = /sha256:([0-9a-f]{64})$/.exec(imageId)?.[1] ?? 'none';
    assert.match(bound, new RegExp(`Image digest +: \\w+:sha256:${hex}`));
    assert.match(await sigil.server('agent', 'list'), /Found 1 attested agent:/);
    const name = await sigil.podOf('sigil', agents);
    const check = await sigil.server('enrollment', 'check', '-pod', `sigil/${name}`);
    assert.match(
      check,
      new RegExp(`^Pod sigil/${name} would be enrolled by profile agents version 1`),
    );
  });

  test('ENR-19 a rolling update replaces the agent under the profile', async () => {
    const before = await sigil.podOf('sigil', agents);
    await enrolledAfter(() =>
      sigil.kubectl('-n', 'sigil', 'rollout', 'restart', 'daemonset/sigil-agent'),
    );
    assert.notEqual(await sigil.podOf('sigil', agents), before);
  });

  test('ENR-19 of two agents on one node the second is refused until the first is gone', async () => {
    const first = await sigil.podOf('sigil', agents);
    const surge = {
      updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    };
    // A folder of its own for its socket, or it would not come as far as to attest.
    const path = '/run/spire/agent-sockets-2';
    const volumes = [{ name: 'sockets', hostPath: { path, type: 'DirectoryOrCreate' } }];
    await refusedAfter('ENR_NODE_OCCUPIED', () => patch(inTemplate({ volumes }, surge)));
    await enrolledAfter(() => sigil.kubectl('-n', 'sigil', 'delete', 'pod', first, '--wait=false'));
  });

  test('ENR-17 an image that is approved no more is refused, and approved again by its digest', async () => {
    const [, digest = ''] = /Image digest +: (\S+)/.exec(await profile('show')) ?? [];
    const other = `config:sha256:${'0'.repeat(64)}`;
    await refusedAfter('ENR_DIGEST_MISMATCH', () =>
      profile('update', '-addDigest', other, '-removeDigest', digest),
    );
    await enrolledAfter(async () => {
      await profile('update', '-addDigest', digest);
      await replaceAgents();
    });
  });

  test('a real spire-agent enrols under the profile', async () => {
    const folder = spire.agent[0]?.replace(/\/[^/]+$/, '') ?? '';
    const container = {
      name: 'sigil-agent',
      command: ['/spire/spire-agent'],
      volumeMounts: [{ name: 'spire', mountPath: '/spire', readOnly: true }],
    };
    const volumes = [{ name: 'spire', hostPath: { path: folder } }];
    await enrolledAfter(() => patch(inTemplate({ containers: [container], volumes })));
    assert.match(await sigil.server('agent', 'list'), /Agent version +: 1\.\d+\.\d+/);
  });

  test('ENR-10 ENR-16 SA-1 DaemonSet and service account that were made again are refused until they are bound anew', async () => {
    await refusedAfter('ENR_SA_UID_MISMATCH', async () => {
      await sigil.kubectl('-n', 'sigil', 'delete', 'daemonset/sigil-agent', 'sa/sigil-agent');
      await sigil.apply('overlay/hardened');
    });
    const drift = await sigil.server('enrollment', 'drift');
    assert.match(drift, /Code +: ENR_SA_UID_MISMATCH[^]*Code +: ENR_OWNER_MISMATCH/);
    await profile('update', '-rebind');
    await enrolledAfter(async () => {
      await sigil.onNode('bash', profileScript.pathname, '-yes');
      await replaceAgents();
    });
    assert.match(await sigil.server('enrollment', 'drift'), /Found 0 drifts/);
  });
});
