import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { agentService } from '../../common/rpc/services/agent.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { serverWatchService } from '../../common/rpc/services/server-watch.ts';
import { RecordedMetrics } from '../../testkit/envoy-service.ts';
import { attestWithToken, startTestServer } from '../../testkit/running-server.ts';

const deadline = { timeoutMs: 20_000 };

test('an agent has as many calls under way as port_limits say, the admin socket as many as ever', async (t) => {
  const metrics = new RecordedMetrics();
  const server = await startTestServer(t, {
    server: 'experimental { port_limits { calls_per_spiffe_id = 1 } }',
    metrics,
  });
  const request = { ttl: 600 };
  const { value } = await server.admin.unary(agentService.CreateJoinToken, request, deadline);
  const channel = server.dial(await attestWithToken(server, value));
  const watch = channel.open(serverWatchService.WatchChanges, deadline);
  await watch.send({});
  watch.end();
  await assert.rejects(channel.unary(bundleService.GetBundle, {}, deadline), {
    code: 'RESOURCE_EXHAUSTED',
    message: /limit calls_per_spiffe_id of 1 is reached/,
  });
  assert.equal(metrics.total('rpc_limited_calls'), 1);
  await server.admin.unary(bundleService.GetBundle, {}, deadline);
  await server.dial().unary(bundleService.GetBundle, {}, deadline);
});

test('handshakes of one address beyond port_limits are refused and counted', async (t) => {
  const metrics = new RecordedMetrics();
  const { server } = await startTestServer(t, {
    server: 'experimental { port_limits { handshakes_burst = 2, handshakes_per_second = 1 } }',
    metrics,
  });
  const sockets: Socket[] = [];
  for (let at = 0; at < 5; at++) {
    const socket = connect(server.address.port, server.address.host);
    sockets.push(socket);
    await once(socket, 'connect');
    if (at >= 2) await once(socket.resume(), 'close');
  }
  assert.equal(metrics.total('rpc_limited_connections'), 3);
  for (const socket of sockets) socket.destroy();
});
