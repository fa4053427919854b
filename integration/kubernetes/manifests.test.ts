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

  test('the hardened server has a port for reports, which only agents reach', async () => {
    const text = await cluster.kubectl('kustomize', `${manifests}overlays/hardened`);
    const objects = text.split('\n---\n');
    const find = (kind: string) =>
      objects.find((each) =>
        new RegExp(`^kind: ${kind}\\n[^]*name: sigil-server\\n`, 'm').test(each),
      );
    assert.match(find('Service') ?? '', /- name: fleet\n +port: 8083\n +targetPort: fleet/);
    assert.match(find('StatefulSet') ?? '', /- containerPort: 8083\n +name: fleet/);
    const policy = find('NetworkPolicy') ?? '';
    assert.match(policy, /name: sigil-agent\n +ports:\n +- port: grpc\n +- port: fleet\n/);
    const base = await cluster.kubectl('kustomize', `${manifests}base`);
    assert.doesNotMatch(base, /fleet|8083/);
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

  const account = (name: string) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace: 'sigil', name },
  });
  const bare = (name: string, more: object = {}) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'sigil', name },
    spec: { containers: [{ name: 'sigil-server', image: 'localhost/none:1' }], ...more },
  });
  /** What was said against it; undefined when nothing was. */
  const refusalOf = (command: Promise<string>) =>
    command.then(
      () => undefined,
      (error: unknown) => (error as { stderr: string }).stderr,
    );

  test('SA-6 with the hardened policies nobody but a controller of Kubernetes and kubelets uses an account of Sigil', async () => {
    const names = ['sigil-agent', 'sigil-server', 'sigil-profile'];
    await cluster.apply(...[...names, 'other'].map(account));
    await cluster.kubectl('apply', '-f', `${manifests}overlays/hardened/admission.yaml`);
    const create = (serviceAccountName: string, ...as: readonly string[]) =>
      cluster.kubectl(
        ...['run', 'rogue', '-n', 'sigil', '--image=localhost/none:1', '--dry-run=server'],
        `--overrides=${JSON.stringify(bare('rogue', { serviceAccountName }))}`,
        ...as,
      );
    const tokenOf = (name: string) => cluster.kubectl('create', 'token', '-n', 'sigil', name);
    // Each policy comes into force by itself.
    await eventually('the policy of pods is in force', () => refusalOf(create('sigil-agent')));
    await eventually('the policy of tokens is in force', () => refusalOf(tokenOf('sigil-agent')));
    const kinds = ['DaemonSet', 'StatefulSet', 'Job'];
    for (const [at, name] of names.entries()) {
      const kind = String(kinds[at]);
      const only = `only the ${kind} controller creates pods under the service account ${name}`;
      assert.ok((await refusalOf(create(name)))?.includes(only), name);
      const controller = ['--as=system:kube-controller-manager', '--as-group=system:masters'];
      const unowned = await refusalOf(create(name, ...controller));
      assert.match(unowned ?? '', new RegExp(`account ${name} belong to the ${kind} ${name}`));
      const token = await refusalOf(tokenOf(name));
      assert.match(token ?? '', new RegExp(`only kubelets get tokens of .* account ${name}`));
    }
    await create('other');
    await tokenOf('other');
  });

  const controllers: readonly (readonly [kind: string, apiVersion: string, controller: string])[] =
    [
      ['DaemonSet', 'apps/v1', 'daemon-set-controller'],
      ['StatefulSet', 'apps/v1', 'statefulset-controller'],
      ['Job', 'batch/v1', 'job-controller'],
    ];
  test('SA-6 the controllers of Kubernetes make the pods of Sigil, each its own', async () => {
    for (const [at, [kind, apiVersion, controller]] of controllers.entries()) {
      const account = ['sigil-agent', 'sigil-server', 'sigil-profile'][at] ?? '';
      const owner = { apiVersion, kind, name: account, uid: 'of-no-matter', controller: true };
      const made = (by: string, owners: readonly object[] = [owner]) => {
        const pod = bare('made', { serviceAccountName: account });
        const owned = { ...pod, metadata: { ...pod.metadata, ownerReferences: owners } };
        return refusalOf(
          cluster.kubectl(
            ...['run', 'made', '-n', 'sigil', '--image=localhost/none:1', '--dry-run=server'],
            ...[`--overrides=${JSON.stringify(owned)}`, '--as-group=system:masters'],
            `--as=system:serviceaccount:kube-system:${by}`,
          ),
        );
      };
      assert.equal(await made(controller), undefined, kind);
      assert.match((await made('replicaset-controller')) ?? '', /only the \w+ controller/, kind);
      const other = { ...owner, name: 'other' };
      assert.match((await made(controller, [other])) ?? '', /belong to the/, kind);
    }
  });

  test('SA-12 the profile job may run its one command in its one pod, and bind nothing', async () => {
    await cluster.apply(bare('sigil-server-0'), bare('sigil-server-1'));
    await cluster.kubectl('apply', '-f', `${manifests}overlays/hardened/profile-job.yaml`);
    const exec = (pod: string, ...words: readonly string[]) =>
      refusalOf(
        cluster.kubectl(
          ...['exec', '--as=system:serviceaccount:sigil:sigil-profile', '-n', 'sigil', pod],
          ...['-c', 'sigil-server', ...words],
        ),
      );
    const prepare = ['--', 'sigil-server', 'enrollment', 'profile', 'prepare', '-name=agents'];
    const text = await cluster.kubectl('-n', 'sigil', 'get', 'job', 'sigil-profile', '-o', 'json');
    const job = JSON.parse(text) as {
      spec: { template: { spec: { containers: { args: string[] }[] } } };
    };
    const shipped = job.spec.template.spec.containers[0]?.args ?? [];
    const command = shipped.slice(shipped.indexOf('--'));
    assert.deepEqual(command.slice(0, 5), prepare.slice(0, 5));
    const nothingElse = /runs `sigil-server enrollment profile prepare` and nothing else/;
    await eventually('the policy is in force', async () => {
      const refusal = await exec('sigil-server-0', '--', 'sigil-server', 'entry', 'show');
      return nothingElse.test(refusal ?? '') ? true : undefined;
    });
    // It passes, and there is no kubelet that could run it.
    assert.match((await exec('sigil-server-0', ...command)) ?? '', /not have a host assigned/);
    const others = [
      ['--', 'sh', '-c', 'sigil-server enrollment profile prepare'],
      ['--', 'sigil-server', 'enrollment', 'profile', 'bind', '-yes'],
      ['--', 'sigil-server', 'enrollment', 'profile'],
      ['-i', ...prepare],
    ];
    for (const words of others) {
      assert.match((await exec('sigil-server-0', ...words)) ?? '', nothingElse, words.join(' '));
    }
    for (const flag of ['-bindDigest=x', '--bindDigest=x', '-bindDigest']) {
      const refusal = await exec('sigil-server-0', ...prepare, flag);
      assert.match(refusal ?? '', /is for a person to say/, flag);
    }
    assert.match((await exec('sigil-server-1', ...prepare)) ?? '', /pods "sigil-server-1" is forb/);
  });
});
