// `npm run bench:smoke`: what an agent costs that has nothing to do, from the packed tarball as users install it.
import { setTimeout as sleep } from 'node:timers/promises';
import { startAgent, type RunningAgent } from '../integration/local/harness/agent.ts';
import { installTarball } from '../integration/local/harness/installed.ts';
import { accepts } from '../integration/local/harness/programs.ts';
import { startServer } from '../integration/local/harness/server.ts';
import { introduced, startPair } from '../integration/local/harness/sidecar-pair.ts';
import { inWorkspace } from '../integration/local/harness/workspace.ts';
import { cpuMs, residentMib } from './process-use.ts';

const idleSeconds = 60;
const starts = 7;

await inWorkspace(async (workspace) => {
  const { programs } = await installTarball(workspace);
  const server = await startServer(workspace, { programs });
  const agent = await startAgent(workspace, server, {
    programs,
    syncInterval: '5s',
    logLevel: 'INFO',
  });
  await introduced(await startPair(workspace, server, agent));

  await sleep(10_000);
  const { pid } = agent.process;
  const before = cpuMs(pid);
  await sleep(idleSeconds * 1000);
  const cpuPercent = (cpuMs(pid) - before) / (idleSeconds * 10);
  const memory = residentMib(pid);

  const bound: number[] = [];
  for (let at = 0; at < starts; at++) {
    await agent.process.stop();
    bound.push(await startToSocket(agent));
  }
  bound.sort((a, b) => a - b);
  console.log(
    `idle with two Envoys: ${memory} MiB resident, ${cpuPercent.toFixed(2)} % of a core over ${idleSeconds} s`,
  );
  console.log(
    `start to bound socket: ${bound.join(' ')} ms, median ${bound[Math.floor(starts / 2)]} ms`,
  );
});

/** Milliseconds from the start of the process until its socket accepts. */
async function startToSocket(agent: RunningAgent): Promise<number> {
  const from = performance.now();
  agent.launch();
  while (!(await accepts(agent.socketPath))) await sleep(2);
  return Math.round(performance.now() - from);
}
