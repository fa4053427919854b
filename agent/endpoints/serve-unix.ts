import type { Clock } from '../../common/clock/clock.ts';
import type { Lifecycle } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { PeerTracker } from '../../common/peertracker/peer-tracker.ts';
import type { Interceptor, ServedMethod } from '../../common/rpc/contract.ts';
import { createRpcServer } from '../../common/rpc/rpc-server.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { AgentConfig } from '../config.ts';

interface UnixSocket {
  readonly path: string;
  readonly mode: number;
  readonly transport: AgentConfig['socketTransport'];
  readonly limits: AgentConfig['socketLimits'];
  readonly trackPeers: PeerTracker;
}

export interface SocketHost {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly interceptors: readonly Interceptor[];
  readonly lifecycle: Lifecycle;
}

/** Serves methods on a Unix socket until the lifecycle ends. Throws when the socket cannot be had. */
export async function serveUnix(
  { limits, mode, path, trackPeers, transport }: UnixSocket,
  methods: readonly ServedMethod[],
  { clock, interceptors, lifecycle, log, metrics }: SocketHost,
): Promise<void> {
  const server = createRpcServer({
    methods,
    interceptors,
    log,
    clock,
    metrics,
    unixTransport: transport,
    limits: {
      maxConnections: limits.connections,
      maxConnectionsPerUid: limits.connections_per_uid,
      maxConnectionsPerContainer: limits.connections_per_container,
      maxConnectionsPerProcess: limits.connections_per_process,
      maxCallsPerUid: limits.calls_per_uid,
      maxCallsPerContainer: limits.calls_per_container,
      maxCallsPerProcess: limits.calls_per_process,
    },
  });
  await server.listenUnix({ path, mode, trackPeers });
  lifecycle.defer(`socket ${path}`, () => server.close({ graceMs: shutdownGraceMs }));
}

const shutdownGraceMs = 1_000;
