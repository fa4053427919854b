import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../../../common/errors/spiffe-error.ts';
import { negotiate, type ApiVersion } from './api-version.ts';
import { Agent, request as httpRequest } from '../../../../common/http/node-http.ts';

interface EngineClientOptions {
  readonly socketPath: string;
  /** Undefined: the newest that both sides know. */
  readonly version: ApiVersion | undefined;
  readonly clock: Pick<Clock, 'after'>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * The two questions that the attestor has for a Docker or Podman engine, over its Unix socket.
 * Connections are kept alive; each request has a time-out and each answer a size limit. Throws
 * UNAVAILABLE, with the engine's own words where it has some.
 */
export class EngineClient {
  readonly #options: EngineClientOptions;
  readonly #agent: Agent;
  #version: Promise<ApiVersion> | undefined;

  constructor(options: EngineClientOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 8, maxFreeSockets: 2 });
  }

  get address(): string {
    return `unix://${this.#options.socketPath}`;
  }

  /** Undefined when the engine has no such container. */
  inspectContainer(id: string): Promise<unknown> {
    return this.#inspect(`/containers/${encodeURIComponent(id)}/json`);
  }

  /** Undefined when the engine has no such image. */
  inspectImage(name: string): Promise<unknown> {
    return this.#inspect(`/images/${encodeURIComponent(name)}/json`);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #inspect(path: string): Promise<unknown> {
    const version = await this.#negotiated();
    const answer = await this.#get(`/v${version.text}${path}`);
    const { status } = answer;
    if (status === 200) return parseJson(answer.body);
    if (status === 404) return undefined;
    // The engine may have been replaced by one that no longer speaks this version.
    if (status === 400) this.#version = undefined;
    throw this.#failed(`answered ${status}: ${engineWords(answer.body)}`);
  }

  #negotiated(): Promise<ApiVersion> {
    const { version } = this.#options;
    if (version !== undefined) return Promise.resolve(version);
    this.#version ??= this.#ping().catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    });
    return this.#version;
  }

  async #ping(): Promise<ApiVersion> {
    const { status, headers, body } = await this.#get('/_ping');
    if (status !== 200) throw this.#failed(`answered ${status}: ${engineWords(body)}`);
    const offered = headers['api-version'];
    return negotiate(typeof offered === 'string' ? offered : undefined);
  }

  async #get(path: string): Promise<Answer> {
    const deadline = new AbortController();
    const cancel = this.#options.clock.after(timeoutMs, () => deadline.abort());
    try {
      const response = await this.#send(path, deadline.signal);
      const body = await readBody(response);
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (cause) {
      if (deadline.signal.aborted) throw this.#failed(`no answer within ${timeoutMs} ms`, cause);
      // Another engine may listen there from now on.
      this.#version = undefined;
      throw this.#failed(messageOf(cause), cause);
    } finally {
      cancel();
    }
  }

  #send(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { socketPath } = this.#options;
    // The host of a request over a Unix socket means nothing, but HTTP/1.1 wants one.
    const headers = { host: 'docker', accept: 'application/json' };
    httpRequest({ socketPath, path, agent: this.#agent, headers, signal }, resolve)
      .on('error', reject)
      .end();
    return promise;
  }

  #failed(reason: string, cause?: unknown): SpiffeError {
    return new SpiffeError('UNAVAILABLE', `container engine at ${this.address}: ${reason}`, {
      cause,
    });
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimitBytes) {
      response.destroy();
      throw new Error(`the answer exceeds the limit of ${bodyLimitBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new SpiffeError('UNAVAILABLE', 'the engine answered with something that is no JSON', {
      cause,
    });
  }
}

/** `{"message":"…"}`, or the start of whatever it is. */
function engineWords(body: Buffer): string {
  const text = body.subarray(0, excerptBytes).toString().trim();
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : text;
  } catch {
    // An error page of something in between, or a cut answer: its text is all there is.
    return text;
  }
}

const timeoutMs = 5_000;
const bodyLimitBytes = 8 * 1024 * 1024;
const excerptBytes = 1024;
