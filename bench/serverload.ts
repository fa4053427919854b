import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { RunningServer } from '../integration/local/harness/server.ts';
import type { ProcessUse, Quantiles } from './load.ts';

/** What a run of `serverload` prints. */
interface ServerLoadReport {
  readonly ok: number;
  readonly items_per_s: number;
  readonly cpu_us_per_item: number;
  readonly latency_ms: Quantiles;
  readonly errors: Readonly<Record<string, number>>;
  readonly error_text?: string;
  readonly process: ProcessUse;
}

/**
 * Runs `serverload` against a server to its end; every call must succeed. Of several runs (`-repeat`) the
 * one in the middle counts: the machine is shared. This process goes on meanwhile: the server's log passes
 * through it, and would fill a pipe.
 */
export async function serverLoad(
  folder: string,
  server: RunningServer,
  mode: string,
  ...args: readonly string[]
): Promise<ServerLoadReport> {
  const child = spawn(join(folder, 'serverload'), [mode, ...target(server), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const reports: ServerLoadReport[] = [];
  for await (const line of createInterface({ input: child.stdout })) reports.push(checked(line));
  const [code] = (await ended) as [number | null];
  reports.sort((a, b) => a.cpu_us_per_item - b.cpu_us_per_item);
  const middle = reports[Math.floor(reports.length / 2)];
  if (code !== 0 || middle === undefined) throw new Error(`serverload ${mode} failed`);
  return middle;
}

/** Many attested agents, each with its connection, until `release`. */
export async function holdAgents(
  folder: string,
  server: RunningServer,
  ...args: readonly string[]
): Promise<{ report: ServerLoadReport; release: () => Promise<void> }> {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    join(folder, 'serverload'),
    ['agents', ...target(server), ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  return {
    report: checked(line),
    release: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

/** Starts a server that was stopped; resolves with the seconds until it says that it is healthy. */
export async function timeStart(
  folder: string,
  server: RunningServer,
  launch: () => void,
): Promise<number> {
  const from = performance.now();
  launch();
  const waiting = spawn(join(folder, 'serverload'), ['wait', '-admin', server.socketPath], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(waiting, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the server did not become healthy');
  return Number(((performance.now() - from) / 1000).toFixed(2));
}

function target(server: RunningServer): string[] {
  return [
    ...['-admin', server.socketPath, '-server', `127.0.0.1:${server.port}`],
    ...['-trust-domain', server.trustDomain, '-pid', String(server.process.pid)],
  ];
}

function checked(line: string): ServerLoadReport {
  const report = JSON.parse(line) as ServerLoadReport;
  if (Object.keys(report.errors).length > 0) {
    throw new Error(`${JSON.stringify(report.errors)} ${report.error_text ?? ''}`);
  }
  return report;
}
