import type { z } from 'zod';
import type { PluginDefinition } from '../../common/catalog/plugin.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { FaultReport, faultAt } from '../../common/config/config-error.ts';
import type { ConfigObject } from '../../common/config/config-tree.ts';
import { decode } from '../../common/config/decode.ts';
import { loadConfigFile } from '../../common/config/load-config.ts';
import { pluginDataPath, type PluginBlock } from '../../common/config/plugins.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { NodeAttestor } from '../attestation/node-attestor.ts';
import type { Datastore } from '../datastore/datastore.ts';
import { findBuiltIn, joinTokenBuiltIn } from './built-ins.ts';

/** What the server offers to its plugins before there is a datastore. */
export interface PluginHost {
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly version: string;
  readonly log?: Logger;
}

/** Plugins whose configuration was checked; nothing is opened before it is asked for. */
export interface PreparedPlugins {
  openDatastore(host: PluginHost): Promise<Datastore>;
  createKeyManager(host: PluginHost): Promise<KeyManager>;
  /** By the type that agents name; join tokens are always admitted. */
  createNodeAttestors(
    host: PluginHost & { readonly tokens: Datastore['agents'] },
  ): Promise<ReadonlyMap<string, NodeAttestor>>;
}

interface Prepared {
  readonly type: string;
  readonly name: string;
  readonly definition: PluginDefinition<z.ZodType, never, unknown>;
  readonly data: unknown;
}

/** How many enabled plugins of a type there must be. */
const constraints: Readonly<Record<string, readonly [number, number]>> = {
  DataStore: [1, 1],
  KeyManager: [1, 1],
  NodeAttestor: [0, Infinity],
  UpstreamAuthority: [0, 1],
  Notifier: [0, Infinity],
  BundlePublisher: [0, Infinity],
  CredentialComposer: [0, Infinity],
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
  return {
    openDatastore: async (host) => (await create(prepared, 'DataStore', host)) as Datastore,
    createKeyManager: async (host) => (await create(prepared, 'KeyManager', host)) as KeyManager,
    createNodeAttestors: (host) => createNodeAttestors(prepared, host),
  };
}

async function prepareOne(block: PluginBlock, report: FaultReport): Promise<Prepared | undefined> {
  const { name, position, type } = block;
  const fault = findFault(block);
  if (fault !== undefined) {
    report.add(faultAt(position, `plugins.${type} ${JSON.stringify(name)}`, fault));
  }
  const load = findBuiltIn(type, name);
  if (fault !== undefined || load === undefined || !block.enabled) return undefined;
  const definition = await load();
  const data = report.try(() =>
    decode(dataOf(block), definition.config, { path: pluginDataPath(block) }),
  );
  return { type, name, definition, data };
}

function findFault({ enabled, name, plugin_cmd: command, type }: PluginBlock): string | undefined {
  if (!Object.hasOwn(constraints, type)) return `unsupported plugin type "${type}"`;
  if (!enabled) return undefined;
  if (command !== undefined && command !== '') {
    return 'plugin_cmd is not supported: external plugins are not run';
  }
  if (findBuiltIn(type, name) !== undefined) return undefined;
  return `no built-in plugin "${name}" for type "${type}"`;
}

function dataOf({ plugin_data_file: file, pluginData, position }: PluginBlock): ConfigObject {
  if (file !== undefined && file !== '') return loadConfigFile(file).root;
  return pluginData ?? { kind: 'object', position, items: [] };
}

function checkConstraints(blocks: readonly PluginBlock[], report: FaultReport): void {
  for (const [type, [least, most]] of Object.entries(constraints)) {
    const count = blocks.filter((block) => block.enabled && block.type === type).length;
    if (count >= least && count <= most) continue;
    const what = least === most ? `exactly ${least}` : `at most ${most}`;
    report.add({
      path: 'plugins',
      message: `plugin type "${type}" constraint not satisfied: expected ${what} but got ${count}`,
    });
  }
}

/** The constraints saw to it that there is one, and its data was decoded by its own schema. */
function create(prepared: readonly Prepared[], type: string, host: PluginHost): unknown {
  const one = prepared.find((candidate) => candidate.type === type);
  return one?.definition.create(one.data, host as never);
}

async function createNodeAttestors(
  prepared: readonly Prepared[],
  host: PluginHost & { readonly tokens: Datastore['agents'] },
): Promise<ReadonlyMap<string, NodeAttestor>> {
  const attestors = new Map<string, NodeAttestor>();
  const joinToken = await joinTokenBuiltIn();
  attestors.set(joinToken.name, (await joinToken.create({}, host as never)) as NodeAttestor);
  for (const { name, definition, data } of prepared.filter(({ type }) => type === 'NodeAttestor')) {
    attestors.set(name, (await definition.create(data, host as never)) as NodeAttestor);
  }
  return attestors;
}
