import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../common/clock/clock.ts';
import { hasCode } from '../../../common/errors/spiffe-error.ts';
import { sendHttps } from '../../../common/http/https-request.ts';
import { createLog } from '../../../common/log/pino-logger.ts';
import { presentedChain } from '../../../common/rpc/presented-chain.ts';
import { noMetrics, type Metrics } from '../../../common/telemetry/metrics.ts';
import { createPrometheusMetrics } from '../../../common/telemetry/prometheus.ts';
import type { RpcChannel } from '../../../common/rpc/rpc-channel.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import {
  fleetService,
  nodeTokenService,
  reviewersService,
  tokensService,
} from '../../../common/rpc/services/fleet.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { spiffeIdOfLeaf } from '../../../common/x509/svid.ts';
import { attestWithToken, startTestServer } from '../../../testkit/running-server.ts';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

const pepperKey = 'canary-pepper-key-canary-pepper-key';

async function setUp(t: TestContext, metrics: Metrics = noMetrics) {
  const keys = temporaryFolder();
  writeFileSync(join(keys, 'k1'), pepperKey);
  const port = await freePort();
  const lines: string[] = [];
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog({ level: 'DEBUG', format: 'json', stdout }).logger;
  const server = await startTestServer(t, {
    log,
    metrics,
    server: `
      audit_log_enabled = true
      token_pepper { write = "k1" keys { k1 = "${keys}/k1" } }
      fleet { bind_address = "127.0.0.1" bind_port = ${port} heartbeat_interval = "10s" }`,
  });
  const post = async (token: string, body: object, path = '/v1/heartbeat') => {
    const { status } = await sendHttps({
      url: new URL(`https://127.0.0.1:${port}${path}`),
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      verify(socket) {
        const leaf = parseCertificate(presentedChain(socket)[0]!);
        assert.equal(spiffeIdOfLeaf(leaf), 'spiffe://zeta.test/spire/server');
      },
      timeoutMs: 10_000,
      mostBytes: 1_000,
      clock: systemClock,
      signal: AbortSignal.timeout(10_000),
    });
    return status;
  };
  return { server, port, post, lines };
}

const call = { timeoutMs: 10_000 };

async function makeToken(admin: RpcChannel, maxUses = 2): Promise<{ token: string; id: string }> {
  const request = {
    ttl_seconds: 60,
    max_uses: maxUses,
    description: 'rack',
    spiffe_id: '',
    profile: '',
  };
  const { info, token } = await admin.unary(tokensService.CreateClusterToken, request, call);
  return { token, id: info?.id ?? '' };
}

test('an agent gets a token, reports with it, and is refused once it is evicted', async (t) => {
  const { port, post, server } = await setUp(t);
  const { token } = await makeToken(server.admin);
  const agent = server.dial(await attestWithToken(server, token));
  const issued = await agent.unary(nodeTokenService.IssueNodeToken, {}, call);
  assert.equal(issued.endpoint, `:${port}`);
  assert.equal(issued.heartbeat_interval_ms, 10_000);
  assert.equal(await post(issued.token, { version: '9.9', envoys: 4 }), 200);
  assert.equal(await post(issued.token, { kernel: '6.1' }, '/v1/evidence'), 200);

  const list = () => server.admin.unary(fleetService.ListAgentStatuses, {}, call);
  const [status] = (await list()).agents;
  assert.deepEqual(
    [status?.version, status?.envoys, status?.silent, { ...status?.evidence }],
    ['9.9', 4, false, { kernel: '6.1' }],
  );
  const path = status!.spiffe_id.replace('spiffe://zeta.test', '');
  const id = { trust_domain: 'zeta.test', path };
  await server.admin.unary(agentService.DeleteAgent, { id }, call);
  assert.equal(await post(issued.token, {}), 401);
  assert.deepEqual((await list()).agents, []);
});

test('a banned agent is refused, and so is everybody without an agent credential', async (t) => {
  const { post, server } = await setUp(t);
  const { token } = await makeToken(server.admin);
  const agent = server.dial(await attestWithToken(server, token));
  const issued = await agent.unary(nodeTokenService.IssueNodeToken, {}, call);
  const { agents } = await server.admin.unary(fleetService.ListAgentStatuses, {}, call);
  const path = agents[0]!.spiffe_id.replace('spiffe://zeta.test', '');
  await server.admin.unary(
    agentService.BanAgent,
    { id: { trust_domain: 'zeta.test', path } },
    call,
  );
  assert.equal(await post(issued.token, {}), 401);
  assert.equal(await post(token, {}), 401);
  const denied = (error: unknown) => hasCode(error, 'PERMISSION_DENIED');
  for (const channel of [server.dial(), server.admin, agent]) {
    await assert.rejects(channel.unary(nodeTokenService.IssueNodeToken, {}, call), (error) => {
      assert.ok(denied(error) || hasCode(error, 'AGENT_BANNED'), String(error));
      return true;
    });
  }
  await assert.rejects(agent.unary(fleetService.ListAgentStatuses, {}, call), denied);
  await assert.rejects(agent.unary(tokensService.ListTokens, {}, call), denied);
});

test('a cluster token for a profile that does not exist is refused, naming it, and makes none', async (t) => {
  const { server } = await setUp(t);
  const request = { ttl_seconds: 60, max_uses: 1, profile: 'nope' };
  await assert.rejects(server.admin.unary(tokensService.CreateClusterToken, request, call), {
    code: 'INVALID_ARGUMENT',
    message: 'profile "nope" does not exist',
  });
  const { tokens } = await server.admin.unary(tokensService.ListTokens, {}, call);
  assert.deepEqual(tokens, []);
});

test('a cluster token admits as many nodes as it says, and none once it is revoked', async (t) => {
  const { server } = await setUp(t);
  const { id, token } = await makeToken(server.admin);
  await attestWithToken(server, token);
  await attestWithToken(server, token);
  const used = /join token does not exist or has already been used/;
  await assert.rejects(attestWithToken(server, token), used);
  const second = await makeToken(server.admin);
  await server.admin.unary(tokensService.RevokeToken, { id: second.id }, call);
  await assert.rejects(attestWithToken(server, second.token), used);
  const { tokens } = await server.admin.unary(tokensService.ListTokens, {}, call);
  assert.deepEqual(
    tokens.map((each) => [each.id, each.uses, each.revoked_at_ms > 0]),
    [
      [id, 2, false],
      [second.id, 0, true],
    ],
  );
});

test('ENR-31 no token and no key is in the database, the log, the audit, a metric or an answer', async (t) => {
  const metrics = createPrometheusMetrics({ prefix: 'sigil' });
  const { lines, post, server } = await setUp(t, metrics);
  const secrets: string[] = [pepperKey];
  const cluster = await makeToken(server.admin);
  const join_ = await server.admin.unary(agentService.CreateJoinToken, { ttl: 60 }, call);
  const chosen = { ttl: 60, token: 'canary-chosen-token' };
  await server.admin.unary(agentService.CreateJoinToken, chosen, call);
  secrets.push(cluster.token, join_.value, chosen.token);
  await attestWithToken(server, join_.value);
  await attestWithToken(server, chosen.token);
  const agent = server.dial(await attestWithToken(server, cluster.token));
  const { token } = await agent.unary(nodeTokenService.IssueNodeToken, {}, call);
  secrets.push(token);
  await post(token, { version: '1' });
  await post(`${token}x`, {});
  await post(token.replace(/.$/, '~'), {});
  await assert.rejects(attestWithToken(server, chosen.token));
  for (const id of [cluster.token, chosen.token, token]) {
    await assert.rejects(server.admin.unary(tokensService.RevokeToken, { id }, call), {
      message: /^id must be the ID of a token, not the token$/,
    });
  }
  await assert.rejects(attestWithToken(server, `${cluster.token.slice(0, -1)}_`));
  const answers = await Promise.all([
    server.admin.unary(fleetService.ListAgentStatuses, {}, call),
    server.admin.unary(tokensService.ListTokens, {}, call),
    server.admin.unary(tokensService.GetPepperStatus, {}, call),
    server.admin.unary(agentService.ListAgents, {}, call),
  ]);
  const data = join(server.folder, 'data');
  const sinks = [
    // In one: the file that keeps a second server away is empty.
    readdirSync(data)
      .map((name) => readFileSync(join(data, name)).toString('latin1'))
      .join('\n'),
    lines.join('\n'),
    JSON.stringify(answers),
    await metrics.render(),
  ];
  // Something is in each of them, or looking proves nothing.
  assert.ok(sinks.every((sink) => sink.length > 100));
  assert.match(lines.join('\n'), /CreateClusterToken/);
  assert.match(sinks.at(-1) ?? '', /sigil_fleet_reports\{outcome="token_malformed"\} 1/);
  assert.match(sinks.at(-1) ?? '', /sigil_bootstrap_token_refusals\{/);
  for (const secret of secrets) {
    const ending = secret.slice(-20);
    for (const [at, sink] of sinks.entries()) assert.ok(!sink.includes(ending), `sink ${at}`);
  }
});

test('a server without a pepper has no cluster tokens, no node tokens, and SPIRE join tokens', async (t) => {
  const server = await startTestServer(t);
  const { value } = await server.admin.unary(agentService.CreateJoinToken, { ttl: 60 }, call);
  const agent = server.dial(await attestWithToken(server, value));
  await assert.rejects(agent.unary(nodeTokenService.IssueNodeToken, {}, call), (error) =>
    hasCode(error, 'UNIMPLEMENTED'),
  );
  await assert.rejects(makeToken(server.admin), (error) => hasCode(error, 'FAILED_PRECONDITION'));
  const [status] = (await server.admin.unary(fleetService.ListAgentStatuses, {}, call)).agents;
  assert.equal(status?.spiffe_id, `spiffe://zeta.test/spire/agent/join_token/${value}`);
  assert.equal(status.silent, true);
});

test('join tokens that were made before there was a pepper are still good', async (t) => {
  const keys = temporaryFolder();
  writeFileSync(join(keys, 'k1'), pepperKey);
  const options: { server?: string } = {};
  const server = await startTestServer(t, options);
  const { value } = await server.admin.unary(agentService.CreateJoinToken, { ttl: 60 }, call);
  options.server = `token_pepper { write = "k1" keys { k1 = "${keys}/k1" } }`;
  await server.restart();
  assert.equal((await attestWithToken(server, value)).reattestable, false);
});

test('taking the pepper out stops no start for node tokens, and forget alone is the way out for others', async (t) => {
  const keys = temporaryFolder();
  writeFileSync(join(keys, 'k1'), pepperKey);
  const pepper = `token_pepper { write = "k1" keys { k1 = "${keys}/k1" } }`;
  const fleet = `fleet { bind_address = "127.0.0.1" bind_port = ${await freePort()} }`;
  const options = { server: `${pepper} ${fleet}` };
  const server = await startTestServer(t, options);
  const { value } = await server.admin.unary(agentService.CreateJoinToken, { ttl: 60 }, call);
  const agent = server.dial(await attestWithToken(server, value));
  await agent.unary(nodeTokenService.IssueNodeToken, {}, call);
  options.server = '';
  await server.restart();

  options.server = pepper;
  await server.restart();
  const { token } = await makeToken(server.admin);
  options.server = '';
  await assert.rejects(server.restart(), {
    message: /lacks keys that are in use: "k1" \(1 cluster/,
  });
  options.server = 'token_pepper { forget = ["k1"] }';
  await server.restart();
  await assert.rejects(attestWithToken(server, token), /join token does not exist/);
});

test('the files of a reviewer are looked at when an operator asks, and an unknown cluster is named', async (t) => {
  const paths = 'current_path = "/nonexistent/current" previous_path = "/nonexistent/previous"';
  const { admin } = await startTestServer(t, {
    plugins: `NodeAttestor "k8s_psat" { plugin_data { clusters = { "prod" = {
      service_account_allow_list = ["spire:spire-agent"] reviewer { ${paths} } } } } }`,
  });
  const { reviewers } = await admin.unary(reviewersService.ListReviewers, {}, call);
  assert.deepEqual(
    reviewers.map(({ cluster, path, state, version }) => [cluster, path, state, version]),
    [['prod', '/nonexistent/current', 'unreadable', '']],
  );
  const retire = (cluster: string) =>
    admin.unary(reviewersService.RetireReviewer, { cluster }, call);
  await assert.rejects(retire('prod'), {
    code: 'NOT_FOUND',
    message: 'cluster "prod" has no previous reviewer credential',
  });
  await assert.rejects(retire('nope'), {
    code: 'NOT_FOUND',
    message: 'cluster "nope" has no reviewer in the configuration of k8s_psat',
  });
});

test('ENR-27 a credential that cannot be used is told without anything of what is in it', async (t) => {
  const folder = temporaryFolder();
  const path = join(folder, 'current');
  const { admin } = await startTestServer(t, {
    plugins: `NodeAttestor "k8s_psat" { plugin_data { clusters = { "prod" = {
      service_account_allow_list = ["spire:spire-agent"] reviewer { current_path = "${path}" } } } } }`,
  });
  for (const text of [
    '{"users": [{"token": "canary"',
    'users: canary: canary',
    '*canary',
    '!canary x',
  ]) {
    writeFileSync(path, text);
    const { reviewers } = await admin.unary(reviewersService.ListReviewers, {}, call);
    assert.deepEqual(
      reviewers.map(({ state }) => state),
      ['refused'],
    );
    assert.doesNotMatch(JSON.stringify(reviewers), /canary/, text);
  }
});
