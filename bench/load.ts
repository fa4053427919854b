import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { projectRoot } from '../integration/local/harness/workspace.ts';

export interface Quantiles {
  readonly n: number;
  readonly min: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface ProcessUse {
  readonly cpu_ms: number;
  readonly rss_mib: number;
  readonly fds: number;
}

/** What `sdsload open` and `sdsload fetch` print. */
interface OpenReport {
  readonly ok: number;
  readonly per_s: number;
  readonly latency_ms: Quantiles;
  readonly cpu_us_per_op: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly process: ProcessUse;
}

interface HoldReport {
  readonly live: number;
  readonly updates: Readonly<
    Record<
      string,
      {
        readonly streams: number;
        readonly messages: number;
        readonly unchanged: number;
        readonly first_new_ms: Quantiles;
        readonly last_ms: number;
      }
    >
  >;
  readonly process: ProcessUse;
}

/** Builds the load generators once per source state (Go's own cache decides) and returns their folder. */
export function buildLoad(): string {
  const caches = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  // Two checkouts do not replace each other's programs.
  const checkout = createHash('sha256').update(projectRoot).digest('hex').slice(0, 8);
  const folder = join(caches, 'sigil', 'bench', checkout);
  mkdirSync(folder, { recursive: true });
  execFileSync('go', ['build', '-o', `${folder}/`, './cmd/...'], {
    cwd: join(projectRoot, 'bench/sdsload'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return folder;
}

/** Runs `sdsload` to its end and parses its line. */
export function runLoad(folder: string, args: readonly string[]): OpenReport {
  const out = execFileSync(join(folder, 'sdsload'), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as OpenReport;
}

/** Streams that `sdsload hold` keeps open, with its commands. */
export class HeldStreams {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string, undefined>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]() as AsyncIterator<
      string,
      undefined
    >;
  }

  static async open(
    folder: string,
    args: readonly string[],
  ): Promise<{ held: HeldStreams; opened: HoldReport }> {
    const child = spawn(join(folder, 'sdsload'), ['hold', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const held = new HeldStreams(child);
    return { held, opened: await held.#read() };
  }

  /** What follows is measured from now. */
  mark(): void {
    this.#child.stdin.write('mark\n');
  }

  async report(): Promise<HoldReport> {
    this.#child.stdin.write('report\n');
    return this.#read();
  }

  async close(): Promise<void> {
    this.#child.stdin.end('quit\n');
    await once(this.#child, 'exit');
  }

  async #read(): Promise<HoldReport> {
    const { value } = await this.#lines.next();
    if (value === undefined) throw new Error('sdsload ended early');
    return JSON.parse(value) as HoldReport;
  }
}
