// `npm run bench:h2load [-- -n 200000 -c 100 -m 100 --call secret]`: nghttp2's h2load on the socket of an agent.
// Fails when a call does; how fast calls are says as much of the load, which is on the same cores.
import { parseArgs } from 'node:util';
import { loadedCalls, runH2load, startLoadedAgent } from '../integration/clients/h2load.ts';
import { inWorkspace } from '../integration/local/harness/workspace.ts';
import { cpuMs, residentMib } from './process-use.ts';

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', short: 'n', default: '200000' },
    connections: { type: 'string', short: 'c', default: '100' },
    streams: { type: 'string', short: 'm', default: '100' },
    call: { type: 'string' },
  },
});
const load = {
  requests: Number(options.requests),
  connections: Number(options.connections),
  streams: Number(options.streams),
};
const calls = Object.keys(loadedCalls) as (keyof typeof loadedCalls)[];

await inWorkspace(async (workspace) => {
  const agent = await startLoadedAgent(workspace);
  const { pid } = agent.process;
  await runH2load(workspace, agent.socketPath, 'secret', {
    ...load,
    requests: load.connections * load.streams,
  });
  for (const call of calls.filter((one) => (options.call ?? one) === one)) {
    const cpuBefore = cpuMs(pid);
    const report = await runH2load(workspace, agent.socketPath, call, load);
    const cpu_us_each = Math.round(((cpuMs(pid) - cpuBefore) * 1000) / load.requests);
    console.log({ call, ...load, ...report, cpu_us_each, resident_mb: residentMib(pid) });
    if (report.succeeded !== load.requests) throw new Error(`${call}: not every call was answered`);
  }
});
