/** What a peer may cost us; every limit is on unless a server is told otherwise. */
export interface RpcLimits {
  /** Of one received message, after decompression. */
  readonly maxMessageBytes: number;
  /** Of all request headers of a call, as HTTP/2 counts them (RFC 9113 §6.5.2). */
  readonly maxHeaderBytes: number;
  readonly maxStreamsPerConnection: number;
  /** Fewer where the process may not open so many files. */
  readonly maxConnections: number;
  /** Over TLS, of one SPIFFE ID; an agent needs one or two, replicas of a client may share an ID. */
  readonly maxConnectionsPerSpiffeId: number;
  /** On Unix sockets only, as those below: two users cannot take all. Of a user's processes outside of containers. */
  readonly maxConnectionsPerUid: number;
  /** Of all processes in one container or pod, whatever user they are. */
  readonly maxConnectionsPerContainer: number;
  readonly maxConnectionsPerProcess: number;
  readonly maxCallsPerUid: number;
  readonly maxCallsPerContainer: number;
  readonly maxCallsPerProcess: number;
  /** Over TLS, of one SPIFFE ID on all its connections. */
  readonly maxCallsPerSpiffeId: number;
  /** The same in bytes of answers that wait for their reader; one answer may always wait. */
  readonly maxUnreadBytesPerSpiffeId: number;
  /** TLS handshakes of one IPv4 address or IPv6 /64: at once, and each second from then on. */
  readonly handshakesBurst: number;
  readonly handshakesPerSecond: number;
  readonly tlsHandshakeMs: number;
  /** From accept (or the end of the TLS handshake) to the HTTP/2 preface. */
  readonly prefaceMs: number;
  /** How long a connection over TLS may last whose far end presents no certificate. */
  readonly strangerMs: number;
  /** How long a peer may leave a response unread before its stream is ended. */
  readonly sendMs: number;
  /** Of a large response the peer takes so much each `sendMs`, or leaves it unread; grpc-js wants all of it in `sendMs`. */
  readonly sendLeastBytes: number;
  readonly keepaliveMs: number;
  readonly keepaliveTimeoutMs: number;
}

export const defaultLimits: RpcLimits = {
  maxMessageBytes: 4 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024,
  maxStreamsPerConnection: 1000,
  maxConnections: 8192,
  maxConnectionsPerSpiffeId: 128,
  maxConnectionsPerUid: 3072,
  maxConnectionsPerContainer: 1024,
  maxConnectionsPerProcess: 1024,
  maxCallsPerUid: 12_288,
  maxCallsPerContainer: 4096,
  maxCallsPerProcess: 4096,
  maxCallsPerSpiffeId: 1024,
  maxUnreadBytesPerSpiffeId: 64 * 1024 * 1024,
  // A fleet behind one gateway starts at once; a handshake costs a millisecond or two of one core.
  handshakesBurst: 2000,
  handshakesPerSecond: 200,
  tlsHandshakeMs: 10_000,
  prefaceMs: 10_000,
  // Attestation takes seconds; well above the age at which connections are asked to end.
  strangerMs: 300_000,
  sendMs: 30_000,
  // Some 17 kbit/s.
  sendLeastBytes: 64 * 1024,
  keepaliveMs: 60_000,
  keepaliveTimeoutMs: 20_000,
};

/**
 * How many connections a process with so many descriptors should take: some are for files, the database
 * and what it calls itself. Without this the limit that is met is the system's, and then nothing works.
 */
export function connectionsFor(openFiles: number): number {
  const spare = Math.max(64, Math.min(1024, Math.floor(openFiles / 8)));
  return Math.max(64, Math.min(mostConnections, openFiles - spare));
}

const mostConnections = 65_536;
