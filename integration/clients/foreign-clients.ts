import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { findPythonWithGrpcio } from './python/python-grpcio.ts';

/** A client of another language; `command` builds or installs it at first, or throws why it cannot be had. */
export interface ForeignClient {
  readonly name: string;
  readonly command: () => readonly string[];
  /** Names of the server that this library cannot be made to send. */
  readonly unspeakable: readonly string[];
  /** What it does not get from grpc-js, and why; it is then checked on our own transport only. */
  readonly notOnGrpcJs?: string;
}

export const foreignClients: readonly ForeignClient[] = [
  {
    name: 'grpc-go and go-spiffe',
    command: () => [join(built('go'), 'grpcgo')],
    unspeakable: [],
  },
  {
    name: 'grpc-netty',
    command: () => {
      const folder = built('java');
      const classes = `${join(folder, 'classes')}:${join(folder, 'lib')}/*`;
      return ['java', '-XX:TieredStopAtLevel=1', '-cp', classes, 'Client'];
    },
    // Refused by the library itself: no URI has such an authority.
    unspeakable: ['', '/run/api.sock'],
    notOnGrpcJs: 'the authority it makes of a domain socket is reset by Node (F091)',
  },
  {
    name: 'tonic',
    command: () => [join(built('rust'), 'tonic')],
    unspeakable: ['', '/run/api.sock', 'a%2Fb'],
  },
  {
    name: 'grpcio',
    command: () => {
      const found = findPythonWithGrpcio();
      if ('missing' in found) throw new Error(found.missing);
      return [found.python, fileURLToPath(new URL('./python/client.py', import.meta.url))];
    },
    unspeakable: [''],
    notOnGrpcJs: 'it sends compressed messages, which grpc-js takes',
  },
];

/** The folder of the programs of a language, built once per user. */
export function built(language: 'go' | 'java' | 'rust'): string {
  const script = fileURLToPath(new URL('./build.sh', import.meta.url));
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return execFileSync('bash', [script, language], {
    encoding: 'utf8',
    stdio,
    timeout: 600_000,
  }).trim();
}

/** A client under way; what it says is read line by line. */
export class RunningClient {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string, undefined>;
  #complaints = '';

  constructor(client: ForeignClient, args: readonly string[]) {
    const [program = '', ...rest] = client.command();
    this.#child = spawn(program, [...rest, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.on('data', (text: Buffer) => (this.#complaints += text.toString()));
    const lines = createInterface({ input: this.#child.stdout });
    this.#lines = lines[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;
  }

  /** The next line, or what it complained of when there is none. */
  async next(): Promise<string> {
    const { value } = await this.#lines.next();
    if (value !== undefined) return value;
    if (!this.#child.stderr.closed) await once(this.#child.stderr, 'close');
    throw new Error(`the client ended: ${this.#complaints}`);
  }

  goOn(): void {
    this.#child.stdin.write('\n');
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
