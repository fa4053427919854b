import type { IncomingMessage } from 'node:http';
import { request as httpsRequest, type Agent as HttpsAgent } from 'node:https';
import type { Agent as HttpAgent } from 'node:http';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { request as httpRequest } from '../http/node-http.ts';

export interface HttpCall {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Always one of ours: Node's global agent may send credentials to a proxy of the environment. */
  readonly agent: HttpAgent | HttpsAgent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** JSON by default. */
  readonly contentType?: string;
  readonly signal: AbortSignal;
}

/** Sends a request and resolves with the response's head; the body is still to be read. */
export function send(call: HttpCall): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = call.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { method, agent, signal, body, contentType = 'application/json' } = call;
  const headers = {
    accept: 'application/json',
    ...call.headers,
    ...(body !== undefined && {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
  request(call.url, { method, agent, headers, signal }, resolve)
    // An abort arrives as an AbortError; the reason says more.
    .on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    .end(body);
  return promise;
}

/** Reads a body of at most `limit` bytes. Throws RESOURCE_EXHAUSTED when there is more. */
export function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  return new BodyReader(limit).read(response);
}

/**
 * Reads bodies one after the other into the same memory: for large ones that come often, whose allocation costs
 * more than all the rest. A body is good until the next one is read.
 */
export class BodyReader {
  readonly #limit: number;
  #memory = Buffer.alloc(0);

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws RESOURCE_EXHAUSTED when there is more than the limit. */
  async read(response: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<Buffer> {
    let size = 0;
    for await (const chunk of response) {
      const end = size + chunk.length;
      if (end > this.#limit) {
        response.destroy();
        throw new SpiffeError(
          'RESOURCE_EXHAUSTED',
          `response exceeds the limit of ${this.#limit} bytes`,
        );
      }
      if (end > this.#memory.length) this.#grow(end, size);
      chunk.copy(this.#memory, size);
      size = end;
    }
    return this.#memory.subarray(0, size);
  }

  #grow(needed: number, used: number): void {
    const memory = Buffer.allocUnsafeSlow(Math.max(needed, this.#memory.length * 2));
    this.#memory.copy(memory, 0, 0, used);
    this.#memory = memory;
  }
}

/** The start of a refusal's body, for the error; what follows is not read. */
export async function readExcerpt(response: IncomingMessage, limit = 1024): Promise<string> {
  let text = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    text = Buffer.concat([text, chunk]);
    if (text.length >= limit) break;
  }
  response.destroy();
  return text.subarray(0, limit).toString().trim();
}
