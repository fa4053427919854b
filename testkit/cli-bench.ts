import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../common/clock/clock.ts';
import { systemClock } from '../common/clock/clock.ts';
import type { Command } from '../common/cli/command.ts';
import { runCli } from '../common/cli/run-cli.ts';
import { silentLogger } from '../common/log/logger.ts';
import { createPeerTracker } from '../common/peertracker/peer-tracker.ts';
import type { Interceptor, ServedMethod } from '../common/rpc/contract.ts';
import { createRpcServer } from '../common/rpc/rpc-server.ts';

interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliBench {
  /** A folder of this test's own. */
  readonly folder: string;
  readonly socketPath: string;
  /** Runs a command against the scripted server; `$SOCKET` stands for the flag that names it. */
  readonly run: (line: string, options?: CliOptions) => Promise<CliResult>;
}

interface CliOptions {
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Hears what is written to standard output as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** Runs commands against a server that serves these methods on a real Unix socket. */
export async function withCliBench(
  commands: readonly Command[],
  methods: readonly ServedMethod[],
  use: (bench: CliBench) => Promise<void>,
  interceptors: readonly Interceptor[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-cli-'));
  const socketPath = join(folder, 'api.sock');
  const server = createRpcServer({ methods, interceptors, log: silentLogger, clock: systemClock });
  try {
    await server.listenUnix({ path: socketPath, mode: 0o700, trackPeers: createPeerTracker() });
    const run = (line: string, options: CliOptions = {}) => {
      const argv = line.replace('$SOCKET', `-socketPath ${socketPath}`).split(' ');
      return runCaptured(commands, argv, options);
    };
    await use({ folder, socketPath, run });
  } finally {
    await server.close({ graceMs: 0 });
    rmSync(folder, { recursive: true });
  }
}

/** Runs a command and keeps what it printed. */
export async function runCaptured(
  commands: readonly Command[],
  argv: readonly string[],
  { stdin = '', env = {}, onOutput, clock, signal }: CliOptions = {},
): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const stdout = {
    write(text: string) {
      out.push(text);
      onOutput?.(text);
    },
  };
  const io = {
    stdout,
    stderr: { write: (text: string) => err.push(text) },
    env,
    stdin: linesOf(stdin),
    ...(clock === undefined ? {} : { clock }),
    ...(signal === undefined ? {} : { signal }),
  };
  const code = await runCli({ name: 'sigil', version: '1', commands, argv, io });
  return { code, out: out.join(''), err: err.join('') };
}

async function* linesOf(text: string): AsyncIterable<string> {
  await Promise.resolve();
  yield text;
}
