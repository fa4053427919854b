// `npm run bench:soak [-- --minutes 20] [-- --streams 5000]`: an agent under streams that stay, streams that come
// and go, rotations and clients that are killed. Fails when memory grows or descriptors are not given back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startAgent } from '../integration/local/harness/agent.ts';
import { startServer } from '../integration/local/harness/server.ts';
import { inWorkspace } from '../integration/local/harness/workspace.ts';
import { buildLoad, HeldStreams, runLoad } from './load.ts';
import { cpuMs, residentMib } from './process-use.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    streams: { type: 'string', default: '5000' },
    transport: { type: 'string', default: 'own' },
  },
});
const load = buildLoad();

await inWorkspace(async (workspace) => {
  const server = await startServer(workspace);
  const limits = 'streams_per_process = 100000 stream_opens_per_second = 0';
  const agent = await startAgent(workspace, server, {
    logLevel: 'WARN',
    discoverPath: false,
    settings: [
      `sds { limits { ${limits} opens_per_connection_per_second = 0 } }`,
      `experimental { socket_transport = "${options.transport}"
        socket_limits { connections_per_process = 8192 calls_per_process = 100000 } }`,
    ],
  });
  const { pid } = agent.process;
  const spiffeId = `spiffe://${server.trustDomain}/soak`;
  const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
  await server.createEntry({ spiffeId, parentId: agent.nodeId, selectors });
  const target = ['-socket', agent.socketPath, '-pid', String(pid)];
  // What is warm is the start: caches and code are made by the first streams.
  runLoad(load, ['open', ...target, '-n', '2000', '-c', '64']);
  await sleep(3_000);
  const fdsBefore = descriptors(pid);
  const streams = [
    '-n',
    options.streams,
    '-c',
    '64',
    '-conns',
    String(Number(options.streams) / 2),
  ];
  const { held } = await HeldStreams.open(load, [...target, ...streams, '-node', '61000']);
  const endMs = performance.now() + Number(options.minutes) * 60_000;
  const resident: number[] = [];
  let rotations = 0;
  let opened = 0;
  while (performance.now() < endMs || resident.length < 2) {
    opened += runLoad(load, ['open', ...target, '-n', '2000', '-c', '64', '-conns', '16']).ok;
    opened += runLoad(load, ['open', ...target, '-n', '1000', '-c', '64']).ok;
    await killed(target);
    await server.json('localauthority', 'x509', 'prepare');
    rotations++;
    await sleep(4_000);
    resident.push(residentMib(pid));
    const report = await held.report();
    if (report.live !== Number(options.streams)) throw new Error(`${report.live} streams are left`);
    console.log(`${Math.round((endMs - performance.now()) / 1000)} s left`, {
      resident_mb: resident.at(-1),
      descriptors: descriptors(pid),
      opened,
      rotations,
      cpu_s: cpuMs(pid) / 1000,
    });
  }
  await held.close();
  await sleep(3_000);
  const fdsAfter = descriptors(pid);
  const early = Math.max(...resident.slice(0, Math.ceil(resident.length / 4) + 1));
  const late = Math.max(...resident.slice(-Math.ceil(resident.length / 4)));
  console.log({
    early_mb: early,
    late_mb: late,
    descriptors: [fdsBefore, fdsAfter],
    opened,
    rotations,
  });
  if (late > early * 1.15 + 10) throw new Error(`memory grew from ${early} to ${late} MiB`);
  if (fdsAfter > fdsBefore + 4) throw new Error(`${fdsAfter - fdsBefore} descriptors are left`);
});

/** Clients that hold streams and die without a word. */
async function killed(target: readonly string[]): Promise<void> {
  const args = ['hold', ...target, '-n', '500', '-c', '64', '-conns', '250'];
  const child = spawn(join(load, 'sdsload'), args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
