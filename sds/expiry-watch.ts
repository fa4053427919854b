import type { Clock } from '../common/clock/clock.ts';
import type { StreamRegistry } from './registry.ts';
import type { SdsTelemetry } from './telemetry.ts';

/**
 * Looks every ten seconds at how long the served X509-SVIDs live, while any stream is open. A stream
 * whose SVID expired is told, so that it reports it and stops sending it.
 */
export function watchExpiry(
  registry: StreamRegistry,
  clock: Clock,
  telemetry: Pick<SdsTelemetry, 'shortestLife'>,
): { streamOpened(): void } {
  let armed = false;
  const look = () => {
    armed = false;
    const nowMs = clock.now();
    telemetry.shortestLife(registry.tickExpired(nowMs));
    if (registry.size > 0) arm();
  };
  const arm = () => {
    if (armed) return;
    armed = true;
    clock.after(periodMs, look);
  };
  return { streamOpened: arm };
}

const periodMs = 10_000;
