import type { CheckHost, Finding } from '../../common/catalog/finding.ts';
import type { PluginRuntime } from '../../common/catalog/plugin-runtime.ts';
import {
  checkAll,
  preparePluginBlocks,
  validateExternals,
  type PreparedPlugin,
  type RuntimeHost,
} from '../../common/catalog/prepare-plugins.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { FaultReport } from '../../common/config/config-error.ts';
import type { PluginBlock } from '../../common/config/plugins.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { NodeAttestor } from '../attestation/node-attestor.ts';
import type { CredentialComposer } from '../ca/credential-composer.ts';
import type { UpstreamAuthority } from '../ca/upstream-authority.ts';
import type { Datastore } from '../datastore/datastore.ts';
import type { EnrollmentGate } from '../enrollment/gate.ts';
import type { ReviewerFiles } from '../fleet/reviewer-files.ts';
import type { JoinTokenHost } from '../plugins/NodeAttestor/join_token/join-token.ts';
import type { BundlePublisher } from '../publication/bundle-publisher.ts';
import { findBuiltIn, joinTokenBuiltIn, reasonFor } from './built-ins.ts';
import { findExternal } from './external/kinds.ts';
import { findSwap } from './swaps.ts';

/** What the server offers to its plugins before there is a datastore. */
interface PluginHost extends RuntimeHost {
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly version: string;
  readonly log?: Logger;
  /** Of the process: what a plugin finds out about its surroundings. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Aborted when the server stops: what a plugin holds open ends with it. */
  readonly signal?: AbortSignal;
}

/** What node attestors are offered beside that. */
interface NodeAttestorHost extends PluginHost {
  readonly tokens: Datastore['agents'];
  readonly ownBundle: () => Bundle | undefined;
  readonly bootstrapTokens?: JoinTokenHost['bootstrapTokens'];
  readonly enrollment: EnrollmentGate;
  readonly reviewers: Datastore['reviewers'];
  readonly reviewerFiles: ReviewerFiles;
  readonly metrics: Metrics;
}

/** Plugins whose configuration was checked; nothing is opened before it is asked for. */
export interface PreparedPlugins {
  openDatastore(host: PluginHost): Promise<Datastore>;
  createKeyManager(host: PluginHost): Promise<KeyManager>;
  /** Undefined when this server's CA signs itself. */
  createUpstreamAuthority(host: PluginHost): Promise<UpstreamAuthority | undefined>;
  /** By the type that agents name; join tokens are always admitted. */
  createNodeAttestors(host: NodeAttestorHost): Promise<ReadonlyMap<string, NodeAttestor>>;
  /** Of types BundlePublisher and Notifier. */
  createBundlePublishers(host: PluginHost): Promise<readonly BundlePublisher[]>;
  /** In the order of the file, which is the order in which they are asked. */
  createCredentialComposers(host: PluginHost): Promise<readonly CredentialComposer[]>;
  /** Starts each external plugin for a moment and returns what they say of their configuration. */
  validate(runtime: PluginRuntime): Promise<readonly string[]>;
  /** What the plugins find missing around them; none is started. */
  check(host: CheckHost): Promise<readonly Finding[]>;
}

type Prepared = readonly PreparedPlugin<never>[];

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
    openDatastore: async (host) => (await create(prepared, 'DataStore', host)) as Datastore,
    createKeyManager: async (host) => (await create(prepared, 'KeyManager', host)) as KeyManager,
    createUpstreamAuthority: async (host) =>
      (await create(prepared, 'UpstreamAuthority', host)) as UpstreamAuthority | undefined,
    createNodeAttestors: (host) => createNodeAttestors(prepared, host),
    createBundlePublishers: async (host) =>
      (await Promise.all(
        prepared
          .filter(({ type }) => type === 'BundlePublisher' || type === 'Notifier')
          .map((plugin) => plugin.create(host as never)),
      )) as BundlePublisher[],
    createCredentialComposers: (host) => createCredentialComposers(prepared, host),
    validate: (runtime) => validateExternals(prepared, runtime),
    check: (host) => checkAll(prepared, host),
  };
}

/** The counts saw to it that there is one, and its data was decoded by its own schema. */
function create(prepared: Prepared, type: string, host: PluginHost): unknown {
  return prepared.find((plugin) => plugin.type === type)?.create(host as never);
}

async function createCredentialComposers(
  prepared: Prepared,
  host: PluginHost,
): Promise<readonly CredentialComposer[]> {
  const composers: CredentialComposer[] = [];
  for (const plugin of prepared.filter(({ type }) => type === 'CredentialComposer')) {
    composers.push((await plugin.create(host as never)) as CredentialComposer);
  }
  return composers;
}

async function createNodeAttestors(
  prepared: Prepared,
  host: NodeAttestorHost,
): Promise<ReadonlyMap<string, NodeAttestor>> {
  const attestors = new Map<string, NodeAttestor>();
  const joinToken = await joinTokenBuiltIn();
  attestors.set(joinToken.name, (await joinToken.create({}, host as never)) as NodeAttestor);
  for (const plugin of prepared.filter(({ type }) => type === 'NodeAttestor')) {
    attestors.set(plugin.name, (await plugin.create(host as never)) as NodeAttestor);
  }
  return attestors;
}

const counts = {
  DataStore: [1, 1],
  KeyManager: [1, 1],
  NodeAttestor: [0, Infinity],
  UpstreamAuthority: [0, 1],
  Notifier: [0, Infinity],
  BundlePublisher: [0, Infinity],
  CredentialComposer: [0, Infinity],
} as const;

const catalog = { counts, findBuiltIn, findExternal, findSwap, reasonFor };
