import fastify, { type FastifyInstance } from 'fastify';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, type SecureContext, type Server as TlsServer } from 'node:tls';
import { SpiffeError } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import { limitHandshakes, limitPerAddress, type HandshakeRate } from './connection-limit.ts';
import { hostAndPort } from '../text/host-port.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Where a redirect leads. */
  readonly location?: string;
}

export interface HttpRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** What follows the question mark. */
  readonly query: string;
  /** As the client named the server; empty when it did not. */
  readonly host: string;
  /** Of the client. */
  readonly address: string;
  /** The header; empty without one. */
  readonly authorization: string;
  /** Empty unless the server accepts bodies. */
  readonly body: Uint8Array;
}

/** Answers any method on its path. What it throws is logged and answered with 500. */
export type HttpHandler = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** By exact path. */
  readonly routes: Readonly<Record<string, HttpHandler>>;
  /** For every other path; without it they are answered with 404. */
  readonly fallback?: HttpHandler;
  /** Hands bodies of at most 64 KiB to the handlers; otherwise they are read and dropped. */
  readonly acceptBodies?: boolean;
  /** Default 256: probes and scrapers need a handful. */
  readonly mostConnections?: number;
  /** Of one address, or of one IPv6 /64. Default: a quarter of all. */
  readonly mostConnectionsPerAddress?: number;
  /** How long a TLS handshake may take. Default 10 s. */
  readonly handshakeTimeoutMs?: number;
  /** How long a client may take for its part; see the defaults. */
  readonly patience?: Partial<HttpPatience>;
  /** Handshakes of one address, of an IPv6 /64 each, over TLS; as of the server's port by default. */
  readonly handshakes?: HandshakeRate;
  /** Serves TLS when present; a function is asked at each connection and must be quick. */
  readonly tls?: HttpTls | (() => HttpTls);
  /** The certificate that answers the TLS-ALPN-01 challenge of a name (RFC 8737 §3). */
  readonly acmeChallenge?: (serverName: string) => HttpTls | undefined;
  readonly log: Logger;
}

/** From the first byte, or the connection, to the end of what is waited for; whoever is late is cut a little later. */
interface HttpPatience {
  readonly headersMs: number;
  /** The request with its body. */
  readonly requestMs: number;
  /** Between requests, and while an answer is not read. */
  readonly idleMs: number;
}

const defaultPatience: HttpPatience = { headersMs: 10_000, requestMs: 10_000, idleMs: 30_000 };

export interface HttpTls {
  readonly certPem: string;
  readonly keyPem: string;
  /** Clients must show a certificate that chains to one of these. */
  readonly clientCaPem?: string;
}

export interface HttpServer {
  readonly port: number;
  /** Ends every connection and resolves when none is left. */
  close(): Promise<void>;
}

/**
 * Starts a small HTTP server; resolves when it listens. Request bodies, headers, times and
 * connections are limited. Throws UNAVAILABLE when the address cannot be had.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const app = createApp(options);
  for (const [path, handler] of Object.entries(options.routes)) {
    app.all(path, async (request, reply) =>
      send(reply, await answer(handler, requestOf(request), options.log)),
    );
  }
  const fallback = options.fallback ?? (() => notFound);
  app.setNotFoundHandler(async (request, reply) =>
    send(reply, await answer(fallback, requestOf(request), options.log)),
  );
  try {
    await app.listen({ host: await addressOf(options.host), port: options.port });
  } catch (cause) {
    await app.close();
    const address = hostAndPort(options.host, options.port);
    throw new SpiffeError('UNAVAILABLE', `unable to listen on ${JSON.stringify(address)}`, {
      cause,
    });
  }
  const { port } = app.server.address() as AddressInfo;
  return { port, close: () => app.close() };
}

/**
 * As SPIRE's servers, `localhost` listens on one address, IPv4 if there is one: fastify would listen on all it
 * stands for, and neither limits nor renewed certificates would hold for any but the first.
 */
async function addressOf(host: string): Promise<string> {
  if (host !== 'localhost') return host;
  const { address } = await lookup(host, { order: 'ipv4first' });
  return address;
}

function createApp(options: HttpServerOptions): FastifyInstance {
  const { tls, log, acceptBodies = false, mostConnections = 256 } = options;
  const perAddress = options.mostConnectionsPerAddress ?? Math.ceil(mostConnections / 4);
  const { headersMs, requestMs, idleMs } = { ...defaultPatience, ...options.patience };
  const http = {
    maxHeaderSize: 8 * 1024,
    headersTimeout: headersMs,
    // Node looks every thirty seconds, and so cuts after up to forty.
    connectionsCheckingInterval: Math.min(headersMs, requestMs) / 4,
  };
  const settings = {
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: idleMs,
    forceCloseConnections: true,
    // It would repeat what it cannot read.
    frameworkErrors: (_error: unknown, _request: unknown, reply: object) =>
      void send(reply as Reply, badRequest),
    // No route has a schema; the compilers that fastify would load weigh more than all the rest of it.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  };
  const app: FastifyInstance =
    tls === undefined
      ? fastify({ ...settings, http })
      : fastify({ ...settings, https: { ...http, ...secureOptions(tls, options) } });
  if (typeof tls === 'function') followTls(app.server as unknown as TlsServer, tls, log);
  app.server.maxConnections = mostConnections;
  limitPerAddress(app.server, perAddress, log);
  if (tls !== undefined) limitHandshakes(app.server, log, options.handshakes);
  // Whatever a prober sends along is read and dropped.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, acceptBodies ? body : undefined),
  );
  boundUnread(app);
  // RFC 9112 §3.2: whom a client means must not depend on who reads it.
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.socket.destroyed) return;
    if ((raw.headersDistinct['host']?.length ?? 0) > 1) send(reply, badRequest);
    else done();
  });
  app.setErrorHandler((error: { statusCode?: number }, _, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error('Failed to answer an HTTP request', { error });
    return send(reply, { ...internalError, status });
  });
  return app;
}

/**
 * Ends a connection that asks on without reading: Node answers every request that comes in one read before it
 * looks whether anybody takes the answers, and two thousand fit into one. Counted before anybody answers, as
 * fastify does for a path that it cannot read.
 */
function boundUnread({ server }: FastifyInstance): void {
  const unread = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (unread.get(socket) ?? 0) + 1;
    unread.set(socket, count);
    response.once('close', () => unread.set(socket, (unread.get(socket) ?? 1) - 1));
    if (count > mostUnread) socket.destroy();
  });
  // Node would answer for us. RFC 9110 §10.1.1 leaves it to the server; nobody who asks us expects anything.
  server.on('checkExpectation', ({ socket }: IncomingMessage) => socket.destroy());
}

function noSchemas(): never {
  throw new Error('routes have no schema');
}

async function answer(
  handler: HttpHandler,
  request: HttpRequest,
  log: Logger,
): Promise<HttpAnswer> {
  try {
    return await handler(request);
  } catch (error) {
    log.error('Failed to answer an HTTP request', { error });
    return internalError;
  }
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly ip: string;
  readonly headers: { readonly authorization?: string | undefined };
  readonly body: unknown;
}

function requestOf({ body, headers, host, ip, method, url }: Received): HttpRequest {
  return {
    method,
    path: url.split('?', 1)[0] ?? url,
    query: url.includes('?') ? url.slice(url.indexOf('?') + 1) : '',
    host,
    address: ip,
    authorization: headers.authorization ?? '',
    body: body instanceof Uint8Array ? body : noBody,
  };
}

interface Reply {
  code(status: number): this;
  type(contentType: string): this;
  header(name: string, value: string): this;
  send(body: string): unknown;
}

function send(reply: Reply, { status, contentType, body, location }: HttpAnswer): unknown {
  if (location !== undefined) reply.header('location', location);
  return reply.code(status).type(contentType).send(body);
}

function secureOptions(tls: HttpTls | (() => HttpTls), options: HttpServerOptions) {
  const { acmeChallenge, handshakeTimeoutMs = 10_000 } = options;
  const now = typeof tls === 'function' ? tls() : tls;
  return {
    ...tlsOptions(now),
    // Node's is two minutes, and a silent connection holds a place all the while.
    handshakeTimeout: handshakeTimeoutMs,
    ...(acmeChallenge !== undefined && challengeOptions(acmeChallenge)),
  };
}

/** What was negotiated is not looked at again: SNI and ALPN only choose the certificate. */
function challengeOptions(certificateFor: NonNullable<HttpServerOptions['acmeChallenge']>) {
  const challenged = new WeakSet<object>();
  return {
    ALPNCallback(this: object, { protocols }: { protocols: string[] }) {
      if (!protocols.includes(acmeProtocol)) {
        return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
      }
      challenged.add(this);
      return acmeProtocol;
    },
    // OpenSSL calls it after the one above, in TLS 1.3 at least.
    SNICallback(
      this: object,
      serverName: string,
      done: (error: Error | null, context?: SecureContext) => void,
    ) {
      const found = challenged.has(this) ? certificateFor(serverName) : undefined;
      done(null, found && createSecureContext({ cert: found.certPem, key: found.keyPem }));
    },
  };
}

/** Gives each connection the certificate of its moment; the last good one while there is none. */
function followTls(server: TlsServer, source: () => HttpTls, log: Logger): void {
  let served = source();
  server.prependListener('connection', () => {
    try {
      const now = source();
      if (now === served) return;
      server.setSecureContext(tlsOptions(now));
      served = now;
    } catch (error) {
      log.error('Failed to renew the certificate of an HTTP server', { error });
    }
  });
}

function tlsOptions({ certPem, keyPem, clientCaPem }: HttpTls) {
  const client = { ca: clientCaPem, requestCert: true, rejectUnauthorized: true };
  return {
    cert: certPem,
    key: keyPem,
    minVersion: 'TLSv1.2' as const,
    ...(clientCaPem === undefined ? {} : client),
  };
}

/** Browsers and libraries ask for one thing at a time. */
const mostUnread = 8;
const acmeProtocol = 'acme-tls/1';
const badRequest: HttpAnswer = { status: 400, contentType: 'text/plain', body: 'bad request\n' };
const notFound: HttpAnswer = { status: 404, contentType: 'text/plain', body: 'not found\n' };
const internalError: HttpAnswer = {
  status: 500,
  contentType: 'text/plain',
  body: 'request failed\n',
};

const noBody = new Uint8Array();
