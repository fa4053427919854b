import { preparePlugins as prepareForAgent } from '../agent/catalog/catalog.ts';
import { readAgentConfig, type AgentConfig } from '../agent/config.ts';
import { FaultReport } from '../common/config/config-error.ts';
import type { PluginBlock } from '../common/config/plugins.ts';
import { preparePlugins as prepareForServer } from '../server/catalog/catalog.ts';
import { readServerConfig, type ServerConfig } from '../server/config.ts';

// What `run` and `validate` do in one go, in steps: a configuration without its plugins, and those alone.

type OptionsOf<Read extends (options: never, report: FaultReport) => unknown> = Partial<
  Parameters<Read>[0]
> & { readonly path: string };

const usual = { expandEnv: false, env: {}, flags: {} };

/** Throws CONFIG_INVALID with the faults of everything but the plugins' own data. */
export function loadAgentConfig(options: OptionsOf<typeof readAgentConfig>): AgentConfig {
  const report = new FaultReport(options.path);
  const { config } = readAgentConfig({ ...usual, ...options }, report);
  report.end();
  return config as AgentConfig;
}

/** Throws CONFIG_INVALID with the faults of everything but the plugins' own data. */
export function loadServerConfig(options: OptionsOf<typeof readServerConfig>): ServerConfig {
  const report = new FaultReport(options.path);
  const { config } = readServerConfig({ ...usual, ...options }, report);
  report.end();
  return config as ServerConfig;
}

/** The plugins of an agent. Throws CONFIG_INVALID with the faults of their data. */
export function prepareAgentPlugins(blocks: readonly PluginBlock[]) {
  return prepared(blocks, prepareForAgent);
}

/** The plugins of a server. Throws CONFIG_INVALID with the faults of their data. */
export function prepareServerPlugins(blocks: readonly PluginBlock[]) {
  return prepared(blocks, prepareForServer);
}

async function prepared<Plugins>(
  blocks: readonly PluginBlock[],
  prepare: (blocks: readonly PluginBlock[], report: FaultReport) => Promise<Plugins>,
): Promise<Plugins> {
  const report = new FaultReport();
  const plugins = await prepare(blocks, report);
  report.end();
  return plugins;
}
