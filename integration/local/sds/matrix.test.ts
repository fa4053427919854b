// Who may speak to whom, decided by Envoys with secrets from a real server and agent.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dialUnix } from '../../../common/rpc/rpc-channel.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { createTestCa, type TestCa } from '../../../testkit/test-ca.ts';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName, startEnvoy } from '../harness/envoy.ts';
import { freePort } from '../harness/free-port.ts';
import { eventually, when } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { get } from '../harness/traffic.ts';
import { Workspace } from '../harness/workspace.ts';
import { credentialsOf, mintedCredentials, shakeHands, type Credentials } from './tls-client.ts';
import { startTlsEnvoy, type TlsEnvoy } from './tls-envoy.ts';

const apiTypes = ['GRPC', 'DELTA_GRPC'] as const;
type ApiType = (typeof apiTypes)[number];

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;
let partner: TestCa;
const clients = new Map<string, Credentials | undefined>();
const envoys = new Map<ApiType, TlsEnvoy>();
const entries = new Map<ApiType, string>();

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  const settings = ['sds { aliases { ROOTCA_PLAIN = { bundle = "own" flavour = "rootca" } } }'];
  agent = await startAgent(workspace, server, { settings });
  partner = await createTestCa({ trustDomain: 'partner.test' });
  await setFederatedBundle(partner);
  const issued = async (ca: TestCa, path: string) =>
    credentialsOf(await ca.issue(`spiffe://${ca.trustDomain}/${path}`));
  clients.set('nobody', undefined);
  clients.set('own', await mintedCredentials(workspace, server, 'spiffe://demo.test/client'));
  clients.set('friend', await mintedCredentials(workspace, server, 'spiffe://demo.test/friend'));
  clients.set('federated', await issued(partner, 'client'));
  clients.set('foreign', await issued(await createTestCa({ trustDomain: 'else.test' }), 'client'));
  clients.set('impostor', await issued(await createTestCa({ trustDomain: 'demo.test' }), 'client'));
  for (const apiType of apiTypes) envoys.set(apiType, await startServing(apiType));
  for (const { admin } of envoys.values()) await admin.ready(60_000);
});
after(() => workspace.dispose());

/** By listener: all trust domains, one SPIFFE ID only, optional certificates of our own domain. */
const listeners = [
  { bundle: 'ALL' },
  { bundle: 'ALL', accept: ['spiffe://demo.test/friend'] },
  // With SAN matchers Envoy demands a certificate, whatever require_client_certificate says.
  { bundle: 'ROOTCA_PLAIN', clientCertificate: 'optional' as const, context: 'bare' as const },
];
const [everybody, oneOnly, optional] = [0, 1, 2];

const rows = [
  { client: 'own', listener: everybody, counter: undefined },
  { client: 'federated', listener: everybody, counter: undefined },
  { client: 'foreign', listener: everybody, counter: 'fail_verify_error' },
  { client: 'impostor', listener: everybody, counter: 'fail_verify_error' },
  { client: 'nobody', listener: everybody, counter: 'fail_verify_no_cert' },
  { client: 'friend', listener: oneOnly, counter: undefined },
  { client: 'own', listener: oneOnly, counter: 'fail_verify_san' },
  { client: 'federated', listener: oneOnly, counter: 'fail_verify_san' },
  { client: 'nobody', listener: optional, counter: undefined },
  { client: 'own', listener: optional, counter: undefined },
  { client: 'federated', listener: optional, counter: 'fail_verify_error' },
  { client: 'foreign', listener: optional, counter: 'fail_verify_error' },
] as const;

for (const apiType of apiTypes) {
  describe(`over ${apiType}`, () => {
    for (const { client, listener, counter } of rows) {
      const verdict = counter === undefined ? 'is served' : `is refused (${counter})`;
      test(`client "${client}" of listener ${listener} ${verdict}`, async () => {
        const { admin, ports } = envoyOf(apiType);
        const port = ports[listener] ?? 0;
        const failures = () => admin.sum(`_${port}\\.ssl\\.${counter ?? 'fail_verify_'}`);
        const before = await failures();
        const { outcome, reason } = await shakeHands(port, clients.get(client));
        assert.equal(outcome, counter === undefined ? 'served' : 'refused', reason);
        assert.equal(await failures(), before + (counter === undefined ? 0 : 1));
      });
    }

    test('a calling Envoy verifies the SPIFFE ID of the server', async () => {
      const name = `caller-${apiType}`;
      const binary = envoyUnderOwnName(workspace, name);
      await createEntry(name, binary);
      const ports = { right: await freePort(), wrong: await freePort() };
      const target = { host: '127.0.0.1', remote_port: envoyOf(apiType).ports[everybody] ?? 0 };
      const { admin } = await startEnvoy(workspace, binary, {
        node_id: name,
        socket_path: agent.socketPath,
        api_type: apiType,
        upstreams: [
          {
            ...target,
            name: 'right',
            port: ports.right,
            expect: [`spiffe://demo.test/${apiType}`],
          },
          { ...target, name: 'wrong', port: ports.wrong, expect: ['spiffe://demo.test/another'] },
        ],
      });
      await admin.ready(60_000);
      assert.equal((await get(ports.right)).status, 200);
      assert.equal((await get(ports.wrong)).status, 503);
      assert.equal(await admin.sum('^cluster\\.right\\.ssl\\.fail_verify_'), 0);
      assert.ok((await admin.sum('^cluster\\.wrong\\.ssl\\.fail_verify_san$')) > 0);
    });
  });
}

test('a new root of a federated trust domain is trusted soon', async () => {
  const renewed = await createTestCa({ trustDomain: 'partner.test' });
  const client = credentialsOf(await renewed.issue('spiffe://partner.test/client'));
  await setFederatedBundle(partner, renewed);
  for (const { ports } of envoys.values()) {
    await eventually('the new root is trusted', async () =>
      when((await shakeHands(ports[everybody] ?? 0, client)).outcome === 'served'),
    );
  }
});

test('F086 an entry that no longer federates takes the trust away at once, without being asked', async () => {
  for (const [apiType, { admin, ports }] of envoys) {
    const pushed = await admin.sum('^sds\\.ALL\\.update_success$');
    await server.json(
      ...['entry', 'update', '-entryID', entries.get(apiType) ?? '', '-parentID', agent.nodeId],
      ...['-spiffeID', `spiffe://demo.test/${apiType}`],
      ...['-selector', `unix:path:${workspace.path('bin', `serving-${apiType}`)}`],
    );
    await eventually('the federated client is refused', async () => {
      const { outcome } = await shakeHands(ports[everybody] ?? 0, clients.get('federated'));
      return when(outcome === 'refused');
    });
    const { outcome } = await shakeHands(ports[everybody] ?? 0, clients.get('own'));
    assert.equal(outcome, 'served');
    assert.ok((await admin.sum('^sds\\.ALL\\.update_success$')) > pushed);
    assert.equal(await admin.sum('^sds\\..*update_rejected$'), 0);
  }
});

function envoyOf(apiType: ApiType): TlsEnvoy {
  const envoy = envoys.get(apiType);
  assert.ok(envoy !== undefined);
  return envoy;
}

async function startServing(apiType: ApiType): Promise<TlsEnvoy> {
  const name = `serving-${apiType}`;
  const binary = envoyUnderOwnName(workspace, name);
  const id = await createEntry(apiType, binary, '-federatesWith', 'spiffe://partner.test');
  entries.set(apiType, id);
  const { socketPath } = agent;
  return startTlsEnvoy(workspace, { name, socketPath, apiType, binary, listeners });
}

async function createEntry(path: string, binary: string, ...flags: string[]): Promise<string> {
  const made = (await server.json(
    ...['entry', 'create', '-spiffeID', `spiffe://demo.test/${path}`, '-parentID', agent.nodeId],
    ...['-selector', `unix:path:${binary}`, ...flags],
  )) as { results: { entry: { id: string } }[] };
  return made.results[0]?.entry.id ?? '';
}

/** Tells the server the roots of a trust domain that it federates with. */
async function setFederatedBundle(...authorities: readonly TestCa[]): Promise<void> {
  const channel = dialUnix(server.socketPath);
  try {
    const bundle = {
      trust_domain: 'partner.test',
      x509_authorities: authorities.map((ca) => ({ asn1: ca.rootDer })),
    };
    const request = { bundle: [bundle] };
    const { results } = await channel.unary(bundleService.BatchSetFederatedBundle, request, {
      timeoutMs: 10_000,
    });
    assert.equal(results[0]?.status?.code, 0, results[0]?.status?.message);
  } finally {
    channel.close();
  }
}
