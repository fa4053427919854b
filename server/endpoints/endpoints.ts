import type { Clock } from '../../common/clock/clock.ts';
import type { Lifecycle } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { PeerTracker } from '../../common/peertracker/peer-tracker.ts';
import type { Interceptor, ServedMethod } from '../../common/rpc/contract.ts';
import { connectionsFor, type RpcLimits } from '../../common/rpc/limits.ts';
import { createRpcServer, type Transport } from '../../common/rpc/rpc-server.ts';
import type { TlsCredentials, VerifyClient } from '../../common/rpc/tls-listener.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import { hostAndPort } from '../../common/text/host-port.ts';
import type { ServerConfig } from '../config.ts';

interface EndpointsOptions {
  readonly tcp: { readonly host: string; readonly port: number };
  readonly socketPath: string;
  /** Served on both. */
  readonly methods: readonly ServedMethod[];
  /** Served on the admin socket alone. */
  readonly adminMethods: readonly ServedMethod[];
  readonly interceptors: readonly Interceptor[];
  readonly credentials: () => TlsCredentials;
  readonly verifyClient: VerifyClient;
  readonly trackPeers: PeerTracker;
  /** What a peer of the TCP port may have. */
  readonly tcpLimits: ServerConfig['portLimits'];
  /** How many descriptors the process may have: connections are bounded by it. */
  readonly openFiles: number;
  /** What speaks HTTP/2 on the admin socket. */
  readonly unixTransport: Transport;
  /** The same on the TCP port. */
  readonly tcpTransport: Transport;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/**
 * Opens the admin socket, then the TCP port, and closes both when the lifecycle ends. Resolves with
 * where the port is. Throws SOCKET_IN_USE and UNAVAILABLE.
 */
export async function openEndpoints(
  options: EndpointsOptions,
  lifecycle: Lifecycle,
): Promise<{ readonly host: string; readonly port: number }> {
  const { interceptors, log, clock, metrics, methods, socketPath } = options;
  const maxConnections = connectionsFor(options.openFiles);
  const shared = { interceptors, log, clock, metrics, limits: { maxConnections } };
  const ofAdmins = [...methods, ...options.adminMethods];
  const { unixTransport } = options;
  const admin = createRpcServer({ ...shared, methods: ofAdmins, unixTransport });
  lifecycle.defer('admin socket', () => admin.close({ graceMs }));
  await admin.listenUnix({
    path: socketPath,
    mode: 0o770,
    folderMode: 0o750,
    trackPeers: options.trackPeers,
  });
  log.info('Starting Server APIs', { address: socketPath, network: 'unix' });
  const server = createRpcServer({
    ...shared,
    methods,
    tlsTransport: options.tcpTransport,
    limits: { maxConnections, ...limitsOf(options.tcpLimits) },
  });
  lifecycle.defer('server port', () => server.close({ graceMs }));
  const { credentials, verifyClient } = options;
  const bound = await server.listenTls({ ...options.tcp, credentials, verifyClient });
  log.info('Starting Server APIs', {
    address: hostAndPort(bound.host, bound.port),
    network: 'tcp',
  });
  return bound;
}

function limitsOf(limits: ServerConfig['portLimits']): Partial<RpcLimits> {
  return {
    maxConnectionsPerSpiffeId: limits.connections_per_spiffe_id,
    maxCallsPerSpiffeId: limits.calls_per_spiffe_id,
    maxUnreadBytesPerSpiffeId: limits.unread_bytes_per_spiffe_id,
    handshakesPerSecond: limits.handshakes_per_second,
    handshakesBurst: limits.handshakes_burst,
  };
}

/** Calls under way get this long at shutdown. */
const graceMs = 5_000;
