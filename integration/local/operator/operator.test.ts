// What an operator sees of a running agent: `status`, `sds list`, `explain`, `envoy lint`.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName, startEnvoy } from '../harness/envoy.ts';
import { freePort } from '../harness/free-port.ts';
import { eventually, when } from '../harness/poll.ts';
import { defaultPrograms, runCli, type CliResult } from '../harness/programs.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { startPair, upstreamsTo, type SidecarPair } from '../harness/sidecar-pair.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;
let pair: SidecarPair;
const metricsPort = await freePort();
const healthPort = await freePort();

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server, {
    sections: [
      `telemetry { Prometheus { port = ${metricsPort} } }`,
      `health_checks { listener_enabled = true bind_port = ${healthPort} }`,
    ],
  });
  pair = await startPair(workspace, server, agent);
  await pair.web.admin.ready();
  await pair.orders.admin.ready();
});
after(() => workspace.dispose());

function admin(...words: readonly string[]): Promise<CliResult> {
  return runCli([...defaultPrograms().agent, ...words, '-socketPath', agent.adminSocketPath]);
}

async function answer<T>(...words: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await admin(...words, '-output', 'json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

interface Stream {
  readonly pid: number;
  readonly node_id: string;
  readonly envoy_version: string;
  readonly last_nack?: unknown;
  readonly names: readonly {
    readonly name: string;
    readonly standing: string;
    readonly reason: string;
    readonly version_sent: string;
    readonly version_acked: string;
    readonly expires_at?: string;
  }[];
}

interface Explanation {
  readonly verdict: string;
  readonly matching: readonly { readonly spiffe_id: string; readonly served: boolean }[];
  readonly near: readonly {
    readonly spiffe_id: string;
    readonly missing: readonly { readonly selector: string; readonly instead: string[] }[];
  }[];
  readonly sds_names: readonly { readonly name: string; readonly outcome: string }[];
}

test('sds list shows what each Envoy holds and until when', async () => {
  const { pid } = pair.web.process;
  const streams = await eventually('web acknowledged all it holds', async () => {
    const all = (await answer<{ streams: Stream[] }>('sds', 'list')).streams;
    const mine = all.filter((stream) => stream.pid === pid);
    const names = mine.flatMap((stream) => stream.names);
    const done = names.every((name) => name.version_sent !== '' && name.version_acked !== '');
    return names.length > 0 && done ? mine : undefined;
  });
  const [{ node_id: nodeId, envoy_version: version, last_nack: nack } = assert.fail()] = streams;
  assert.deepEqual([nodeId, nack], ['web', undefined]);
  assert.match(version, /^1\.\d+\.\d+$/);
  const names = streams.flatMap((stream) => stream.names);
  assert.deepEqual([...new Set(names.map(({ name }) => name))].sort(), ['ROOTCA', 'default']);
  for (const {
    expires_at: end,
    name,
    standing,
    version_acked: acked,
    version_sent: sent,
  } of names) {
    assert.deepEqual([standing, acked], ['served', sent]);
    assert.equal(end === undefined, name === 'ROOTCA');
  }
  const { stdout } = await admin('sds', 'list');
  assert.match(stdout, new RegExp(`pid ${pid}, uid \\d+, gid \\d+\n {2}Node +web, cluster sigil`));
});

test('explain says what a registered process gets', async () => {
  const [one = assert.fail()] = (
    await answer<{ explanations: Explanation[] }>('explain', '-pid', String(pair.web.process.pid))
  ).explanations;
  assert.equal(one.verdict, '');
  assert.deepEqual(
    one.matching.map(({ served, spiffe_id: id }) => [id, served]),
    [[pair.webId, true]],
  );
  assert.deepEqual(
    one.sds_names.map(({ name, outcome }) => [name, outcome]),
    [
      ['default', 'certificate'],
      ['ROOTCA', 'bundle'],
      ['ALL', 'bundle'],
      ['spiffe://demo.test', 'bundle'],
      [pair.webId, 'certificate'],
    ],
  );
});

test('explain names the selector that a stranger lacks, and what its SDS names wait for', async () => {
  const ports = { pooled: await freePort(), fresh: await freePort() };
  const stranger = await startEnvoy(workspace, envoyUnderOwnName(workspace, 'envoy-stranger'), {
    node_id: 'stranger',
    socket_path: agent.socketPath,
    upstreams: upstreamsTo(pair.ordersId, pair.ordersPort, ports),
  });
  const { pid } = stranger.process;
  await eventually('the stranger waits', async () => {
    const { streams } = await answer<{ streams: Stream[] }>('sds', 'list');
    const waiting = streams.filter((stream) => stream.pid === pid).flatMap(({ names }) => names);
    return when(waiting.some(({ name, standing }) => name === 'default' && standing === 'waiting'));
  });

  const [one = assert.fail()] = (
    await answer<{ explanations: Explanation[] }>('explain', '-pid', String(pid))
  ).explanations;
  assert.match(
    one.verdict,
    /^no registration entry matches; the nearest, .* also needs unix:path:/,
  );
  const near = one.near.find(({ spiffe_id: id }) => id === pair.webId);
  assert.match(near?.missing[0]?.selector ?? '', /^unix:path:.*envoy-web$/);
  assert.match(near?.missing[0]?.instead[0] ?? '', /^unix:path:.*envoy-stranger$/);
  assert.deepEqual(one.sds_names.find(({ name }) => name === 'default')?.outcome, 'waiting');
  const { stdout } = await admin('explain', '-pid', String(pid));
  assert.match(stdout, /lacks {2}unix:path:\S+, but has unix:path:\S+envoy-stranger/);
  await stranger.process.stop();
});

test('explain by user finds the connected processes, and refuses what does not exist', async () => {
  const uid = String(process.getuid?.() ?? 0);
  const { explanations } = await answer<{ explanations: Explanation[] }>('explain', '-uid', uid);
  const matched = explanations.flatMap(({ matching }) => matching.map((one) => one.spiffe_id));
  assert.deepEqual(matched.sort(), [pair.ordersId, pair.webId].sort());
  const none = await admin('explain', '-pid', '4194304');
  assert.deepEqual([none.code, none.stdout], [1, '']);
  assert.match(none.stderr, /there is no process with pid 4194304 on this node/);
});

test('the public socket tells nobody about others', async () => {
  for (const words of [['status'], ['sds', 'list'], ['explain', '-pid', '1']]) {
    const { code, stderr } = await agent.cli(...words);
    assert.equal(code, 1);
    assert.match(stderr, /code = Unimplemented/, words.join(' '));
  }
});

test('status tells the outage horizon, and the log says it when the server goes away', async () => {
  interface Status {
    readonly state: string;
    readonly sync_error: string;
    readonly horizons: readonly {
      readonly identity_lost_at: string;
      readonly identities: number;
    }[];
  }
  const before = await answer<Status>('status');
  const [horizon = assert.fail()] = before.horizons;
  const leaves = [await pair.web.admin.leaf(), await pair.orders.admin.leaf()];
  const ends = leaves.map((leaf) => Date.parse(leaf?.expiration_time ?? ''));
  assert.deepEqual([before.state, before.sync_error, horizon.identities], ['active', '', 2]);
  assert.equal(Date.parse(horizon.identity_lost_at), Math.min(...ends));

  const offset = agent.process.output.length;
  await server.process.stop();
  await agent.process.printed(/The server is away; the first workload loses its identity later/, {
    offset,
  });
  const during = await answer<Status>('status');
  assert.notEqual(during.sync_error, '');
  assert.equal(during.horizons[0]?.identity_lost_at, horizon.identity_lost_at);
  const { stdout } = await admin('status');
  assert.match(
    stdout,
    /If the server went away now:\n {2}demo\.test\n {4}the first workload loses/,
  );

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = /outage_identity_horizon_timestamp_seconds\{[^}]*\} (\S+)/.exec(metrics)?.[1];
  assert.equal(Number(line) * 1000, Date.parse(horizon.identity_lost_at));
  // The server's absence makes nobody restart or unready what still serves.
  for (const path of ['live', 'ready']) {
    assert.equal((await fetch(`http://127.0.0.1:${healthPort}/${path}`)).status, 200, path);
  }
});

test('envoy lint accepts our own bootstrap and the running configuration, and exits with 1 else', async () => {
  const lint = (file: string) => runCli([...defaultPrograms().agent, 'envoy', 'lint', file]);
  const dump = workspace.path('config_dump.json');
  writeFileSync(dump, await pair.web.admin.configDump());
  const good = await lint(dump);
  assert.deepEqual([good.code, good.stdout], [0, `Nothing to fix in ${dump}.\n`], good.stderr);
  const bad = await lint('envoy/testdata/san-matcher-missing.yaml');
  assert.equal(bad.code, 1);
  assert.match(
    bad.stdout,
    /^envoy\/testdata\/\S+:\d+: san-matcher-missing\n {2}Risk: .+\n {2}Fix: /,
  );
});
