import type { z } from 'zod';
import type { CheckHost, Finding } from './finding.ts';

/** SPIRE's plugin types, as they are spelled in a `plugins` block. */
export type PluginType =
  | 'KeyManager'
  | 'NodeAttestor'
  | 'WorkloadAttestor'
  | 'SVIDStore'
  | 'DataStore'
  | 'UpstreamAuthority'
  | 'Notifier'
  | 'BundlePublisher'
  | 'CredentialComposer';

/**
 * A built-in plugin is data plus one function. `config` is the zod schema of its `plugin_data`,
 * `create` makes the instance; what the instance needs from its host is the plugin's own interface.
 */
export interface PluginDefinition<Schema extends z.ZodType, Host, Instance> {
  readonly type: PluginType;
  /** The operator's spelling, equal to the folder's name. */
  readonly name: string;
  readonly config: Schema;
  create(config: z.output<Schema>, host: Host): Instance | Promise<Instance>;
  /** Looks for what the plugin needs from its surroundings, without starting it. */
  check?(config: z.output<Schema>, host: CheckHost): Promise<readonly Finding[]>;
}

export function definePlugin<Schema extends z.ZodType, Host, Instance>(
  definition: PluginDefinition<Schema, Host, Instance>,
): PluginDefinition<Schema, Host, Instance> {
  return definition;
}
