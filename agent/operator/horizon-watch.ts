import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { OutageHorizon } from './outage-horizon.ts';

interface HorizonWatchOptions {
  readonly horizons: () => readonly OutageHorizon[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The gauges follow this often; looking costs a walk over the cached SVIDs. */
const lookMs = 30_000;
/** While the server is away the log says so again after this long. */
const repeatMs = 600_000;

/**
 * Publishes the outage horizon, and says in the log when the server goes away how long that can last.
 * Gauges hold moments, not spans: a span would be wrong between two looks.
 */
export class HorizonWatch {
  readonly #options: HorizonWatchOptions;
  readonly #identity;
  readonly #trust;
  readonly #shown = new Set<string>();
  #awaySinceMs: number | undefined;
  #warnedMs = 0;
  #first = true;

  constructor(options: HorizonWatchOptions) {
    this.#options = options;
    this.#identity = options.metrics.gauge(
      'outage_identity_horizon_timestamp_seconds',
      'When the first workload loses its identity if the server is gone from now on; +Inf: none',
      ['trust_domain_id'],
    );
    this.#trust = options.metrics.gauge(
      'outage_trust_horizon_timestamp_seconds',
      'When the last X.509 authority of the trust domain expires; +Inf: there is none',
      ['trust_domain_id'],
    );
  }

  /** Looks now and then until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.look();
      await this.#options.clock.sleep(lookMs, signal).catch(() => undefined);
    }
  }

  /** Sets the gauges to what holds now. */
  look(): readonly OutageHorizon[] {
    const horizons = this.#options.horizons();
    const [own] = horizons;
    if (own !== undefined) {
      const lostMs = own.firstLost?.notAfterMs ?? Infinity;
      this.#identity.set(lostMs / 1000, { trust_domain_id: own.trustDomain });
    }
    const gone = new Set(this.#shown);
    for (const { trustDomain, trustLostAtMs } of horizons) {
      this.#trust.set((trustLostAtMs ?? Infinity) / 1000, { trust_domain_id: trustDomain });
      this.#shown.add(trustDomain);
      gone.delete(trustDomain);
    }
    // A series cannot be taken back: no alert fires for a moment that never comes.
    for (const name of gone) this.#trust.set(Infinity, { trust_domain_id: name });
    return horizons;
  }

  /** Hears of a good sync. */
  synced(): void {
    const { clock, log } = this.#options;
    if (this.#first) this.look();
    this.#first = false;
    if (this.#awaySinceMs === undefined) return;
    const awayMs = Math.round(clock.monotonic() - this.#awaySinceMs);
    log.info('The server answers again', { duration_ms: awayMs });
    this.#awaySinceMs = undefined;
  }

  /** Hears of a sync that failed. */
  failed(): void {
    const now = this.#options.clock.monotonic();
    const first = this.#awaySinceMs === undefined;
    this.#awaySinceMs ??= now;
    if (!first && now - this.#warnedMs < repeatMs) return;
    this.#warnedMs = now;
    for (const horizon of this.look()) this.#warn(horizon);
  }

  #warn({ firstLost, identities, trustDomain }: OutageHorizon): void {
    if (firstLost === undefined) return;
    this.#options.log.warn('The server is away; the first workload loses its identity later', {
      trust_domain_id: trustDomain,
      expires_at: new Date(firstLost.notAfterMs).toISOString(),
      spiffe_id: firstLost.spiffeId,
      entry_id: firstLost.entryId,
      count: identities,
    });
  }
}
