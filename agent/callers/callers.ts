import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { LocalPeer, Peer } from '../../common/rpc/contract.ts';
import { Caller, type CallerOptions } from './caller.ts';

export interface CallersOptions extends Omit<CallerOptions, 'peer'> {
  /** Throws why nothing can be served now: not attested yet, not synchronized yet, refused. */
  readonly checkServing: () => void;
}

/** All callers by connection. */
export class Callers {
  readonly #options: CallersOptions;
  readonly #attested = new Set<Caller>();
  readonly #byConnection = new Map<string, Promise<Caller>>();

  constructor(options: CallersOptions) {
    this.#options = options;
  }

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
    if (known !== undefined) return known;
    const attested = Caller.attest({ ...this.#options, peer: localPeer(peer) });
    this.#byConnection.set(peer.connectionId, attested);
    const forget = () => this.#forget(peer.connectionId, attested);
    attested.then((caller) => {
      const { ended } = caller;
      const leave = () => {
        this.#attested.delete(caller);
        forget();
      };
      this.#attested.add(caller);
      if (ended.aborted) leave();
      else ended.addEventListener('abort', leave, { once: true });
    }, forget);
    return attested;
  }

  /** The callers that are attested now. */
  list(): readonly Caller[] {
    return [...this.#attested];
  }

  /** Ends every stream of every caller with this error. */
  failAll(error: unknown): void {
    for (const attested of this.#byConnection.values()) {
      attested.then(
        (caller) => caller.fail(error),
        // Whoever asked hears of it already.
        () => undefined,
      );
    }
  }

  #forget(connectionId: string, attested: Promise<Caller>): void {
    if (this.#byConnection.get(connectionId) === attested) this.#byConnection.delete(connectionId);
  }
}

function localPeer(peer: Peer): LocalPeer {
  if (peer.kind === 'local') return peer;
  throw new SpiffeError('UNAUTHENTICATED', 'only local processes are served');
}
