// `npm run bench:soak [-- --minutes 20] [-- --streams 5000]`: an agent under streams that stay, streams that come
// and go, rotations of the CA and clients that are killed. Fails when memory grows or descriptors are not given back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startAgent, type RunningAgent } from '../integration/local/harness/agent.ts';
import { startServer, type RunningServer } from '../integration/local/harness/server.ts';
import { inWorkspace, type Workspace } from '../integration/local/harness/workspace.ts';
import { buildLoad, HeldStreams, runLoad } from './load.ts';
import { cpuMs, residentMib } from './process-use.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    streams: { type: 'string', default: '5000' },
    transport: { type: 'string', default: 'own' },
  },
});
const streams = Number(options.streams);
const load = buildLoad();
/** A new authority may sign this long after it was published, not sooner: agents must know its root. */
const publishedMs = 12_000;
/** An agent that has nothing to do gives memory back within two looks of ten seconds. */
const givenBackMs = 25_000;
/** After a step of a rotation: what it changes is at every stream by then. */
const stepMs = 2_000;
/** Of memory: what caches and the heap's own rhythm may add after the first quarter. */
const [mostGrowth, mostGrowthMib] = [1.1, 10];
const mostDescriptorsLeft = 4;

await inWorkspace(async (workspace) => {
  const server = await startServer(workspace);
  const agent = await startSoakedAgent(workspace, server);
  const { pid } = agent.process;
  const target = ['-socket', agent.socketPath, '-pid', String(pid)];
  // What is warm is the start: caches and code are made by the first streams.
  runLoad(load, ['open', ...target, '-n', '2000', '-c', '64']);
  await sleep(3_000);
  const fdsBefore = descriptors(pid);
  const hold = ['-n', options.streams, '-c', '64', '-conns', String(streams / 2), '-node', '61000'];
  const { held } = await HeldStreams.open(load, [...target, ...hold]);
  const { resident, ...sums } = await soak(server, pid, target, held);
  await held.close();
  await sleep(givenBackMs);
  const fdsAfter = descriptors(pid);
  const quarter = Math.ceil(resident.length / 4);
  const early = Math.max(...resident.slice(0, quarter));
  const late = Math.max(...resident.slice(-quarter));
  const ends = { resident_mb_alone: residentMib(pid), descriptors: [fdsBefore, fdsAfter] };
  console.log({ early_mb: early, late_mb: late, ...ends, ...sums });
  if (late > early * mostGrowth + mostGrowthMib) {
    throw new Error(`memory grew from ${early} to ${late} MiB`);
  }
  if (fdsAfter > fdsBefore + mostDescriptorsLeft) {
    throw new Error(`${fdsAfter - fdsBefore} descriptors are left`);
  }
});

async function startSoakedAgent(
  workspace: Workspace,
  server: RunningServer,
): Promise<RunningAgent> {
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
  const spiffeId = `spiffe://${server.trustDomain}/soak`;
  const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
  await server.createEntry({ spiffeId, parentId: agent.nodeId, selectors });
  return agent;
}

/** Round after round until the time is over; resident memory after each, in MiB. */
async function soak(
  server: RunningServer,
  pid: number,
  target: readonly string[],
  held: HeldStreams,
) {
  const endMs = performance.now() + Number(options.minutes) * 60_000;
  const cpuBefore = cpuMs(pid);
  const resident: number[] = [];
  const sums = { opened: 0, killed: 0, rotations: 0, pushed: 0, cpu_s: 0 };
  while (performance.now() < endMs || resident.length < 2) {
    held.mark();
    const rotation = { isOver: false };
    const rotating = rotated(server).finally(() => (rotation.isOver = true));
    while (!rotation.isOver) {
      const shared = runLoad(load, ['open', ...target, '-n', '2000', '-c', '64', '-conns', '16']);
      const alone = runLoad(load, ['open', ...target, '-n', '1000', '-c', '64']);
      sums.opened += shared.ok + alone.ok;
      sums.killed += await killed(target);
      await sleep(3_000);
    }
    await rotating;
    sums.rotations++;
    const { live, updates } = await held.report();
    if (live !== streams) throw new Error(`${live} streams are left`);
    const pushed = Object.values(updates).reduce((sum, { messages }) => sum + messages, 0);
    // A root comes and a root goes for one half, a certificate changes for the other.
    if (pushed < 1.5 * streams) throw new Error(`a rotation was ${pushed} messages`);
    sums.pushed += pushed;
    sums.cpu_s = (cpuMs(pid) - cpuBefore) / 1000;
    resident.push(residentMib(pid));
    const left_s = Math.round((endMs - performance.now()) / 1000);
    const now = { resident_mb: resident.at(-1), descriptors: descriptors(pid), ...sums };
    console.log(JSON.stringify({ left_s, ...now }));
  }
  return { resident, ...sums };
}

/** A rotation of the CA to its end: the bundle has no more roots after it than before. */
async function rotated(server: RunningServer): Promise<void> {
  const authority = async (...step: readonly string[]) =>
    (await server.json('localauthority', 'x509', ...step)) as Record<
      string,
      { readonly authority_id: string }
    >;
  const { active: old } = await authority('show');
  const { prepared_authority: next } = await authority('prepare');
  if (old === undefined || next === undefined) throw new Error('the server has no authority');
  await sleep(publishedMs);
  await authority('activate', '-authorityID', next.authority_id);
  await authority('taint', '-authorityID', old.authority_id);
  await sleep(stepMs);
  await authority('revoke', '-authorityID', old.authority_id);
  await sleep(stepMs);
}

/** Clients that hold streams and die without a word; how many streams they had. */
async function killed(target: readonly string[]): Promise<number> {
  const args = ['hold', ...target, '-n', '500', '-c', '64', '-conns', '250'];
  const child = spawn(join(load, 'sdsload'), args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return 500;
}

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
