import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../local/harness/poll.ts';
import { hasPodsApi, reasonToSkip, startCluster, type Cluster } from './cluster/cluster.ts';
import { RunningAttestor, type Attested } from './running-attestor.ts';
import { shortLivedToken } from './short-lived-token.ts';

const run = promisify(execFile);
const image = { image: 'localhost/testbed/box:1', imagePullPolicy: 'Never' };
const sleeper = (name: string) => ({ ...image, name, command: ['sleep', '3600'] });

const workload = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'workload', labels: { app: 'web' } },
  spec: {
    terminationGracePeriodSeconds: 1,
    initContainers: [
      { ...image, name: 'setup', command: ['true'] },
      { ...sleeper('proxy'), restartPolicy: 'Always' },
    ],
    containers: [sleeper('app'), sleeper('helper')],
  },
};
const privileged = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'forger' },
  spec: {
    terminationGracePeriodSeconds: 1,
    hostNetwork: true,
    containers: [{ ...sleeper('forger'), securityContext: { privileged: true } }],
  },
};
const fixed = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'fixed' },
  spec: { terminationGracePeriodSeconds: 1, containers: [sleeper('main')] },
};
const readPods = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'agent' },
  rules: [{ apiGroups: [''], resources: ['nodes/pods'], verbs: ['get'] }],
};
const agentReadsPods = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'agent' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'agent' },
  subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'agent' }],
};

suite(
  'the k8s workload attestor on a real node',
  { skip: reasonToSkip(), timeout: 300_000 },
  () => {
    let cluster: Cluster;
    let tokenPath: string;

    before(async () => {
      cluster = await startCluster(2);
      writeFileSync(join(cluster.node.manifests, 'fixed.json'), JSON.stringify(fixed));
      const account = {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { namespace: 'default', name: 'agent' },
      };
      await cluster.apply(account, readPods, agentReadsPods, workload, privileged);
      tokenPath = join(cluster.folder, 'agent.token');
      writeFileSync(tokenPath, await cluster.kubectl('create', 'token', 'agent'));
      await cluster.kubectl(
        'wait',
        '--for=condition=Ready',
        'pod/workload',
        'pod/forger',
        '--timeout=60s',
      );
      await untilListed('fixed-n1');
    });
    after(() => cluster.stop());

    async function untilListed(name: string): Promise<void> {
      for (let attempt = 0; attempt < 200; attempt++) {
        const names = await cluster.kubectl('get', 'pods', '-o', 'name');
        if (names.includes(`pod/${name}`)) break;
        await sleep(100);
      }
      await cluster.kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s');
    }

    /** Attests all processes of pods on the node. */
    async function attestAll(config: object = {}): Promise<readonly Attested[]> {
      const attestor = new RunningAttestor(cluster.node, {
        token_path: tokenPath,
        kubelet_ca_path: cluster.caPath,
        ...config,
      });
      try {
        return await attestor.round();
      } finally {
        attestor.stop();
      }
    }

    const nameOf = ({ selectors = [] }: Attested) => {
      const value = (key: string) =>
        selectors.find((text) => text.startsWith(key))?.slice(key.length);
      return `${String(value('pod-name:'))}/${String(value('container-name:'))}`;
    };
    const everybody = [
      'fixed-n1/main',
      'forger/forger',
      'workload/app',
      'workload/helper',
      'workload/proxy',
    ];

    const sources: readonly (readonly [string, object])[] = [
      ...(hasPodsApi ? [['pods_api', {}] as const] : []),
      ['kubelet_pods', { pods_api_socket_path: '' }],
    ];
    for (const [source, config] of sources) {
      test(`app containers, a native sidecar, a static pod and a hostNetwork pod are told apart by ${source}`, async () => {
        const lines = await attestAll(config);
        assert.equal(lines.at(-1)?.source, source);
        assert.deepEqual(lines.slice(0, -1).map(nameOf).sort(), everybody);
      });
    }

    test('both sources give the same selectors', async () => {
      const [pushed, polled] = [await attestAll(), await attestAll({ pods_api_socket_path: '' })];
      const sorted = (lines: readonly Attested[]) =>
        lines
          .slice(0, -1)
          .map(({ pid, selectors }) => ({ pid, selectors: [...(selectors ?? [])].sort() }));
      assert.deepEqual(sorted(pushed), sorted(polled));
    });

    test('a container that was restarted is attested by its new ID', async () => {
      const before = (await attestAll()).find((line) => nameOf(line) === 'workload/helper');
      await run(cluster.node.nsexec, ['kill', '-9', String(before?.pid)]);
      let now: Attested | undefined;
      for (
        let attempt = 0;
        attempt < 100 && (now === undefined || now.pid === before?.pid);
        attempt++
      ) {
        await sleep(200);
        now = (await attestAll()).find((line) => nameOf(line) === 'workload/helper');
      }
      assert.ok(now !== undefined && now.pid !== before?.pid);
    });

    test('a privileged pod that names a child cgroup after another pod stays what it is', async () => {
      const lines = await attestAll();
      const victim = lines.find((line) => nameOf(line) === 'workload/app');
      const forger = lines.find((line) => nameOf(line) === 'forger/forger');
      const nsexec = cluster.node.nsexec;
      const script = `
      victim=$(sed -n 's/^[0-9]*:memory:\\/kubepods\\/[a-z]*\\///p' /proc/${String(victim?.pid)}/cgroup)
      own=$(sed -n 's/^[0-9]*:memory://p' /proc/${String(forger?.pid)}/cgroup)
      for hierarchy in $(sed -n 's/^[0-9]*:\\([a-z_,=]*\\):\\/kubepods.*/\\1/p' /proc/${String(forger?.pid)}/cgroup); do
        folder=/sys/fs/cgroup/\${hierarchy#name=}$own/$victim
        [ -d "/sys/fs/cgroup/\${hierarchy#name=}$own" ] || continue
        mkdir -p "$folder"
        [ "$hierarchy" != cpuset ] || for f in cpus mems; do
          cat /sys/fs/cgroup/cpuset$own/cpuset.$f > /sys/fs/cgroup/cpuset$own/\${victim%/*}/cpuset.$f
          cat /sys/fs/cgroup/cpuset$own/cpuset.$f > $folder/cpuset.$f
        done
        echo ${String(forger?.pid)} > "$folder/cgroup.procs"
      done
      cat /proc/${String(forger?.pid)}/cgroup`;
      const { stdout } = await run(nsexec, ['bash', '-c', script]);
      assert.match(stdout, /pod[^/]+\/[0-9a-f]{64}\/pod[^/]+\/[0-9a-f]{64}/);
      const after = (await attestAll()).find(({ pid }) => pid === forger?.pid);
      assert.equal(after === undefined ? 'gone' : nameOf(after), 'forger/forger');
    });

    test('a debug container has the identity of its pod only where that is configured', async () => {
      await cluster.kubectl(
        ...['debug', 'workload', '--image=localhost/testbed/box:1', '--container=debugger'],
        ...['--', 'sleep', '3601'],
      );
      let names: readonly string[] = [];
      for (let attempt = 0; attempt < 50 && !names.includes('workload/debugger'); attempt++) {
        await sleep(200);
        names = (await attestAll({ attest_ephemeral_containers: true })).map(nameOf);
      }
      assert.ok(names.includes('workload/debugger'), names.join());
      const strict = await attestAll({ max_poll_attempts: 1 });
      assert.ok(!strict.map(nameOf).includes('workload/debugger'));
    });

    test('the right nodes/pods is enough, and without it the kubelet names what is missing', async () => {
      await cluster.kubectl('delete', 'clusterrolebinding', 'agent');
      const config = { pods_api_socket_path: '', max_poll_attempts: 1 };
      // The authorizer hears of it some milliseconds later, the kubelet after some seconds.
      const refusal = await eventually(
        'the kubelet refuses the list',
        async () => {
          const lines = await attestAll(config);
          return lines.map(({ error }) => error).find((error) => error?.includes('403'));
        },
        { everyMs: 500 },
      );
      await cluster.apply(agentReadsPods);
      assert.match(
        refusal,
        /^unexpected status code on pods response: 403 Forbidden \(user=system:serviceaccount:default:agent, verb=get, resource=nodes, subresource\(s\)=\[pods proxy\]\)$/,
      );
    });

    test("F052 the kubelet's certificate and the agent's token are replaced under a running attestor", async () => {
      const pki = (name: string) => join(cluster.folder, 'pki', name);
      const pinned = join(cluster.folder, 'pinned.crt');
      const token = join(cluster.folder, 'replaced.token');
      copyFileSync(tokenPath, token);
      copyFileSync(pki('kubelet-server-n1.crt'), pinned);
      const attestor = new RunningAttestor(cluster.node, {
        token_path: token,
        kubelet_ca_path: pinned,
        pods_api_socket_path: '',
        max_poll_attempts: 1,
        reload_interval: '1h',
      });
      /** Only a container that is new needs an answer of the kubelet. */
      const helperSays = (wanted: RegExp) =>
        eventually(
          `the new container: ${String(wanted)}`,
          async () => {
            const lines = await attestor.round();
            const said = lines.map((line) => line.error ?? nameOf(line));
            return said.find((text) => wanted.test(text));
          },
          { deadlineMs: 60_000, everyMs: 500 },
        );
      try {
        await helperSays(/^workload\/helper$/);
        await run('bash', ['-c', replaceCertificate], { env: { ...process.env, PKI: pki('') } });
        const restart = `kill $(cat ${join(cluster.folder, 'kubelet.inner-pid')})`;
        const end = `kill -9 $(pgrep -f '^sleep 3600' | head -n 1)`;
        await run(cluster.node.nsexec, ['bash', '-c', `${restart}; sleep 2; ${end}`]);
        await helperSays(/certificate|self-signed|verify/);
        // The certificate of now, and a token that is over.
        writeFileSync(token, await expiredToken());
        copyFileSync(pki('kubelet-server-n1.crt'), pinned);
        await helperSays(/401 Unauthorized/);
        writeFileSync(token, await cluster.kubectl('create', 'token', 'agent'));
        assert.deepEqual((await untilAllKnown(attestor)).sort(), everybody);
      } finally {
        attestor.stop();
      }
    });

    async function expiredToken(): Promise<string> {
      const uid = await cluster.kubectl(
        ...['get', 'serviceaccount', 'agent', '-o', 'jsonpath={.metadata.uid}'],
      );
      const subject = { namespace: 'default', serviceaccount: { name: 'agent', uid } };
      return shortLivedToken(cluster, subject, 'https://kubernetes.default.svc', -1);
    }

    const untilAllKnown = (attestor: RunningAttestor) =>
      eventually(
        'every container is attested',
        async () => {
          const lines = (await attestor.round()).slice(0, -1);
          const known = lines.filter(({ error }) => error === undefined).map(nameOf);
          return known.length >= everybody.length ? known : undefined;
        },
        { deadlineMs: 60_000, everyMs: 500 },
      );
  },
);

/** Another key, and a certificate of the same authority for it. */
const replaceCertificate = `
  cd "$PKI"
  openssl ecparam -name prime256v1 -genkey -noout -out kubelet-server-n1.key
  openssl req -new -key kubelet-server-n1.key -subj /CN=replaced |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -days 1 -out kubelet-server-n1.crt \
      -extfile <(echo subjectAltName=DNS:n1,IP:10.99.0.1,IP:127.0.0.1)`;
