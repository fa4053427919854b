import { PluginRuntime } from '../../common/catalog/plugin-runtime.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import { noMetrics, type Metrics } from '../../common/telemetry/metrics.ts';
import type { ServerConfig } from '../config.ts';
import { serverHostServices, type HostLinks } from './host-services.ts';

/** What external plugins live in. */
export function createPluginRuntime(
  { trustDomain }: Pick<ServerConfig, 'trustDomain'>,
  { clock, ending, env, log, metrics = noMetrics }: RuntimeParts,
  links: HostLinks = {},
): PluginRuntime {
  return new PluginRuntime({
    trustDomain,
    clock,
    env,
    ...(ending !== undefined && { ending }),
    log: log.child({ subsystem_name: 'catalog' }),
    hostServices: () => serverHostServices(links, metrics, clock),
  });
}

interface RuntimeParts {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Aborted when the program is told to end. */
  readonly ending?: AbortSignal;
}
