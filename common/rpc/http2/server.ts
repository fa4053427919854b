import type { Socket } from 'node:net';
import type { Metrics } from '../../telemetry/metrics.ts';
import { noMetrics } from '../../telemetry/metrics.ts';
import type { Peer, ServedMethod } from '../contract.ts';
import type { RpcLimits } from '../limits.ts';
import type { CallHost } from './call.ts';
import { Http2Connection, type ConnectionHost } from './connection.ts';
import { HeldBytes } from './held-bytes.ts';
import { defaultHttp2Limits, type Http2Limits } from './http2-limits.ts';

/** What the server asks of those who accept its sockets. */
export interface Http2ServerHost extends CallHost {
  findPeer(connectionId: string): Peer | undefined;
}

interface Http2ServerOptions {
  readonly methods: readonly ServedMethod[];
  readonly host: Http2ServerHost;
  readonly limits: RpcLimits;
  readonly http2Limits?: Partial<Http2Limits>;
  readonly metrics?: Metrics | undefined;
}

/** Serves gRPC on sockets that somebody else accepts. Nothing that a peer sends ends the process. */
interface Http2Server {
  /** Takes a socket whose peer has been introduced and whose client preface waits to be read. */
  serve(socket: Socket): void;
  /** Takes no new calls; each connection closes when its calls are over. */
  drain(): void;
}

/** Our own HTTP/2 core: server side, prior knowledge, no push, no priorities. */
export function createHttp2Server(options: Http2ServerOptions): Http2Server {
  const { host: handlers, metrics = noMetrics } = options;
  const limits = { ...options.limits, ...defaultHttp2Limits, ...options.http2Limits };
  const connections = new Set<Http2Connection>();
  const host: ConnectionHost = {
    handlers,
    methods: new Map(options.methods.map((served) => [served.method.path, served])),
    limits,
    held: new HeldBytes(limits),
    faulted: faultReporter(handlers, metrics),
    gone: (connection) => connections.delete(connection),
  };
  let sweeping = false;
  const sweep = () => {
    sweeping = connections.size > 0;
    if (!sweeping) return;
    handlers.clock.after(sweepMs(limits), () => {
      const now = handlers.clock.monotonic();
      for (const connection of connections) connection.sweep(now);
      sweep();
    });
  };
  return {
    serve(socket) {
      const peer = handlers.findPeer(socket.remoteAddress ?? '');
      if (peer === undefined) {
        // Gone already: nobody is served without the kernel or TLS naming them.
        socket.destroy();
        return;
      }
      const connection = new Http2Connection(socket, peer, host);
      connections.add(connection);
      connection.start();
      if (!sweeping) sweep();
    },
    drain() {
      for (const connection of connections) connection.drain();
    },
  };
}

/** One metric per HTTP/2 error code and per limit; a line in the log for those who look. */
function faultReporter(handlers: CallHost, metrics: Metrics): ConnectionHost['faulted'] {
  const faults = metrics.counter('rpc_http2_faults', 'Connections ended for a fault of the peer', [
    'code',
    'limit',
  ]);
  return (fault, peer) => {
    faults.inc({ code: fault.code, limit: fault.limit ?? '' });
    handlers.log.warn('Connection ended for a fault of the peer', {
      code: fault.code,
      reason: fault.message,
      ...(fault.limit !== undefined && { limit: fault.limit }),
      ...(peer.kind === 'local' ? { pid: peer.pid } : { address: peer.address }),
    });
  };
}

function sweepMs(limits: RpcLimits & Http2Limits): number {
  const { keepaliveMs, keepaliveTimeoutMs, frameMs, idleMs } = limits;
  const ageMs = limits.ageMs || Infinity;
  return Math.max(1, Math.min(keepaliveMs, keepaliveTimeoutMs, frameMs, idleMs, ageMs) / 4);
}
