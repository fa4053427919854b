import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startAgent, type RunningAgent } from '../local/harness/agent.ts';
import { startServer } from '../local/harness/server.ts';
import type { Workspace } from '../local/harness/workspace.ts';

const run = promisify(execFile);

export interface Load {
  readonly requests: number;
  readonly connections: number;
  /** At once on each connection. */
  readonly streams: number;
}

/** What h2load counted. */
interface LoadReport {
  readonly per_s: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly errored: number;
  readonly timeout: number;
  /** Bytes of all answers without their headers. */
  readonly data: number;
}

/** Methods of the agent's socket that answer one message with one, with a request in protobuf. */
export const loadedCalls = {
  health: { path: '/grpc.health.v1.Health/Check', message: Buffer.alloc(0) },
  // DiscoveryRequest { resource_names: "default" }.
  secret: {
    path: '/envoy.service.secret.v3.SecretDiscoveryService/FetchSecrets',
    message: Buffer.concat([Buffer.of(0x1a, 7), Buffer.from('default')]),
  },
} as const;

/** An agent that serves this process's user an identity, and limits nobody's rate. */
export async function startLoadedAgent(workspace: Workspace): Promise<RunningAgent> {
  const server = await startServer(workspace);
  const agent = await startAgent(workspace, server, {
    logLevel: 'WARN',
    discoverPath: false,
    settings: ['sds { limits { fetches_per_second = 0 opens_per_connection_per_second = 0 } }'],
  });
  const spiffeId = `spiffe://${server.trustDomain}/loaded`;
  const selectors = [`unix:uid:${process.getuid?.() ?? 0}`];
  await server.createEntry({ spiffeId, parentId: agent.nodeId, selectors });
  return agent;
}

/** Runs h2load on a Unix socket. Rejects when it cannot be had or says nothing that can be read. */
export async function runH2load(
  workspace: Workspace,
  socketPath: string,
  call: keyof typeof loadedCalls,
  { requests, connections, streams }: Load,
): Promise<LoadReport> {
  const { path, message } = loadedCalls[call];
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  const file = workspace.path(`${call}.bin`);
  writeFileSync(file, Buffer.concat([prefix, message]));
  const [program = '', ...words] = await h2load();
  const { stdout } = await run(program, [
    ...words,
    ...['-n', String(requests), '-c', String(connections), '-m', String(streams), '-t', '1'],
    ...['-d', file, '-H', 'content-type: application/grpc', '-H', 'te: trailers'],
    ...[`--base-uri=unix:${socketPath}`, `http://localhost${path}`],
  ]);
  return readReport(stdout);
}

async function h2load(): Promise<readonly string[]> {
  const script = fileURLToPath(new URL('../../scripts/setup-h2load.sh', import.meta.url));
  const { stdout } = await run('bash', [script]);
  return stdout.trim().split('\n');
}

function readReport(text: string): LoadReport {
  const found = (pattern: RegExp) => {
    const value = pattern.exec(text)?.[1];
    if (value === undefined) throw new Error(`h2load said: ${text}`);
    return Number(value);
  };
  return {
    per_s: found(/([\d.]+) req\/s/),
    succeeded: found(/(\d+) succeeded/),
    failed: found(/(\d+) failed/),
    errored: found(/(\d+) errored/),
    timeout: found(/(\d+) timeout/),
    data: found(/\((\d+)\) data/),
  };
}
