// `npm run bench:storm [-- --times 5] [-- --pods 500]`: an agent that is killed under the streams of a full node, two of each
// pod, which all come back at once. Fails when one does not, or when memory after the last storm is above that after the first.
import { parseArgs } from 'node:util';
import { startAgent } from '../integration/local/harness/agent.ts';
import { eventually, when } from '../integration/local/harness/poll.ts';
import { startServer } from '../integration/local/harness/server.ts';
import { inWorkspace } from '../integration/local/harness/workspace.ts';
import { buildLoad, HeldStreams } from './load.ts';
import { residentMib } from './process-use.ts';

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '5' }, pods: { type: 'string', default: '500' } },
});
const pods = Number(options.pods);
const streams = 2 * pods;
/** Clients wait up to 30 s between two tries, as Envoy does. */
const patient = { deadlineMs: 90_000, everyMs: 200 };
/** Of the resident memory of one process beside that of another of its kind. */
const [mostGrowth, mostGrowthMib] = [1.1, 10];

await inWorkspace(async (workspace) => {
  const server = await startServer(workspace);
  const agent = await startAgent(workspace, server, { logLevel: 'WARN', discoverPath: false });
  const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
  const spiffeId = `spiffe://${server.trustDomain}/storm`;
  await server.createEntry({ spiffeId, parentId: agent.nodeId, selectors });
  // Of several processes, and with the Node of an Envoy, which comes again with each stream.
  const hold = ['-n', String(streams), '-c', '64', '-conns', String(pods), '-procs', '4', '-retry'];
  const target = ['-socket', agent.socketPath, '-node', '61000'];
  const { held } = await HeldStreams.open(buildLoad(), [...target, ...hold]);
  const resident: number[] = [];
  for (let time = 0; time < Number(options.times); time++) {
    await agent.process.stop('SIGKILL');
    const fromMs = performance.now();
    await agent.start();
    const upMs = Math.round(performance.now() - fromMs);
    await eventually(
      'every stream is back',
      async () => when((await held.report()).live === streams),
      patient,
    );
    const backMs = Math.round(performance.now() - fromMs);
    resident.push(residentMib(agent.process.pid));
    const now = { up_ms: upMs, back_ms: backMs, resident_mb: resident.at(-1) };
    console.log(JSON.stringify({ time: time + 1, streams, ...now }));
  }
  await held.close();
  const [first = 0] = resident;
  const last = resident.at(-1) ?? 0;
  if (last > first * mostGrowth + mostGrowthMib) {
    throw new Error(`memory grew from ${first} to ${last} MiB`);
  }
});
