import { PluginRuntime, type RuntimeParts } from '../../common/catalog/plugin-runtime.ts';
import type { AgentConfig } from '../config.ts';
import type { AgentPluginHost } from './built-ins.ts';
import type { AgentPlugins, PreparedPlugins } from './catalog.ts';

/** What external plugins live in; the agent offers them SPIRE's one host service. */
export function createPluginRuntime(
  { trustDomain }: Pick<AgentConfig, 'trustDomain'>,
  parts: RuntimeParts,
): PluginRuntime {
  return new PluginRuntime(trustDomain, parts, async (metrics, clock) => {
    const { metricsHostService } = await import('../../common/rpc/metrics-host-service.ts');
    return metricsHostService(metrics, clock);
  });
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
