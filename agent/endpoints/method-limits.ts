import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Peer } from '../../common/rpc/contract.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import { RateLimiter } from '../../sds/rate-limit.ts';

export type LimitedMethod =
  'fetch_x509_svid' | 'fetch_jwt_svid' | 'fetch_x509_bundles' | 'fetch_jwt_bundles';

/** Calls per second and selector set; burst is the same number (SPIRE's experimental.ratelimit). */
type MethodRates = { readonly [Method in LimitedMethod]?: number | undefined };

/** Limits Workload API calls per method and selector set; the agent's own calls go free. */
export class MethodLimits {
  readonly #limiters: ReadonlyMap<LimitedMethod, RateLimiter>;
  readonly #refused;
  readonly #ownPid: number;

  constructor(rates: MethodRates, clock: Clock, metrics: Metrics, ownPid: number) {
    this.#ownPid = ownPid;
    this.#refused = metrics.counter('workload_api.rate_limit_exceeded', 'calls over the limit', [
      'method',
    ]);
    this.#limiters = new Map(
      (
        ['fetch_x509_svid', 'fetch_jwt_svid', 'fetch_x509_bundles', 'fetch_jwt_bundles'] as const
      ).map((method) => {
        const rate = rates[method] ?? 0;
        return [method, new RateLimiter(clock, rate, rate)];
      }),
    );
  }

  /** Throws RATE_LIMITED. */
  check(method: LimitedMethod, peer: Peer, selectorsKey: string): void {
    if (peer.kind === 'local' && peer.pid === this.#ownPid) return;
    if (this.#limiters.get(method)?.allow(selectorsKey) !== false) return;
    this.#refused.inc({ method });
    throw new SpiffeError('RATE_LIMITED', `rate limit exceeded for ${method}`);
  }
}
