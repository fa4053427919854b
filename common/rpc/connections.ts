import type { Socket } from 'node:net';
import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../log/logger.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import { processOf } from './call-limits.ts';
import type { LocalPeer, Peer } from './contract.ts';
import type { RpcLimits } from './limits.ts';
import { RefusalLog } from './refusal-log.ts';
import { Strangers } from './strangers.ts';

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
  readonly #refused: RefusalLog;
  readonly #open = new Map<string, Socket>();
  /** Those whose far end has not said who it is. */
  readonly #strangers = new Strangers();
  readonly #peers = new Map<string, Peer>();
  readonly #perUid = new Map<number, number>();
  readonly #perProcess = new Map<string, number>();
  readonly #perSpiffeId = new Map<string, number>();
  readonly #gauge;
  readonly #refusals;
  #lastId = 0;

  constructor(limits: RpcLimits, log: Logger, metrics: Metrics = noMetrics, clock?: Clock) {
    this.#limits = limits;
    this.#log = log;
    this.#refused = new RefusalLog(log, clock);
    this.#gauge = metrics.gauge('rpc_connections', 'Open RPC connections');
    this.#refusals = metrics.counter('rpc_refused_connections', 'RPC connections not served', [
      'transport',
    ]);
  }

  /**
   * Takes charge of an accepted socket. When there are too many, one whose far end is nobody makes room:
   * the oldest of the address that has most of them, so that a flood displaces itself. Throws
   * ConnectionRefused when there is none: silent strangers cannot lock out the rest.
   */
  add(socket: Socket): Connection {
    if (this.#open.size >= this.#limits.maxConnections) this.#makeRoom();
    const id = `connection-${++this.#lastId}`;
    const ending = new AbortController();
    this.#open.set(id, socket);
    this.#strangers.add(id, socket.remoteAddress ?? '');
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

  /** Counts a local connection for its user and its process. Throws ConnectionRefused when either has too many. */
  countCaller(socket: Socket, peer: Omit<LocalPeer, 'closed'>): void {
    const { maxConnectionsPerProcess: ofProcess, maxConnectionsPerUid: ofUid } = this.#limits;
    const who = `too many connections of`;
    count(this.#perUid, peer.uid, socket, ofUid, `${who} uid ${peer.uid}: ${ofUid}`);
    const process = processOf(peer);
    count(this.#perProcess, process, socket, ofProcess, `${who} pid ${peer.pid}: ${ofProcess}`);
  }

  /** Counts a connection for the SPIFFE ID it proved. Throws ConnectionRefused when that has too many. */
  countSpiffeId(socket: Socket, id: string): void {
    const { maxConnectionsPerSpiffeId: most } = this.#limits;
    count(this.#perSpiffeId, id, socket, most, `too many connections of ${JSON.stringify(id)}`);
  }

  /** Makes the peer known to calls, which name their connection by the socket's address. */
  introduce(socket: Socket, peer: Peer): void {
    this.#peers.set(peer.connectionId, peer);
    if (isKnown(peer)) this.#strangers.delete(peer.connectionId);
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
    const fields = { transport, reason: reasonOf(error), error: causeOf(error) };
    // One that is gone already (a health probe, say) is not worth a warning.
    const isGone = socket.destroyed || socket.readableEnded;
    if (isGone) this.#log.debug('Connection refused', fields);
    else this.#refused.warn(fields);
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
    for (let id = this.#strangers.next(); id !== undefined; id = this.#strangers.next()) {
      const socket = this.#open.get(id);
      // Its close comes later than the next accept.
      this.#forget(id);
      if (socket === undefined || socket.destroyed) continue;
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
    this.#strangers.delete(id);
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
