// `k8s check` against a real API server: the shipped rights are enough, and each is missed by its name.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Finding } from '../../common/catalog/finding.ts';
import { eventually } from '../local/harness/poll.ts';
import { reasonToSkip, startCluster, type Cluster } from './cluster/cluster.ts';
import { writeKubeConfig } from './kubeconfig.ts';

const file = (name: string) => new URL(name, import.meta.url).pathname;

suite('k8s check on a real API server', { skip: reasonToSkip(), timeout: 400_000 }, () => {
  let cluster: Cluster;
  let config: string;
  let plainConfig: string;

  before(async () => {
    cluster = await startCluster(1);
    await cluster.kubectl('create', 'namespace', 'sigil');
    await grant();
    const kubeconfig = join(cluster.folder, 'server.kubeconfig');
    await writeKubeConfig(cluster, kubeconfig, { namespace: 'sigil', name: 'sigil-server' });
    config = join(cluster.folder, 'server.conf');
    writeFileSync(config, configText(kubeconfig, 'enrollment_profile = "agents"'));
    plainConfig = join(cluster.folder, 'plain.conf');
    writeFileSync(plainConfig, configText(kubeconfig));
  });
  after(() => cluster.stop());

  const base = file('../../manifests/base/server-rbac.yaml');
  const reviewer = file('../../manifests/overlays/hardened/reviewer-rbac.yaml');
  const grant = () => cluster.kubectl('apply', '-n', 'sigil', '-f', base, '-f', reviewer);

  function check(path = config): { code: number; findings: readonly Finding[] } {
    const words = ['k8s', 'check', '-config', path, '-output', 'json'];
    const args = [file('../../server/main.ts'), ...words];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { code: status ?? -1, ...(JSON.parse(stdout) as { findings: Finding[] }) };
  }

  /** The authorizer hears of a change some milliseconds later. */
  const untilMissing = (count: number) =>
    eventually(`${count} findings of something missing`, () => {
      const { code, findings } = check();
      const missing = findings.filter(({ outcome }) => outcome !== 'ok');
      return missing.length === count ? { code, missing } : undefined;
    });

  test('the rights of the manifests are all that the server needs', async () => {
    assert.deepEqual(await untilMissing(0), { code: 0, missing: [] });
  });

  test('without a profile the rights of the base are all, with one each of the reviewer is missed', async () => {
    await cluster.kubectl('delete', '-n', 'sigil', '-f', reviewer);
    const { missing } = await untilMissing(3);
    assert.deepEqual(
      missing.map(({ what }) => what),
      [
        'get serviceaccounts "sigil-agent" in namespace sigil',
        'get daemonsets.apps in namespace sigil',
        'list pods in namespace sigil',
      ],
    );
    assert.equal(check(plainConfig).code, 0);
    await grant();
    await untilMissing(0);
  });

  test('the rights of a reviewer by name are enough', async () => {
    const value = ['sigil-agent'];
    const named = [0, 1].map((at) => ({ op: 'add', path: `/rules/${at}/resourceNames`, value }));
    await cluster.kubectl(...patchOf('role', 'sigil-reviewer', named));
    const found = await eventually('the narrower right', () => {
      const { code, findings } = check();
      return findings.find(({ what }) => code === 0 && what.endsWith('of sigil-agent only'));
    });
    assert.equal(found.what, 'get daemonsets.apps in namespace sigil, of sigil-agent only');
    await grant();
  });

  const patchOf = (kind: string, name: string, changes: readonly object[]) => {
    const how = ['--type=json', '-p', JSON.stringify(changes)];
    return ['patch', kind, name, '-n', 'sigil', ...how];
  };

  const user = 'system:serviceaccount:sigil:sigil-server';
  const rules: readonly (readonly [role: string, index: number, lost: string, rule: string])[] = [
    [
      'clusterrole sigil-server',
      0,
      'create tokenreviews.authentication.k8s.io',
      `bind a ClusterRole with the rule {apiGroups: ['authentication.k8s.io'], resources: [tokenreviews], verbs: [create]} to ${user}`,
    ],
    [
      'clusterrole sigil-server',
      1,
      'get nodes',
      `bind a ClusterRole with the rule {apiGroups: [''], resources: [nodes], verbs: [get]} to ${user}`,
    ],
    [
      'role sigil-server',
      0,
      'get pods in namespace sigil',
      `bind a Role in namespace sigil with the rule {apiGroups: [''], resources: [pods], verbs: [get]} to ${user}`,
    ],
    [
      'role sigil-reviewer',
      0,
      'get serviceaccounts "sigil-agent" in namespace sigil',
      `bind a Role in namespace sigil with the rule {apiGroups: [''], resources: [serviceaccounts], resourceNames: [sigil-agent], verbs: [get]} to ${user}`,
    ],
    [
      'role sigil-reviewer',
      1,
      'get daemonsets.apps in namespace sigil',
      `bind a Role in namespace sigil with the rule {apiGroups: ['apps'], resources: [daemonsets], verbs: [get]} to ${user}`,
    ],
    [
      'role sigil-reviewer',
      2,
      'list pods in namespace sigil',
      `bind a Role in namespace sigil with the rule {apiGroups: [''], resources: [pods], verbs: [list]} to ${user}`,
    ],
  ];
  for (const [role, index, lost, rule] of rules) {
    test(`without the right to ${lost} it alone is missing, and the rule that is told mends it`, async () => {
      const [kind = '', name = ''] = role.split(' ');
      const remove = [{ op: 'remove', path: `/rules/${index}` }];
      await cluster.kubectl(...patchOf(kind, name, remove));
      const { code, missing } = await untilMissing(1);
      const [finding] = missing;
      assert.deepEqual([code, finding?.what, finding?.fix], [1, lost, rule]);
      await bind(rule);
      assert.equal((await untilMissing(0)).code, 0);
      await cluster.kubectl('delete', `${kind}binding`, 'mended', '-n', 'sigil');
      await grant();
    });
  }

  /** Does what the text of a fix says. */
  async function bind(fix: string): Promise<void> {
    const [, kind = '', rule = ''] =
      /^bind a (ClusterRole|Role)(?: in namespace sigil)? with the rule (\{.*\}) to /.exec(fix) ??
      [];
    const metadata = 'metadata: {name: mended, namespace: sigil}';
    const api = 'apiVersion: rbac.authorization.k8s.io/v1';
    await cluster.apply(
      `${api}\nkind: ${kind}\n${metadata}\nrules: [${rule}]`,
      `${api}\nkind: ${kind}Binding\n${metadata}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: mended}
subjects: [{kind: ServiceAccount, namespace: sigil, name: sigil-server}]`,
    );
  }

  test('a ConfigMap that may not be written, or is not there, is told of with its name', async () => {
    const remove = [{ op: 'remove', path: '/rules/1' }];
    await cluster.kubectl(...patchOf('role', 'sigil-server', remove));
    const { missing } = await untilMissing(2);
    assert.deepEqual(
      missing.map(({ outcome, what }) => [outcome, what]),
      [
        ['missing', 'patch configmaps "sigil-bundle" in namespace sigil'],
        ['warning', 'ConfigMap sigil/sigil-bundle'],
      ],
    );
    await grant();
    await cluster.kubectl('delete', 'configmap', 'sigil-bundle', '-n', 'sigil');
    const [gone] = (await untilMissing(1)).missing;
    assert.equal(gone?.fix, 'kubectl -n sigil create configmap sigil-bundle');
    await cluster.kubectl('-n', 'sigil', 'create', 'configmap', 'sigil-bundle');
    assert.equal((await untilMissing(0)).code, 0);
  });

  test('credentials that are refused are all there is to say', async () => {
    const kubeconfig = join(cluster.folder, 'refused.kubeconfig');
    await writeKubeConfig(cluster, kubeconfig, { namespace: 'sigil', name: 'sigil-server' });
    execFileSync('sed', ['-i', 's/"token":"[^"]*"/"token":"refused"/', kubeconfig]);
    const path = join(cluster.folder, 'refused.conf');
    writeFileSync(path, configText(kubeconfig));
    const { code, findings } = check(path);
    const missing = findings.filter(({ outcome }) => outcome !== 'ok');
    assert.equal(code, 1);
    assert.deepEqual(
      missing.map(({ what, detail }) => [what, /Unauthorized/.test(detail)]),
      [
        ['credentials for the API server', true],
        ['credentials for the API server', true],
      ],
    );
  });
});

function configText(kubeconfig: string, ofCluster = ''): string {
  return `server {
  trust_domain = "example.org"
  data_dir = "/nonexistent"
}
plugins {
  DataStore "sql" { plugin_data { database_type = "sqlite3", connection_string = "/nonexistent/db" } }
  KeyManager "memory" { plugin_data {} }
  NodeAttestor "k8s_psat" { plugin_data { clusters = { main = {
    service_account_allow_list = ["sigil:sigil-agent"]
    kube_config_file = "${kubeconfig}"
    ${ofCluster}
  } } } }
  BundlePublisher "k8s_configmap" { plugin_data { clusters = { main = {
    configmap_name = "sigil-bundle"
    configmap_key = "bundle.crt"
    namespace = "sigil"
    format = "pem"
    kubeconfig_path = "${kubeconfig}"
  } } } }
}
`;
}
