import type { Socket } from 'node:net';
import type { Logger } from '../log/logger.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import { processOf, shareOf } from './call-limits.ts';
import type { LocalPeer, Peer } from './contract.ts';
import type { RpcLimits } from './limits.ts';

export interface Connection {
  readonly id: string;
  readonly closed: AbortSignal;
}

type Transport = 'unix' | 'tls';

/** Why a connection is not served. */
export class ConnectionRefused extends Error {}

/** All connections of a server, from accept to close: counts them, knows their peers, ends them. */
export class Connections {
  readonly #limits: RpcLimits;
  readonly #log: Logger;
  readonly #open = new Map<string, Socket>();
  /** Those whose far end has not said who it is, the oldest first. */
  readonly #nameless = new Map<string, Socket>();
  readonly #peers = new Map<string, Peer>();
  readonly #perShare = new Map<string, number>();
  readonly #perProcess = new Map<string, number>();
  readonly #perSpiffeId = new Map<string, number>();
  readonly #gauge;
  readonly #refusals;
  readonly #limited;
  #lastId = 0;

  constructor(limits: RpcLimits, log: Logger, metrics: Metrics = noMetrics) {
    this.#limits = limits;
    this.#log = log;
    this.#gauge = metrics.gauge('rpc_connections', 'Open RPC connections');
    this.#limited = metrics.counter(
      'rpc_limited_connections',
      'Connections over the limit of their caller',
      ['limit'],
    );
    this.#refusals = metrics.counter('rpc_refused_connections', 'RPC connections not served', [
      'transport',
    ]);
  }

  /**
   * Takes charge of an accepted socket. When there are too many, the oldest whose far end is nobody
   * makes room; throws ConnectionRefused when there is none: silent strangers cannot lock out the rest.
   */
  add(socket: Socket): Connection {
    if (this.#open.size >= this.#limits.maxConnections) this.#makeRoom();
    const id = `connection-${++this.#lastId}`;
    const ending = new AbortController();
    this.#open.set(id, socket);
    this.#nameless.set(id, socket);
    this.#gauge.set(this.#open.size);
    // A reset is reported here and again as close; only the latter matters.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#forget(id);
      this.#gauge.set(this.#open.size);
      this.#peers.delete(id);
      ending.abort(new Error('connection closed'));
    });
    return { id, closed: ending.signal };
  }

  /**
   * Counts a local connection for its container, or else its user, and for its process. Throws ConnectionRefused
   * when one of them has too many.
   */
  countCaller(socket: Socket, peer: Omit<LocalPeer, 'closed'>): void {
    const { maxConnectionsPerProcess: ofProcess, maxConnectionsPerUid: ofUid } = this.#limits;
    const { maxConnectionsPerContainer: ofContainer } = this.#limits;
    const [limit, most] =
      peer.share === undefined
        ? (['connections_per_uid', ofUid] as const)
        : (['connections_per_container', ofContainer] as const);
    const share = shareOf(peer);
    this.#count(this.#perShare, share, socket, limit, most, share);
    const process = processOf(peer);
    const pid = `pid ${peer.pid}`;
    this.#count(this.#perProcess, process, socket, 'connections_per_process', ofProcess, pid);
  }

  #count(
    counts: Map<string, number>,
    key: string,
    socket: Socket,
    limit: string,
    most: number,
    who: string,
  ): void {
    try {
      count(counts, key, socket, most, `too many connections of ${who}: ${most}`);
    } catch (error) {
      this.#limited.inc({ limit });
      throw error;
    }
  }

  /** Counts a connection for the SPIFFE ID it proved. Throws ConnectionRefused when that has too many. */
  countSpiffeId(socket: Socket, id: string): void {
    const { maxConnectionsPerSpiffeId: most } = this.#limits;
    count(this.#perSpiffeId, id, socket, most, `too many connections of ${JSON.stringify(id)}`);
  }

  /** Makes the peer known to calls, which name their connection by the socket's address. */
  introduce(socket: Socket, peer: Peer): void {
    this.#peers.set(peer.connectionId, peer);
    if (isKnown(peer)) this.#nameless.delete(peer.connectionId);
    Object.defineProperties(socket, {
      remoteAddress: { value: peer.connectionId },
      remotePort: { value: undefined },
    });
  }

  findPeer(id: string): Peer | undefined {
    return this.#peers.get(id);
  }

  /** Whether the far end has not proved who it is. */
  isStranger(id: string): boolean {
    const peer = this.#peers.get(id);
    return peer === undefined || !isKnown(peer);
  }

  /** Ends a connection that will not be served, and says why in the log. */
  refuse(socket: Socket, transport: Transport, error: unknown): void {
    this.#refusals.inc({ transport });
    // One that is gone already (a health probe, say) is not worth a warning.
    const level = socket.destroyed || socket.readableEnded ? 'debug' : 'warn';
    const fields = { transport, reason: reasonOf(error), error: causeOf(error) };
    this.#log[level]('Connection refused', fields);
    socket.destroy();
  }

  /** Ends a connection that costs more than it may, with all its calls. */
  cut(id: string, reason: string): void {
    const socket = this.#open.get(id);
    if (socket === undefined || socket.destroyed) return;
    const peer = this.#peers.get(id);
    const who = peer?.kind === 'local' ? { pid: peer.pid } : { address: peer?.address };
    this.#log.warn('Connection ended for a fault of the peer', { reason, ...who });
    socket.destroy();
  }

  destroyAll(): void {
    for (const socket of this.#open.values()) socket.destroy();
  }

  #makeRoom(): void {
    for (const [id, socket] of this.#nameless) {
      // Its close comes later than the next accept.
      this.#forget(id);
      if (socket.destroyed) continue;
      this.refuse(
        socket,
        'tls',
        new ConnectionRefused('too many connections; the oldest stranger'),
      );
      return;
    }
    throw new ConnectionRefused('too many connections');
  }

  #forget(id: string): void {
    this.#open.delete(id);
    this.#nameless.delete(id);
  }
}

function count<Key>(
  counts: Map<Key, number>,
  key: Key,
  socket: Socket,
  most: number,
  refusal: string,
): void {
  const open = (counts.get(key) ?? 0) + 1;
  if (open > most) throw new ConnectionRefused(refusal);
  counts.set(key, open);
  socket.once('close', () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  });
}

function isKnown(peer: Peer): boolean {
  return peer.kind === 'local' || peer.identity !== undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function causeOf(error: unknown): unknown {
  return error instanceof ConnectionRefused ? error.cause : error;
}
