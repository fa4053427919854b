// The overlays as pods: our agents under a real SPIRE server, then moved to two servers of ours over PostgreSQL.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { reasonToSkip } from './cluster/cluster.ts';
import { assertUnbroken, Deployment } from './deployment.ts';

const webId = 'spiffe://example.org/ns/sigil-example/sa/web';
const ordersId = 'spiffe://example.org/ns/sigil-example/sa/orders';
const introduced = { server: ordersId, caller: webId };

suite('The overlays', { skip: reasonToSkip({ spire: true }), timeout: 400_000 }, () => {
  let deployed: Deployment;
  before(async () => {
    deployed = await Deployment.start(['postgres', 'spire'], 2);
  });
  after(() => deployed.stop());

  const spire = (...args: readonly string[]) =>
    deployed.kubectl(
      ...['-n', 'spire', 'exec', 'deployment/spire-server', '--', 'spire-server', ...args],
    );

  test('existing-spire: our agents attest at a SPIRE server and serve what it signs', async () => {
    await deployed.apply('overlay/existing-spire');
    await deployed.rolledOut('spire', 'deployment/spire-server');
    await deployed.rolledOut('sigil', 'daemonset/sigil-agent');
    assert.match(
      await spire('agent', 'list'),
      /spiffe:\/\/example\.org\/spire\/agent\/k8s_psat\/demo-cluster\//,
    );
    const agents = 'spiffe://example.org/cluster/demo-cluster';
    const node = ['-node', '-spiffeID', agents, '-selector', 'k8s_psat:cluster:demo-cluster'];
    await spire('entry', 'create', ...node);
    for (const account of ['web', 'orders']) {
      await spire(
        ...['entry', 'create', '-parentID', agents],
        ...['-spiffeID', `spiffe://example.org/ns/sigil-example/sa/${account}`],
        ...['-selector', 'k8s:ns:sigil-example', '-selector', `k8s:sa:${account}`],
      );
    }
    await deployed.apply('overlay/example');
    assert.deepEqual(await deployed.ask(60_000), introduced);
  });

  test('ha: two servers share a database, and agents that came from SPIRE serve what they sign', async () => {
    await deployed.kubectl('delete', 'namespace', 'spire', '--wait=false');
    const text =
      'host=postgres.database.svc dbname=sigil user=sigil password=sigil sslmode=disable';
    await deployed.kubectl(
      ...['-n', 'sigil', 'create', 'secret', 'generic', 'sigil-database'],
      `--from-literal=connection_string=${text}`,
    );
    await deployed.apply('overlay/ha');
    await deployed.rolledOut('database', 'deployment/postgres');
    await deployed.rolledOut('sigil', 'statefulset/sigil-server');
    await deployed.register();
    await deployed.rolledOut('sigil', 'daemonset/sigil-agent');
    const second = (...args: readonly string[]) =>
      deployed.kubectl('-n', 'sigil', 'exec', 'sigil-server-1', '--', 'sigil-server', ...args);
    const entries = await second('entry', 'show');
    assert.ok(entries.includes(webId) && entries.includes(ordersId), entries);
    const bundle = await second('bundle', 'show');
    assert.equal(bundle.match(/BEGIN CERTIFICATE/g)?.length, 2, 'each server has its own CA');
    assert.deepEqual(await deployed.ask(60_000), introduced);
    assert.match(await second('agent', 'list'), /k8s_psat\/main\//);
  });

  test('ha: one server goes, agents are replaced meanwhile, and no request fails', async () => {
    const load = await deployed.startLoad();
    const scale = (replicas: number) =>
      deployed.kubectl(
        ...['-n', 'sigil', 'scale', 'statefulset/sigil-server', `--replicas=${replicas}`],
      );
    await scale(1);
    await deployed.rolledOut('sigil', 'statefulset/sigil-server');
    await deployed.kubectl('-n', 'sigil', 'rollout', 'restart', 'daemonset/sigil-agent');
    await deployed.rolledOut('sigil', 'daemonset/sigil-agent');
    await scale(2);
    await deployed.rolledOut('sigil', 'statefulset/sigil-server');
    assertUnbroken(await load.stop(), 100);
    assert.deepEqual(await deployed.ask(), introduced);
  });
});
