import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, when } from '../local/harness/poll.ts';
import { hasPodsApi, reasonToSkip } from './cluster/cluster.ts';
import { agentSays, assertUnbroken, Deployment } from './deployment.ts';

const webId = 'spiffe://example.org/ns/sigil-example/sa/web';
const ordersId = 'spiffe://example.org/ns/sigil-example/sa/orders';
const introduced = { server: ordersId, caller: webId };

const watcher = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'sigil-example', name: 'watcher', labels: { app: 'watcher' } },
  spec: {
    terminationGracePeriodSeconds: 1,
    containers: [
      {
        name: 'main',
        image: 'localhost/sigil:test',
        command: ['sigil-agent', 'api', 'watch'],
        env: [
          {
            name: 'SPIRE_AGENT_PUBLIC_SOCKET',
            value: '/run/spire/agent-sockets/spire-agent.sock',
          },
        ],
        volumeMounts: [{ name: 'sigil', mountPath: '/run/spire/agent-sockets' }],
      },
    ],
    volumes: [{ name: 'sigil', hostPath: { path: '/run/spire/agent-sockets' } }],
  },
};

suite('Sigil deployed from its manifests', { skip: reasonToSkip(), timeout: 600_000 }, () => {
  let sigil: Deployment;
  before(async () => {
    sigil = await Deployment.start();
  });
  after(() => sigil.stop());

  test('agents that find no trust bundle yet wait, say so, and attest once it is published', async () => {
    await sigil.apply('overlay/system-without-server');
    await agentSays(sigil, /could not parse trust bundle: [^"]*it is not there yet/);
    await sigil.kubectl('-n', 'sigil', 'scale', 'statefulset/sigil-server', '--replicas=1');
    await sigil.rolledOut('sigil', 'statefulset/sigil-server');
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
    const agents = await sigil.server('agent', 'list');
    assert.match(agents, /spiffe:\/\/example\.org\/spire\/agent\/k8s_psat\/main\//);
  });

  test('two pods speak mTLS, told apart by namespace and service account', async () => {
    await sigil.register();
    await sigil.apply('overlay/example');
    assert.deepEqual(await sigil.ask(60_000), introduced);
  });

  test('agents are replaced one after the other under traffic, and no request fails', async () => {
    const load = await sigil.startLoad();
    const before = await sigil.podOf('sigil', 'app.kubernetes.io/name=sigil-agent');
    await sigil.kubectl('-n', 'sigil', 'rollout', 'restart', 'daemonset/sigil-agent');
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
    await sleep(2_000);
    assertUnbroken(await load.stop(), 200);
    assert.notEqual(await sigil.podOf('sigil', 'app.kubernetes.io/name=sigil-agent'), before);
  });

  test('a container that restarts while it is connected gets its identity again', async () => {
    const uid = await sigil.podOf('sigil-example', 'app=orders', '.metadata.uid');
    await sigil.killContainer(uid, 'envoy');
    assert.deepEqual(await sigil.ask(), introduced);
    const restarts = '.status.containerStatuses[?(@.name=="envoy")].restartCount';
    assert.equal(await sigil.podOf('sigil-example', 'app=orders', restarts), '1');
  });

  test('a label that comes gives an open stream its identity, one that goes takes it', async (t) => {
    await sigil.registerLabel('app', 'watcher', 'watcher');
    await sigil.registerLabel('tier', 'gold', 'gold');
    await sigil.cluster.apply(watcher);
    const updates = async () => {
      const log = await sigil.kubectl('-n', 'sigil-example', 'logs', 'watcher');
      return [...log.matchAll(/SPIFFE ID:\s+spiffe:\/\/example\.org\/(\w+)/g)].map(
        ([, name]) => name,
      );
    };
    const label = (change: string) =>
      sigil.kubectl('-n', 'sigil-example', 'label', 'pod', 'watcher', change);
    await eventually('the first identity', async () => when((await updates()).includes('watcher')));

    const startedMs = performance.now();
    await label('tier=gold');
    await eventually('another one', async () => when((await updates()).includes('gold')));
    const tookMs = performance.now() - startedMs;
    assert.match(await sigil.agentLog(), /Selectors of the caller changed/);

    const seen = (await updates()).length;
    const removedMs = performance.now();
    await label('tier-');
    await eventually('one more update', async () => when((await updates()).length > seen));
    const lostMs = performance.now() - removedMs;
    assert.deepEqual((await updates()).slice(seen), ['watcher']);
    t.diagnostic(`new name after ${Math.round(tookMs)} ms, lost after ${Math.round(lostMs)} ms`);
    // Figures only, with the time that kubectl takes: pods.test.ts holds the promise against the agent's own times.
  });

  test('an Envoy whose pod is deleted is connected no more, and the one that replaces it is served', async () => {
    const before = await sigil.connected('web');
    assert.equal(before.length, 1);
    await sigil.kubectl('-n', 'sigil-example', 'delete', 'pod', '-l', 'app=web');
    assert.deepEqual(await sigil.ask(), introduced);
    const now = await sigil.connected('web');
    assert.equal(now.length, 1);
    assert.notDeepEqual(now, before);
  });

  test('a kubelet that restarts is done without, and heard again when it is back', async () => {
    await sigil.onNode('bash', '-c', 'kill -9 $(pgrep -x kubelet)');
    assert.deepEqual(await sigil.ask(), introduced);
    await sigil.kubectl('-n', 'sigil-example', 'delete', 'pod', '-l', 'app=orders');
    assert.deepEqual(await sigil.ask(), introduced);
    const sources =
      /"kubelet_pods","msg":"Pods are known from"[^]*"pods_api","msg":"Pods are known from"/;
    await agentSays(sigil, hasPodsApi ? sources : /The kubelet lists pods again/);
  });

  test('rights that are taken from the server are named, and missed until they are back', async () => {
    const load = await sigil.startLoad();
    await sigil.kubectl('delete', 'clusterrolebinding', 'sigil-server');
    await sigil.kubectl('-n', 'sigil', 'rollout', 'restart', 'daemonset/sigil-agent');
    await agentSays(sigil, /cannot create resource [^ ]*tokenreviews/);
    await sigil.apply('overlay/system');
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
    assertUnbroken(await load.stop(), 100);
  });

  test('while the API server is away for a minute, running and restarted containers keep their identities', async () => {
    const uid = await sigil.podOf('sigil-example', 'app=web', '.metadata.uid');
    const url = await sigil.webUrl();
    await sigil.signalApiServer('STOP');
    const stoppedMs = performance.now();
    try {
      await sigil.killContainer(uid, 'envoy');
      assert.deepEqual(await sigil.ask(20_000, url), introduced);
      const load = await sigil.startLoad(url);
      await sleep(60_000 - (performance.now() - stoppedMs));
      assertUnbroken(await load.stop(), 500);
    } finally {
      await sigil.signalApiServer('CONT');
    }
    await sigil.kubectl('-n', 'sigil-example', 'delete', 'pod', '-l', 'app=orders');
    assert.deepEqual(await sigil.ask(60_000), introduced);
  });

  test('F024 an agent without hostPID refuses every caller, is not ready, and says what to do', async () => {
    const load = await sigil.startLoad();
    const setHostPid = (hostPID: boolean) =>
      sigil.kubectl(
        ...['-n', 'sigil', 'patch', 'daemonset', 'sigil-agent'],
        ...['-p', JSON.stringify({ spec: { template: { spec: { hostPID } } } })],
      );
    await setHostPid(false);
    await agentSays(sigil, /the agent needs the host pid namespace[^]*hostPID: true/);
    const words = ['k8s', 'check', '-config', '/etc/sigil/agent.conf', '-expandEnv'];
    await eventually('k8s check says so too', async () => {
      const output = await sigil
        .agent(...words)
        .catch((error: unknown) => (error as { stdout?: string }).stdout ?? '');
      return when(/missing +the node's PID namespace\n.*\n.*hostPID: true/.test(output));
    });
    const ready = '.status.conditions[?(@.type=="Ready")].status';
    await eventually('the agent is not ready', async () =>
      when((await sigil.podOf('sigil', 'app.kubernetes.io/name=sigil-agent', ready)) === 'False'),
    );
    await setHostPid(true);
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
    assertUnbroken(await load.stop(), 100);
  });

  test('a second node has an agent of its own, and pods on both speak mTLS with each other', async (t) => {
    const startedMs = performance.now();
    const node = await sigil.join();
    t.diagnostic(`${node.name} was ready after ${Math.round(performance.now() - startedMs)} ms`);
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
    const place = { template: { spec: { nodeSelector: { 'kubernetes.io/hostname': node.name } } } };
    await sigil.kubectl(
      ...['-n', 'sigil-example', 'patch', 'deployment', 'web'],
      ...['-p', JSON.stringify({ spec: place })],
    );
    await sigil.rolledOut('sigil-example', 'deployment/web');
    const places = await Promise.all(
      ['web', 'orders'].map((app) => sigil.podOf('sigil-example', `app=${app}`, '.spec.nodeName')),
    );
    assert.deepEqual(places, ['n2', 'n1']);
    assert.deepEqual(await sigil.ask(60_000), introduced);
    const agents = JSON.parse(await sigil.server('agent', 'list', '-output', 'json')) as {
      agents: readonly { selectors: readonly { value: string }[] }[];
    };
    const nodes = agents.agents.flatMap(({ selectors }) =>
      selectors.flatMap(({ value }) => /^agent_node_name:(.*)/.exec(value)?.[1] ?? []),
    );
    assert.deepEqual([...new Set(nodes)].sort(), ['n1', 'n2']);
  });

  test('the agent of one node is replaced, and neither its pods nor those of the other node notice', async () => {
    const load = await sigil.startLoad();
    const list = ['-n', 'sigil', 'get', 'pod', '-l', 'app.kubernetes.io/name=sigil-agent'];
    const onSecond = ['--field-selector', 'spec.nodeName=n2', '-o', 'name'];
    const agent = (await sigil.kubectl(...list, ...onSecond)).trim();
    await sigil.kubectl('-n', 'sigil', 'delete', agent);
    await sigil.rolledOut('sigil', 'daemonset/sigil-agent');
    await eventually('another one', async () => {
      const now = (await sigil.kubectl(...list, ...onSecond)).trim();
      return when(now !== '' && now !== agent);
    });
    assertUnbroken(await load.stop(), 50);
    assert.deepEqual(await sigil.ask(), introduced);
  });
});
