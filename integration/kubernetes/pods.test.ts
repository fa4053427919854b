// Sigil from manifests/overlays/dev: every kind of pod by the real agent, and what open SDS streams see.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../local/harness/poll.ts';
import { hasPodsApi, reasonToSkip } from './cluster/cluster.ts';
import { Deployment } from './deployment.ts';

const source = hasPodsApi ? 'pods_api' : 'kubelet_pods';
/** What is promised from a change of a pod until open streams see it. */
const promisedMs = hasPodsApi ? 2_000 : 6_000;
const namespace = 'kinds';
const root = new URL('../../', import.meta.url).pathname;
const socketFolder = '/run/spire/agent-sockets';
const sockets = { name: 'sigil', hostPath: { path: socketFolder } };
const sigil = {
  image: 'localhost/sigil:test',
  env: [{ name: 'SPIRE_AGENT_PUBLIC_SOCKET', value: `${socketFolder}/spire-agent.sock` }],
  volumeMounts: [{ name: 'sigil', mountPath: socketFolder }],
};
const watcher = (name: string) => ({ ...sigil, name, command: ['sigil-agent', 'api', 'watch'] });
const pod = (name: string, spec: object, labels: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace, name, labels },
  spec: { terminationGracePeriodSeconds: 1, volumes: [sockets], ...spec },
});

const kinds = pod('kinds', {
  initContainers: [
    {
      ...sigil,
      name: 'setup',
      command: ['sigil-agent', 'api', 'fetch', 'x509', '-timeout', '60s'],
    },
    { ...watcher('proxy'), restartPolicy: 'Always' },
  ],
  containers: [watcher('app')],
});
const onHost = pod('on-host', { hostNetwork: true, containers: [watcher('host')] });
const fixed = pod('fixed', { containers: [watcher('fixed')] });

interface Explained {
  readonly pids: readonly number[];
  readonly selectors: readonly string[];
  readonly verdict: string;
  readonly matching: readonly { readonly spiffe_id: string; readonly served: boolean }[];
  readonly near: readonly { readonly spiffe_id: string }[];
  readonly pod_trace: {
    readonly cgroup: readonly string[];
    readonly named: readonly unknown[];
    readonly chosen?: { readonly pod_uid: string; readonly container_id: string };
    readonly pod: string;
    readonly container: string;
    readonly source: string;
    readonly waited?: string;
    readonly reason: string;
  };
}

suite(
  'Every kind of pod, by the agent of the dev overlay',
  { skip: reasonToSkip(), timeout: 400_000 },
  () => {
    let deployed: Deployment;

    before(async () => {
      deployed = await Deployment.start([], 0);
      await deployed.apply('overlay/dev');
      await deployed.rolledOut('sigil', 'statefulset/sigil-server');
      await deployed.register();
      for (const container of ['setup', 'proxy', 'app', 'host', 'fixed']) {
        await registerContainer(container);
      }
      await deployed.kubectl('create', 'namespace', namespace);
      await deployed.rolledOut('sigil', 'daemonset/sigil-agent');
      writeFileSync(join(deployed.cluster.node.manifests, 'fixed.json'), JSON.stringify(fixed));
      await deployed.cluster.apply(kinds, onHost);
    });
    after(() => deployed.stop());

    const registerContainer = (name: string) =>
      deployed.server(
        ...['entry', 'create', '-parentID', 'spiffe://example.org/cluster/main'],
        ...['-spiffeID', `spiffe://example.org/${name}`],
        ...['-selector', `k8s:ns:${namespace}`, '-selector', `k8s:container-name:${name}`],
      );

    async function explain(name: string): Promise<readonly Explained[]> {
      const answer = await deployed.agent(
        ...['explain', '-pod', `${namespace}/${name}`, '-output', 'json'],
      );
      return (JSON.parse(answer) as { explanations: Explained[] }).explanations;
    }

    /** What a container printed that asked for its identity. */
    const identityOf = (podName: string, container: string) =>
      eventually(
        `${podName}/${container} has an identity`,
        async () => {
          const args = ['-n', namespace, 'logs', podName, '-c', container];
          const log = await deployed.kubectl(...args);
          return /SPIFFE ID:\s+(\S+)/.exec(log)?.[1];
        },
        { deadlineMs: 60_000, everyMs: 200 },
      );

    const rows = [
      ['an init container', 'kinds', 'setup'],
      ['a native sidecar', 'kinds', 'proxy'],
      ['an app container', 'kinds', 'app'],
      ['a hostNetwork pod', 'on-host', 'host'],
      ['a static pod', 'fixed-n1', 'fixed'],
    ] as const;
    for (const [name, podName, container] of rows) {
      test(`${name} gets the identity of its own`, async () => {
        assert.equal(await identityOf(podName, container), `spiffe://example.org/${container}`);
      });
    }

    test('explain -pod says of each container how it was found, and of an ended one that it does not run', async (t) => {
      const found = await explain('kinds');
      assert.deepEqual(
        found.map(({ pids, pod_trace: trace }) => [trace.container, pids.length]),
        [
          ['app', 1],
          ['setup', 0],
          ['proxy', 1],
        ],
      );
      const [app, setup] = found;
      assert.ok(app !== undefined && setup !== undefined);
      assert.equal(setup.verdict, 'no process of the container runs');
      assert.equal(app.verdict, '');
      assert.deepEqual(
        app.matching.map(({ spiffe_id: id, served }) => [id, served]),
        [['spiffe://example.org/app', true]],
      );
      const { pod_trace: trace, selectors } = app;
      assert.equal(trace.pod, `${namespace}/kinds`);
      assert.equal(trace.source, source);
      assert.equal(trace.named.length, 1);
      const uid = await deployed.kubectl(
        ...['-n', namespace, 'get', 'pod', 'kinds', '-o', 'jsonpath={.metadata.uid}'],
      );
      assert.equal(trace.chosen?.pod_uid, uid);
      assert.ok(trace.cgroup.length > 0 && trace.cgroup.some((line) => line.includes(uid)));
      assert.match(trace.waited ?? '', /^[\d.]+s$/);
      for (const selector of [
        `k8s:ns:${namespace}`,
        'k8s:sa:default',
        'k8s:container-name:app',
        'k8s:pod-name:kinds',
        `k8s:pod-uid:${uid}`,
        'k8s:pod-image-count:1',
        'k8s:pod-init-image-count:2',
      ]) {
        assert.ok(selectors.includes(selector), `${selector} is missing: ${selectors.join()}`);
      }
      t.diagnostic(`the app container waited ${trace.waited} for the source`);
    });

    test('SA-10 a static pod has the hash of its manifest as UID and no service account', async () => {
      const [found] = await explain('fixed-n1');
      const uid = found?.pod_trace.chosen?.pod_uid ?? '';
      assert.match(uid, /^[0-9a-f]{32}$/);
      assert.ok(found !== undefined);
      assert.ok(found.selectors.includes(`k8s:pod-uid:${uid}`), found.selectors.join());
      assert.ok(found.selectors.includes('k8s:sa:'), found.selectors.join());
    });

    test('a debug container is refused at once, with the reason, and explained with the nearest entries', async () => {
      await deployed.kubectl(
        ...[
          '-n',
          namespace,
          'debug',
          'kinds',
          '--image=localhost/sigil:test',
          '--container=debugger',
        ],
        ...['--', 'sleep', '3600'],
      );
      const debug = await eventually('the debug container runs', async () =>
        (await explain('kinds')).find(
          ({ pids, pod_trace: trace }) => pids.length > 0 && trace.reason.includes('debugger'),
        ),
      );
      assert.match(debug.verdict, /^workload attestation failed.*ephemeral container "debugger"/);
      assert.equal(debug.pod_trace.pod, `${namespace}/kinds`);
      const pid = String(debug.pids[0]);
      const byPid = await deployed.agent('explain', '-pid', pid);
      assert.match(byPid, new RegExp(`source +${source}`));
      assert.match(byPid, /ephemeral container "debugger"/);
    });

    test('a process of the node itself is told apart from pods', async () => {
      const pid = (
        await deployed.onNode('cat', join(deployed.cluster.folder, 'kubelet.inner-pid'))
      ).trim();
      const text = await deployed.agent('explain', '-pid', pid);
      assert.match(
        text,
        /no workload attestor knows the process: the cgroup file names no container/,
      );
      await assert.rejects(explain('nobody'), /there is no pod \\?"kinds\/nobody\\?" on the node/);
    });

    test('k8s check finds nothing missing in the pods that the manifests make', async () => {
      const words = ['k8s', 'check', '-expandEnv', '-config'];
      const server = await deployed.server(...words, '/etc/sigil/server.conf');
      assert.match(server, /\n0 missing, 0 to look at, \d+ fine\.\n$/);
      const agent = await deployed.agent(...words, '/etc/sigil/agent.conf');
      // Without the Pods API there is that to look at.
      assert.match(agent, /\n0 missing, [01] to look at, \d+ fine\.\n$/);
      assert.equal(/ok +the Pods API/.test(agent), hasPodsApi);
      assert.match(agent, /ok +the node's PID namespace\n/);
      assert.match(agent, /ok +the pods of the kubelet: \d+\n/);
    });

    test('SA-11 a label reaches the SDS stream of a running Envoy within the promised time, when it comes and when it goes', async (t) => {
      const name = 'spiffe://example.org/gold';
      await deployed.registerLabel('tier', 'gold', 'gold');
      await deployed.cluster.apply(...labelledEnvoy(name));
      const standing = async () => {
        const [stream] = await deployed.streams('labelled');
        return stream?.names.find((one) => one.name === name);
      };
      const until = (wanted: string) =>
        eventually(
          `${name} is ${wanted}`,
          async () => {
            const now = await standing();
            return now?.standing === wanted ? now : undefined;
          },
          { deadlineMs: 60_000, everyMs: 200 },
        );
      const label = async (change: string) => {
        await deployed.kubectl('-n', namespace, 'label', 'pod', 'labelled', change);
        return Date.now();
      };
      await until('waiting');
      const labelledAtMs = await label('tier=gold');
      const { sent_at: sentAt = '' } = await until('served');
      const tookMs = Date.parse(sentAt) - labelledAtMs;
      const removedAtMs = await label('tier-');
      const lostMs = Date.parse((await until('lost')).since) - removedAtMs;
      t.diagnostic(`sent ${tookMs} ms after the label came, lost ${lostMs} ms after it went`);
      assert.ok(tookMs < promisedMs && lostMs < promisedMs, `${tookMs} and ${lostMs} ms`);
    });

    function labelledEnvoy(secret: string): readonly object[] {
      const bootstrap = readFileSync(`${root}manifests/example/orders.envoy.yaml`, 'utf8')
        .replace('id: orders', 'id: labelled')
        .replace('- name: default', `- name: ${secret}`);
      const metadata = { namespace, name: 'labelled' };
      return [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'envoy.yaml': bootstrap } },
        pod('labelled', {
          containers: [
            {
              name: 'envoy',
              image: 'localhost/envoy:test',
              command: ['envoy', '-c', '/config/envoy.yaml', '--disable-hot-restart'],
              args: ['--concurrency', '1', '--log-level', 'warning'],
              volumeMounts: [...sigil.volumeMounts, { name: 'config', mountPath: '/config' }],
            },
          ],
          volumes: [sockets, { name: 'config', configMap: { name: 'labelled' } }],
        }),
      ];
    }

    test('fifty open SDS streams are served again by the agent that replaces theirs, and none is refused', async (t) => {
      await registerContainer('streams');
      await deployed.cluster.apply(streamsPod('streams', 50));
      await served('streams', 50, 0);
      const before = await deployed.podOf('sigil', 'app.kubernetes.io/name=sigil-agent');
      const startedMs = performance.now();
      await deployed.kubectl('-n', 'sigil', 'delete', 'pod', before, '--wait=false');
      const { refusals, ended } = await served('streams', 50, 50);
      t.diagnostic(`all fifty again after ${Math.round(performance.now() - startedMs)} ms`);
      assert.deepEqual({ refusals, ended }, { refusals: [], ended: 50 });
      assert.equal((await deployed.streams('stream-49')).length, 1);
    });

    const streamsPod = (name: string, count: number) =>
      pod(name, {
        containers: [
          {
            ...sigil,
            name,
            command: ['node', `${root}integration/kubernetes/streams.ts`],
            args: [`${socketFolder}/spire-agent.sock`, String(count)],
            volumeMounts: [
              ...sigil.volumeMounts,
              { name: 'tree', mountPath: root, readOnly: true },
            ],
          },
        ],
        volumes: [sockets, { name: 'tree', hostPath: { path: root } }],
      });

    test('F168 an agent in 256 MiB serves 300 streams and knows 500 entries in less than 200 MB', async (t) => {
      await deployed.kubectl(
        ...['-n', 'sigil', 'set', 'resources', 'daemonset/sigil-agent', '--limits=memory=256Mi'],
      );
      await deployed.rolledOut('sigil', 'daemonset/sigil-agent');
      const entries = Array.from({ length: 500 }, (_, at) => ({
        parent_id: 'spiffe://example.org/cluster/main',
        spiffe_id: `spiffe://example.org/bystander/${at}`,
        selectors: [{ type: 'k8s', value: `pod-name:bystander-${at}` }],
      }));
      const create = `cat >/tmp/entries.json <<'JSON' && sigil-server entry create -data /tmp/entries.json >/dev/null
${JSON.stringify({ entries })}
JSON`;
      await deployed.kubectl('-n', 'sigil', 'exec', 'sigil-server-0', '--', 'sh', '-c', create);
      await registerContainer('crowd');
      await deployed.cluster.apply(streamsPod('crowd', 300));
      await served('crowd', 300, 0);
      const status = await deployed.onNode(
        ...['bash', '-c', 'cat /proc/$(pgrep -o -f "sigil-agent run")/status'],
      );
      const megabytes = (Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024) / 1e6;
      t.diagnostic(`resident: ${Math.round(megabytes)} MB`);
      assert.ok(megabytes > 30 && megabytes < 200, `${megabytes} MB`);
      const restarts = '.status.containerStatuses[0].restartCount';
      assert.equal(
        await deployed.podOf('sigil', 'app.kubernetes.io/name=sigil-agent', restarts),
        '0',
      );
    });

    /** Waits until so many streams of a pod are served, and so many have ended. */
    const served = (name: string, count: number, ended: number) =>
      eventually(
        `${count} streams are served, ${ended} ended`,
        async () => {
          const args = ['-n', namespace, 'logs', name, '--tail=1'];
          const now = JSON.parse(await deployed.kubectl(...args)) as {
            served: number;
            ended: number;
            refusals: readonly string[];
          };
          return now.served === count && now.ended >= ended ? now : undefined;
        },
        { deadlineMs: 60_000, everyMs: 200 },
      );
  },
);
