import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ManagedProcess } from './managed-process.ts';
import { projectRoot } from './project.ts';

export { projectRoot } from './project.ts';

/** A Unix socket path has 107 bytes; this leaves room for the names below the folder. */
const longestFolderBytes = 60;

const open = new Set<Workspace>();
let isListening = false;

/**
 * A temporary folder and everything that was started in it. `dispose` ends the processes in reverse
 * order and removes the folder; it also happens when this process is interrupted.
 */
export class Workspace {
  readonly folder: string;
  readonly #undo: (() => void | Promise<void>)[] = [];
  readonly #processes: ManagedProcess[] = [];

  constructor(prefix = 'sigil-') {
    const parent = Buffer.byteLength(tmpdir()) <= longestFolderBytes ? tmpdir() : '/tmp';
    this.folder = mkdtempSync(join(parent, prefix));
    mkdirSync(this.path('logs'));
    open.add(this);
    disposeOnInterrupt();
  }

  get processes(): readonly ManagedProcess[] {
    return this.#processes;
  }

  /** A path inside the folder. */
  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  /** Starts a process with the project as its working directory. */
  start(
    name: string,
    command: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): ManagedProcess {
    const logPath = this.path('logs', `${name}.log`);
    const spec = { name, command, logPath, cwd: projectRoot };
    const started = new ManagedProcess(env === undefined ? spec : { ...spec, env });
    this.#processes.push(started);
    this.defer(async () => {
      await started.stop();
    });
    return started;
  }

  /** Registers what to undo at the end, before what was registered earlier. */
  defer(undo: () => void | Promise<void>): void {
    this.#undo.push(undo);
  }

  /** True once the teardown has begun, be it because of an interrupt. */
  get isEnding(): boolean {
    return !open.has(this);
  }

  async dispose(): Promise<void> {
    open.delete(this);
    const failures: unknown[] = [];
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
    if (failures.length > 0) throw new AggregateError(failures, 'the teardown failed');
  }

  /** The last resort when this process ends without having disposed: synchronous. */
  abandon(): void {
    for (const one of this.#processes) one.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs `story` in a fresh workspace; when it fails, the end of every log is in the error. */
export async function inWorkspace<T>(story: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = new Workspace();
  try {
    return await story(workspace);
  } catch (error) {
    const logs = workspace.processes.map((one) => `--- ${one.name}\n${one.output.slice(-6000)}`);
    throw new Error(`${inspect(error)}\n${logs.join('\n')}`);
  } finally {
    await workspace.dispose();
  }
}

function disposeOnInterrupt(): void {
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    for (const one of open) one.abandon();
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    process.once(signal, () => {
      const all = Promise.allSettled([...open].map((one) => one.dispose()));
      void all.then(() => process.exit(128 + constants.signals[signal]));
    });
  }
}
