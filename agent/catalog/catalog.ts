import type { CheckHost, Finding } from '../../common/catalog/finding.ts';
import {
  checkAll,
  preparePluginBlocks,
  validateExternals,
  type PreparedPlugin,
} from '../../common/catalog/prepare-plugins.ts';
import type { PluginType } from '../../common/catalog/plugin.ts';
import type { FaultReport } from '../../common/config/config-error.ts';
import type { PluginBlock } from '../../common/config/plugins.ts';
import type { NodeAttestor } from '../attestor/node-attestor.ts';
import type { WorkloadAttestor } from '../callers/workload-attestation.ts';
import type { PluginRuntime } from '../../common/catalog/plugin-runtime.ts';
import type { AgentKeys } from '../svid/agent-keys.ts';
import type { SvidStore } from '../svidstore/svid-store.ts';
import { findBuiltIn, type AgentPluginHost } from './built-ins.ts';
import { findExternal } from './external/kinds.ts';
import { findSwap } from './swaps.ts';

/** The plugins of a running agent. */
export interface AgentPlugins {
  readonly keys: AgentKeys;
  readonly nodeAttestor: NodeAttestor;
  readonly workloadAttestors: readonly WorkloadAttestor[];
  readonly svidStores: readonly SvidStore[];
}

/** Plugins whose configuration was checked; `create` starts them in the order of the file. */
export interface PreparedPlugins {
  create(host: AgentPluginHost): Promise<AgentPlugins>;
  /** Whether entries with `store_svid` have somewhere to go. */
  readonly storesSvids: boolean;
  /** Starts each external plugin for a moment and returns what they say of their configuration. */
  validate(runtime: PluginRuntime): Promise<readonly string[]>;
  /** What the plugins find missing around them; none is started. */
  check(host: CheckHost): Promise<readonly Finding[]>;
}

/**
 * Finds and checks all plugins without starting one. Faults go into `report`; the result is of use only
 * when it has none.
 */
export async function preparePlugins(
  blocks: readonly PluginBlock[],
  report: FaultReport,
): Promise<PreparedPlugins> {
  const prepared = await preparePluginBlocks(blocks, catalog, report);
  return {
    create: (host) => createAll(prepared, host),
    storesSvids: prepared.some(({ type }) => type === 'SVIDStore'),
    validate: (runtime) => validateExternals(prepared, runtime),
    check: (host) => checkAll(prepared, host),
  };
}

async function createAll(
  prepared: readonly PreparedPlugin<AgentPluginHost>[],
  host: AgentPluginHost,
): Promise<AgentPlugins> {
  const instances: { readonly type: string; readonly instance: unknown }[] = [];
  for (const plugin of prepared) {
    instances.push({ type: plugin.type, instance: await plugin.create(host) });
  }
  const ofType = (type: PluginType) =>
    instances.filter((one) => one.type === type).map(({ instance }) => instance);
  // The types were checked where the built-ins are listed, how many there are when they were prepared.
  const [keys] = ofType('KeyManager') as [AgentKeys];
  const [nodeAttestor] = ofType('NodeAttestor') as [NodeAttestor];
  return {
    keys,
    nodeAttestor,
    workloadAttestors: ofType('WorkloadAttestor') as WorkloadAttestor[],
    svidStores: ofType('SVIDStore') as SvidStore[],
  };
}

const counts = {
  KeyManager: [1, 1],
  NodeAttestor: [1, 1],
  WorkloadAttestor: [1, Infinity],
  SVIDStore: [0, Infinity],
} as const;

const catalog = { counts, findBuiltIn, findExternal, findSwap };
