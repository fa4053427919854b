// Server, agent and Envoy as users run them: what a rotation, a new JWT key and an outage of the agent
// look like in Envoy's own statistics.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName, type EnvoyAdmin } from '../harness/envoy.ts';
import { eventually, when } from '../harness/poll.ts';
import { RotationWatch } from '../harness/rotations.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { register } from '../harness/sidecar-pair.ts';
import { Workspace } from '../harness/workspace.ts';
import { mintedCredentials, shakeHands, TlsClient, type Credentials } from './tls-client.ts';
import { startTlsEnvoy, type TlsEnvoy } from './tls-envoy.ts';

const ttlSeconds = 20;
const patient = { deadlineMs: 60_000 };
const apiTypes = ['GRPC', 'DELTA_GRPC'] as const;

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;
let client: Credentials;
const envoys = new Map<string, TlsEnvoy>();

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server);
  client = await mintedCredentials(workspace, server, 'spiffe://demo.test/client');
  for (const apiType of apiTypes) {
    const name = `envoy-${apiType}`;
    const binary = envoyUnderOwnName(workspace, name);
    await register(server, agent, name, binary, ttlSeconds);
    const { socketPath } = agent;
    envoys.set(apiType, await startTlsEnvoy(workspace, { name, socketPath, apiType, binary }));
  }
  for (const { admin } of envoys.values()) await admin.ready(60_000);
});
after(() => workspace.dispose());

describe('a rotation', { concurrency: true }, () => {
  for (const apiType of apiTypes) {
    test(`over ${apiType} updates the certificate once, the roots never, and ends no connection`, async () => {
      const envoy = envoyOf(apiType);
      const open = new TlsClient(portOf(envoy), client);
      assert.equal(await open.get(), true);
      const before = await updates(envoy.admin);
      const watch = new RotationWatch({ envoy });
      await eventually('a rotation', () => when(watch.completed() >= 1), patient);

      const seen = agent.process.output.length;
      const { code, stderr } = await server.cli('localauthority', 'jwt', 'prepare');
      assert.equal(code, 0, stderr);
      await agent.process.printed(/Bundle updated/, { offset: seen });
      const rotated = watch.completed();
      await eventually('one more', () => when(watch.completed() > rotated), patient);

      await eventually('as many updates as rotations, and none for the new JWT key', async () => {
        const now = await updates(envoy.admin);
        const rotations = watch.completed();
        assert.deepEqual(now, { ...before, default: before.default + rotations });
        return true;
      });
      const rotations = watch.completed();
      await watch.stop();
      assert.equal(await open.get(), true, open.failure);
      open.close();
      const contexts = await envoy.admin.sum(
        'server_ssl_socket_factory\\.ssl_context_update_by_sds$',
      );
      assert.ok(contexts >= rotations, `${contexts} contexts`);
      await servesWhatItShows(envoy);
      await assertNothingWentWrong(envoy.admin);
    });
  }
});

const outages = [
  { signal: 'SIGTERM', what: 'stops for a moment', untilExpired: false },
  {
    signal: 'SIGKILL',
    what: 'is killed and stays away until the certificates have expired',
    untilExpired: true,
  },
] as const;

for (const { signal, what, untilExpired } of outages) {
  test(`F098 the agent ${what}: Envoys keep their secrets, come back and get the newest`, async () => {
    await agent.process.stop(signal);
    const held = new Map<string, string>();
    for (const [apiType, { admin }] of envoys) {
      await eventually('the Envoy sees that the agent is gone', async () =>
        when((await admin.sum('^sds\\..*connected_state$')) === 0),
      );
      held.set(apiType, await servesWhatItShows(envoyOf(apiType)));
    }
    for (const { admin } of untilExpired ? envoys.values() : []) {
      const expires = new Date((await admin.leaf())?.expiration_time ?? 0).getTime();
      await eventually('the certificate has expired', () => when(Date.now() > expires), patient);
    }

    await agent.start();
    for (const [apiType, envoy] of envoys) {
      await eventually('both streams are back', async () =>
        when((await envoy.admin.sum('^sds\\..*connected_state$')) === 2),
      );
      await eventually('a certificate that is valid', async () => {
        const leaf = await envoy.admin.leaf();
        const lives = new Date(leaf?.expiration_time ?? 0).getTime() > Date.now();
        return when(lives && leaf?.serial_number !== held.get(apiType));
      });
      await servesWhatItShows(envoy);
      assert.equal(await envoy.admin.sum('^sds\\..*(update_rejected|init_fetch_timeout)$'), 0);
    }
  });
}

function envoyOf(apiType: string): TlsEnvoy {
  const envoy = envoys.get(apiType);
  assert.ok(envoy !== undefined);
  return envoy;
}

function portOf({ ports: [port] }: TlsEnvoy): number {
  assert.ok(port !== undefined);
  return port;
}

async function updates(admin: EnvoyAdmin): Promise<{ default: number; ROOTCA: number }> {
  return {
    default: await admin.sum('^sds\\.default\\.update_success$'),
    ROOTCA: await admin.sum('^sds\\.ROOTCA\\.update_success$'),
  };
}

/** Its admin interface, its secrets and its handshakes agree; returns the serial number. */
async function servesWhatItShows(envoy: TlsEnvoy): Promise<string> {
  return eventually('a handshake shows the certificate of the admin interface', async () => {
    const leaf = await envoy.admin.leaf();
    const { outcome, reason, serialNumber } = await shakeHands(portOf(envoy), client);
    assert.equal(outcome, 'served', reason);
    assert.equal(serialNumber, leaf?.serial_number);
    return serialNumber;
  });
}

async function assertNothingWentWrong(admin: EnvoyAdmin): Promise<void> {
  assert.equal(await admin.sum('^sds\\..*update_rejected$'), 0);
  assert.equal(await admin.sum('^sds\\..*update_failure$'), 0);
  assert.equal(await admin.sum('^sds\\..*init_fetch_timeout$'), 0);
  assert.equal(await admin.sum('^sds\\..*connected_state$'), 2);
  const dump = await admin.configDump();
  assert.match(dump, /"name": "default",\s*"version_info": "[0-9a-f]{32}"/);
  assert.match(dump, /"name": "ROOTCA",\s*"version_info": "[0-9a-f]{32}"/);
}
