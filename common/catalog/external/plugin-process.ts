import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../clock/clock.ts';
import { messageOf, SpiffeError } from '../../errors/spiffe-error.ts';
import type { Logger } from '../../log/logger.ts';
import { checkProgram, holdProgram, type HeldProgram } from './checksum.ts';
import { parseHandshake } from './handshake.ts';
import { readLines } from './lines.ts';
import { PluginLog } from './plugin-log.ts';

export interface LaunchOptions {
  /** `plugin_cmd`; relative to the working directory, never looked up in PATH. */
  readonly command: string;
  readonly args: readonly string[];
  /** Hex SHA-256, already known to be one; empty for none. */
  readonly checksum: string;
  /** The plugin's type is its magic cookie, by name and by value. */
  readonly type: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the plugin is asked to make its socket. */
  readonly folder: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A plugin's process that has said where it serves. */
export interface PluginProcess {
  readonly pid: number;
  readonly socketPath: string;
  /** Resolves with how it ended, `exit code 1` or `signal SIGKILL`. */
  readonly ended: Promise<string>;
  kill(): void;
}

/**
 * Starts a plugin's program and reads its handshake. Throws FAILED_PRECONDITION with what it did instead;
 * the process is gone then.
 */
export async function launchPlugin(options: LaunchOptions): Promise<PluginProcess> {
  const path = resolve(options.command);
  checkProgram(path);
  const { checksum } = options;
  const held = checksum === '' ? undefined : await holdProgram(path, checksum);
  const log = new PluginLog(options.log, options.clock);
  let child: ChildProcess;
  try {
    child = await spawnPlugin(path, held, options);
  } finally {
    held?.close();
  }
  // Both are pipes.
  const stdout = child.stdout as Readable;
  const stderr = child.stderr as Readable;
  readLines(stderr, (line) => log.write(line));
  const ended = endOf(child);
  const kill = () => void child.kill('SIGKILL');
  try {
    const socketPath = parseHandshake(await firstLine(stdout, ended, options));
    return { pid: child.pid ?? 0, socketPath, ended, kill };
  } catch (error) {
    kill();
    await ended;
    const said = log.tail === '' ? '' : `; it wrote: ${log.tail}`;
    throw new SpiffeError('FAILED_PRECONDITION', `${messageOf(error)}${said}`, { cause: error });
  }
}

async function spawnPlugin(
  path: string,
  held: HeldProgram | undefined,
  { args, env, folder, type }: LaunchOptions,
): Promise<ChildProcess> {
  // The descriptor is number 3 in the plugin. A script's interpreter opens it by that name too.
  const program = held === undefined ? path : '/proc/self/fd/3';
  const guard = await deathGuard();
  const [command = program, ...rest] = [...guard, program, ...args];
  const child = spawn(command, rest, {
    // As SPIRE does it. The last is newer go-plugins' own way to keep their socket out of /tmp.
    env: {
      ...env,
      [type]: type,
      PLUGIN_MIN_PORT: '10000',
      PLUGIN_MAX_PORT: '25000',
      PLUGIN_PROTOCOL_VERSIONS: '1',
      PLUGIN_UNIX_SOCKET_DIR: folder,
    },
    stdio: ['inherit', 'pipe', 'pipe', ...(held === undefined ? [] : [held.fd])],
    ...(guard.length === 0 && { argv0: path }),
  });
  await new Promise<void>((started, failed) => {
    child.once('spawn', started);
    child.once('error', (cause) => {
      const text = `cannot start plugin_cmd ${JSON.stringify(path)}: ${messageOf(cause)}`;
      failed(new SpiffeError('FAILED_PRECONDITION', text, { cause }));
    });
  });
  child.on('error', () => undefined);
  return child;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.once('exit', (code, signal) => {
      done(signal === null ? `exit code ${code ?? 0}` : `signal ${signal}`);
    });
  });
}

/** The first line of standard output; what follows is read and dropped, so that the pipe never fills. */
async function firstLine(
  stdout: Readable,
  ended: Promise<string>,
  { clock, signal }: LaunchOptions,
): Promise<string> {
  const waiting = new AbortController();
  const stop = AbortSignal.any([signal, waiting.signal]);
  const line = new Promise<string>((found) => readLines(stdout, found));
  // What was written before the end comes first.
  const gone = Promise.all([ended, new Promise((done) => stdout.once('close', done))]);
  try {
    return await Promise.race([
      line,
      gone.then(([how]) => {
        throw new Error(`plugin exited before we could connect: ${how}`);
      }),
      clock.sleep(handshakeMs, stop).then(() => {
        throw new Error(
          `timeout while waiting for plugin to start: no handshake in ${handshakeMs / 1000} s`,
        );
      }),
    ]);
  } finally {
    waiting.abort();
  }
}

let guardFound: Promise<readonly string[]> | undefined;

/** What makes the kernel end a plugin together with us: util-linux has it, where it is installed. */
function deathGuard(): Promise<readonly string[]> {
  guardFound ??= new Promise((found) => {
    const guard = ['setpriv', '--pdeathsig', 'KILL', '--'];
    execFile('setpriv', [...guard.slice(1), 'true'], { timeout: 5_000 }, (error) => {
      found(error === null ? guard : []);
    });
  });
  return guardFound;
}

const handshakeMs = 60_000;
