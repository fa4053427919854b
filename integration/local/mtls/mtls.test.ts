import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { lintEnvoyConfig } from '../../../envoy/lint.ts';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName, startEnvoy } from '../harness/envoy.ts';
import { freePort } from '../harness/free-port.ts';
import { eventually, when } from '../harness/poll.ts';
import { accepts } from '../harness/programs.ts';
import { RotationWatch } from '../harness/rotations.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { introduced, register, startPair, upstreamsTo } from '../harness/sidecar-pair.ts';
import { get, Traffic } from '../harness/traffic.ts';
import { Workspace } from '../harness/workspace.ts';

const rotationsWanted = 3;
const patient = { deadlineMs: 60_000 };

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server);
});
after(() => workspace.dispose());

for (const apiType of ['GRPC', 'DELTA_GRPC'] as const) {
  test(`two Envoys verify each other over ${apiType}, and rotations under traffic fail no request`, async () => {
    const suffix = apiType === 'GRPC' ? '-sotw' : '-delta';
    const pair = await startPair(workspace, server, agent, { apiType, suffix, ttlSeconds: 20 });
    assert.deepEqual(await introduced(pair, 60_000), { caller: pair.webId, server: pair.ordersId });

    const envoys = { web: pair.web, orders: pair.orders };
    const watch = new RotationWatch(envoys);
    const traffic = new Traffic(pair.ports);
    await eventually('the rotations', () => when(watch.completed() >= rotationsWanted), patient);
    await watch.stop();
    const report = await traffic.stop();

    assert.deepEqual([report.failed, report.failures], [0, []]);
    assert.ok(report.requests > 100, `${report.requests} requests`);
    for (const { admin } of Object.values(envoys)) {
      assert.equal(await admin.sum('^sds\\..*\\.update_rejected$'), 0);
      assert.equal(await admin.sum('\\.ssl\\.fail_verify_'), 0);
      assert.equal(await admin.sum('^sds\\..*init_fetch_timeout$'), 0);
      assert.ok((await admin.sum('ssl_context_update_by_sds$')) >= rotationsWanted);
    }
    // Half of the requests came on new connections, each with a whole handshake.
    const reused = await pair.orders.admin.sum('ssl\\.session_reused$');
    const handshakes = await pair.orders.admin.sum(
      `^listener.*_${pair.ordersPort}\\.ssl\\.handshake$`,
    );
    assert.equal(reused, 0);
    assert.ok(handshakes >= report.requests / 2, `${handshakes} handshakes`);
  });
}

test('an Envoy that nobody registered keeps its ports closed, and serves as soon as it is registered', async () => {
  const binary = envoyUnderOwnName(workspace, 'envoy-late');
  const port = await freePort();
  const late = await startEnvoy(workspace, binary, {
    node_id: 'late',
    socket_path: agent.socketPath,
    inbound: [{ address: '127.0.0.1', port, app_port: 9, allow: ['spiffe://demo.test/*'] }],
  });
  await eventually('the Envoy asks and waits', async () =>
    when((await late.admin.sum('^sds\\.default\\.update_attempt$')) > 0),
  );
  assert.equal(await late.admin.state(), 'INITIALIZING');
  assert.match(await late.admin.initDump(), /SdsApi default/);
  assert.equal(await accepts(port), false);
  assert.equal(await late.admin.leaf(), undefined);

  const spiffeId = await register(server, agent, 'late', binary, 3600);
  await late.admin.ready(60_000);
  assert.equal(await accepts(port), true);
  const leaf = await late.admin.leaf();
  assert.deepEqual(leaf?.subject_alt_names, [{ uri: spiffeId }]);
});

test('a sidecar refuses a workload of its own trust domain that it does not expect', async () => {
  const pair = await startPair(workspace, server, agent, { suffix: '-strict' });
  await introduced(pair, 60_000);
  const binary = envoyUnderOwnName(workspace, 'envoy-other');
  await register(server, agent, 'other', binary, 3600);
  const ports = { pooled: await freePort(), fresh: await freePort() };
  const other = await startEnvoy(workspace, binary, {
    node_id: 'other',
    socket_path: agent.socketPath,
    upstreams: upstreamsTo(pair.ordersId, pair.ordersPort, ports),
  });
  await other.admin.ready(60_000);
  const served = pair.service.answered();

  const { status } = await get(ports.fresh);

  assert.equal(status, 503);
  assert.equal(pair.service.answered(), served);
  assert.equal(await pair.orders.admin.sum('ssl\\.fail_verify_san$'), 1);
});

test('a client without a certificate is refused', async () => {
  const pair = await startPair(workspace, server, agent, { suffix: '-open' });
  await introduced(pair, 60_000);
  const served = pair.service.answered();
  const socket = connect({ host: '127.0.0.1', port: pair.ordersPort, rejectUnauthorized: false });
  socket.on('secureConnect', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'));
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
  assert.equal(pair.service.answered(), served);
});

test('the linter finds nothing wrong in what a running Envoy dumps', async () => {
  const pair = await startPair(workspace, server, agent, { suffix: '-dump' });
  await introduced(pair, 60_000);
  for (const { admin } of [pair.web, pair.orders]) {
    const dump = await admin.configDump();
    assert.match(dump, /match_typed_subject_alt_names/);
    assert.deepEqual(lintEnvoyConfig(dump, { socketPath: agent.socketPath }), []);
    const broken = dump.replaceAll('"set_node_on_first_message_only": true', '"x": true');
    assert.notDeepEqual(lintEnvoyConfig(broken), []);
    assert.deepEqual(
      [...new Set(lintEnvoyConfig(broken).map((one) => one.rule))],
      ['node-in-every-message'],
    );
  }
});
