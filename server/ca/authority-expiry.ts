import type { Clock } from '../../common/clock/clock.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { AuthorityKind } from './journal.ts';

interface AuthorityExpiryOptions {
  /** The active authority of a kind; undefined before there is one. */
  readonly active: (kind: AuthorityKind) => { readonly notAfterMs: number } | undefined;
  /** Whether the last attempt to rotate failed. */
  readonly isFailing: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Publishes when the active authorities expire, and whether rotating them fails, until the signal: an
 * alert's early warnings.
 */
export function watchAuthorityExpiry(options: AuthorityExpiryOptions, signal: AbortSignal): void {
  const { active, isFailing, clock, log, metrics } = options;
  const expiry = metrics.gauge(
    'ca_manager_authority_expiry_timestamp_seconds',
    'When the active authority expires',
    ['type'],
  );
  const failing = metrics.gauge(
    'ca_manager_rotation_failing',
    '1 while the last attempt to rotate the authorities failed, else 0',
  );
  const look = () => {
    failing.set(isFailing() ? 1 : 0);
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
