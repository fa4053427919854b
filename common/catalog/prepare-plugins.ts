import type { z } from 'zod';
import { faultAt, type FaultReport } from '../config/config-error.ts';
import type { ConfigObject } from '../config/config-tree.ts';
import { decode } from '../config/decode.ts';
import { loadConfigFile, readConfig } from '../config/load-config.ts';
import { pluginDataPath, type PluginBlock } from '../config/plugins.ts';
import { findChecksumFault } from './external/checksum.ts';
import type { PluginCalls } from './external/plugin-calls.ts';
import { pluginDataOf } from './external/plugin-data.ts';
import type { CheckHost, Finding } from './finding.ts';
import type { PluginDefinition } from './plugin.ts';
import type { PluginRuntime } from './plugin-runtime.ts';
import { Swappable, type Current } from './swap.ts';

/** Loads a plugin when a configuration names it: what is not used costs no start-up time. */
export type BuiltIn<Host, Instance = unknown> = () => Promise<
  PluginDefinition<z.ZodType, Host, Instance>
>;

/** How an external plugin of one type is used. */
export interface ExternalKind<Host, Instance = unknown> {
  /** The services that it may serve, the newest first. */
  readonly services: readonly string[];
  /** Makes of it what the program calls. */
  create(plugin: PluginCalls, host: Host): Instance | Promise<Instance>;
}

/** Makes an instance that always asks the current one. */
export type Swap<Instance = never> = (current: Current<Instance>, name: string) => unknown;

/** The plugins that a program has. */
export interface Catalog<Host> {
  /** How many enabled plugins of a type there must be; other types are refused. */
  readonly counts: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** Undefined for what SPIRE has beyond these; it is refused by name. */
  readonly findBuiltIn: (type: string, name: string) => BuiltIn<Host> | undefined;
  /** Why one of SPIRE's is not there, for who asks for it. */
  readonly reasonFor?: (type: string, name: string) => string | undefined;
  /** A text says why a program cannot be this plugin. */
  readonly findExternal: (
    type: string,
    name: string,
  ) => (() => Promise<ExternalKind<Host>>) | string;
  /** Undefined for types that keep what they were started with. */
  readonly findSwap: (type: string) => Swap | undefined;
}

/** What plugins of every kind need from a host. */
export interface RuntimeHost {
  readonly runtime: PluginRuntime;
}

/** A plugin whose configuration was checked. */
export interface PreparedPlugin<Host> {
  readonly type: string;
  readonly name: string;
  create(host: Host): Promise<unknown>;
  /** Starts an external plugin for a moment and asks what it thinks of its configuration. */
  validate?(runtime: PluginRuntime): Promise<readonly string[]>;
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
export async function preparePluginBlocks<Host extends RuntimeHost>(
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

/**
 * What external plugins say of their configuration, `Type "name": note`; empty when they are content. Throws
 * when one cannot be started.
 */
export async function validateExternals(
  prepared: readonly Pick<PreparedPlugin<never>, 'type' | 'name' | 'validate'>[],
  runtime: PluginRuntime,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const plugin of prepared) {
    const said = (await plugin.validate?.(runtime)) ?? [];
    notes.push(...said.map((note) => `${plugin.type} ${JSON.stringify(plugin.name)}: ${note}`));
  }
  return notes;
}

async function prepareOne<Host extends RuntimeHost>(
  block: PluginBlock,
  catalog: Catalog<Host>,
  report: FaultReport,
): Promise<PreparedPlugin<Host> | undefined> {
  const { name, position, type } = block;
  const fault = findFault(block, catalog);
  if (fault !== undefined) {
    report.add(faultAt(position, `plugins.${type} ${JSON.stringify(name)}`, fault));
  }
  if (fault !== undefined || !block.enabled) return undefined;
  if (isExternal(block)) return prepareExternal(block, catalog);
  const load = catalog.findBuiltIn(type, name);
  return load === undefined ? undefined : prepareBuiltIn(block, await load(), catalog, report);
}

function prepareBuiltIn<Host extends RuntimeHost>(
  block: PluginBlock,
  definition: PluginDefinition<z.ZodType, Host, unknown>,
  catalog: Catalog<Host>,
  report: FaultReport,
): PreparedPlugin<Host> {
  const { name, type } = block;
  const path = pluginDataPath(block);
  const data = report.try(() => decode(dataOf(block), definition.config, { path }));
  const check = async (host: CheckHost) => (await definition.check?.(data, host)) ?? [];
  const source = pluginDataOf(block);
  const swap = catalog.findSwap(type);
  if (source?.isDynamic !== true || swap === undefined) {
    // The data was decoded by the schema of this very definition.
    return { type, name, create: async (host) => await definition.create(data, host), check };
  }
  return {
    type,
    name,
    async create(host) {
      const { runtime } = host;
      const current = await Swappable.start<unknown>({
        data: source,
        log: runtime.logOf(block),
        async create(text, life) {
          const { root } = readConfig(text, sourceOf(block));
          const decoded = decode(root, definition.config, { path });
          return await definition.create(decoded, withSignal(host, life));
        },
      });
      runtime.add(current);
      return swap(current as Current<unknown> as Current<never>, name);
    },
    check,
  };
}

function sourceOf({ plugin_data_file: source }: PluginBlock) {
  return source === undefined ? {} : { source };
}

/** An instance that is replaced ends before its program. */
function withSignal<Host>(host: Host, life: AbortSignal): Host {
  const { signal } = host as { readonly signal?: AbortSignal };
  return { ...host, signal: signal === undefined ? life : AbortSignal.any([signal, life]) };
}

function prepareExternal<Host extends RuntimeHost>(
  block: PluginBlock,
  { findExternal }: Catalog<Host>,
): PreparedPlugin<Host> | undefined {
  const { name, type } = block;
  const load = findExternal(type, name);
  // It would be a fault.
  if (typeof load === 'string') return undefined;
  return {
    type,
    name,
    async create(host) {
      const kind = await load();
      return await kind.create(await host.runtime.startExternal(block, kind.services), host);
    },
    check: () => Promise.resolve([]),
    validate: async (runtime) => runtime.validateExternal(block, (await load()).services),
  };
}

function findFault(block: PluginBlock, catalog: Catalog<never>): string | undefined {
  const { enabled, name, type } = block;
  const { counts, findBuiltIn, reasonFor } = catalog;
  if (!Object.hasOwn(counts, type)) return `unsupported plugin type "${type}"`;
  if (!enabled) return undefined;
  if (isExternal(block)) return findExternalFault(block, catalog);
  if (findBuiltIn(type, name) !== undefined) return undefined;
  const reason = reasonFor?.(type, name);
  return `no built-in plugin "${name}" for type "${type}"${reason === undefined ? '' : `: ${reason}`}`;
}

function findExternalFault(
  { name, plugin_checksum: checksum = '', type }: PluginBlock,
  { findExternal }: Catalog<never>,
): string | undefined {
  const found = findExternal(type, name);
  if (typeof found === 'string') return found;
  const fault = checksum === '' ? undefined : findChecksumFault(checksum);
  return fault === undefined ? undefined : `failed to load plugin "${name}": ${fault}`;
}

function isExternal({ plugin_cmd: command }: PluginBlock): boolean {
  return command !== undefined && command !== '';
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
