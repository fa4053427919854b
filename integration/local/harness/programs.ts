import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { childEnvironment, projectRoot } from './project.ts';

/** How the two programs are run: from the sources, from a package, or the real SPIRE. */
export interface Programs {
  readonly server: readonly string[];
  readonly agent: readonly string[];
}

/** Our programs, from the sources. */
export const fromSources: Programs = {
  server: [process.execPath, 'server/main.ts'],
  agent: [process.execPath, 'agent/main.ts'],
};

/**
 * What the tests run: our programs, or with SIGIL_TEST_SPIRE=FOLDER the real SPIRE's from there. That
 * is how a test is shown to expect what SPIRE does, and not only what we do.
 */
export function defaultPrograms(): Programs {
  const spire = process.env['SIGIL_TEST_SPIRE'];
  return spire === undefined ? fromSources : fromFolder(spire, 'spire');
}

/** Our programs or the real SPIRE's, which take the same arguments, from a folder of binaries. */
export function fromFolder(folder: string, prefix: 'sigil' | 'spire'): Programs {
  return { server: [`${folder}/${prefix}-server`], agent: [`${folder}/${prefix}-agent`] };
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end; a failure is a result, not an error. */
export function runCli(command: readonly string[], deadlineMs = 30_000): Promise<CliResult> {
  const [program = '', ...args] = command;
  const limits = { timeout: deadlineMs, maxBuffer: 16 * 1024 * 1024 };
  const options = { cwd: projectRoot, env: childEnvironment(), ...limits };
  return new Promise((resolve) => {
    const running = execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
    // Nobody answers what it asks.
    running.stdin?.end();
  });
}

/** Like `runCli`, but rejects unless the exit code is 0. */
export async function runCliOrFail(
  command: readonly string[],
  deadlineMs?: number,
): Promise<string> {
  const { code, stdout, stderr } = await runCli(command, deadlineMs);
  if (code === 0) return stdout;
  throw new Error(`${command.join(' ')}\nended with ${code}:\n${stdout}${stderr}`);
}

/** True when somebody accepts connections at the Unix socket or the port. */
export function accepts(target: string | number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = typeof target === 'string' ? connect(target) : connect({ host, port: target });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
