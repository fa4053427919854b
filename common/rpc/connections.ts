import type { Socket } from 'node:net';
import { messageOf } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import { addressKey } from '../text/address-key.ts';
import { change, processOf, shareOf } from './call-limits.ts';
import type { LocalPeer, Peer } from './contract.ts';
import type { RpcLimits } from './limits.ts';
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
  readonly #open = new Map<string, OpenConnection>();
  /** Those whose far end has not said who it is. */
  readonly #strangers = new Strangers();
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
   * Takes charge of an accepted socket. When there are too many, one whose far end is nobody makes room:
   * the oldest of the address that has most of them, so that a flood displaces itself. Throws
   * ConnectionRefused when there is none: silent strangers cannot lock out the rest.
   */
  add(socket: Socket): Connection {
    if (this.#open.size >= this.#limits.maxConnections) this.#makeRoom();
    const id = `connection-${++this.#lastId}`;
    const open: OpenConnection = { id, socket, ending: new AbortController(), counts: [] };
    this.#open.set(id, open);
    this.#strangers.add(id, socket.remoteAddress ?? '');
    this.#gauge.set(this.#open.size);
    // A reset is reported here and again as close; only the latter matters.
    socket.on('error', ignore);
    socket.once('close', () => this.#closed(open));
    return { id, closed: open.ending.signal };
  }

  /**
   * Counts a local connection for its container, or else its user, and for its process. Throws ConnectionRefused
   * when one of them has too many.
   */
  countCaller(peer: LocalPeer): void {
    const { connectionId: id, pid, share } = peer;
    const limits = this.#limits;
    const [limit, most] =
      share === undefined
        ? (['connections_per_uid', limits.maxConnectionsPerUid] as const)
        : (['connections_per_container', limits.maxConnectionsPerContainer] as const);
    const key = shareOf(peer);
    this.#countLimited(id, this.#perShare, { key, limit, most, who: key });
    this.#countLimited(id, this.#perProcess, {
      key: processOf(peer),
      limit: 'connections_per_process',
      most: limits.maxConnectionsPerProcess,
      who: `pid ${pid}`,
    });
  }

  /** Counts a connection for the SPIFFE ID it proved. Throws ConnectionRefused when that has too many. */
  countSpiffeId(connectionId: string, id: string): void {
    this.#countLimited(connectionId, this.#perSpiffeId, {
      key: id,
      limit: 'connections_per_spiffe_id',
      most: this.#limits.maxConnectionsPerSpiffeId,
      who: JSON.stringify(id),
    });
  }

  /** Counts one that is refused before it costs us a TLS handshake. */
  refuseHandshake(socket: Socket): void {
    this.#limited.inc({ limit: 'handshakes_per_address' });
    const text = `too many TLS handshakes of ${addressKey(socket.remoteAddress ?? '')}`;
    this.refuse(socket, 'tls', new ConnectionRefused(text));
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
    const fields = { transport, reason: messageOf(error), error: causeOf(error) };
    // One that is gone already (a health probe, say) is not worth a warning.
    const level = socket.destroyed || socket.readableEnded ? 'debug' : 'warn';
    this.#log[level]('Connection refused', fields);
    socket.destroy();
  }

  /** Ends a connection that costs more than it may, with all its calls. */
  cut(id: string, reason: string): void {
    const socket = this.#open.get(id)?.socket;
    if (socket === undefined || socket.destroyed) return;
    const peer = this.#peers.get(id);
    const who = peer?.kind === 'local' ? { pid: peer.pid } : { address: peer?.address };
    this.#log.warn('Connection ended for a fault of the peer', { reason, ...who });
    socket.destroy();
  }

  destroyAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }

  #closed({ counts, ending, id }: OpenConnection): void {
    this.#forget(id);
    this.#gauge.set(this.#open.size);
    this.#peers.delete(id);
    for (const [counted, key] of counts) change(counted, key, -1);
    ending.abort(closedError);
  }

  #countLimited(
    id: string,
    counts: Map<string, number>,
    {
      key,
      limit,
      most,
      who,
    }: {
      readonly key: string;
      readonly limit: string;
      readonly most: number;
      readonly who: string;
    },
  ): void {
    try {
      this.#count(id, counts, key, most, `too many connections of ${who}: ${most}`);
    } catch (error) {
      this.#limited.inc({ limit });
      throw error;
    }
  }

  #count(
    id: string,
    counts: Map<string, number>,
    key: string,
    most: number,
    refusal: string,
  ): void {
    if ((counts.get(key) ?? 0) >= most) throw new ConnectionRefused(refusal);
    const open = this.#open.get(id);
    // One that was closed meanwhile is nobody's any more.
    if (open === undefined) return;
    open.counts = open.counts.concat([[counts, key]]);
    change(counts, key, 1);
  }

  #makeRoom(): void {
    for (let id = this.#strangers.next(); id !== undefined; id = this.#strangers.next()) {
      const socket = this.#open.get(id)?.socket;
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

/** What is known of a connection until it closes: one listener for all of it. */
interface OpenConnection {
  readonly id: string;
  readonly socket: Socket;
  readonly ending: AbortController;
  /** Where it is counted, and under what. */
  counts: readonly (readonly [Map<string, number>, string])[];
}

const ignore = () => undefined;
const closedError = new Error('connection closed');

function isKnown(peer: Peer): boolean {
  return peer.kind === 'local' || peer.identity !== undefined;
}

function causeOf(error: unknown): unknown {
  return error instanceof ConnectionRefused ? error.cause : error;
}
