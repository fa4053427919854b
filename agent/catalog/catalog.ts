import type { z } from 'zod';
import type { PluginDefinition, PluginType } from '../../common/catalog/plugin.ts';
import { FaultReport, faultAt } from '../../common/config/config-error.ts';
import type { ConfigObject } from '../../common/config/config-tree.ts';
import { decode } from '../../common/config/decode.ts';
import { loadConfigFile } from '../../common/config/load-config.ts';
import { pluginDataPath, type PluginBlock } from '../../common/config/plugins.ts';
import type { NodeAttestor } from '../attestor/node-attestor.ts';
import type { WorkloadAttestor } from '../callers/workload-attestation.ts';
import type { AgentKeys } from '../svid/agent-keys.ts';
import { builtIns, type AgentPluginHost } from './built-ins.ts';

/** The plugins of a running agent. */
export interface AgentPlugins {
  readonly keys: AgentKeys;
  readonly nodeAttestor: NodeAttestor;
  readonly workloadAttestors: readonly WorkloadAttestor[];
}

/** Plugins whose configuration was checked; `create` starts them in the order of the file. */
export interface PreparedPlugins {
  create(host: AgentPluginHost): Promise<AgentPlugins>;
}

type AnyPlugin = PluginDefinition<z.ZodType, AgentPluginHost, unknown>;

interface Prepared {
  readonly type: string;
  readonly definition: AnyPlugin;
  readonly data: unknown;
}

const constraints: Readonly<
  Record<string, { readonly exactly?: number; readonly atLeast?: number }>
> = {
  KeyManager: { exactly: 1 },
  NodeAttestor: { exactly: 1 },
  WorkloadAttestor: { atLeast: 1 },
  SVIDStore: {},
};

/** Finds and checks all plugins without starting one. Throws CONFIG_INVALID with every fault. */
export async function preparePlugins(
  blocks: readonly PluginBlock[],
  source?: string,
): Promise<PreparedPlugins> {
  const report = new FaultReport(source);
  const prepared = await collectPrepared(blocks, report);
  report.end();
  return prepared;
}

/** As `preparePlugins`, but faults go into `report`; the result is of use only when it has none. */
export async function collectPrepared(
  blocks: readonly PluginBlock[],
  report: FaultReport,
): Promise<PreparedPlugins> {
  // A plugin that could not even be read is missing from the blocks.
  const complete = !report.hasFaultIn('plugins');
  const prepared: Prepared[] = [];
  for (const block of blocks) {
    const one = await prepareOne(block, report);
    if (one !== undefined) prepared.push(one);
  }
  if (complete) checkConstraints(blocks, report);
  return { create: (host) => createAll(prepared, host) };
}

async function prepareOne(block: PluginBlock, report: FaultReport): Promise<Prepared | undefined> {
  const { enabled, name, plugin_cmd: command, position, type } = block;
  const fail = (message: string) => {
    report.add(faultAt(position, `plugins.${type} ${JSON.stringify(name)}`, message));
  };
  const load = builtIns[type as PluginType]?.[name];
  if (constraints[type] === undefined) fail(`unsupported plugin type "${type}"`);
  else if (!enabled) return undefined;
  else if (command !== undefined) fail('plugin_cmd is not supported: external plugins are not run');
  else if (load === undefined) fail(`no built-in plugin "${name}" for type "${type}"`);
  if (load === undefined || command !== undefined) return undefined;
  const definition = await load();
  const data = report.try(() =>
    decode(dataOf(block), definition.config, { path: pluginDataPath(block) }),
  );
  return { type, definition, data };
}

function dataOf({ plugin_data_file: file, pluginData, position }: PluginBlock): ConfigObject {
  if (file !== undefined) return loadConfigFile(file).root;
  return pluginData ?? { kind: 'object', position, items: [] };
}

function checkConstraints(blocks: readonly PluginBlock[], report: FaultReport): void {
  for (const [type, { exactly, atLeast }] of Object.entries(constraints)) {
    const count = blocks.filter((block) => block.enabled && block.type === type).length;
    const expected = exactly ?? atLeast ?? 0;
    if (exactly === undefined ? count >= expected : count === expected) continue;
    const what = exactly === undefined ? `at least ${expected}` : `exactly ${expected}`;
    report.add({
      path: 'plugins',
      message: `plugin type "${type}" constraint not satisfied: expected ${what} but got ${count}`,
    });
  }
}

async function createAll(
  prepared: readonly Prepared[],
  host: AgentPluginHost,
): Promise<AgentPlugins> {
  const instances: { readonly type: string; readonly instance: unknown }[] = [];
  for (const { data, definition, type } of prepared) {
    // The data was decoded by the schema of this very definition.
    instances.push({ type, instance: await definition.create(data, host) });
  }
  const ofType = (type: PluginType) =>
    instances.filter((one) => one.type === type).map(({ instance }) => instance);
  // The types were checked where the built-ins are listed, the counts by the constraints.
  const [keys] = ofType('KeyManager') as [AgentKeys];
  const [nodeAttestor] = ofType('NodeAttestor') as [NodeAttestor];
  return {
    keys,
    nodeAttestor,
    workloadAttestors: ofType('WorkloadAttestor') as WorkloadAttestor[],
  };
}
