import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { BundlePublisher } from './bundle-publisher.ts';

interface PublicationOptions {
  readonly publishers: readonly BundlePublisher[];
  /** The bundle as it is now. */
  readonly bundle: () => Bundle | undefined;
  /** Called after the bundle may have changed. */
  readonly listeners: Set<() => void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Publishes the bundle at the start, after each change, and every few minutes, so that what somebody
 * deleted comes back. A publisher that fails is tried again and holds up no other, nor the server.
 */
export function startPublication(options: PublicationOptions, signal: AbortSignal): void {
  const { listeners, log, publishers } = options;
  for (const publisher of publishers) {
    const alarm = new Alarm(options.clock);
    const ring = () => alarm.ring();
    listeners.add(ring);
    signal.addEventListener('abort', () => listeners.delete(ring), { once: true });
    const failed = (error: unknown) => log.error('Publication of the bundle ended', { error });
    runLoop(signal, failed, () => publishInTurn(publisher, options, alarm, signal));
  }
}

async function publishInTurn(
  publisher: BundlePublisher,
  { bundle, log }: PublicationOptions,
  alarm: Alarm,
  signal: AbortSignal,
): Promise<void> {
  const retry = new Backoff({ initialMs: firstRetryMs, maxMs: repeatMs });
  const about = { plugin_name: publisher.name };
  let published: Bundle | undefined;
  let waitMs = 0;
  for (;;) {
    if (waitMs > 0) await alarm.wait(waitMs, signal);
    const current = bundle();
    waitMs = repeatMs;
    if (current === undefined) continue;
    try {
      await publisher.publish(current, signal);
      if (published !== current) log.info('Bundle published', about);
      published = current;
      retry.reset();
    } catch (error) {
      signal.throwIfAborted();
      log.error('Failed to publish the bundle', { ...about, error });
      waitMs = retry.next();
    }
  }
}

const firstRetryMs = 1_000;
const repeatMs = 300_000;
