// An Envoy that starts before its registration entry exists.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName } from '../harness/envoy.ts';
import { eventually, when } from '../harness/poll.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { register } from '../harness/sidecar-pair.ts';
import { Workspace } from '../harness/workspace.ts';
import { mintedCredentials, shakeHands } from './tls-client.ts';
import { startTlsEnvoy } from './tls-envoy.ts';

/** From the sync that brought the entry to the first handshake. */
const longestWaitMs = 2_000;

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server);
});
after(() => workspace.dispose());

describe('an Envoy without an entry', () => {
  for (const apiType of ['GRPC', 'DELTA_GRPC'] as const) {
    test(`F081 waits over ${apiType} with its port closed, and serves within 2 s of the sync that brings the entry`, async () => {
      const client = await mintedCredentials(workspace, server, 'spiffe://demo.test/client');
      const name = `late-${apiType}`;
      const binary = envoyUnderOwnName(workspace, name);
      const { socketPath } = agent;
      const envoy = await startTlsEnvoy(workspace, { name, socketPath, apiType, binary });
      const { admin } = envoy;
      const [port = 0] = envoy.ports;
      await eventually('the roots are there, the certificate is asked for', async () => {
        const roots = await admin.sum('^sds\\.ROOTCA\\.update_success$');
        return when(roots === 1 && (await admin.sum('^sds\\.default\\.update_attempt$')) > 0);
      });
      assert.equal(await admin.state(), 'INITIALIZING');
      assert.equal((await shakeHands(port, client)).reason, 'ECONNREFUSED');

      const offset = agent.process.output.length;
      const spiffeId = await register(server, agent, name, binary, 3600);
      await agent.process.printed(/Entries synchronized/, { offset });
      const syncedMs = performance.now();
      await eventually(
        'the first handshake',
        async () => when((await shakeHands(port, client)).outcome === 'served'),
        { everyMs: 10 },
      );
      const waitedMs = performance.now() - syncedMs;

      assert.ok(waitedMs < longestWaitMs, `${waitedMs} ms`);
      assert.deepEqual((await admin.leaf())?.subject_alt_names, [{ uri: spiffeId }]);
      assert.equal(await admin.state(), 'LIVE');
      assert.equal(await admin.sum('^listener_manager.total_listeners_active$'), 1);
      assert.equal(
        await admin.sum('^sds\\..*(update_rejected|update_failure|init_fetch_timeout)$'),
        0,
      );
      // One connection attempt was refused while the port was closed; none was reset by Envoy.
      assert.equal(await admin.sum('downstream_context_secrets_not_ready$'), 0);
    });
  }
});
