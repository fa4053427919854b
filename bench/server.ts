// `npm run bench:server [-- --json] [-- --only sigil|spire] [-- --part sign,sync,create,big]`: our server beside a real
// spire-server under the same load, one after the other. See bench/README.md for what the figures mean.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Programs } from '../integration/local/harness/programs.ts';
import { startServer, type RunningServer } from '../integration/local/harness/server.ts';
import { inWorkspace, projectRoot } from '../integration/local/harness/workspace.ts';
import { spire } from '../integration/spire/peers.ts';
import { buildLoad } from './load.ts';
import { cpuMs, residentMib } from './process-use.ts';
import { holdAgents, serverLoad, timeStart, type ServerLoadReport } from './serverload.ts';

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

const mine = options.only === 'spire' ? {} : await measure(built);
print('sigil-server', mine);
const theirs = options.only === 'sigil' ? {} : await measure(spire);
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

async function measure(programs: Programs): Promise<Figures> {
  const figures: Figures = {};
  if (parts.includes('sign')) Object.assign(figures, await withServer(programs, sign));
  if (parts.includes('sync')) Object.assign(figures, await withServer(programs, sync));
  if (parts.includes('create')) Object.assign(figures, await withServer(programs, createUnderOne));
  if (parts.includes('big')) Object.assign(figures, await withServer(programs, big));
  return figures;
}

function withServer(
  programs: Programs,
  run: (server: RunningServer) => Figures | Promise<Figures>,
): Promise<Figures> {
  return inWorkspace(async (workspace) =>
    run(await startServer(workspace, { programs, settings, logLevel: 'INFO' })),
  );
}

/** P-256 throughout: the CA's key is what it is by default, and so are those of the requests. */
function sign(server: RunningServer): Figures {
  serverLoad(load, server, 'create', '-n', '1', '-batch', '20');
  const spread = ['-c', '32', '-conns', '8'];
  serverLoad(load, server, 'sign', '-n', '1000', ...spread);
  const one = median(() => serverLoad(load, server, 'sign', '-n', '4000', ...spread));
  const batch = median(() =>
    serverLoad(load, server, 'sign', '-n', '200', '-c', '8', '-conns', '8', '-batch', '20'),
  );
  return {
    sign_per_s: one.items_per_s,
    sign_cpu_us: one.cpu_us_per_item,
    sign_batch_per_s: batch.items_per_s,
    sign_batch_cpu_us: batch.cpu_us_per_item,
  };
}

/** An agent with 21 entries, then one with 1,001: of those an unchanged agent reads revisions. */
function sync(server: RunningServer): Figures {
  const spread = ['-c', '32', '-conns', '32'];
  serverLoad(load, server, 'create', '-n', '1', '-batch', '20');
  serverLoad(load, server, 'sync', '-n', '1000', ...spread);
  const few = median(() => serverLoad(load, server, 'sync', '-n', '4000', ...spread));
  serverLoad(load, server, 'create', '-n', '10', '-batch', '100', '-offset', '20');
  serverLoad(load, server, 'sync', '-n', '500', ...spread);
  const unchanged = median(() => serverLoad(load, server, 'sync', '-n', '2000', ...spread));
  const changed = median(() =>
    serverLoad(load, server, 'sync', '-n', '2000', '-ask', '1', ...spread),
  );
  return {
    sync_21_cpu_us: few.cpu_us_per_item,
    sync_unchanged_per_s: unchanged.items_per_s,
    sync_unchanged_cpu_us: unchanged.cpu_us_per_item,
    sync_changed_per_s: changed.items_per_s,
    sync_changed_cpu_us: changed.cpu_us_per_item,
  };
}

/** All under one parent: what the first thousand cost, and what they cost after 6,000. */
function createUnderOne(server: RunningServer): Figures {
  const thousand = (offset: number) =>
    serverLoad(load, server, 'create', '-n', '10', '-batch', '100', '-offset', String(offset));
  thousand(0);
  const first = thousand(1000);
  serverLoad(load, server, 'create', '-n', '50', '-batch', '100', '-offset', '2000');
  return {
    create_parent_first_cpu_us: first.cpu_us_per_item,
    create_parent_last_cpu_us: thousand(7000).cpu_us_per_item,
  };
}

/** 100,000 entries of 1,000 hosts, 5,000 agents on them, idle; then a restart. */
async function big(server: RunningServer): Promise<Figures> {
  const hosts = ['-parents', String(parents)];
  const created = serverLoad(
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

/** Of three runs the one in the middle: the machine is shared. */
function median(run: () => ServerLoadReport): ServerLoadReport {
  const runs = [run(), run(), run()].sort((a, b) => a.cpu_us_per_item - b.cpu_us_per_item);
  return runs[1] as ServerLoadReport;
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
