import { z } from 'zod';
import { FaultReport, faultAt, type Fault, type Position } from './config-error.ts';
import type { ConfigItem, ConfigObject, ConfigTree, ConfigValue } from './config-tree.ts';
import { decode } from './decode.ts';
import { rawBlock } from './schema.ts';

/** One plugin of a `plugins` block, as it was declared. */
export interface PluginBlock {
  readonly type: string;
  readonly name: string;
  readonly position: Position;
  /** What the plugin's own schema decodes; absent and `{}` mean the same to SPIRE. */
  readonly pluginData?: ConfigObject;
  readonly plugin_data_file?: string;
  /** The binary of an external plugin. */
  readonly plugin_cmd?: string;
  readonly plugin_args: readonly string[];
  /** Hex SHA-256 of the binary. */
  readonly plugin_checksum?: string;
  readonly enabled: boolean;
}

/**
 * The plugins in file order. Accepts `Type "name" { }`, `Type { name { } }` and the JSON forms. As in
 * SPIRE only the first `plugins` block counts: `warn` hears of others. Faults go into `report`; the plugins
 * without one are returned.
 */
export function decodePlugins(
  tree: ConfigTree,
  report: FaultReport,
  warn?: (fault: Fault) => void,
): PluginBlock[] {
  const [first, ...ignored] = tree.root.items.filter(isPlugins);
  for (const item of ignored) {
    warn?.(faultAt(item.keys[0].position, 'plugins', 'a second plugins block is ignored'));
  }
  if (first === undefined) report.add({ path: 'plugins', message: 'is required' });
  const plugins = (first === undefined ? [] : declarations(first, report)).flatMap((declared) => {
    const plugin = report.try(() => decodePlugin(declared));
    return plugin === undefined ? [] : [plugin];
  });
  checkUnique(plugins, report);
  return plugins;
}

/** Where a plugin's data stands in the file, for the faults of its schema. */
export function pluginDataPath(plugin: Pick<PluginBlock, 'type' | 'name'>): string {
  return `${pathOf(plugin.type, plugin.name)}.plugin_data`;
}

interface Declaration {
  readonly type: string;
  readonly name: string;
  readonly position: Position;
  readonly body: ConfigObject;
}

const bodySchema = z.strictObject({
  plugin_cmd: z.string().optional(),
  plugin_args: z.array(z.string()).default([]),
  plugin_checksum: z.string().optional(),
  plugin_data: rawBlock().optional(),
  plugin_data_file: z.string().optional(),
  enabled: z.boolean().default(true),
});

function decodePlugin({ type, name, position, body }: Declaration): PluginBlock {
  const path = pathOf(type, name);
  const { plugin_data: data, ...rest } = decode(body, bodySchema, { path });
  if (data !== undefined && rest.plugin_data_file !== undefined) {
    const report = new FaultReport();
    const rule = 'only one of [plugin_data, plugin_data_file] can be used';
    report.add(faultAt(position, path, rule));
    report.end();
  }
  const { plugin_cmd: cmd, plugin_checksum: checksum, plugin_data_file: file } = rest;
  return {
    type,
    name,
    position,
    enabled: rest.enabled,
    plugin_args: rest.plugin_args,
    ...(data === undefined ? {} : { pluginData: data }),
    ...(cmd === undefined ? {} : { plugin_cmd: cmd }),
    ...(checksum === undefined ? {} : { plugin_checksum: checksum }),
    ...(file === undefined ? {} : { plugin_data_file: file }),
  };
}

/** One declaration per plugin, whichever way type and name were written. */
function declarations(plugins: ConfigItem, report: FaultReport): Declaration[] {
  return itemsUnder(plugins, 'plugins', report).flatMap((typed) => {
    const type = typed.keys[0].text;
    return itemsUnder(typed, `plugins.${type}`, report).map((named): Declaration => {
      const { text: name, position } = named.keys[0];
      const body = {
        kind: 'object' as const,
        position,
        items: itemsUnder(named, pathOf(type, name), report),
      };
      return { type, name, position, body };
    });
  });
}

/** The items inside an item: those of its block or list of blocks, or the one its label makes. */
function itemsUnder(item: ConfigItem, path: string, report: FaultReport): readonly ConfigItem[] {
  const [, label, ...rest] = item.keys;
  if (label !== undefined) return [{ keys: [label, ...rest], value: item.value }];
  return itemsIn(item.value, path, report);
}

function itemsIn(value: ConfigValue, path: string, report: FaultReport): readonly ConfigItem[] {
  if (value.kind === 'object') return value.items;
  if (value.kind === 'list') return value.items.flatMap((item) => itemsIn(item, path, report));
  if (value.kind !== 'null') report.add(faultAt(value.position, path, 'expected a block'));
  return [];
}

function checkUnique(plugins: readonly PluginBlock[], report: FaultReport): void {
  const seen = new Set<string>();
  for (const { type, name, position } of plugins) {
    const path = pathOf(type, name);
    if (seen.has(path)) {
      const message = `plugin ${JSON.stringify(type)}/${JSON.stringify(name)} declared more than once`;
      report.add(faultAt(position, path, message));
    }
    seen.add(path);
  }
}

function isPlugins(item: ConfigItem): boolean {
  return item.keys[0].text.toLowerCase() === 'plugins';
}

function pathOf(type: string, name: string): string {
  return `plugins.${type} ${JSON.stringify(name)}`;
}
