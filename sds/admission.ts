import type { Clock } from '../common/clock/clock.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import type { LocalPeer } from '../common/rpc/contract.ts';
import type { SdsConfig } from './config.ts';
import type { IdentitySource } from './identity-source.ts';
import { RateLimiter } from './rate-limit.ts';
import type { SdsTelemetry } from './telemetry.ts';

/** Decides who may open how many streams and how fast. */
export class Admission {
  readonly #limits: SdsConfig['limits'];
  readonly #telemetry: Pick<SdsTelemetry, 'limited'>;
  readonly #ownPid: number | undefined;
  readonly #opens: RateLimiter;
  readonly #streams: RateLimiter;
  readonly #fetches: RateLimiter;
  readonly #byConnection = new Map<string, number>();
  readonly #byProcess = new Map<number, number>();
  #total = 0;

  constructor(
    limits: SdsConfig['limits'],
    clock: Clock,
    telemetry: Pick<SdsTelemetry, 'limited'>,
    ownPid: number | undefined,
  ) {
    this.#limits = limits;
    this.#telemetry = telemetry;
    this.#ownPid = ownPid;
    const perConnection = limits.opens_per_connection_per_second;
    this.#opens = new RateLimiter(clock, perConnection, perConnection);
    this.#streams = new RateLimiter(
      clock,
      limits.stream_opens_per_second,
      limits.stream_opens_burst,
    );
    this.#fetches = new RateLimiter(clock, limits.fetches_per_second, limits.fetches_burst);
  }

  /** Before attestation: calls that come too fast on one connection cost nothing. */
  open(peer: LocalPeer): void {
    if (this.#opens.allow(peer.connectionId)) return;
    throw this.#exhausted('opens_per_connection_per_second');
  }

  /** Takes a place for a stream; `leave` gives it back. */
  enter({ connectionId, pid }: LocalPeer): void {
    const ofConnection = this.#byConnection.get(connectionId) ?? 0;
    const ofProcess = this.#byProcess.get(pid) ?? 0;
    if (ofConnection >= this.#limits.streams_per_connection) {
      throw this.#exhausted('streams_per_connection');
    }
    if (pid !== 0 && ofProcess >= this.#limits.streams_per_process) {
      throw this.#exhausted('streams_per_process');
    }
    if (this.#total >= this.#limits.streams_total) throw this.#exhausted('streams_total');
    this.#total++;
    this.#byConnection.set(connectionId, ofConnection + 1);
    this.#byProcess.set(pid, ofProcess + 1);
  }

  leave({ connectionId, pid }: LocalPeer): void {
    this.#total--;
    release(this.#byConnection, connectionId);
    release(this.#byProcess, pid);
  }

  /** After attestation, as SPIRE does: callers with equal selectors share one allowance. */
  stream(peer: LocalPeer, source: IdentitySource, path: string): void {
    this.#limit(this.#streams, peer, source, path);
  }

  fetch(peer: LocalPeer, source: IdentitySource, path: string): void {
    this.#limit(this.#fetches, peer, source, path);
  }

  #limit(limiter: RateLimiter, peer: LocalPeer, source: IdentitySource, path: string): void {
    if (peer.pid === this.#ownPid) return;
    if (limiter.allow(source.selectorsKey ?? `connection ${peer.connectionId}`)) return;
    this.#telemetry.limited('rate');
    throw new SpiffeError('RATE_LIMITED', `rate limit exceeded for ${path}`);
  }

  #exhausted(limit: keyof SdsConfig['limits']): SpiffeError {
    this.#telemetry.limited(limit);
    return new SpiffeError(
      'RESOURCE_EXHAUSTED',
      `limit ${limit} of ${this.#limits[limit]} is reached`,
    );
  }
}

function release<Key>(counts: Map<Key, number>, key: Key): void {
  const count = (counts.get(key) ?? 0) - 1;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
