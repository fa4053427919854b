import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Clock } from '../clock/clock.ts';
import { messageOf, SpiffeError } from '../errors/spiffe-error.ts';
import { request as httpRequest } from './node-http.ts';

export interface HttpsRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whom Node's own verification trusts; what it found is for `verify` to judge. */
  readonly ca?: readonly string[];
  /** Throws when the server is not the one that is meant; no byte was sent to it by then. */
  verify(socket: TLSSocket): void;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  readonly clock: Pick<Clock, 'after'>;
  readonly signal: AbortSignal;
}

export interface HttpsResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

/**
 * One request over a connection of its own, the whole of it within the time-out. Redirects are the
 * caller's. Throws UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, and what `verify` throws.
 */
export async function sendHttps(request: HttpsRequest): Promise<HttpsResponse> {
  const { clock, signal, timeoutMs, url } = request;
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const cancel = clock.after(timeoutMs, () => {
    const text = `no answer from ${JSON.stringify(url.origin)} within ${timeoutMs / 1000} s`;
    ending.abort(new SpiffeError('DEADLINE_EXCEEDED', text));
  });
  try {
    return await exchange(request, ending.signal);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    throw error instanceof SpiffeError ? error : unreachable(url, error);
  } finally {
    cancel();
    signal.removeEventListener('abort', end);
  }
}

async function exchange(request: HttpsRequest, signal: AbortSignal): Promise<HttpsResponse> {
  signal.throwIfAborted();
  const socket = connect(connectionOptions(request));
  const stop = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await secured(socket);
    request.verify(socket);
    const response = await answered(request, socket);
    return {
      status: response.statusCode ?? 0,
      header: (name) => response.headers[name]?.toString(),
      body: await readBody(response, request.mostBytes),
    };
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

function connectionOptions({ url, ca }: HttpsRequest): ConnectionOptions {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca: [...ca] }),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    // Judged by `verify` before anything is sent.
    rejectUnauthorized: false,
  };
}

function secured(socket: TLSSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  // Stays: a later error must find a listener.
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('connection closed during the TLS handshake')));
  socket.once('secureConnect', () => resolve(undefined));
  return promise;
}

function answered(
  { url, method = 'GET', headers, body }: HttpsRequest,
  socket: TLSSocket,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest(
    {
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'sigil',
        connection: 'close',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      maxHeaderSize: 16 * 1024,
      createConnection: () => socket,
    },
    resolve,
  )
    .on('error', reject)
    .end(body);
  return promise;
}

async function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      throw new SpiffeError('RESOURCE_EXHAUSTED', `response is longer than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function unreachable(url: URL, cause: unknown): SpiffeError {
  return new SpiffeError('UNAVAILABLE', `${JSON.stringify(url.origin)}: ${reasonOf(cause)}`, {
    cause,
  });
}

/** Trying several addresses ends in an error without a text of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) {
    return [...new Set(cause.errors.map(messageOf))].join(', ');
  }
  return messageOf(cause);
}
