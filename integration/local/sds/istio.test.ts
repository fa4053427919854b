// An Envoy as Istio configures it: the Node with the first message only, no time-out, and among its
// secrets one that no SPIFFE agent has.
import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { typedConfig } from '../../../envoy/messages.ts';
import type { Identity } from '../../../common/spiffe/identity-view.ts';
import { aView } from '../../../testkit/envoy-views.ts';
import { createTestCa, type TestCa } from '../../../testkit/test-ca.ts';
import { eventually, when } from '../harness/poll.ts';
import { Workspace } from '../harness/workspace.ts';
import { identityOf, serveScript } from './scripted-agent.ts';
import { credentialsOf, serialOf, shakeHands } from './tls-client.ts';
import { commonTls, startTlsEnvoy } from './tls-envoy.ts';

const rotations = 3;

let workspace: Workspace;
let ca: TestCa;

before(async () => {
  workspace = new Workspace();
  ca = await createTestCa({ trustDomain: 'lab.test' });
});
after(() => workspace.dispose());

for (const apiType of ['GRPC', 'DELTA_GRPC'] as const) {
  test(`F079 a name of Istio's own over ${apiType} is asked for once, told once, and disturbs nobody`, async () => {
    const name = `istio-${apiType}`;
    const clustersPath = workspace.path(`${name}-clusters.json`);
    writeClusters(clustersPath, []);
    const agent = await serveScript(workspace, name);
    const rotate = async (): Promise<Identity> => {
      const identity = identityOf(await ca.issue('spiffe://lab.test/ns/shop/sa/web'));
      agent.publish(aView({ identities: [identity], bundle: ca.bundle }));
      return identity;
    };
    await rotate();
    const { socketPath } = agent;
    const envoy = await startTlsEnvoy(workspace, { name, socketPath, apiType, clustersPath });
    const [port = 0] = envoy.ports;
    const friend = credentialsOf(await ca.issue('spiffe://lab.test/ns/shop/sa/friend'));
    await envoy.admin.ready();

    writeClusters(clustersPath, [clusterTo('file-root:system', apiType)]);
    await eventually('the Envoy asks for the foreign name', () =>
      when(agent.log.lines.some((line) => line.includes('file-root:system'))),
    );
    for (let count = 0; count < rotations; count++) {
      const { svid } = await rotate();
      await eventually('the rotation', async () =>
        when((await shakeHands(port, friend)).serialNumber === serialOf(svid)),
      );
    }

    const proto = apiType === 'GRPC' ? 'sotw' : 'delta';
    const requests = (kind: string) => agent.metrics.value(`sds_requests_total ${proto} ${kind}`);
    const streams = agent.registry.list().flatMap((stream) => stream.names.map((one) => one.name));
    assert.deepEqual(streams.toSorted(), ['ROOTCA', 'default', 'file-root:system']);
    assert.equal(requests('first'), 3);
    assert.deepEqual([requests('nack'), requests('stale'), requests('change')], [0, 0, 0]);
    assert.equal(agent.log.lines.filter((line) => line.includes('file-root:system')).length, 1);
    assert.equal(
      await envoy.admin.sum('^sds\\.(default|ROOTCA)\\.(update_rejected|update_failure)$'),
      0,
    );
    assert.equal(await envoy.admin.sum('^sds\\..*init_fetch_timeout$'), 0);
    assert.equal(await envoy.admin.sum('^sds\\.default\\.update_success$'), 1 + rotations);
    assert.equal(await envoy.admin.sum('^sds\\.ROOTCA\\.update_success$'), 1);
  });
}

/** Replaces the file in one move, which is what Envoy watches for. */
function writeClusters(path: string, clusters: readonly object[]): void {
  const type = 'envoy.config.cluster.v3.Cluster';
  const resources = clusters.map((cluster) => typedConfig(type, { ...cluster }));
  writeFileSync(`${path}.new`, JSON.stringify({ resources }));
  renameSync(`${path}.new`, path);
}

/** A cluster whose peers are verified with another secret. */
function clusterTo(bundle: string, apiType: 'GRPC' | 'DELTA_GRPC'): object {
  const upstream = 'envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext';
  return {
    name: 'outside',
    type: 'STATIC',
    load_assignment: { cluster_name: 'outside' },
    transport_socket: {
      name: 'envoy.transport_sockets.tls',
      typed_config: typedConfig(upstream, { common_tls_context: commonTls({ bundle }, apiType) }),
    },
  };
}
