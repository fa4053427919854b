// `npm run bench:outages [-- --times 5] [-- --seconds 90]` (F098): pairs of real Envoys whose agent goes away for longer
// than their certificates live, killed and stopped in turn, again and again. Fails when an Envoy has no valid certificate
// 20 s after the agent is back, or when a request between the two of a pair does not get through then.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startAgent, type RunningAgent } from '../integration/local/harness/agent.ts';
import { eventually, when } from '../integration/local/harness/poll.ts';
import { startServer } from '../integration/local/harness/server.ts';
import {
  introduced,
  startPair,
  type SidecarPair,
} from '../integration/local/harness/sidecar-pair.ts';
import { get } from '../integration/local/harness/traffic.ts';
import { inWorkspace } from '../integration/local/harness/workspace.ts';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '90' },
  },
});
const ttlSeconds = 60;
const soon = { deadlineMs: 20_000, everyMs: 50 };

await inWorkspace(async (workspace) => {
  const server = await startServer(workspace);
  const agent = await startAgent(workspace, server);
  const pairs = await Promise.all([
    startPair(workspace, server, agent, { apiType: 'GRPC', suffix: '-sotw', ttlSeconds }),
    startPair(workspace, server, agent, { apiType: 'DELTA_GRPC', suffix: '-delta', ttlSeconds }),
  ]);
  for (const pair of pairs) await introduced(pair, 60_000);
  for (let time = 0; time < Number(options.times); time++) {
    const signal = time % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    console.log(
      JSON.stringify({ time: time + 1, signal, ...(await outage(agent, pairs, signal)) }),
    );
  }
  for (const { admin } of pairs.flatMap(({ web, orders }) => [web, orders])) {
    const wrong = await admin.sum('^sds\\..*(update_rejected|init_fetch_timeout)$');
    if (wrong > 0) throw new Error(`an Envoy counts ${wrong} refusals and timeouts`);
  }
});

/** One outage. Times are from the start of the agent, in ms. */
async function outage(agent: RunningAgent, pairs: readonly SidecarPair[], signal: NodeJS.Signals) {
  await agent.process.stop(signal);
  await sleep(Number(options.seconds) * 1000);
  const expired = await Promise.all(pairs.map(async (pair) => !(await isValid(pair))));
  const failing = await Promise.all(pairs.map(async (pair) => !(await passes(pair))));
  const fromMs = performance.now();
  const starting = agent.start();
  const since = () => Math.round(performance.now() - fromMs);
  const after = await Promise.all(
    pairs.map(async (pair) => {
      await eventually('all certificates are valid', async () => when(await isValid(pair)), soon);
      const validAfterMs = since();
      await eventually('a request passes', async () => when(await passes(pair)), soon);
      return { validAfterMs, passesAfterMs: since() };
    }),
  );
  await starting;
  return {
    expired: expired.every(Boolean),
    failed_meanwhile: failing.every(Boolean),
    valid_after_ms: after.map(({ validAfterMs }) => validAfterMs),
    passes_after_ms: after.map(({ passesAfterMs }) => passesAfterMs),
  };
}

/** Whether the certificates of both Envoys are within their time. */
async function isValid({ web, orders }: SidecarPair): Promise<boolean> {
  const leaves = await Promise.all([web.admin.leaf(), orders.admin.leaf()]);
  return leaves.every((leaf) => new Date(leaf?.expiration_time ?? 0).getTime() > Date.now());
}

/** A request on a new connection, whose certificates are verified. */
async function passes({ ports }: SidecarPair): Promise<boolean> {
  const answer = await get(ports.fresh).catch(() => undefined);
  return answer?.status === 200;
}
