import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { LocalPeer, Peer } from '../../common/rpc/contract.ts';
import { Caller, type CallerOptions } from './caller.ts';

interface CallersOptions extends CallerOptions {
  /** Throws why nothing can be served now: not attested yet, not synchronized yet, refused. */
  readonly checkServing: () => void;
  /** What a process executes now; undefined when that cannot be told. */
  readonly programOf: (pid: number) => string | undefined;
}

/**
 * A new connection of a process that was attested less than this ago shares the result. Who it is comes from
 * the kernel at each connect all the same: another user, process or program is another caller.
 */
const shareMs = 10_000;

/** All callers by connection. Connections that one process makes in a row share one. */
export class Callers {
  readonly #options: CallersOptions;
  readonly #byConnection = new Map<string, Caller>();
  readonly #byProcess = new Map<string, Caller>();
  readonly #processKeys = new Map<Caller, string>();
  readonly #connectionsOf = new Map<Caller, number>();

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /** How many connections have a caller. */
  get size(): number {
    return this.#byConnection.size;
  }

  /**
   * The caller behind a connection, attested at its first call; later calls share it. A failure is
   * not remembered. Throws UNAVAILABLE, ATTESTATION_FAILED or UNAUTHENTICATED.
   */
  async find(peer: Peer): Promise<Caller> {
    this.#options.checkServing();
    const known = this.#byConnection.get(peer.connectionId);
    return (known ?? this.#connect(localPeer(peer))).attested;
  }

  /** The callers that are attested now. */
  list(): readonly Caller[] {
    return [...this.#connectionsOf.keys()].filter(({ attestedMs }) => attestedMs !== undefined);
  }

  /** Ends every stream of every caller with this error. */
  failAll(error: unknown): void {
    for (const caller of [...this.#connectionsOf.keys()]) caller.fail(error);
  }

  #connect(peer: LocalPeer): Caller {
    if (peer.closed.aborted) throw new SpiffeError('CANCELLED', 'the caller is gone');
    const key = this.#processKey(peer);
    const caller = this.#findShared(key) ?? this.#create(peer, key);
    if (caller.hasEnded) return caller;
    this.#byConnection.set(peer.connectionId, caller);
    this.#connectionsOf.set(caller, (this.#connectionsOf.get(caller) ?? 0) + 1);
    peer.closed.addEventListener('abort', () => this.#disconnect(peer, caller), { once: true });
    return caller;
  }

  #findShared(key: string | undefined): Caller | undefined {
    const caller = key === undefined ? undefined : this.#byProcess.get(key);
    if (caller?.attestedMs === undefined) return caller;
    return this.#options.clock.monotonic() - caller.attestedMs < shareMs ? caller : undefined;
  }

  #create(peer: LocalPeer, key: string | undefined): Caller {
    // It may end while it is made: then nobody knows it yet.
    const made: { caller?: Caller } = {};
    const caller = new Caller(peer, this.#options, () => {
      if (made.caller !== undefined) this.#forget(made.caller);
    });
    made.caller = caller;
    if (key !== undefined && !caller.hasEnded) {
      this.#byProcess.set(key, caller);
      this.#processKeys.set(caller, key);
    }
    return caller;
  }

  #disconnect({ connectionId }: LocalPeer, caller: Caller): void {
    if (this.#byConnection.get(connectionId) === caller) this.#byConnection.delete(connectionId);
    const count = this.#connectionsOf.get(caller);
    // It ended before its connections did.
    if (count === undefined) return;
    this.#connectionsOf.set(caller, count - 1);
    if (count === 1) caller.end();
  }

  /** Its connections, if any are left, are attested anew when they call again. */
  #forget(caller: Caller): void {
    const key = this.#processKeys.get(caller);
    this.#processKeys.delete(caller);
    if (key !== undefined && this.#byProcess.get(key) === caller) this.#byProcess.delete(key);
    const count = this.#connectionsOf.get(caller) ?? 0;
    this.#connectionsOf.delete(caller);
    if (count === 0) return;
    for (const [id, other] of this.#byConnection) {
      if (other === caller) this.#byConnection.delete(id);
    }
  }

  /**
   * Undefined where the kernel cannot tell one process from a later one of the same pid. A wrapper that
   * executes the real workload keeps its process: what it runs tells them apart.
   */
  #processKey({ gid, pid, process, uid }: LocalPeer): string | undefined {
    if (process === undefined) return undefined;
    return `${process} ${uid} ${gid} ${this.#options.programOf(pid) ?? ''}`;
  }
}

function localPeer(peer: Peer): LocalPeer {
  if (peer.kind === 'local') return peer;
  throw new SpiffeError('UNAUTHENTICATED', 'only local processes are served');
}
