import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { eventually, when } from '../local/harness/poll.ts';
import { spire } from '../spire/peers.ts';
import { reasonToSkip } from './cluster/cluster.ts';
import { Deployment } from './deployment.ts';

const agents = 'app.kubernetes.io/name=sigil-agent';
const here = (name: string) => new URL(name, import.meta.url).pathname;

interface AgentStatus {
  readonly version: string;
  readonly silent: boolean;
  readonly profile: string;
  readonly profile_version: number;
  readonly evidence: Readonly<Record<string, string>>;
}

suite('enrolment profiles on a real node', { skip: reasonToSkip(), timeout: 400_000 }, () => {
  let sigil: Deployment;
  before(async () => {
    sigil = await Deployment.start(['kubectl']);
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

  const job = (...args: readonly string[]) => sigil.kubectl('-n', 'sigil', ...args);
  const jobDone = () =>
    job('wait', '--for=condition=complete', 'job/sigil-profile', '--timeout=90s');
  /** The digits of the image that the newest agent runs. */
  async function runningImage(): Promise<string> {
    const imageId = await sigil.podOf('sigil', agents, '.status.containerStatuses[0].imageID');
    return /sha256:([0-9a-f]{64})$/.exec(imageId)?.[1] ?? 'none';
  }

  /** Applies the overlay of docs/enrolment.md that binds what was approved beforehand. */
  async function applyOptIn(digest: string): Promise<void> {
    const text = readFileSync(here('../../docs/enrolment.md'), 'utf8');
    const [, overlay = ''] = /^```yaml\n(resources: [^]*?)^```$/m.exec(text) ?? [];
    const folder = join(sigil.cluster.folder, 'opt-in');
    mkdirSync(folder);
    const content = overlay
      .replace('../../manifests/overlays/hardened', relative(folder, here('overlay/hardened')))
      .replace('manifest:sha256:HEX', digest);
    writeFileSync(join(folder, 'kustomization.yaml'), content);
    await sigil.kubectl('apply', '-k', folder);
  }

  test('the job stages the profile and shows what runs, and agents wait until somebody binds it', async () => {
    await jobDone();
    const report = await job('logs', 'job/sigil-profile');
    const hex = await runningImage();
    assert.match(report, new RegExp(`^Image digest +: \\w+:sha256:${hex}$`, 'm'));
    assert.match(
      report,
      /^Cluster +: main$[^]*^Nothing was bound\. If that is what you approved: /m,
    );
    assert.match(await profile('show'), /^State +: staged$/m);
    const checked = async () =>
      sigil.server('enrollment', 'check', '-pod', `sigil/${await sigil.podOf('sigil', agents)}`);
    const early = await checked();
    assert.match(early, /would be enrolled by profile agents version 1 once that is bound\n/);
    assert.match(
      early,
      new RegExp(`ENR-17 +image digest\\s+not bound yet; it is \\w+:sha256:${hex} now`),
    );
    assert.equal(early.match(/to do: /g)?.length, 1);
    await refusedAfter('ENR_PROFILE_NOT_READY', replaceAgents);
    await enrolledAfter(async () => {
      const bound = await profile('bind', '-yes');
      assert.match(bound, new RegExp(`Profile bound and in force[^]*: \\w+:sha256:${hex}\n`));
      await replaceAgents();
    });
    assert.match(await sigil.server('agent', 'list'), /Found 1 attested agent:/);
    assert.match(
      await checked(),
      /^Pod sigil\/\S+ would be enrolled by profile agents version 1\n/,
    );
  });

  test('the agent reports through the port of the overlay, and agent status shows it', async () => {
    const status = await eventually('a heartbeat', async () => {
      const text = await sigil.server('agent', 'status', '-output', 'json');
      const [agent] = (JSON.parse(text) as { agents: AgentStatus[] }).agents;
      return agent?.silent === false ? agent : undefined;
    });
    assert.deepEqual([status.profile, status.profile_version], ['agents', 1]);
    assert.deepEqual([status.evidence['node_attestor'], status.version !== ''], ['k8s_psat', true]);
    assert.match(await sigil.server('agent', 'status'), /^Last heartbeat +: (?!\(never\))/m);
  });

  test('the rights of the overlay are all that k8s check asks for', async () => {
    const file = ['-config', '/etc/sigil/server.conf', '-expandEnv'];
    const found = await sigil.server('k8s', 'check', ...file);
    assert.match(found, /ok +get daemonsets\.apps in namespace sigil\n/);
    assert.match(found, /\n0 missing, 0 to look at, \d+ fine\.\n/);
  });

  test('nobody of their own user reads the memory of server and agent, and no signal opens it', async () => {
    for (const [target, program] of [
      ['sigil-server-0', 'sigil-server run'],
      ['daemonset/sigil-agent', 'sigil-agent run'],
    ] as const) {
      const within = (...words: readonly string[]) => job('exec', target, '--', ...words);
      const line = (await within('ps')).split('\n').find((each) => each.includes(program));
      const pid = line?.trim().split(/\s+/)[0] ?? '';
      assert.match(await within('cat', '/proc/self/environ'), /HOSTNAME=/);
      // The kernel writes no core file of what it does not show either.
      await assert.rejects(within('cat', `/proc/${pid}/environ`), /environ': Permission denied/);
      for (const signal of ['-USR1', '-USR2']) await within('kill', signal, pid);
      assert.doesNotMatch(await job('logs', target), /Debugger listening/);
      assert.equal(
        await sigil.podOf('sigil', agents, '.status.containerStatuses[0].restartCount'),
        '0',
      );
    }
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
    await job('delete', 'job/sigil-profile');
    await enrolledAfter(async () => {
      await applyOptIn(`config:sha256:${await runningImage()}`);
      await jobDone();
      await replaceAgents();
    });
    assert.match(await job('logs', 'job/sigil-profile'), /^Bound\n[^]*^State +: bound$/m);
    assert.match(await sigil.server('enrollment', 'drift'), /Found 0 drifts/);
  });
});
