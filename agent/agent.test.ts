import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../common/errors/spiffe-error.ts';
import { silentLogger, type LogFields, type Logger } from '../common/log/logger.ts';
import type { Channel, ClientStream } from '../common/rpc/contract.ts';
import { dialUnix } from '../common/rpc/rpc-channel.ts';
import { RpcError } from '../common/rpc/rpc-error.ts';
import { healthService } from '../common/rpc/services/health.ts';
import { secretDiscoveryService } from '../common/rpc/services/secret-discovery.ts';
import { workloadService } from '../common/rpc/services/workload.ts';
import { noMetrics } from '../common/telemetry/metrics.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { certificatesToPem } from '../common/x509/pem.ts';
import { envoy } from '../proto/gen/envoy-sds.js';
import type { X509SVIDResponse } from '../proto/gen/workload-api.js';
import { freshToken, ScriptedServer } from '../testkit/scripted-server.ts';
import { startAgent, type RunningAgent } from './agent.ts';
import type { WorkloadAttestor } from './callers/workload-attestation.ts';
import { loadAgentConfig, prepareAgentPlugins } from '../testkit/load-config.ts';
import { temporaryFolder } from '../testkit/temporary-folder.ts';

const { Secret } = envoy.extensions.transport_sockets.tls.v3;
const header = { metadata: { 'workload.spiffe.io': 'true' } };
const mine = `unix:uid:${process.getuid?.() ?? 0}`;

/** What differs from the configuration. */
interface Changes {
  readonly env?: Readonly<Record<string, string>>;
  readonly attestors?: (own: readonly WorkloadAttestor[]) => readonly WorkloadAttestor[];
  readonly log?: Logger;
}

interface World {
  readonly server: ScriptedServer;
  readonly socket: string;
  readonly dataDir: string;
  readonly start: (changes?: Changes) => Promise<RunningAgent>;
  readonly dial: () => Channel;
}

async function createWorld(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<World> {
  const folder = temporaryFolder();
  const server = await ScriptedServer.create();
  await server.start();
  t.after(() => server.stop());
  const token = freshToken();
  server.tokens.add(token);
  writeFileSync(join(folder, 'bundle.pem'), certificatesToPem([server.ca.rootDer]));
  const socket = join(folder, 'api.sock');
  const dataDir = join(folder, 'data');
  writeFileSync(join(folder, 'agent.conf'), configOf({ folder, socket, dataDir, server, token }));
  return {
    server,
    socket,
    dataDir,
    async start(changes) {
      const agent = await startFrom(join(folder, 'agent.conf'), { env, ...changes });
      t.after(() => agent.stop());
      return agent;
    },
    dial() {
      const channel = dialUnix(socket);
      t.after(() => channel.close());
      return channel;
    },
  };
}

/** A world whose agent has synced one entry, for this process. */
async function createServing(t: TestContext, env?: Readonly<Record<string, string>>) {
  const world = await createWorld(t, env);
  world.server.entries = [{ id: 'a', path: '/web', selectors: [mine] }];
  const agent = await world.start();
  await agent.manager.whenSynced();
  return { ...world, agent };
}

function configOf(world: {
  folder: string;
  socket: string;
  dataDir: string;
  server: ScriptedServer;
  token: string;
}): string {
  return `
    agent {
      data_dir = "${world.dataDir}"
      trust_domain = "example.org"
      server_address = "127.0.0.1"
      server_port = ${world.server.port}
      socket_path = "${world.socket}"
      trust_bundle_path = "${world.folder}/bundle.pem"
      join_token = "${world.token}"
      experimental { sync_interval = "200ms" }
    }
    plugins {
      NodeAttestor "join_token" { plugin_data {} }
      KeyManager "disk" { plugin_data { directory = "${world.dataDir}" } }
      WorkloadAttestor "unix" { plugin_data {} }
    }`;
}

async function startFrom(
  path: string,
  { attestors = (own) => own, env = {}, log = silentLogger }: Changes = {},
): Promise<RunningAgent> {
  const config = loadAgentConfig({ path });
  const prepared = await prepareAgentPlugins(config.plugins);
  return startAgent(config, {
    plugins: {
      ...prepared,
      async create(host) {
        const plugins = await prepared.create(host);
        return { ...plugins, workloadAttestors: attestors(plugins.workloadAttestors) };
      },
    },
    log,
    clock: systemClock,
    metrics: noMetrics,
    env,
    version: 'test',
    pid: 1,
    logLevel: { level: () => 'info', setLevel: () => undefined, reset: () => undefined },
  });
}

function fetchSvids(channel: Channel): ClientStream<unknown, X509SVIDResponse> {
  const stream = channel.open(workloadService.FetchX509SVID, header);
  void stream.send({}).then(() => stream.end());
  return stream;
}

async function next<T>(stream: ClientStream<unknown, T>): Promise<T> {
  const { value, done } = await stream.messages[Symbol.asyncIterator]().next();
  assert.notEqual(done, true, 'the stream ended');
  return value as T;
}

async function firstError(stream: ClientStream<unknown, unknown>): Promise<RpcError> {
  const error: unknown = await next(stream).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof RpcError);
  return error;
}

test(
  'a registered workload gets its identity, and each change of it',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'b', path: '/web', selectors: [mine], hint: 'external' }];
    const agent = await start();
    await agent.manager.whenSynced();
    const stream = fetchSvids(dial());
    const [svid] = (await next(stream)).svids;
    assert.equal(svid?.spiffe_id, 'spiffe://example.org/web');
    assert.equal(svid.hint, 'external');
    assert.deepEqual(Buffer.from(svid.bundle), Buffer.from(server.ca.rootDer));
    const leaf = parseCertificate(svid.x509_svid);
    assert.deepEqual(leaf.uris, ['spiffe://example.org/web']);

    server.entries = [...server.entries, { id: 'a', path: '/api', selectors: [mine] }];
    const both = await next(stream);
    assert.deepEqual(
      both.svids.map(({ spiffe_id: id }) => id),
      ['spiffe://example.org/api', 'spiffe://example.org/web'],
    );
    server.entries = [];
    assert.equal((await firstError(stream)).message, 'no identity issued');
  },
);

test(
  'F103: a caller that nothing matches is refused once a sync has looked for it',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'a', path: '/web', selectors: ['unix:uid:12345'] }];
    const agent = await start();
    await agent.manager.whenSynced();
    const error = await firstError(fetchSvids(dial()));
    assert.equal(error.grpcCode, 'PERMISSION_DENIED');
    assert.equal(error.message, 'no identity issued');
  },
);

test(
  'F105: health does not depend on workload attestors, nor on an SVID on the disk',
  { timeout: 20_000 },
  async (t) => {
    const { agent, dial } = await createServing(t, { HOST_PROC: '/nowhere' });
    assert.equal((await firstError(fetchSvids(dial()))).message, 'workload attestation failed');
    const { status } = await dial().unary(healthService.Check, {});
    assert.deepEqual([status, agent.health().live, agent.health().ready], [1, true, true]);
  },
);

test(
  'F103: the socket answers Unavailable with the reason while the server is away',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'a', path: '/web', selectors: [mine] }];
    await server.stop();
    const agent = await start();
    const error = await firstError(fetchSvids(dial()));
    assert.equal(error.grpcCode, 'UNAVAILABLE');
    assert.match(error.message, /^the agent is not attested yet/);
    assert.deepEqual(
      [
        (await dial().unary(healthService.Check, {})).status,
        agent.health().live,
        agent.health().ready,
      ],
      [2, true, false],
    );
    await server.start();
    await agent.manager.whenSynced();
    const [svid] = (await next(fetchSvids(dial()))).svids;
    assert.equal(svid?.spiffe_id, 'spiffe://example.org/web');
  },
);

test('F103: a call without the security header is refused', { timeout: 20_000 }, async (t) => {
  const { dial, start } = await createWorld(t);
  await start();
  const stream = dial().open(workloadService.FetchX509SVID);
  void stream.send({}).then(
    () => stream.end(),
    () => undefined,
  );
  const error = await firstError(stream);
  assert.equal(error.grpcCode, 'INVALID_ARGUMENT');
  assert.equal(error.message, 'security header missing from request');
});

test('F103: identities stay served while the server is away', { timeout: 20_000 }, async (t) => {
  const { dial, server } = await createServing(t);
  await next(fetchSvids(dial()));
  await server.stop();
  const [svid] = (await next(fetchSvids(dial()))).svids;
  assert.equal(svid?.spiffe_id, 'spiffe://example.org/web');
});

test(
  'a restarted agent goes on with its stored SVID although its token is used up',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'a', path: '/web', selectors: [mine] }];
    const first = await start();
    await first.manager.whenSynced();
    await first.stop();
    const second = await start();
    await second.manager.whenSynced();
    await next(fetchSvids(dial()));
    assert.equal(server.count('AttestAgent'), 1);
  },
);

test(
  'the agent renews its own SVID over the connection it has, then uses the new one',
  { timeout: 20_000 },
  async (t) => {
    const { dataDir, server, start } = await createWorld(t);
    server.agentTtlMs = 3_000;
    const agent = await start();
    await agent.manager.whenSynced();
    const before = readFileSync(join(dataDir, 'agent-data.json'), 'utf8');
    await until(() => server.count('RenewAgent') > 0);
    await until(() => readFileSync(join(dataDir, 'agent-data.json'), 'utf8') !== before);
    await agent.manager.requestSync();
    assert.equal(agent.manager.status.lastSyncError, undefined);
    assert.equal(server.count('AttestAgent'), 1);
  },
);

test(
  'a banned agent serves nothing, says why, and goes on when the ban is lifted',
  { timeout: 20_000 },
  async (t) => {
    const { agent, dial, server } = await createServing(t);
    const stream = fetchSvids(dial());
    await next(stream);
    server.refusal = new SpiffeError('AGENT_BANNED', 'agent is banned');
    const error = await firstError(stream);
    assert.equal(error.grpcCode, 'UNAVAILABLE');
    assert.match(error.message, /the server refuses this agent: agent is banned/);
    assert.match((await firstError(fetchSvids(dial()))).message, /agent is banned/);
    server.refusal = undefined;
    await agent.manager.requestSync();
    await next(fetchSvids(dial()));
  },
);

for (const code of ['AGENT_NOT_ATTESTED', 'AGENT_MUST_REATTEST'] as const) {
  test(
    `an agent that is told ${code} attests again in process, and calls no server away that answers`,
    { timeout: 20_000 },
    async (t) => {
      const { dial, server, start } = await createWorld(t);
      server.entries = [{ id: 'a', path: '/web', selectors: [mine] }];
      server.reattestable = true;
      const warnings: string[] = [];
      const warn = (message: string) => void warnings.push(message);
      const log: Logger = { ...silentLogger, warn, child: () => log };
      const agent = await start({ log });
      await agent.manager.whenSynced();
      const stream = fetchSvids(dial());
      await next(stream);
      server.refusal = new SpiffeError(code, 'attest again');
      await until(() => server.count('AttestAgent') > 1);
      server.refusal = undefined;
      server.entries = [...server.entries, { id: 'b', path: '/api', selectors: [mine] }];
      assert.equal((await next(stream)).svids.length, 2);
      assert.deepEqual(warnings, ['The server no longer accepts the X509-SVID of the agent']);
    },
  );
}

test(
  'F123: a new CA reaches workloads before its first leaf, and no stream sees a gap',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server } = await createServing(t);
    const stream = fetchSvids(dial());
    const before = (await next(stream)).svids[0];
    await server.rotateCa();
    server.entries = [{ id: 'a', path: '/web', selectors: [mine], revision: 1 }];
    const withBundle = (await next(stream)).svids[0];
    assert.deepEqual(withBundle?.x509_svid, before?.x509_svid);
    assert.ok(withBundle);
    assert.ok(withBundle.bundle.length > (before?.bundle.length ?? 0));
    const withLeaf = (await next(stream)).svids[0];
    assert.notDeepEqual(withLeaf?.x509_svid, before?.x509_svid);
  },
);

test(
  'a second agent cannot take the data directory of the first',
  { timeout: 20_000 },
  async (t) => {
    const { server, socket, start } = await createWorld(t);
    await start();
    rmSync(socket);
    await assert.rejects(start(), (error) => hasCode(error, 'FAILED_PRECONDITION'));
    assert.ok(server.count('AttestAgent') <= 1);
  },
);

test(
  'a damaged data file is reported with its path and left as it is',
  { timeout: 20_000 },
  async (t) => {
    const { dataDir, start } = await createWorld(t);
    await (await start()).stop();
    const path = join(dataDir, 'agent-data.json');
    writeFileSync(path, '{"svid":["AAAA');
    await assert.rejects(start(), (error) => hasCode(error, 'STORAGE_CORRUPT'));
    assert.equal(readFileSync(path, 'utf8'), '{"svid":["AAAA');
  },
);

test(
  'an Envoy gets the same identity and bundle over SDS, on the same socket',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'a', path: '/web', selectors: [mine] }];
    await start();
    const stream = dial().open(secretDiscoveryService.StreamSecrets);
    await stream.send({
      node: { id: 'envoy' },
      resource_names: ['default', 'ROOTCA'],
      type_url: 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret',
    });
    const names: string[] = [];
    for await (const { resources } of stream.messages) {
      names.push(...resources.map(({ value }) => Secret.decode(value).name));
      if (names.length >= 2) break;
    }
    assert.deepEqual(names.sort(), ['ROOTCA', 'default']);
    stream.cancel();
  },
);

/** Waits for something that another process would tell no other way; the test's timeout ends it. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await systemClock.sleep(20);
}

test('a watch of the health hears of the first sync', { timeout: 20_000 }, async (t) => {
  const { dial, server, start } = await createWorld(t);
  await server.stop();
  const agent = await start();
  const channel = dial();
  const watch = async (service: string) => {
    const stream = channel.open(healthService.Watch);
    await stream.send({ service });
    stream.end();
    return stream;
  };
  const whole = await watch('');
  assert.equal((await next(whole)).status, 2);
  assert.equal((await next(await watch('SpiffeWorkloadAPI'))).status, 3);
  await server.start();
  await agent.manager.whenSynced();
  assert.equal((await next(whole)).status, 1);
});

const kubeletIsDown: WorkloadAttestor = {
  name: 'k8s',
  attest: () => Promise.reject(new SpiffeError('UNAVAILABLE', 'the kubelet is down')),
};

test(
  'F050 one attestor fails: what the other says is served, and who lacks the rest is told of both',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'a', path: '/web', selectors: [mine] }];
    const lines: [message: string, fields: LogFields | undefined][] = [];
    const log: Logger = {
      ...silentLogger,
      error: (message, fields) => lines.push([message, fields]),
      child: () => log,
    };
    const agent = await start({ attestors: (own) => [...own, kubeletIsDown], log });
    await agent.manager.whenSynced();
    const [svid] = (await next(fetchSvids(dial()))).svids;
    assert.equal(svid?.spiffe_id, 'spiffe://example.org/web');

    server.entries = [{ id: 'b', path: '/pod', selectors: ['k8s:ns:shop'] }];
    await agent.manager.requestSync();
    const error = await firstError(fetchSvids(dial()));
    assert.equal(error.grpcCode, 'PERMISSION_DENIED');
    const failed = lines.find(([message]) => message === 'Workload attestor failed')?.[1];
    assert.equal(failed?.plugin_name, 'k8s');
    assert.match(String(failed.error), /the kubelet is down/);
    const refused = lines.find(([message]) => message === 'No identity issued')?.[1];
    assert.equal(refused?.registered, false);
    assert.match(String(refused.reason), /a workload attestor failed/);
  },
);

test(
  'F050 when every attestor fails the callers are told to come again, over both APIs',
  { timeout: 20_000 },
  async (t) => {
    const { dial, server, start } = await createWorld(t);
    server.entries = [{ id: 'a', path: '/pod', selectors: ['k8s:ns:shop'] }];
    const agent = await start({ attestors: () => [kubeletIsDown] });
    await agent.manager.whenSynced();
    const workload = await firstError(fetchSvids(dial()));
    const envoyStream = dial().open(secretDiscoveryService.StreamSecrets);
    await envoyStream.send({
      node: { id: 'envoy' },
      resource_names: ['default'],
      type_url: 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret',
    });
    const sds = await firstError(envoyStream);
    assert.deepEqual([workload.grpcCode, sds.grpcCode], ['UNAVAILABLE', 'UNAVAILABLE']);
    assert.match(workload.message, /workload attestation failed/);
  },
);
