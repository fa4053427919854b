import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../local/harness/poll.ts';
import { reasonToSkip, startCluster, type Cluster } from './cluster/cluster.ts';

const manifests = new URL('../../manifests/', import.meta.url).pathname;

suite('the manifests on a real API server', { skip: reasonToSkip(), timeout: 120_000 }, () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster(1);
    // A dry run makes no namespace for what comes after it.
    for (const name of ['sigil', 'sigil-example'])
      await cluster.kubectl('create', 'namespace', name);
  });
  after(() => cluster.stop());

  const rows: readonly (readonly [folder: string, servers: number])[] = [
    ['base', 1],
    ['overlays/dev', 1],
    ['overlays/ha', 1],
    ['overlays/hardened', 1],
    ['overlays/existing-spire', 0],
    ['example', 0],
  ];
  for (const [folder, servers] of rows) {
    test(`${folder} is accepted, field by field`, async () => {
      const args = [
        'apply',
        '-k',
        `${manifests}${folder}`,
        '--dry-run=server',
        '--validate=strict',
      ];
      const accepted = await cluster.kubectl(...args);
      assert.equal(accepted.match(/^statefulset\.apps\/sigil-server /gm)?.length ?? 0, servers);
      assert.equal(/^daemonset\.apps\/sigil-agent /m.test(accepted), folder !== 'example');
    });
  }

  test('nobody is given more than it needs: no wildcard, no list, no watch, no write but of tokens and one map', async () => {
    const text = await cluster.kubectl('kustomize', `${manifests}base`);
    const rights = [
      ...text.matchAll(/resources:\n((?: +- .+\n)+)(?: +resourceNames:\n(?: +- .+\n)+)?/g),
    ];
    assert.equal(rights.length, 5);
    const verbs = [...text.matchAll(/verbs:\n((?: +- .+\n)+)/g)].flatMap(([, list = '']) =>
      list.trim().split(/\s*- /).filter(Boolean),
    );
    assert.deepEqual([...new Set(verbs)].sort(), ['create', 'get', 'patch']);
    assert.ok(!text.includes("'*'"));
  });

  test('SA-12 the hardened reviewer may also read pods, service accounts and DaemonSets of its own namespace, no more', async () => {
    const text = await cluster.kubectl('kustomize', `${manifests}overlays/hardened`);
    const role = text
      .split('\n---\n')
      .find((each) => /kind: Role\n.*name: sigil-reviewer/s.test(each));
    const verbs = [...(role ?? '').matchAll(/verbs:\n +- (\w+)$/gm)].map(([, verb]) => verb);
    assert.deepEqual(verbs.sort(), ['get', 'get', 'list']);
    assert.match(role ?? '', /^kind: Role$[^]*namespace: sigil$/m);
    assert.doesNotMatch(text, /resources:\n(?: +- .+\n)*? +- secrets/);
  });

  test('SA-6 with the hardened policies nobody but the DaemonSet controller and kubelets uses the account of the agents', async () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: 'sigil' } };
    const named = ['sigil-agent', 'other'].map((name) => ({
      ...account,
      metadata: { namespace: 'sigil', name },
    }));
    await cluster.apply(...named);
    await cluster.kubectl('apply', '-f', `${manifests}overlays/hardened/admission.yaml`);
    const pod = (serviceAccountName: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'sigil', generateName: 'rogue-' },
      spec: { serviceAccountName, containers: [{ name: 'a', image: 'localhost/none:1' }] },
    });
    const create = (serviceAccountName: string, as: readonly string[] = []) =>
      cluster.kubectl(
        ...['run', `rogue-${serviceAccountName}`, '-n', 'sigil', '--image=localhost/none:1'],
        `--overrides=${JSON.stringify(pod(serviceAccountName))}`,
        '--dry-run=server',
        ...as,
      );
    const refusal = await eventually('the policy is in force', async () => {
      const { stderr } = await create('sigil-agent').then(
        () => ({ stderr: '' }),
        (error: unknown) => error as { stderr: string },
      );
      return stderr === '' ? undefined : stderr;
    });
    assert.match(refusal, /only the DaemonSet controller creates pods under the service account/);
    const controller = ['--as=system:kube-controller-manager', '--as-group=system:masters'];
    await assert.rejects(create('sigil-agent', controller), /belong to the DaemonSet sigil-agent/);
    await create('other');
    const token = (name: string, ...as: readonly string[]) =>
      cluster.kubectl('create', 'token', '-n', 'sigil', name, ...as);
    await assert.rejects(token('sigil-agent'), /only kubelets get tokens of the service account/);
    await token('other');
  });
});
