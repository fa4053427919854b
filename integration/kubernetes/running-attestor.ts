import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Node } from './cluster/cluster.ts';

/** What attest-node.ts says of one process, and in its last line of the source. */
export interface Attested {
  readonly pid: number;
  readonly command: string;
  readonly selectors?: readonly string[];
  readonly error?: string;
  readonly source?: string;
}

/** The k8s attestor in a process of its own on a node. */
export class RunningAttestor {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  #rounds = 0;

  constructor({ nsexec }: Node, pluginData: object) {
    const program = new URL('attest-node.ts', import.meta.url).pathname;
    const command = [process.execPath, program, JSON.stringify(pluginData)];
    this.#process = spawn(nsexec, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Attests all processes of pods; the last element tells the source. */
  async round(): Promise<readonly Attested[]> {
    if (this.#rounds++ > 0) this.#process.stdin.write('\n');
    const found: Attested[] = [];
    for (;;) {
      const next = await this.#lines.next();
      if (next.done === true) throw new Error('the attestor ended');
      const line = JSON.parse(next.value) as Attested;
      found.push(line);
      if ('source' in line) return found;
    }
  }

  stop(): void {
    this.#process.stdin.end();
  }
}
