import type { RunningAgent } from '../harness/agent.ts';
import { envoyUnderOwnName, startEnvoy } from '../harness/envoy.ts';
import { freePort } from '../harness/free-port.ts';
import { eventually } from '../harness/poll.ts';
import { upstreamsTo, type SidecarPair } from '../harness/sidecar-pair.ts';
import { get } from '../harness/traffic.ts';
import type { Workspace } from '../harness/workspace.ts';

/** What became of an Envoy without a registration entry. */
export interface Refusal {
  readonly pid: number;
  readonly wasRefused: boolean;
  /** What its own request got, and what the agent's log says about it. */
  readonly reasons: readonly string[];
}

/** Its ports open without an identity after this time, so that a request shows what happens. */
const patienceMs = 2_000;

/** Starts an Envoy whose binary no entry names, lets it call `orders`, and reports why that fails. */
export async function startStranger(
  workspace: Workspace,
  agent: RunningAgent,
  pair: SidecarPair,
): Promise<Refusal> {
  const ports = { pooled: await freePort(), fresh: await freePort() };
  const answeredBefore = pair.service.answered();
  const stranger = await startEnvoy(workspace, envoyUnderOwnName(workspace, 'envoy-stranger'), {
    node_id: 'stranger',
    socket_path: agent.socketPath,
    initial_fetch_timeout_ms: patienceMs,
    upstreams: upstreamsTo(pair.ordersId, pair.ordersPort, ports),
  });
  await stranger.admin.ready();
  const { status, body } = await get(ports.fresh);
  const leaf = await stranger.admin.leaf();
  const pid = stranger.process.pid;
  const isSilent = pair.service.answered() === answeredBefore;
  return {
    pid,
    wasRefused: status === 503 && leaf === undefined && isSilent,
    reasons: [
      `its request to orders: ${status} ${body.trim()}`,
      `the agent's log: ${fieldsOf(await lineInLog(agent, pid), ['msg', 'name', 'reason', 'pid'])}`,
    ],
  };
}

/** The agent says once per caller why it gives no identity. */
async function lineInLog(agent: RunningAgent, pid: number): Promise<string> {
  const line = await eventually('the agent logs the refusal', () => {
    const lines = agent.process.output.split('\n');
    const own = lines.filter((one) => new RegExp(`\\bpid"?[=:]"?${pid}\\b`).test(one));
    const found = own.find((one) => /no registration entry|no identity|not authorized/i.test(one));
    return found;
  });
  return line.trim();
}

/** The parts of a log line in text form that matter to a reader. */
function fieldsOf(line: string, names: readonly string[]): string {
  const found = names.flatMap(
    (name) => new RegExp(`\\b${name}=("(?:[^"\\\\]|\\\\.)*"|\\S+)`).exec(line)?.[0] ?? [],
  );
  return found.join(' ');
}
