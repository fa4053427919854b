// The SDS service behind the real transport: old and odd clients, and very many.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { aBundle, anIdentity, aView } from '../../../testkit/envoy-views.ts';
import { rawGrpc } from '../harness/raw-grpc.ts';
import { transportUnderTest } from '../harness/transport.ts';
import { Workspace } from '../harness/workspace.ts';
import { serveScript, type ScriptedAgent } from './scripted-agent.ts';

let workspace: Workspace;
let agent: ScriptedAgent;

before(async () => {
  workspace = new Workspace();
  agent = await serveScript(workspace, 'odd');
  agent.publish(
    aView({ identities: [anIdentity('spiffe://lab.test/web')], bundle: aBundle('lab.test') }),
  );
});
after(() => workspace.dispose());

const service = '/envoy.service.secret.v3.SecretDiscoveryService';

const methods = [
  { path: `${service}/StreamSecrets`, status: '0' },
  { path: `${service}/DeltaSecrets`, status: '0' },
  { path: `${service}/FetchSecrets`, status: '0' },
  { path: '/envoy.service.discovery.v2.SecretDiscoveryService/StreamSecrets', status: '12' },
  {
    path: '/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources',
    status: '12',
  },
  { path: `${service}/Nonsense`, status: '12' },
];

for (const { path, status } of methods) {
  test(`F093 ${path} is answered with status ${status}`, async () => {
    const answer = await rawGrpc(agent.socketPath, path);
    assert.equal(answer.status, status, answer.message);
    assert.equal(answer.bodyBytes > 0, status === '0');
    assert.equal(answer.message.includes(path.split('/')[1] ?? ''), status === '12');
  });
}

const onGrpcJs = transportUnderTest() === 'grpc-js';

const authorities: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ['localhost', { ':authority': 'localhost' }],
  ['the name of a cluster', { ':authority': 'spire_agent' }],
  ['an escaped path', { ':authority': '%2Ftmp%2Fspire-agent%2Fapi.sock' }],
  ['no authority', { host: 'localhost' }],
];

/** With grpc-js Node's own HTTP/2 resets these streams before we see them; our own transport serves them. */
const oddAuthorities: readonly (readonly [what: string, authority: string])[] = [
  ['a path', '/tmp/spire-agent/api.sock'],
  ['nothing', ''],
];

for (const [what, headers] of authorities) {
  test(`F091 a client that names us ${what} is served`, async () => {
    for (const method of ['StreamSecrets', 'FetchSecrets']) {
      const answer = await rawGrpc(agent.socketPath, `${service}/${method}`, headers);
      assert.equal(answer.status, '0', answer.message);
      assert.ok(answer.bodyBytes > 0);
    }
  });
}

for (const [what, authority] of oddAuthorities) {
  test(
    `F091 a client that names us ${what} is served by our own transport`,
    { skip: onGrpcJs },
    async () => {
      for (const method of ['StreamSecrets', 'FetchSecrets']) {
        const path = `${service}/${method}`;
        const answer = await rawGrpc(agent.socketPath, path, { ':authority': authority });
        assert.equal(answer.status, '0', answer.message);
        assert.ok(answer.bodyBytes > 0);
      }
    },
  );

  test(
    `F091 a client that names us ${what} is refused by grpc-js, and the others go on`,
    { skip: !onGrpcJs },
    async () => {
      await assert.rejects(
        rawGrpc(agent.socketPath, `${service}/StreamSecrets`, { ':authority': authority }),
        { message: /NGHTTP2_PROTOCOL_ERROR/ },
      );
      assert.equal((await rawGrpc(agent.socketPath, `${service}/StreamSecrets`)).status, '0');
    },
  );
}
