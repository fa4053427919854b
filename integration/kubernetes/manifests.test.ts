import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
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
});
