import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from './project.ts';
import { eventually, NoUseWaiting, when } from './poll.ts';

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface ProcessSpec {
  readonly name: string;
  readonly command: readonly string[];
  readonly logPath: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** How long a process may take to end by itself before it is killed. */
const gracePeriodMs = 5_000;

/** A child process whose output goes to a file, and to memory for the tests. Ended by its own id only. */
export class ManagedProcess {
  readonly name: string;
  readonly logPath: string;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #output = '';
  #exit: Exit | undefined;

  constructor(spec: ProcessSpec) {
    const [program, ...args] = spec.command;
    if (program === undefined) throw new Error(`${spec.name} has no command`);
    this.name = spec.name;
    this.logPath = spec.logPath;
    this.#child = spawn(program, args, {
      cwd: spec.cwd,
      env: childEnvironment(spec.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#capture(spec.logPath);
    this.exited = this.#whenExited();
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** How it ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Everything it printed, standard output and error in one. */
  get output(): string {
    return this.#output;
  }

  /** Waits until the output from `offset` on matches; rejects when the process ends before. */
  async printed(pattern: RegExp, { offset = 0, deadlineMs = 20_000 } = {}): Promise<string> {
    return eventually(
      `${this.name} prints ${String(pattern)}`,
      () => {
        const found = pattern.exec(this.#output.slice(offset))?.[0];
        if (found === undefined) this.assertRunning();
        return found;
      },
      { deadlineMs },
    );
  }

  /** Waits until it ends by itself. */
  async ended(deadlineMs = 20_000): Promise<Exit> {
    const hasEnded = () => when(this.#exit !== undefined);
    await eventually(`${this.name} ends by itself`, hasEnded, { deadlineMs });
    return this.exited;
  }

  /** Throws with the end of the output when the process is gone. */
  assertRunning(): void {
    if (this.#exit === undefined) return;
    const { code, signal } = this.#exit;
    throw new NoUseWaiting(
      `${this.name} ended with ${signal ?? code}:\n${this.#output.slice(-4000)}`,
    );
  }

  /** Ends it and waits for that: politely first, unless another signal is given. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.kill(signal);
    const timeout = new AbortController();
    const late = sleep(gracePeriodMs, undefined, { signal: timeout.signal, ref: false }).then(
      () => this.kill('SIGKILL'),
      () => undefined, // the process ended in time
    );
    const exit = await this.exited;
    timeout.abort();
    await late;
    return exit;
  }

  /** Sends a signal to this process, if it still runs. */
  kill(signal: NodeJS.Signals): void {
    if (this.#exit === undefined) this.#child.kill(signal);
  }

  #capture(path: string): void {
    const file = createWriteStream(path, { flags: 'a' });
    // The folder may be gone when the last bytes arrive; the output in memory is what counts then.
    file.on('error', () => undefined);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => {
        this.#output += text;
        file.write(text);
      });
    }
    this.#child.once('close', () => file.end());
  }

  async #whenExited(): Promise<Exit> {
    try {
      const [code, signal] = (await once(this.#child, 'close')) as [number | null, never];
      this.#exit = { code, signal };
    } catch (error) {
      this.#output += `could not start: ${String(error)}\n`;
      this.#exit = { code: 127, signal: null };
    }
    return this.#exit;
  }
}
