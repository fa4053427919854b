import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A container as a test wants the engine to describe it. */
interface FakeContainer {
  readonly id: string;
  readonly pid?: number;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly env?: readonly string[] | null;
  /** As named at creation. */
  readonly image?: string;
  /** The image itself. */
  readonly imageId?: string;
}

/** What the engine does with one request instead of answering it. */
type EngineFault = 'hang' | 'reset' | { readonly status: number; readonly body: string };

/** The part of the Docker Engine API that an attestor asks for, on a Unix socket, as scripted. */
export class FakeDockerEngine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sigil-engine-'));
  readonly socketPath = join(this.#folder, 'docker.sock');
  readonly containers = new Map<string, FakeContainer>();
  readonly images = new Map<string, string>();
  /** Taken in order, one for each request. */
  readonly faults: EngineFault[] = [];
  /** The paths that were asked for. */
  readonly requests: string[] = [];
  apiVersion: string | undefined = '1.41';
  /** How many connections were made. */
  connections = 0;
  readonly #sockets = new Set<Socket>();
  #server = this.#createServer();

  get address(): string {
    return `unix://${this.socketPath}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.socketPath, resolve);
    });
    return this;
  }

  /** As if the daemon were killed: connections are cut and the socket is gone. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    this.#server = this.#createServer();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Calls `run` when the next of the open connections ends. */
  onConnectionEnd(run: () => void): void {
    for (const socket of this.#sockets) socket.once('close', run);
  }

  put(container: FakeContainer): void {
    this.containers.set(container.id, container);
  }

  #createServer() {
    const server = createServer((request, response) => this.#answer(request, response));
    return server.on('connection', (socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.requests.push(path);
    const fault = this.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'reset') request.socket.destroy();
    else if (fault !== undefined) response.writeHead(fault.status).end(fault.body);
    else if (path === '/_ping') this.#pong(response);
    else this.#inspect(path, response);
  }

  #pong(response: ServerResponse): void {
    response.writeHead(
      200,
      this.apiVersion === undefined ? {} : { 'Api-Version': this.apiVersion },
    );
    response.end('OK');
  }

  #inspect(path: string, response: ServerResponse): void {
    const [, kind, name = ''] = /^\/v[\d.]+\/(containers|images)\/([^/]+)\/json$/.exec(path) ?? [];
    const key = decodeURIComponent(name);
    const container = this.containers.get(key);
    const image = this.images.get(key);
    if (kind === 'containers' && container !== undefined) send(response, describe(container));
    else if (kind === 'images' && image !== undefined) send(response, { Id: image });
    else {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: `No such ${kind ?? 'page'}: ${key}` }));
    }
  }
}

function describe({ id, pid = 0, labels = {}, env = [], image = '', imageId }: FakeContainer) {
  return {
    Id: id,
    ...(imageId !== undefined && { Image: imageId }),
    State: { Status: pid === 0 ? 'exited' : 'running', Pid: pid },
    Config: { Image: image, Labels: labels, Env: env },
  };
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
