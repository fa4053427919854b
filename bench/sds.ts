// `npm run bench:sds [-- --spire] [-- --json]`: an agent under load on its Unix socket. Load comes from a
// separate process; see bench/README.md for what the figures mean.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startAgent, type RunningAgent } from '../integration/local/harness/agent.ts';
import { freePort } from '../integration/local/harness/free-port.ts';
import { get } from '../integration/local/harness/traffic.ts';
import type { Programs } from '../integration/local/harness/programs.ts';
import { startServer, type RunningServer } from '../integration/local/harness/server.ts';
import {
  inWorkspace,
  projectRoot,
  type Workspace,
} from '../integration/local/harness/workspace.ts';
import { spire } from '../integration/spire/peers.ts';
import { cpuMs, residentMib } from './process-use.ts';
import { buildLoad, HeldStreams, runLoad } from './load.ts';

/** Named as in the JSON line; times in ms, memory in MiB, CPU per operation in µs. */
interface Figures {
  opens_per_s: number;
  open_cpu_us: number;
  open_envoy_node_cpu_us: number;
  open_own_connection_cpu_us: number;
  first_secret_p50_ms: number;
  first_secret_p99_ms: number;
  fanout_1000_p99_ms: number;
  rss_start_mb: number;
  rss_1000_mb: number;
  rss_5000_mb: number;
  rss_5000_envoy_node_mb: number;
  idle_cpu_percent: number;
  needless_messages: number;
  encodes: number | null;
  distinct_resources: number | null;
}

const entryCount = 20;
const metricsPort = await freePort();
const idleSeconds = 30;
/** What opening thousands of streams leaves behind is dealt with by then. */
const settleMs = 45_000;
const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    spire: { type: 'boolean', default: false },
    transport: { type: 'string' },
  },
});

const load = buildLoad();
execFileSync('bash', ['scripts/build.sh'], { cwd: projectRoot, stdio: 'inherit' });
/** As users run it: from the build. */
const built: Programs = {
  server: [process.execPath, 'dist/server/main.js'],
  agent: [process.execPath, 'dist/agent/main.js'],
};
const mine = await measure('sigil', built);
print('sigil-agent', mine);
const theirs = options.spire ? await measure('spire', spire) : undefined;
if (theirs !== undefined) {
  print('spire-agent', theirs);
  print('ratio, ours divided by theirs', ratios(mine, theirs));
}
if (options.json)
  console.log(
    JSON.stringify(
      theirs === undefined ? mine : { ...mine, spire: theirs, ratio: ratios(mine, theirs) },
    ),
  );

async function measure(kind: 'sigil' | 'spire', programs: Programs): Promise<Figures> {
  const figures = { ...(await opens(kind, programs)), ...(await held(kind, programs)) };
  return { ...figures, rss_5000_envoy_node_mb: await heldWithEnvoyNode(programs) };
}

/** A server, an agent and entries that the load generator's process matches; settled. */
async function withAgent<T>(
  programs: Programs,
  run: (agent: RunningAgent, server: RunningServer, workspace: Workspace) => Promise<T>,
): Promise<T> {
  return inWorkspace(async (workspace) => {
    const server = await startServer(workspace, { programs });
    const settings = programs === built ? ourSettings() : [];
    const sections = [`telemetry { Prometheus { host = "127.0.0.1" port = ${metricsPort} } }`];
    const agent = await startAgent(workspace, server, {
      programs,
      logLevel: 'INFO',
      // SPIRE's default; with it, spire-agent hashes the caller's executable for each stream.
      discoverPath: false,
      syncInterval: '5s',
      settings,
      sections,
    });
    for (let at = 0; at < entryCount; at++) {
      await server.createEntry({
        spiffeId: `spiffe://${server.trustDomain}/w${at}`,
        parentId: agent.nodeId,
        selectors: [`unix:uid:${process.getuid?.() ?? 0}`],
      });
    }
    await sleep(8_000);
    return run(agent, server, workspace);
  });
}

/** One process stands for thousands of Envoys here, so what is meant for one Envoy is lifted. */
function ourSettings(): string[] {
  const limits =
    'streams_per_process = 100000 stream_opens_per_second = 0 opens_per_connection_per_second = 0';
  const transport = options.transport;
  const oneProcess = 'socket_limits { connections_per_process = 8192 calls_per_process = 100000 }';
  return [
    `sds { limits { ${limits} } }`,
    `experimental { ${transport === undefined ? '' : `socket_transport = "${transport}"`} ${oneProcess} }`,
  ];
}

function target(agent: RunningAgent): string[] {
  return ['-socket', agent.socketPath, '-pid', String(agent.process.pid)];
}

function opens(kind: string, programs: Programs) {
  return withAgent(programs, (agent) => {
    const open = (...args: readonly string[]) => {
      const report = runLoad(load, ['open', ...target(agent), ...args]);
      if (Object.keys(report.errors).length > 0)
        throw new Error(`${kind}: ${JSON.stringify(report.errors)}`);
      return report;
    };
    open('-n', '2000', '-c', '64');
    const shared = open('-n', '6000', '-c', '64', '-conns', '8');
    const own = open('-n', '6000', '-c', '64');
    const envoy = open('-n', '3000', '-c', '64', '-conns', '8', '-node', '61000');
    return Promise.resolve({
      opens_per_s: shared.per_s,
      open_cpu_us: shared.cpu_us_per_op,
      open_own_connection_cpu_us: own.cpu_us_per_op,
      open_envoy_node_cpu_us: envoy.cpu_us_per_op,
      first_secret_p50_ms: shared.latency_ms.p50,
      first_secret_p99_ms: shared.latency_ms.p99,
    });
  });
}

function held(kind: 'sigil' | 'spire', programs: Programs) {
  return withAgent(programs, async (agent, server) => {
    const rssStart = residentMib(agent.process.pid);
    const few = await HeldStreams.open(load, [
      ...target(agent),
      '-n',
      '1000',
      '-c',
      '64',
      '-conns',
      '500',
    ]);
    await sleep(2_000);
    few.held.mark();
    await server.json('localauthority', 'x509', 'prepare');
    await sleep(12_000);
    const fanout = await few.held.report();
    const news = Object.values(fanout.updates);
    const rss1000 = residentMib(agent.process.pid);
    await few.held.close();
    const many = await HeldStreams.open(load, [
      ...target(agent),
      '-n',
      '5000',
      '-c',
      '64',
      '-conns',
      '2500',
    ]);
    await sleep(settleMs);
    const before = cpuMs(agent.process.pid);
    await sleep(idleSeconds * 1000);
    const idle = cpuMs(agent.process.pid) - before;
    const rss5000 = residentMib(agent.process.pid);
    await many.held.close();
    return {
      // From the first stream that heard of it to all but one in a hundred: the poll before is not fan-out.
      fanout_1000_p99_ms: Math.max(
        ...news.map((one) => one.first_new_ms.p99 - one.first_new_ms.min),
      ),
      needless_messages: news.reduce((sum, one) => sum + one.unchanged, 0),
      rss_start_mb: rssStart,
      rss_1000_mb: rss1000,
      rss_5000_mb: rss5000,
      idle_cpu_percent: Number((idle / (idleSeconds * 10)).toFixed(3)),
      encodes: kind === 'sigil' ? await encodes() : null,
      // Two names asked for, and what the event changed.
      distinct_resources: 2 + news.filter((one) => one.first_new_ms.n > 0).length,
    };
  });
}

function heldWithEnvoyNode(programs: Programs): Promise<number> {
  return withAgent(programs, async (agent) => {
    const { held } = await HeldStreams.open(load, [
      ...target(agent),
      '-n',
      '5000',
      '-c',
      '64',
      '-conns',
      '2500',
      '-node',
      '61000',
    ]);
    await sleep(settleMs);
    const rss = residentMib(agent.process.pid);
    await held.close();
    return rss;
  });
}

/** How many secrets the agent encoded so far, by its own count. */
async function encodes(): Promise<number> {
  const { body } = await get(metricsPort);
  const samples = body.matchAll(/^\S*sds_encodes_total(?:\{[^}]*\})? (\d+)/gm);
  return [...samples].reduce((total, match) => total + Number(match[1]), 0);
}

function ratios(a: Figures, b: Figures): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(a).map(([name, value]) => {
      const other = b[name as keyof Figures];
      return [
        name,
        value === null || other === null || other === 0 ? null : Number((value / other).toFixed(2)),
      ];
    }),
  );
}

function print(title: string, figures: object): void {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(28)} ${value ?? '-'}`);
}
