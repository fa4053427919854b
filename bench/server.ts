// `npm run bench:server [-- --json] [-- --only sigil|spire] [-- --transport own|grpc-js] [-- --part sign,sync,create,big]`: our server beside a real
// spire-server under the same load, one after the other. See bench/README.md for what the figures mean.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Programs } from '../integration/local/harness/programs.ts';
import { startServer, type RunningServer } from '../integration/local/harness/server.ts';
import { inWorkspace, projectRoot } from '../integration/local/harness/workspace.ts';
import { spire } from '../integration/spire/peers.ts';
import { buildLoad } from './load.ts';
import { cpuMs, residentMib } from './process-use.ts';
import { holdAgents, serverLoad, timeStart } from './serverload.ts';

/** Rates are items per second, CPU µs of the server for each; null for a part that was left out. */
interface Figures {
  sign_per_s?: number;
  sign_cpu_us?: number;
  sign_batch_per_s?: number;
  sign_batch_cpu_us?: number;
  sync_unchanged_per_s?: number;
  sync_unchanged_cpu_us?: number;
  sync_21_cpu_us?: number;
  sync_changed_per_s?: number;
  sync_changed_cpu_us?: number;
  create_per_s?: number;
  create_cpu_us?: number;
  create_parent_first_cpu_us?: number;
  create_parent_last_cpu_us?: number;
  attest_cpu_us?: number;
  rss_100k_mb?: number;
  rss_100k_5000_agents_mb?: number;
  idle_100k_cpu_percent?: number;
  start_100k_s?: number;
  rss_100k_restarted_mb?: number;
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    part: { type: 'string', default: 'sign,sync,create,big' },
    entries: { type: 'string', default: '100000' },
    agents: { type: 'string', default: '5000' },
    /** Ours: what speaks HTTP/2 with agents, in place of the default. */
    transport: { type: 'string' },
  },
});
const parts = options.part.split(',');
const bigEntries = Number(options.entries);
const agentCount = options.agents;
const parents = 1000;
const idleSeconds = 20;
/** What both are told alike: the limits per address are for many addresses, and all load comes from one. */
const settings = ['ratelimit { attestation = false signing = false }'];

const load = buildLoad();
execFileSync('bash', ['scripts/build.sh'], { cwd: projectRoot, stdio: 'inherit' });
/** As users run it: from the build. */
const built: Programs = {
  server: [process.execPath, 'dist/server/main.js'],
  agent: [process.execPath, 'dist/agent/main.js'],
};

const mine: Figures = {};
const theirs: Figures = {};
/** One part on both before the next: what else the machine does changes by the minute. */
for (const [name, run] of Object.entries({ sign, sync, create: createUnderOne, big })) {
  if (!parts.includes(name)) continue;
  if (options.only !== 'spire') await measure(name, 'sigil-server', mine, built, run);
  if (options.only !== 'sigil') await measure(name, 'spire-server', theirs, spire, run);
}
print('sigil-server', mine);
print('spire-server', theirs);
print('ratio, ours divided by theirs', ratios());
if (options.json) {
  const { start_100k_s, rss_100k_mb } = mine;
  console.log(
    JSON.stringify({
      sign_ratio: ratio('sign_per_s'),
      sync_unchanged_ratio: ratio('sync_unchanged_per_s'),
      sync_changed_ratio: ratio('sync_changed_per_s'),
      create_ratio: ratio('create_per_s'),
      start_100k_s,
      rss_100k_mb,
      cpu_ratio: ratios(),
      sigil: mine,
      spire: theirs,
    }),
  );
}

/** Figures are told as they come, with the load of the machine: all of it takes ten minutes. */
async function measure(
  part: string,
  title: string,
  into: Figures,
  programs: Programs,
  run: (server: RunningServer) => Promise<Figures>,
): Promise<void> {
  const from = performance.now();
  const serverOptions = { programs, settings: settingsOf(programs), logLevel: 'INFO' };
  const figures = await inWorkspace(async (workspace) =>
    run(await startServer(workspace, serverOptions)),
  );
  Object.assign(into, figures);
  const seconds = Math.round((performance.now() - from) / 1000);
  print(`${title}, ${part}: ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}`, figures);
}

function settingsOf(programs: Programs): readonly string[] {
  const { transport } = options;
  if (programs !== built) return settings;
  const chosen = transport === undefined ? '' : `port_transport = "${transport}"`;
  // All agents of the bench have one address.
  const limits = 'port_limits { handshakes_burst = 1000000 }';
  return [...settings, `experimental { ${chosen}\n${limits} }`];
}

/**
 * Calls before those that are measured (`-warm`) are as many as V8 needs to have compiled what they run: an agent
 * syncs every five seconds, so 5,000 of them make as many in half a minute.
 *
 * P-256 throughout: the CA's key is what it is by default, and so are those of the requests.
 */
async function sign(server: RunningServer): Promise<Figures> {
  await serverLoad(load, server, 'create', '-n', '1', '-batch', '20');
  const spread = ['-c', '32', '-conns', '8'];
  const thrice = ['-warm', '12000', '-n', '4000', '-repeat', '3'];
  const one = await serverLoad(load, server, 'sign', ...thrice, ...spread);
  const batches = ['-warm', '600', '-n', '200', '-repeat', '3', '-batch', '20'];
  const batch = await serverLoad(load, server, 'sign', ...batches, '-c', '8', '-conns', '8');
  return {
    sign_per_s: one.items_per_s,
    sign_cpu_us: one.cpu_us_per_item,
    sign_batch_per_s: batch.items_per_s,
    sign_batch_cpu_us: batch.cpu_us_per_item,
  };
}

/** An agent with 21 entries, then one with 1,001: of those an unchanged agent reads revisions. */
async function sync(server: RunningServer): Promise<Figures> {
  const spread = ['-c', '32', '-conns', '32'];
  await serverLoad(load, server, 'create', '-n', '1', '-batch', '20');
  const small = ['-warm', '24000', '-n', '8000', '-repeat', '3', ...spread];
  const few = await serverLoad(load, server, 'sync', ...small);
  await serverLoad(load, server, 'create', '-n', '10', '-batch', '100', '-offset', '20');
  const large = ['-warm', '10000', '-n', '3000', '-repeat', '3', ...spread];
  const unchanged = await serverLoad(load, server, 'sync', ...large);
  const changed = await serverLoad(load, server, 'sync', '-ask', '1', ...large);
  return {
    sync_21_cpu_us: few.cpu_us_per_item,
    sync_unchanged_per_s: unchanged.items_per_s,
    sync_unchanged_cpu_us: unchanged.cpu_us_per_item,
    sync_changed_per_s: changed.items_per_s,
    sync_changed_cpu_us: changed.cpu_us_per_item,
  };
}

/** All under one parent: what the first thousand cost, and what they cost after 6,000. */
async function createUnderOne(server: RunningServer): Promise<Figures> {
  const thousand = (offset: number) =>
    serverLoad(load, server, 'create', '-n', '10', '-batch', '100', '-offset', String(offset));
  await thousand(0);
  const first = await thousand(1000);
  await serverLoad(load, server, 'create', '-n', '50', '-batch', '100', '-offset', '2000');
  return {
    create_parent_first_cpu_us: first.cpu_us_per_item,
    create_parent_last_cpu_us: (await thousand(7000)).cpu_us_per_item,
  };
}

/** 100,000 entries of 1,000 hosts, 5,000 agents on them, idle; then a restart. */
async function big(server: RunningServer): Promise<Figures> {
  const hosts = ['-parents', String(parents)];
  const created = await serverLoad(
    ...([load, server, 'create', '-n', String(bigEntries / 100), '-batch', '100'] as const),
    ...['-c', '2', '-conns', '2', ...hosts],
  );
  await sleep(12_000);
  const grown = residentMib(server.process.pid);
  const { report, release } = await holdAgents(load, server, '-n', agentCount, '-c', '8', ...hosts);
  await sleep(12_000);
  const withAgents = residentMib(server.process.pid);
  const before = cpuMs(server.process.pid);
  await sleep(idleSeconds * 1000);
  const idle = cpuMs(server.process.pid) - before;
  await release();
  await server.process.stop();
  const start = await timeStart(load, server, () => server.launch());
  await sleep(12_000);
  return {
    create_per_s: created.items_per_s,
    create_cpu_us: created.cpu_us_per_item,
    attest_cpu_us: report.cpu_us_per_item,
    rss_100k_mb: grown,
    rss_100k_5000_agents_mb: withAgents,
    idle_100k_cpu_percent: Number((idle / (idleSeconds * 10)).toFixed(2)),
    start_100k_s: start,
    rss_100k_restarted_mb: residentMib(server.process.pid),
  };
}

function ratio(name: keyof Figures): number | null {
  const [a, b] = [mine[name], theirs[name]];
  return a === undefined || b === undefined || b === 0 ? null : Number((a / b).toFixed(2));
}

function ratios(): Record<string, number | null> {
  const names = Object.keys(mine) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, ratio(name)]));
}

function print(title: string, figures: object): void {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(28)} ${String(value ?? '-')}`);
}
