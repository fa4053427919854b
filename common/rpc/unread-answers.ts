import { SpiffeError } from '../errors/spiffe-error.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import { change } from './call-limits.ts';
import type { Peer } from './contract.ts';
import type { RpcLimits } from './limits.ts';

/**
 * Bounds what waits, over TLS, for readers that take their time: the bytes of answers to one SPIFFE ID on all its
 * connections, and those to all that have none. One answer of whatever size may always wait. On Unix sockets many
 * streams wait for one encoding, so there it is the streams that are counted.
 */
export class UnreadAnswers {
  readonly #mostBytes: number;
  readonly #bytes = new Map<string, number>();
  readonly #refused;

  constructor(
    { maxUnreadBytesPerSpiffeId }: Pick<RpcLimits, 'maxUnreadBytesPerSpiffeId'>,
    metrics: Metrics = noMetrics,
  ) {
    this.#mostBytes = maxUnreadBytesPerSpiffeId;
    this.#refused = metrics.counter(
      'rpc_limited_answers',
      'Answers that ended because too many wait for their reader',
      ['limit'],
    );
  }

  /** Returns what to call when the answer is taken or given up. Throws SPIFFE_ID_LIMIT. */
  hold(peer: Peer, bytes: number): () => void {
    if (peer.kind === 'local') return nothing;
    const key = peer.identity?.spiffeId ?? strangers;
    const held = this.#bytes.get(key) ?? 0;
    if (held > 0 && held + bytes > this.#mostBytes) {
      this.#refused.inc({ limit: 'unread_bytes_per_spiffe_id' });
      const text = `limit unread_bytes_per_spiffe_id of ${this.#mostBytes} is reached: read what was asked for`;
      throw new SpiffeError('SPIFFE_ID_LIMIT', text);
    }
    change(this.#bytes, key, bytes);
    return () => change(this.#bytes, key, -bytes);
  }
}

const strangers = '';
const nothing = () => undefined;
