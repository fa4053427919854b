import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type Agent as HttpsAgent } from 'node:https';
import type { Agent as HttpAgent } from 'node:http';
import { SpiffeError } from '../errors/spiffe-error.ts';

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
export async function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      response.destroy();
      throw new SpiffeError('RESOURCE_EXHAUSTED', `response exceeds the limit of ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
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
