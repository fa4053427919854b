import { PluginRuntime } from '../../common/catalog/plugin-runtime.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { Logger } from '../../common/log/logger.ts';
import { noMetrics, type Metrics } from '../../common/telemetry/metrics.ts';
import type { AgentConfig } from '../config.ts';
import type { AgentPluginHost } from './built-ins.ts';
import type { AgentPlugins, PreparedPlugins } from './catalog.ts';

/** What external plugins live in; the agent offers them SPIRE's one host service. */
export function createPluginRuntime(
  { trustDomain }: Pick<AgentConfig, 'trustDomain'>,
  { clock, ending, env, log, metrics = noMetrics }: RuntimeParts,
): PluginRuntime {
  return new PluginRuntime({
    trustDomain,
    clock,
    env,
    ...(ending !== undefined && { ending }),
    log: log.child({ subsystem_name: 'catalog' }),
    hostServices: async () => {
      const { metricsHostService } = await import('../../common/rpc/metrics-host-service.ts');
      return metricsHostService(metrics, clock);
    },
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

/** Starts the plugins, with what they share. */
export async function startPlugins(
  plugins: PreparedPlugins,
  { joinToken, trustDomain }: Pick<AgentConfig, 'joinToken' | 'trustDomain'>,
  host: Omit<AgentPluginHost, 'joinToken' | 'names' | 'trustDomain'>,
): Promise<AgentPlugins> {
  const { createAccountNames } = await import('./account-names.ts');
  const { clock, log } = host;
  return plugins.create({
    ...host,
    trustDomain,
    joinToken,
    names: createAccountNames({ clock }),
    log: log.child({ subsystem_name: 'catalog' }),
  });
}
