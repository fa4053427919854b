import { constants } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  createServer as createTlsServer,
  DEFAULT_CIPHERS,
  type Server as TlsServer,
  type TLSSocket,
} from 'node:tls';
import type { Clock } from '../clock/clock.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { ConnectionRefused, type Connection, type Connections } from './connections.ts';
import type { PeerIdentity } from './contract.ts';
import { presentedChain } from './presented-chain.ts';
import { hostAndPort } from '../text/host-port.ts';

/** A certificate chain, leaf first, with its key (PKCS#8). Return the same object until it is rotated. */
export interface TlsCredentials {
  readonly chainPem: string;
  readonly keyPem: string;
}

/** Checks the chain that a client presented, leaf first, by the SPIFFE rules; throws when it is no good. */
export type VerifyClient = (chainDer: readonly Uint8Array[]) => PeerIdentity;

export interface TlsListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Asked at each handshake. */
  readonly credentials: () => TlsCredentials;
  readonly verifyClient: VerifyClient;
  /**
   * Clients are asked to dial again after about this time, so that they spread over new servers;
   * 3 minutes unless told otherwise, as SPIRE does.
   */
  readonly maxConnectionAgeMs?: number;
}

/** How long who has said nothing of themselves may stay. */
interface Patience {
  readonly clock: Clock;
  readonly handshakeMs: number;
  readonly strangerMs: number;
}

/** Who may begin a handshake. */
interface HandshakeGate {
  take(address: string): boolean;
}

const backlog = 4096;

/**
 * Listens for TLS 1.2 and newer. A client certificate is asked for but optional; one that is sent must
 * verify. Sessions are never resumed, so every connection is checked against the bundles of its day.
 */
export async function listenOnTls(
  options: TlsListenOptions,
  connections: Connections,
  time: Patience,
  gate: HandshakeGate,
  serve: (socket: Socket) => void,
): Promise<Server> {
  const handshakes = createHandshakes(options, connections, time, serve);
  const server = createServer({ noDelay: true }, (raw) => {
    // A socket that is gone already has no address, and begins nothing.
    if (raw.remoteAddress !== undefined && !gate.take(raw.remoteAddress)) {
      connections.refuseHandshake(raw);
      return;
    }
    try {
      handshakes.start(raw, connections.add(raw));
    } catch (error) {
      connections.refuse(raw, 'tls', error);
    }
  });
  await listening(server, options);
  return server;
}

/** A connection whose handshake is under way. */
interface Pending extends Connection {
  readonly address: string;
  readonly connectedAtMs: number;
  readonly raw: Socket;
  /** Stops the timer. */
  readonly settle: () => void;
}

/** Runs TLS handshakes on sockets that a plain server accepted, so that we own each of them from its start. */
function createHandshakes(
  options: TlsListenOptions,
  connections: Connections,
  { clock, handshakeMs, strangerMs }: Patience,
  serve: (socket: Socket) => void,
) {
  const pending = new Map<string, Pending>();
  const tls = createTlsServer({
    requestCert: true,
    // Node would verify against one merged list of authorities; we verify per trust domain.
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    // Our own timer is the one that counts: Node's only reports, it does not end the connection.
    handshakeTimeout: 2 * handshakeMs,
  });
  const refresh = credentialsRefresher(tls, options.credentials);
  const boundStay = (socket: Socket, id: string) => {
    const cut = () => connections.cut(id, 'it presents no certificate and stays');
    socket.once('close', clock.after(strangerMs, cut));
  };
  const take = (socket: Socket): Pending | undefined => {
    const found = pending.get(endsOf(socket));
    found?.settle();
    return found;
  };
  tls.on('secureConnection', (socket) => {
    const connection = take(socket);
    try {
      if (connection === undefined) throw new ConnectionRefused('connection is gone');
      const isKnown = admit(socket, connection, options.verifyClient, connections);
      if (!isKnown) boundStay(socket, connection.id);
      serve(socket);
    } catch (error) {
      connections.refuse(socket, 'tls', error);
    }
  });
  tls.on('tlsClientError', (cause, socket) => {
    const raw = take(socket)?.raw;
    if (raw !== undefined && !raw.destroyed) {
      connections.refuse(raw, 'tls', new ConnectionRefused('TLS handshake failed', { cause }));
    }
    socket.destroy();
  });
  return {
    start(raw: Socket, connection: Connection): void {
      refresh();
      const ends = endsOf(raw);
      const expire = () =>
        connections.refuse(raw, 'tls', new ConnectionRefused('no TLS handshake in time'));
      const cancel = clock.after(handshakeMs, expire);
      const settle = () => {
        cancel();
        pending.delete(ends);
      };
      raw.once('close', settle);
      // The address is read now: a closed socket no longer knows it.
      const address = raw.remoteAddress ?? '';
      pending.set(ends, { ...connection, raw, settle, address, connectedAtMs: clock.now() });
      tls.emit('connection', raw);
    },
  };
}

/** Names an open connection: a TLS socket does not say which plain one it is made of. */
function endsOf(socket: Socket): string {
  return [socket.localAddress, socket.localPort, socket.remoteAddress, socket.remotePort].join(' ');
}

/** Returns whether the client has proved who it is. */
function admit(
  socket: TLSSocket,
  connection: Pending,
  verify: VerifyClient,
  connections: Connections,
): boolean {
  socket.on('error', () => undefined);
  if (socket.alpnProtocol !== 'h2') throw new ConnectionRefused('client does not speak HTTP/2');
  if (socket.isSessionReused()) throw new ConnectionRefused('client resumed a TLS session');
  const chain = presentedChain(socket);
  const identity = chain.length === 0 ? {} : { identity: verify(chain) };
  const { id, address, closed, connectedAtMs } = connection;
  if (identity.identity !== undefined) {
    connections.countSpiffeId(id, identity.identity.spiffeId);
  }
  connections.introduce(socket, {
    kind: 'remote',
    connectionId: id,
    address,
    connectedAtMs,
    closed,
    ...identity,
  });
  return identity.identity !== undefined;
}

/** Gives the TLS server the credentials of now, if they are new. */
function credentialsRefresher(tls: TlsServer, credentials: () => TlsCredentials): () => void {
  let current: TlsCredentials | undefined;
  return () => {
    const next = credentials();
    if (next === current) return;
    tls.setSecureContext({
      cert: next.chainPem,
      key: next.keyPem,
      minVersion: 'TLSv1.2',
      ciphers: cipherList(),
      secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
    });
    current = next;
  };
}

/**
 * Node's list with AES-128 before AES-256, as Go's servers choose: SHA-256 instead of SHA-384 makes a
 * handshake some 3 % cheaper. Suites that Node was told to leave out stay out.
 */
function cipherList(): string {
  const names = DEFAULT_CIPHERS.split(':');
  const fast = 'TLS_AES_128_GCM_SHA256';
  return [...names.filter((name) => name === fast), ...names.filter((name) => name !== fast)].join(
    ':',
  );
}

function listening(server: Server, { host, port }: TlsListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new SpiffeError('UNAVAILABLE', `unable to listen on ${hostAndPort(host, port)}`, { cause }),
      );
    });
    server.listen({ host, port, backlog }, resolve);
  });
}

/** Where a TCP server really listens. */
export function boundAddress(server: Server): { readonly host: string; readonly port: number } {
  const { address, port } = server.address() as AddressInfo;
  return { host: address, port };
}
