import type { AgentConfig } from '../config.ts';
import type { AgentPluginHost } from './built-ins.ts';
import type { AgentPlugins, PreparedPlugins } from './catalog.ts';

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
