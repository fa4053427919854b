import type { z } from 'zod';
import { faultAt, type FaultReport } from '../config/config-error.ts';
import type { ConfigObject } from '../config/config-tree.ts';
import { decode } from '../config/decode.ts';
import { loadConfigFile } from '../config/load-config.ts';
import { pluginDataPath, type PluginBlock } from '../config/plugins.ts';
import type { CheckHost, Finding } from './finding.ts';
import type { PluginDefinition } from './plugin.ts';

/** Loads a plugin when a configuration names it: what is not used costs no start-up time. */
export type BuiltIn<Host, Instance = unknown> = () => Promise<
  PluginDefinition<z.ZodType, Host, Instance>
>;

/** The plugins that a program has. */
export interface Catalog<Host> {
  /** How many enabled plugins of a type there must be; other types are refused. */
  readonly counts: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** Undefined for what SPIRE has beyond these; it is refused by name. */
  readonly findBuiltIn: (type: string, name: string) => BuiltIn<Host> | undefined;
}

/** A plugin whose configuration was checked. */
export interface PreparedPlugin<Host> {
  readonly type: string;
  readonly name: string;
  create(host: Host): Promise<unknown>;
  /** What is missing around it; empty for a plugin that checks nothing. */
  check(host: CheckHost): Promise<readonly Finding[]>;
}

/** The findings of all plugins, in the order of the file. */
export async function checkAll(
  plugins: readonly Pick<PreparedPlugin<never>, 'check'>[],
  host: CheckHost,
): Promise<readonly Finding[]> {
  return (await Promise.all(plugins.map((plugin) => plugin.check(host)))).flat();
}

/**
 * Finds and checks all plugins without starting one, in the order of the file. Faults go into `report`;
 * the result is of use only when it has none.
 */
export async function preparePluginBlocks<Host>(
  blocks: readonly PluginBlock[],
  catalog: Catalog<Host>,
  report: FaultReport,
): Promise<readonly PreparedPlugin<Host>[]> {
  // A plugin that could not even be read is missing from the blocks.
  const complete = !report.hasFaultIn('plugins');
  const prepared: PreparedPlugin<Host>[] = [];
  for (const block of blocks) {
    const one = await prepareOne(block, catalog, report);
    if (one !== undefined) prepared.push(one);
  }
  if (complete) checkCounts(blocks, catalog, report);
  return prepared;
}

async function prepareOne<Host>(
  block: PluginBlock,
  catalog: Catalog<Host>,
  report: FaultReport,
): Promise<PreparedPlugin<Host> | undefined> {
  const { name, position, type } = block;
  const fault = findFault(block, catalog);
  if (fault !== undefined) {
    report.add(faultAt(position, `plugins.${type} ${JSON.stringify(name)}`, fault));
  }
  const load = catalog.findBuiltIn(type, name);
  if (fault !== undefined || load === undefined || !block.enabled) return undefined;
  const definition = await load();
  const data = report.try(() =>
    decode(dataOf(block), definition.config, { path: pluginDataPath(block) }),
  );
  // The data was decoded by the schema of this very definition.
  return {
    type,
    name,
    create: async (host) => await definition.create(data, host),
    check: async (host) => (await definition.check?.(data, host)) ?? [],
  };
}

function findFault(
  { enabled, name, plugin_cmd: command, type }: PluginBlock,
  { counts, findBuiltIn }: Catalog<never>,
): string | undefined {
  if (!Object.hasOwn(counts, type)) return `unsupported plugin type "${type}"`;
  if (!enabled) return undefined;
  if (command !== undefined && command !== '') {
    return 'plugin_cmd is not supported: external plugins are not run';
  }
  if (findBuiltIn(type, name) !== undefined) return undefined;
  return `no built-in plugin "${name}" for type "${type}"`;
}

/** The data of a block, from the file it names if it names one. Throws CONFIG_INVALID. */
export function dataOf({
  plugin_data_file: file,
  pluginData,
  position,
}: PluginBlock): ConfigObject {
  if (file !== undefined && file !== '') return loadConfigFile(file).root;
  return pluginData ?? { kind: 'object', position, items: [] };
}

function checkCounts(
  blocks: readonly PluginBlock[],
  { counts }: Catalog<never>,
  report: FaultReport,
): void {
  for (const [type, [least, most]] of Object.entries(counts)) {
    const count = blocks.filter((block) => block.enabled && block.type === type).length;
    if (count >= least && count <= most) continue;
    const bound = count < least ? `at least ${least}` : `at most ${most}`;
    const what = least === most ? `exactly ${least}` : bound;
    report.add({
      path: 'plugins',
      message: `plugin type "${type}" constraint not satisfied: expected ${what} but got ${count}`,
    });
  }
}
