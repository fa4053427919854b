// What enrolment asks of whom: the API server as witness, one that was swapped, one that says exotic things.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../local/harness/poll.ts';
import { freePort } from '../local/harness/free-port.ts';
import { fromSources } from '../local/harness/programs.ts';
import { RunningServer, startServer } from '../local/harness/server.ts';
import { Workspace } from '../local/harness/workspace.ts';
import { createKubePki } from '../../testkit/kube-pki.ts';
import { reasonToSkip } from './cluster/cluster.ts';
import { attestOnce, syncOnce, type Enrolled } from './enrol.ts';
import { EnrolledCluster, namespace } from './enrolled-cluster.ts';
import { codeOf, costOf } from './refusals.ts';
import { TokenWebhook, type WebhookUser } from './token-webhook.ts';

/** An audience of the API server that the configuration does not name. */
const unlisted = 'https://oidc.cluster.test';
const names = '-namespace spire -serviceAccount spire-agent -daemonSet spire-agent';
/** Each has its own limit of refusals, and kubeconfig. */
const clusters = ['real', 'flooded', 'calm'];

suite('enrolment and its API server', { skip: reasonToSkip(), timeout: 300_000 }, () => {
  let k8s: EnrolledCluster;
  let webhook: TokenWebhook;
  let workspace: Workspace;
  let server: RunningServer;

  before(async () => {
    workspace = new Workspace();
    webhook = await TokenWebhook.start();
    k8s = await EnrolledCluster.start({ apiAudience: unlisted, tokenWebhook: webhook.url });
    await Promise.all(clusters.map((name) => k8s.writeReviewer(reviewerOf(name))));
    server = await startServer(workspace, {
      programs: fromSources,
      settings: [
        'ratelimit { attestation = false }',
        'enrollment { production = true, refusals_per_second = 1 }',
      ],
      plugins: [pluginOf(clusters.map((name) => clusterBlock(name, reviewerOf(name))))],
    });
    await k8s.pod('agent-1');
    await Promise.all(clusters.map((name) => bindProfile(server, name, 'sigil')));
  });
  after(async () => {
    await workspace.dispose();
    await k8s.stop();
    await webhook.stop();
  });

  const reviewerOf = (cluster: string) => workspace.path(`reviewer-${cluster}.conf`);

  function clusterBlock(name: string, kubeConfig: string, audience = 'sigil', more = ''): string {
    return `"${name}" = {
      service_account_allow_list = ["spire:spire-agent"]
      audience = ["${audience}"]
      kube_config_file = ${JSON.stringify(kubeConfig)}
      enrollment_profile = "${name}"
      ${more}
    }`;
  }

  const pluginOf = (blocks: readonly string[]) =>
    `NodeAttestor "k8s_psat" { plugin_data { clusters = { ${blocks.join('\n')} } } }`;

  async function bindProfile(at: RunningServer, name: string, audience: string): Promise<void> {
    for (const line of [`create -audience ${audience} ${names} -container agent`, 'bind -yes']) {
      const [verb = '', ...flags] = line.split(' ');
      const words = ['enrollment', 'profile', verb, '-name', name, ...flags];
      const { code, stderr } = await at.cli(...words);
      assert.equal(code, 0, stderr);
    }
  }

  function attest(token: string, cluster = 'real', at = server): Promise<Enrolled> {
    return attestOnce(at, 'k8s_psat', JSON.stringify({ cluster, token }));
  }

  /** What a service account token of a pod on a node of its own says. */
  async function userOf(pod: string): Promise<WebhookUser> {
    await k8s.pod(pod, { node: pod, withNode: true });
    const [uid, podUid, nodeUid] = await Promise.all([
      k8s.uidOf('sa', 'spire-agent'),
      k8s.uidOf('pod', pod),
      k8s.kubectl('get', 'node', pod, '-o', 'jsonpath={.metadata.uid}'),
    ]);
    const extra = { 'pod-name': pod, 'pod-uid': podUid, 'node-name': pod, 'node-uid': nodeUid };
    return {
      username: `system:serviceaccount:${namespace}:spire-agent`,
      uid,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
      extra: Object.fromEntries(
        Object.entries(extra).map(([key, value]) => [
          `authentication.kubernetes.io/${key}`,
          [value],
        ]),
      ),
    };
  }

  test('ENR-10 ENR-11 ENR-14 SA-2 SA-3 what only an exotic authenticator says of a token does not pass', async () => {
    const user = await userOf('exotic');
    const [first, second = ''] = user.groups;
    const extraWith = (key: string, values: readonly string[]) => ({
      ...user,
      extra: { ...user.extra, [`authentication.kubernetes.io/${key}`]: values },
    });
    const exotic: readonly (readonly [string, WebhookUser])[] = [
      ['ENR_GROUPS_MISMATCH', { ...user, groups: [...user.groups, 'system:masters'] }],
      ['ENR_GROUPS_MISMATCH', { ...user, groups: [...user.groups, 'engineers'] }],
      ['ENR_GROUPS_MISMATCH', { ...user, groups: [second] }],
      ['ENR_GROUPS_MISMATCH', { ...user, groups: [first ?? '', `${String(first)}:kube-system`] }],
      ['ENR_SA_UID_MISMATCH', { ...user, uid: 'made-up' }],
      ['ENR_NODE_MISMATCH', extraWith('node-uid', ['made-up'])],
      ['ENR_NODE_MISMATCH', extraWith('node-name', ['n1'])],
    ];
    for (const [code, says] of exotic) {
      assert.equal(await codeOf(server, attest(webhook.tokenOf(says))), code, JSON.stringify(says));
    }
    for (const username of ['alice', `${user.username}:x`, 'a:b:spire:spire-agent']) {
      await assert.rejects(attest(webhook.tokenOf({ ...user, username })), {
        code: 'INTERNAL',
        message: /unexpected username format/,
      });
    }
    // Below Kubernetes 1.30 a token does not name its node.
    const { agentId } = await attest(webhook.tokenOf(extraWith('node-uid', [])));
    assert.match(agentId, /k8s_psat\/real\//);
    await attest(webhook.tokenOf(user));
  });

  test('ENR-5 a kubeconfig that was swapped for another URL or CA shows no token to anybody, until it is put back', async (t) => {
    await k8s.pod('swapped', { node: 'n2' });
    const enrolled = await attest(await k8s.token('swapped'));
    const relay = await relayTo(k8s.cluster.apiUrl);
    t.after(() => {
      relay.close();
    });
    const otherCa = workspace.path('other-ca.pem');
    writeFileSync(otherCa, (await createKubePki()).caPem);
    const bothCas = workspace.path('both-cas.pem');
    writeFileSync(
      bothCas,
      readFileSync(k8s.cluster.caPath, 'utf8') + readFileSync(otherCa, 'utf8'),
    );
    const { port } = new URL(k8s.cluster.apiUrl);
    const ways: readonly object[] = [
      // The very same API server under its other name, with a certificate that is good for it.
      { server: `https://localhost:${port}` },
      { server: `https://127.0.0.1:${relay.port}` },
      { 'certificate-authority': otherCa },
      { 'certificate-authority': bothCas },
      { 'certificate-authority': undefined, 'insecure-skip-tls-verify': true },
    ];
    for (const way of ways) {
      await k8s.writeReviewer(reviewerOf('real'), { way: { ...way } });
      const token = await k8s.token('swapped');
      const cost = await costOf(k8s, async () => {
        const refused = 'ENR_API_SERVER_MISMATCH heals';
        assert.equal(await codeOf(server, attest(token)), refused, JSON.stringify(way));
      });
      assert.deepEqual(cost, { reviews: 0, pods: 0, nodes: 0 });
      // Whoever was enrolled goes on meanwhile.
      await syncOnce(server, enrolled);
    }
    const drift = await server.cli('enrollment', 'drift', '-profile', 'real');
    assert.match(drift.stdout, /ENR_API_SERVER_MISMATCH/);
    await k8s.writeReviewer(reviewerOf('real'));
    assert.equal((await attest(await k8s.token('swapped'))).agentId, enrolled.agentId);
    assert.equal(relay.connections(), 0);
  });

  test('a storm of refused enrolments costs the API server what was promised and no more, and hurts no other cluster', async () => {
    await k8s.pod('calm', { node: 'n3' });
    const honest = await k8s.token('calm');
    // The first of a profile also asks for its audience.
    await attest(honest, 'calm');
    const attempts = 200;
    const askedBefore = webhook.asked.length;
    const startMs = performance.now();
    let calmEnrolments = 0;
    let ended = false;
    const calm = async () => {
      for (; !ended || calmEnrolments < 5; calmEnrolments++) await attest(honest, 'calm');
    };
    const flood = async () => {
      const results: PromiseSettledResult<unknown>[] = [];
      for (let at = 0; at < attempts; at += 50) {
        const tokens = Array.from({ length: 50 }, (_, more) => `garbage.${at + more}.x`);
        results.push(
          ...(await Promise.allSettled(tokens.map((token) => attest(token, 'flooded')))),
        );
      }
      ended = true;
      return results;
    };
    let results: readonly PromiseSettledResult<unknown>[] = [];
    const cost = await costOf(k8s, async () => {
      [results] = await Promise.all([flood(), calm()]);
    });
    assert.ok(results.every(({ status }) => status === 'rejected'));
    // 25 at once and one each second; the other witness is the webhook that is asked about each of them.
    const promised = 25 + Math.ceil((performance.now() - startMs) / 1000);
    const garbage = webhook.asked.slice(askedBefore).filter((token) => token.startsWith('garbage'));
    assert.ok(
      garbage.length >= 25 && garbage.length <= promised,
      `${garbage.length} of ${promised}`,
    );
    assert.equal(new Set(garbage).size, garbage.length, 'no token is asked about twice');
    assert.deepEqual(cost, {
      reviews: garbage.length + calmEnrolments,
      pods: calmEnrolments,
      nodes: calmEnrolments,
    });
    const said = server.process.output.match(/Refusing enrolments of a cluster unasked/g);
    assert.equal(said?.length, 1);
    // A good agent of the flooded cluster waits with the others for a place, and gets one.
    await eventually('a good agent of the flooded cluster enrols', () =>
      attest(honest, 'flooded').then(
        () => true,
        () => undefined,
      ),
    );
  });

  test('ENR-26 an audience of the API server that nobody named is found by asking it, at the first enrolment and at start', async () => {
    const probe = workspace.path('probe-token');
    writeFileSync(probe, await k8s.token('agent-1', 'spire-agent', [unlisted]));
    await k8s.writeReviewer(reviewerOf('asking'));
    await k8s.writeReviewer(reviewerOf('telling'), {
      audiences: ['https://kubernetes.default.svc', unlisted],
    });
    const port = await freePort();
    const serverWith = (production: boolean, reviewer: string, more = '') =>
      new RunningServer(
        workspace,
        {
          name: 'asking',
          programs: fromSources,
          settings: [`enrollment { production = ${production} }`],
          plugins: [pluginOf([clusterBlock('asking', reviewerOf(reviewer), unlisted, more)])],
        },
        port,
      );
    const withProbe = `probe_token_path = ${JSON.stringify(probe)}`;
    const attempt = async (at: RunningServer) =>
      codeOf(at, attest(await k8s.token('agent-1', 'spire-agent', [unlisted]), 'asking', at));
    // There is nothing to ask with but the reviewer's token, which is not for that audience.
    const asking = serverWith(true, 'asking');
    await asking.start();
    await bindProfile(asking, 'asking', unlisted);
    assert.equal(await attempt(asking), 'ENR_AUDIENCE_NOT_SEPARATE heals');
    await asking.process.stop();
    for (const [reviewer, more] of [
      ['asking', withProbe],
      ['telling', ''],
    ] as const) {
      const refused = serverWith(true, reviewer, more);
      await assert.rejects(refused.start());
      assert.match(
        refused.process.output,
        /enrolment audience is one of the API server: \\?"https:\/\/oidc\.cluster\.test\\?" of \\?"asking\\?"/,
      );
      assert.equal((await refused.process.ended()).code, 1);
    }
    const warned = serverWith(false, 'asking', withProbe);
    await warned.start();
    assert.match(
      warned.process.output,
      /The enrolment audience is one of the API server.*oidc\.cluster\.test/,
    );
    assert.equal(await attempt(warned), 'ENR_AUDIENCE_NOT_SEPARATE heals');
    await warned.process.stop();
  });
});

/** Another way to an API server, which counts who takes it. */
async function relayTo(url: string) {
  const { hostname: host, port } = new URL(url);
  const clients: Socket[] = [];
  const relay = createServer((client) => {
    clients.push(client);
    const upstream = connect({ host, port: Number(port) });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy()).pipe(other);
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    connections: () => clients.length,
    close() {
      relay.close();
      for (const client of clients) client.destroy();
    },
  };
}
