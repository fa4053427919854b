import type { Server as NetServer, Socket } from 'node:net';
import { Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import type { Clock } from '../clock/clock.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { boundedLog } from '../log/bounded-log.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { limitCalls } from './call-limits.ts';
import { ConnectionRefused, Connections } from './connections.ts';
import type { Interceptor, ServedMethod } from './contract.ts';
import { definitionOf, handlerOf, type HandlerHost } from './grpc-handlers.ts';
import { guardStreams, limitHeaders, silenceGrpc } from './grpc-internals.ts';
import { HandshakeBudget } from './handshake-budget.ts';
import { HeldMessages } from './held-messages.ts';
import type { CallHost } from './http2/call.ts';
import { HeldBytes } from './http2/held-bytes.ts';
import { defaultHttp2Limits, type Http2Limits } from './http2/http2-limits.ts';
import { createHttp2Server } from './http2/server.ts';
import { defaultLimits, type RpcLimits } from './limits.ts';
import { affordableConnections } from './affordable-connections.ts';
import { awaitPreface } from './preface.ts';
import type { CallObserver, ServedCall } from './served-call.ts';
import { boundAddress, listenOnTls, type TlsListenOptions } from './tls-listener.ts';
import { listenOnUnixSocket, type UnixListenOptions } from './unix-listener.ts';
import { UnreadAnswers } from './unread-answers.ts';

export interface RpcServerOptions {
  readonly methods: readonly ServedMethod[];
  readonly interceptors?: readonly Interceptor[];
  readonly limits?: Partial<RpcLimits>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics?: Metrics;
  /** What speaks HTTP/2 on Unix sockets: grpc-js unless told otherwise. */
  readonly unixTransport?: Transport;
  /** The same over TLS. */
  readonly tlsTransport?: Transport;
  /** Of our own transport, beyond `limits`. */
  readonly http2Limits?: Partial<Http2Limits>;
}

/** `own` is the core in `http2/`; both pass the same contract suite. */
export type Transport = 'grpc-js' | 'own';

/** Serves RPCs on any number of sockets. Nothing that a peer sends ends the process. */
export interface RpcServer {
  /** Throws SOCKET_IN_USE when a live process serves the path, else removes what was left over. */
  listenUnix(options: UnixListenOptions): Promise<void>;
  /** Resolves with where it listens. Throws UNAVAILABLE. */
  listenTls(options: TlsListenOptions): Promise<{ readonly host: string; readonly port: number }>;
  /**
   * Accepts nothing more, tells streams to end and gives unary calls `graceMs` to finish; then every
   * connection is closed.
   */
  close(options: { readonly graceMs: number }): Promise<void>;
}

const threeMinutesMs = 180_000;
/** Anybody may connect, to fetch the bundle and to attest; more than that is not needed. */
const streamsOfStrangers = 4;
/** An attestation payload has some kilobytes; one message of the largest size still passes. */
const heldBytesOfStrangers = {
  maxHeldBytes: 5 * 1024 * 1024,
  maxHeldBytesInTotal: 64 * 1024 * 1024,
  fairHeldBytes: 64 * 1024,
};

export function createRpcServer(options: RpcServerOptions): RpcServer {
  silenceGrpc();
  const wanted = { ...defaultLimits, ...options.limits };
  const limits = { ...wanted, maxConnections: affordableConnections(wanted.maxConnections) };
  // Whatever peers make us say, they cannot fill the disk with it.
  const log = boundedLog(options.log, options.clock);
  const connections = new Connections(limits, log, options.metrics);
  const calls = new RunningCalls();
  const listeners: NetServer[] = [];
  const held = new HeldMessages({
    countFor: heldBytesByPeer(connections),
    maxMessageBytes: limits.maxMessageBytes,
    onTooMuch: (id) => connections.cut(id, 'it sends more than is read'),
  });
  const host: HandlerHost & CallHost = {
    taken: (stream) => held.taken(stream),
    interceptors: [limitCalls(limits, options.metrics), ...(options.interceptors ?? [])],
    clock: options.clock,
    log,
    sendMs: limits.sendMs,
    sendLeastBytes: limits.sendLeastBytes,
    unread: new UnreadAnswers(limits, options.metrics),
    findPeer: (id) => connections.findPeer(id),
    started: (call) => calls.started(call),
    over: (call) => calls.over(call),
  };
  const drains: (() => void)[] = [];
  const closing = new AbortController();
  const preface = { clock: options.clock, timeoutMs: limits.prefaceMs, signal: closing.signal };

  /** What is done with a connection whose peer is known. */
  const transport = (kind: 'unix' | 'tls', maxConnectionAgeMs: number) => {
    const isOwn = (kind === 'unix' ? options.unixTransport : options.tlsTransport) === 'own';
    const create = (maxStreams: number, http2Limits: Partial<Http2Limits> = {}) => {
      const maxStreamsPerConnection = Math.min(limits.maxStreamsPerConnection, maxStreams);
      const ofThese = { ...limits, maxStreamsPerConnection };
      const { methods, metrics } = options;
      return isOwn
        ? createHttp2Server({
            ...{ methods, host, limits: ofThese, metrics },
            http2Limits: { ...options.http2Limits, ageMs: maxConnectionAgeMs, ...http2Limits },
          })
        : createGrpcServer(methods, host, ofThese, held, maxConnectionAgeMs);
    };
    const server = create(Infinity);
    // The limit of streams is a server's, not a connection's.
    const forStrangers = kind === 'tls' ? create(streamsOfStrangers, heldBytesOfStrangers) : server;
    drains.push(
      () => server.drain(),
      () => forStrangers.drain(),
    );
    return (socket: Socket) => {
      awaitPreface(socket, preface, (fault) => {
        const isStranger = connections.isStranger(socket.remoteAddress ?? '');
        if (fault === undefined) (isStranger ? forStrangers : server).serve(socket);
        else connections.refuse(socket, kind, new ConnectionRefused(fault));
      });
    };
  };

  return {
    async listenUnix(unix) {
      listeners.push(await listenOnUnixSocket(unix, connections, transport('unix', 0)));
    },
    async listenTls(tls) {
      const serve = transport('tls', tls.maxConnectionAgeMs ?? threeMinutesMs);
      const { tlsHandshakeMs: handshakeMs, strangerMs } = limits;
      const time = { clock: options.clock, handshakeMs, strangerMs };
      const gate = new HandshakeBudget(limits, options.clock);
      const listener = await listenOnTls(tls, connections, time, gate, serve);
      listeners.push(listener);
      return boundAddress(listener);
    },
    async close({ graceMs }) {
      const closed = Promise.all(listeners.splice(0).map((listener) => closeListener(listener)));
      closing.abort();
      for (const drain of drains) drain();
      calls.abort('streams');
      await Promise.race([closed, elapsed(options.clock, graceMs)]);
      calls.abort('all');
      connections.destroyAll();
      await closed;
    },
  };
}

function createGrpcServer(
  methods: readonly ServedMethod[],
  host: HandlerHost,
  limits: RpcLimits,
  held: HeldMessages,
  maxConnectionAgeMs: number,
) {
  const server = new GrpcServer({
    'grpc.enable_channelz': 0,
    'grpc.max_receive_message_length': limits.maxMessageBytes,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': limits.maxStreamsPerConnection,
    'grpc.keepalive_time_ms': limits.keepaliveMs,
    'grpc.keepalive_timeout_ms': limits.keepaliveTimeoutMs,
    ...(maxConnectionAgeMs > 0 && { 'grpc.max_connection_age_ms': maxConnectionAgeMs }),
  });
  limitHeaders(server, limits.maxHeaderBytes);
  const onFault = (error: unknown) => host.log.error('Stream could not be served', { error });
  guardStreams(server, onFault, (stream) => held.watch(stream));
  for (const served of methods) {
    const { path } = served.method;
    server.addService({ [path]: definitionOf(served) }, { [path]: handlerOf(served, host) });
  }
  // TLS, where there is any, is over before a socket comes here.
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    serve: (socket: Socket) => injector.injectConnection(socket),
    /** Sends GOAWAY; sockets are ended by their owner. */
    drain: () => injector.drain(2 ** 31 - 1),
  };
}

/** Strangers share a small budget of their own, so that they cannot use up that of the agents. */
function heldBytesByPeer(connections: Connections): (connectionId: string) => HeldBytes {
  const ofPeers = new HeldBytes(defaultHttp2Limits);
  const ofStrangers = new HeldBytes({ ...defaultHttp2Limits, ...heldBytesOfStrangers });
  return (id) => (connections.isStranger(id) ? ofStrangers : ofPeers);
}

/** Resolves when the listener and all its connections are closed. */
function closeListener(listener: NetServer): Promise<void> {
  return new Promise((resolve) => void listener.close(() => resolve()));
}

function elapsed(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/** The calls under way, so that a shutdown can end them. */
class RunningCalls implements CallObserver {
  readonly #running = new Set<ServedCall>();

  started(call: ServedCall): void {
    this.#running.add(call);
  }

  over(call: ServedCall): void {
    this.#running.delete(call);
  }

  abort(which: 'streams' | 'all'): void {
    const reason = new SpiffeError('UNAVAILABLE', 'the server is shutting down');
    for (const call of this.#running) {
      if (which === 'all' || call.kind !== 'unary') call.abort(reason);
    }
  }
}
