import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../common/clock/clock.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { noMetrics, type Metrics } from '../../common/telemetry/metrics.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { NodeAttestor } from '../../server/attestation/node-attestor.ts';
import { openSqliteDatastore } from '../../server/datastore/sqlite/sqlite-datastore.ts';
import type { ConnectHost } from '../../server/plugins/NodeAttestor/k8s_psat/connect.ts';
import { k8sPsat } from '../../server/plugins/NodeAttestor/k8s_psat/k8s-psat.ts';
import { reasonToSkip, startCluster, type Cluster } from './cluster/cluster.ts';
import { k8sPsat as agentPsat } from '../../agent/plugins/NodeAttestor/k8s_psat/k8s-psat.ts';
import { eventually, NoUseWaiting, when } from '../local/harness/poll.ts';
import { writeKubeConfig } from './kubeconfig.ts';
import { projectInto, shortLivedToken } from './short-lived-token.ts';

const access = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'sigil-server' } };
const binding = {
  ...access,
  kind: 'ClusterRoleBinding',
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'sigil-server' },
  subjects: [{ kind: 'ServiceAccount', namespace: 'spire', name: 'sigil-server' }],
};
const role = {
  ...access,
  kind: 'ClusterRole',
  rules: [
    { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    { apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get'] },
  ],
};

const account = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { namespace: 'spire', name },
});
const pod = (name: string, serviceAccountName = 'spire-agent') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'spire', name, labels: { app: 'agent' } },
  spec: {
    nodeName: 'n1',
    serviceAccountName,
    terminationGracePeriodSeconds: 300,
    containers: [{ name: 'agent', image: 'localhost/none:1' }],
  },
});

suite('k8s_psat on a real API server', { skip: reasonToSkip(), timeout: 180_000 }, () => {
  let cluster: Cluster;
  let attestor: NodeAttestor;
  let kubeconfig: string;

  before(async () => {
    cluster = await startCluster(1);
    await cluster.kubectl('create', 'namespace', 'spire');
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', labels: { zone: 'a' } },
    };
    const accounts = ['spire-agent', 'sigil-server', 'workload', 'recreated'].map(account);
    await cluster.apply(node, ...accounts, role, binding);
    kubeconfig = join(cluster.folder, 'server.conf');
    await writeServerCredentials();
    attestor = await pluginWith({ audience: ['spire-server'] });
  });
  after(() => cluster.stop());

  const writeServerCredentials = () =>
    writeKubeConfig(cluster, kubeconfig, { namespace: 'spire', name: 'sigil-server' });

  async function credentialsOf(name: string): Promise<string> {
    const path = join(cluster.folder, `${name}.conf`);
    await writeKubeConfig(cluster, path, { namespace: 'spire', name });
    return readFileSync(path, 'utf8');
  }

  function pluginWith(
    changes: object,
    host: Partial<ConnectHost> = {},
  ): NodeAttestor | Promise<NodeAttestor> {
    const clusters = {
      real: {
        service_account_allow_list: ['spire:spire-agent', 'spire:recreated'],
        kube_config_file: kubeconfig,
        allowed_node_label_keys: ['zone'],
        allowed_pod_label_keys: ['app'],
        ...changes,
      },
    };
    return k8sPsat.create(k8sPsat.config.parse({ clusters }), {
      trustDomain: parseTrustDomain('example.org'),
      env: {},
      clock: systemClock,
      log: silentLogger,
      ...host,
    });
  }

  function attest(token: string, by = attestor) {
    const payload = Buffer.from(JSON.stringify({ cluster: 'real', token }));
    const noChallenge = () => Promise.reject(new Error('no challenge expected'));
    return by.attest(payload, noChallenge, new AbortController().signal);
  }

  async function uidOf(kind: string, name: string): Promise<string> {
    const namespace = kind === 'node' ? [] : ['-n', 'spire'];
    return cluster.kubectl('get', kind, name, ...namespace, '-o', 'jsonpath={.metadata.uid}');
  }

  /** What the kubelet projects into a pod. */
  async function tokenOf(name: string, serviceAccount = 'spire-agent', audience = 'spire-server') {
    const bound = ['--bound-object-kind', 'Pod', '--bound-object-name', name];
    const uid = ['--bound-object-uid', await uidOf('pod', name)];
    const args = ['create', 'token', '-n', 'spire', serviceAccount, '--audience', audience];
    return (await cluster.kubectl(...args, ...bound, ...uid)).trim();
  }

  const forceDelete = (name: string) =>
    cluster.kubectl(
      'delete',
      'pod',
      '-n',
      'spire',
      name,
      '--force',
      '--grace-period=0',
      '--wait=false',
    );

  test('a good token gives the agent ID of its node and the ten selectors', async () => {
    await cluster.apply(pod('good'));
    const { agentId, selectors, canReattest } = await attest(await tokenOf('good'));
    const nodeUid = await uidOf('node', 'n1');
    assert.equal(agentId, `spiffe://example.org/spire/agent/k8s_psat/real/${nodeUid}`);
    assert.equal(canReattest, true);
    assert.deepEqual(
      selectors.map(({ value }) => value),
      [
        'cluster:real',
        'agent_ns:spire',
        'agent_sa:spire-agent',
        'agent_pod_name:good',
        `agent_pod_uid:${await uidOf('pod', 'good')}`,
        'agent_node_ip:',
        'agent_node_name:n1',
        `agent_node_uid:${nodeUid}`,
        'agent_node_label:zone:a',
        'agent_pod_label:app:agent',
      ],
    );
  });

  test('a token for another audience is refused, unless the audience is left to the API server', async () => {
    await cluster.apply(pod('audience'));
    await assert.rejects(attest(await tokenOf('audience', 'spire-agent', 'other')), {
      code: 'INTERNAL',
      message:
        /unable to validate token with TokenReview API for cluster "real": token review API response contains an error: .*is invalid for the target audiences \["spire-server"\]/,
    });
    const own = await tokenOf('audience', 'spire-agent', 'https://kubernetes.default.svc');
    const { agentId } = await attest(own, await pluginWith({ audience: [] }));
    assert.match(agentId, /k8s_psat\/real\//);
  });

  test("another pod's token is refused: its account is not on the list", async () => {
    await cluster.apply(pod('workload', 'workload'));
    await assert.rejects(attest(await tokenOf('workload', 'workload')), {
      code: 'PERMISSION_DENIED',
      message:
        'nodeattestor(k8s_psat): "spire:workload" is not an allowed service account for cluster "real"',
    });
  });

  test('SA-8 a token that is bound to no pod is refused', async () => {
    const args = ['create', 'token', '-n', 'spire', 'spire-agent', '--audience', 'spire-server'];
    await assert.rejects(attest((await cluster.kubectl(...args)).trim()), {
      code: 'INTERNAL',
      message: /missing pod name$/,
    });
  });

  test('garbage, and a token of another cluster, are refused', async () => {
    await assert.rejects(attest('garbage'), { code: 'INTERNAL', message: /invalid bearer token/ });
    await cluster.apply(pod('signature'));
    const token = await tokenOf('signature');
    await assert.rejects(attest(`${token.slice(0, -8)}AAAAAAAA`), {
      code: 'INTERNAL',
      message: /invalid bearer token/,
    });
  });

  test('F058 the token of a deleted pod is refused although the review still says yes', async () => {
    await cluster.apply(pod('deleted'));
    const token = await tokenOf('deleted');
    await attest(token);
    await forceDelete('deleted');
    await assert.rejects(attest(token), {
      code: 'INTERNAL',
      message:
        /failed to get pod from k8s API server for cluster "real": .*pods "deleted" not found$/,
    });
  });

  test('F058 the token of a pod that was recreated under its name is refused at once', async () => {
    await cluster.apply(pod('reborn'));
    const token = await tokenOf('reborn');
    const uid = await uidOf('pod', 'reborn');
    await attest(token);
    await forceDelete('reborn');
    await cluster.apply(pod('reborn'));
    await assert.rejects(attest(token), {
      code: 'PERMISSION_DENIED',
      message: `nodeattestor(k8s_psat): pod UID mismatch for pod "reborn" in cluster "real": token bound to pod UID "${uid}"`,
    });
  });

  test('a pod that was deleted may attest during its grace and not after it', async () => {
    await cluster.apply(pod('grace'));
    const token = await tokenOf('grace');
    await cluster.kubectl('delete', 'pod', '-n', 'spire', 'grace', '--wait=false');
    await attest(token);
    const later = { ...systemClock, now: () => systemClock.now() + 301_000 };
    const plugin = k8sPsat.create(
      k8sPsat.config.parse({
        clusters: {
          real: { service_account_allow_list: ['spire:spire-agent'], kube_config_file: kubeconfig },
        },
      }),
      {
        trustDomain: parseTrustDomain('example.org'),
        env: {},
        clock: later,
        log: silentLogger,
      },
    );
    await assert.rejects(attest(token, await plugin), {
      code: 'PERMISSION_DENIED',
      message: 'nodeattestor(k8s_psat): pod "grace" in cluster "real" has ended',
    });
  });

  test('the token of a service account that was recreated is refused', async () => {
    await cluster.apply(pod('account', 'recreated'));
    const token = await tokenOf('account', 'recreated');
    await cluster.kubectl('delete', 'serviceaccount', '-n', 'spire', 'recreated');
    await cluster.apply(account('recreated'));
    await assert.rejects(attest(token), {
      code: 'INTERNAL',
      message:
        /service account UID \(.*\) does not match claim|service account token has been invalidated/,
    });
  });

  test('F056 a projected token that ended is refused, and the one that replaces it in the folder is admitted', async () => {
    await cluster.apply(pod('rotated'));
    const [uid, accountUid] = [await uidOf('pod', 'rotated'), await uidOf('sa', 'spire-agent')];
    const subject = {
      namespace: 'spire',
      serviceaccount: { name: 'spire-agent', uid: accountUid },
      pod: { name: 'rotated', uid },
    };
    const folder = join(cluster.folder, 'tokens');
    const project = projectInto(folder);
    project(shortLivedToken(cluster, subject, 'spire-server', 6));
    const agent = await agentPsat.create(
      agentPsat.config.parse({ cluster: 'real', token_path: join(folder, 'spire-agent') }),
      undefined,
    );
    const attestAsAgent = async () => {
      const { payload } = await agent.begin(new AbortController().signal);
      const { token } = JSON.parse(Buffer.from(payload.reveal()).toString()) as { token: string };
      return attest(token);
    };
    await attestAsAgent();
    const refusal = await eventually(
      'the token is refused',
      () => attestAsAgent().then(() => undefined, String),
      { everyMs: 500 },
    );
    assert.match(refusal, /token has expired|invalid bearer token/);
    project(await tokenOf('rotated'));
    await attestAsAgent();
  });

  test("the server's own credentials may be replaced at any time", async () => {
    await cluster.apply(pod('rotation'));
    const token = await tokenOf('rotation');
    const good = readFileSync(kubeconfig, 'utf8');
    writeFileSync(kubeconfig, good.replace(/"token":"[^"]+"/, '"token":"expired"'));
    await assert.rejects(attest(token), { code: 'INTERNAL', message: /Unauthorized/ });
    await writeServerCredentials();
    await attest(token);
  });

  test('a right that is taken away is named, and missed only until it is back', async () => {
    await cluster.apply(pod('rights'));
    const token = await tokenOf('rights');
    await cluster.kubectl('delete', 'clusterrolebinding', 'sigil-server');
    const refusal = await untilOutcome(token, /forbidden/);
    assert.match(
      refusal,
      /tokenreviews.authentication.k8s.io is forbidden: User "system:serviceaccount:spire:sigil-server" cannot create/,
    );
    await cluster.apply(binding);
    assert.equal(await untilOutcome(token, /^attested$/), 'attested');
  });

  /** The authorizer hears of a change some milliseconds later. */
  async function untilOutcome(token: string, wanted: RegExp): Promise<string> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const outcome = await attest(token).then(
        () => 'attested',
        (error: unknown) => String(error),
      );
      if (wanted.test(outcome)) return outcome;
      await sleep(50);
    }
    throw new Error(`never saw ${String(wanted)}`);
  }

  test('F063 an API server that is away is unavailable, and attests again when it is back', async () => {
    await cluster.apply(pod('away'));
    const token = await tokenOf('away');
    await cluster.withoutApiServer(async () => {
      await assert.rejects(attest(token), {
        code: 'UNAVAILABLE',
        message: /no answer within 8000 ms$/,
      });
    });
    await attest(token);
  });

  // Each has accounts, files and a datastore of its own: they wait for the API server side by side.
  suite('reviewer credentials', { concurrency: true }, () => {
    let token: string;
    before(async () => {
      await cluster.apply(pod('reviewed'));
      token = await tokenOf('reviewed');
    });

    /** A reviewer whose current and previous credential are of accounts that may review. */
    async function reviewed(t: TestContext, name: string, clock = systemClock) {
      const database = join(cluster.folder, `${name}.sqlite3`);
      const store = openSqliteDatastore({
        path: database,
        disableMigration: false,
        codeVersion: 'test',
        nowMs: 0,
      });
      t.after(() => store.close());
      const fallbacks: string[] = [];
      const metrics: Metrics = {
        ...noMetrics,
        counter: () => ({ inc: (labels?: object) => void fallbacks.push(JSON.stringify(labels)) }),
      };
      const accounts = { current: `${name}-current`, previous: `${name}-previous` };
      const may = { ...binding, metadata: { name: accounts.current } };
      const subject = { kind: 'ServiceAccount', namespace: 'spire' };
      await cluster.apply(
        ...Object.values(accounts).map(account),
        { ...may, subjects: [{ ...subject, name: accounts.current }] },
        {
          ...may,
          metadata: { name: accounts.previous },
          subjects: [{ ...subject, name: accounts.previous }],
        },
      );
      await Promise.all(Object.values(accounts).map(untilAllowed));
      const paths = {
        current: join(cluster.folder, `${name}-current.conf`),
        previous: join(cluster.folder, `${name}-previous.conf`),
      };
      const texts = {
        current: await credentialsOf(accounts.current),
        previous: await credentialsOf(accounts.previous),
      };
      writeFileSync(paths.current, texts.current);
      writeFileSync(paths.previous, texts.previous);
      const reviewer = { current_path: paths.current, previous_path: paths.previous };
      const by = await pluginWith(
        { kube_config_file: '', reviewer },
        { metrics, reviewers: store.reviewers, clock },
      );
      await attest(token, by);
      assert.deepEqual(fallbacks, []);
      return { accounts, by, database, fallbacks, paths, store: store.reviewers, texts };
    }

    /** The authorizer hears of a binding some milliseconds later. */
    const untilAllowed = (name: string) =>
      eventually(`${name} may review`, async () => {
        const who = ['--as', `system:serviceaccount:spire:${name}`];
        return when((await cluster.kubectl('auth', 'can-i', 'get', 'nodes', ...who)) === 'yes\n');
      });

    const reasonOf = (reason: string) => JSON.stringify({ cluster: 'real', reason });

    /** Attests until a request fell back; none of them fails. */
    async function untilFallback(by: NodeAttestor, fallbacks: readonly string[]): Promise<void> {
      const deadline = { everyMs: 200 };
      const attestOnce = async () => {
        await attest(token, by).catch((error: unknown) => {
          throw new NoUseWaiting('an attestation failed', { cause: error });
        });
        return when(fallbacks.length > 0);
      };
      await eventually('a request fell back', attestOnce, deadline);
    }

    test('ENR-28 a credential that nobody knows, or that may do nothing, is not taken into use, and the one before goes on', async (t) => {
      const { by, fallbacks, paths, store, texts } = await reviewed(t, 'unfit');
      const versions = async () =>
        (await store.list()).filter(({ currentSinceMs }) => currentSinceMs > 0).length;
      assert.equal(await versions(), 1);
      for (const unfit of [
        texts.current.replace(/"token":"[^"]*"/, '"token":"x"'),
        await credentialsOf('workload'),
      ]) {
        writeFileSync(paths.current, unfit);
        await attest(token, by);
        assert.equal(await versions(), 1);
      }
      writeFileSync(paths.current, texts.previous);
      await attest(token, by);
      assert.equal(await versions(), 2);
      assert.deepEqual(fallbacks, []);
    });

    test('ENR-29 a current credential that the API server knows no more falls back, each request once', async (t) => {
      const { accounts, by, fallbacks } = await reviewed(t, 'unknown');
      // An API server goes on believing a token for some seconds.
      await cluster.kubectl('delete', 'serviceaccount', '-n', 'spire', accounts.current);
      await untilFallback(by, fallbacks);
      fallbacks.length = 0;
      await attest(token, by);
      assert.deepEqual(fallbacks, Array(3).fill(reasonOf('unauthorized')), 'review, pod and node');
    });

    test('ENR-29 a current credential whose rights were taken away falls back, and counts apart', async (t) => {
      const { accounts, by, fallbacks } = await reviewed(t, 'forbidden');
      await cluster.kubectl('delete', 'clusterrolebinding', accounts.current);
      await untilFallback(by, fallbacks);
      fallbacks.length = 0;
      await attest(token, by);
      assert.deepEqual(fallbacks, Array(3).fill(reasonOf('forbidden')));
    });

    test('ENR-29 a current credential whose file is gone falls back, until it is there again', async (t) => {
      const { by, fallbacks, paths, texts } = await reviewed(t, 'missing');
      rmSync(paths.current);
      await attest(token, by);
      assert.deepEqual(fallbacks.splice(0), Array(3).fill(reasonOf('unreadable')));
      writeFileSync(paths.current, texts.current);
      await attest(token, by);
      assert.deepEqual(fallbacks, []);
    });

    test('ENR-29 a token that is not authenticated, and a pod that is not there, are answers and fall back to nothing', async (t) => {
      const { by, fallbacks } = await reviewed(t, 'answers');
      await assert.rejects(attest('garbage', by), { message: /invalid bearer token/ });
      await cluster.apply(pod('reviewed-gone'));
      const gone = await tokenOf('reviewed-gone');
      await forceDelete('reviewed-gone');
      await assert.rejects(attest(gone, by), { code: 'INTERNAL' });
      assert.deepEqual(fallbacks, []);
    });

    test('ENR-30 a previous credential is of no use once it is retired, nor when its grace is over', async (t) => {
      let aheadMs = 0;
      const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
      const [retired, late] = await Promise.all([
        reviewed(t, 'retired'),
        reviewed(t, 'late', clock),
      ]);
      for (const { by, paths, fallbacks } of [retired, late]) {
        rmSync(paths.current);
        await attest(token, by);
        assert.equal(fallbacks.length, 3);
      }
      assert.equal(await retired.store.retire('real', Date.now()), 1);
      await assert.rejects(attest(token, retired.by), { message: /unable to read reviewer cred/ });
      aheadMs = 30 * 24 * 3_600_000;
      await assert.rejects(attest(token, late.by), { message: /unable to read reviewer cred/ });
    });

    test('ENR-27 of a credential the datastore holds path and version, and nothing that opens the API', async (t) => {
      const { by, database, paths, store, texts } = await reviewed(t, 'stored');
      rmSync(paths.current);
      await attest(token, by);
      const rows = await store.list();
      assert.deepEqual(rows.map(({ path }) => path).sort(), Object.values(paths).sort());
      const files = [database, `${database}-wal`].filter((path) => existsSync(path));
      const dump = files.map((path) => readFileSync(path, 'latin1')).join('');
      assert.ok(dump.includes(paths.previous));
      for (const text of Object.values(texts)) {
        const secret = /"token":"[^"]+\.([^".]+)"/.exec(text)?.[1] ?? '';
        assert.ok(secret.length > 100 && !dump.includes(secret));
      }
    });
  });
});
