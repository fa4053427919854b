import type { Clock } from '../../common/clock/clock.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { AuthorityKind } from './journal.ts';

export interface AuthorityExpiryOptions {
  /** The active authority of a kind; undefined before there is one. */
  readonly active: (kind: AuthorityKind) => { readonly notAfterMs: number } | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Publishes when the active authorities expire, until the signal: an alert's only early warning. */
export function watchAuthorityExpiry(options: AuthorityExpiryOptions, signal: AbortSignal): void {
  const { active, clock, log, metrics } = options;
  const expiry = metrics.gauge(
    'ca_manager_authority_expiry_timestamp_seconds',
    'When the active authority expires',
    ['type'],
  );
  const look = () => {
    for (const type of ['x509', 'jwt'] as const) {
      const authority = active(type);
      if (authority !== undefined) expiry.set(authority.notAfterMs / 1000, { type });
    }
  };
  look();
  runLoop(
    signal,
    (error) => log.error('The watch over authorities ended', { error }),
    async () => {
      while (!signal.aborted) {
        await clock.sleep(lookMs, signal);
        look();
      }
    },
  );
}

const lookMs = 30_000;
