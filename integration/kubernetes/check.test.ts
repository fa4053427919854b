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

suite('k8s check on a real API server', { skip: reasonToSkip(), timeout: 120_000 }, () => {
  let cluster: Cluster;
  let config: string;

  before(async () => {
    cluster = await startCluster(1);
    await cluster.kubectl('create', 'namespace', 'sigil');
    await grant();
    const kubeconfig = join(cluster.folder, 'server.kubeconfig');
    await writeKubeConfig(cluster, kubeconfig, { namespace: 'sigil', name: 'sigil-server' });
    config = join(cluster.folder, 'server.conf');
    writeFileSync(config, configText(kubeconfig));
  });
  after(() => cluster.stop());

  const grant = () =>
    cluster.kubectl('apply', '-n', 'sigil', '-f', file('../../manifests/base/server-rbac.yaml'));

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

  const user = 'system:serviceaccount:sigil:sigil-server';
  const rules: readonly (readonly [role: string, index: number, lost: string, rule: string])[] = [
    [
      'clusterrole',
      0,
      'create tokenreviews.authentication.k8s.io',
      `bind a ClusterRole with the rule {apiGroups: ['authentication.k8s.io'], resources: [tokenreviews], verbs: [create]} to ${user}`,
    ],
    [
      'clusterrole',
      1,
      'get nodes',
      `bind a ClusterRole with the rule {apiGroups: [''], resources: [nodes], verbs: [get]} to ${user}`,
    ],
    [
      'role',
      0,
      'get pods in namespace sigil',
      `bind a Role in namespace sigil with the rule {apiGroups: [''], resources: [pods], verbs: [get]} to ${user}`,
    ],
  ];
  for (const [role, index, lost, rule] of rules) {
    test(`without the right to ${lost} it alone is missing, and the rule that is told mends it`, async () => {
      const patch = JSON.stringify([{ op: 'remove', path: `/rules/${index}` }]);
      await cluster.kubectl(
        ...['patch', role, 'sigil-server', '-n', 'sigil', '--type=json', '-p', patch],
      );
      const { code, missing } = await untilMissing(1);
      const [finding] = missing;
      assert.deepEqual([code, finding?.what, finding?.fix], [1, lost, rule]);
      await bind(rule);
      assert.equal((await untilMissing(0)).code, 0);
      await cluster.kubectl('delete', `${role}binding`, 'mended', '-n', 'sigil');
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
    const patch = JSON.stringify([{ op: 'remove', path: '/rules/1' }]);
    await cluster.kubectl(
      ...['patch', 'role', 'sigil-server', '-n', 'sigil', '--type=json', '-p', patch],
    );
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

function configText(kubeconfig: string): string {
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
