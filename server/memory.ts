import type { RuntimeHost } from '../common/catalog/prepare-plugins.ts';
import type { Clock } from '../common/clock/clock.ts';
import { formatDuration } from '../common/config/duration.ts';
import { hasCode, SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Lifecycle } from '../common/lifecycle/lifecycle.ts';
import type { Logger } from '../common/log/logger.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../common/spiffe/federation-relationship.ts';
import { trustDomainOf } from '../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../common/spiffe/trust-domain.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import { WatchHub } from './api/watch/watch-hub.ts';
import { agentMirror, type AgentIndex } from './attestation/agent-index.ts';
import type { PreparedPlugins } from './catalog/catalog.ts';
import type { ServerConfig } from './config.ts';
import type { Datastore } from './datastore/datastore.ts';
import { DatastoreContact } from './datastore-contact.ts';
import { EnrolledClusters } from './enrollment/clusters.ts';
import { CredentialBindings } from './enrollment/credential-binding.ts';
import { ProfileIndex, profileMirror } from './enrollment/profile-index.ts';
import { ChangeFollower } from './registration/change-follower.ts';
import { EntryIndex } from './registration/entry-index.ts';
import { entryMirror, notifying, observed, trustDomainMirror } from './registration/mirrors.ts';

/** The datastore and what mirrors it. */
export interface Memory {
  readonly store: Datastore;
  readonly entries: EntryIndex;
  readonly agents: AgentIndex;
  readonly profiles: ProfileIndex;
  /** The clusters whose agents enrol by a profile; the node attestor adds them. */
  readonly clusters: EnrolledClusters;
  /** What each agent's credential is bound to, and whether that is still in force. */
  readonly bindings: CredentialBindings;
  readonly bundles: Map<TrustDomain, Bundle>;
  readonly relationships: Map<TrustDomain, FederationRelationship>;
  /** Called after a bundle or a relationship changed. */
  readonly federationListeners: Set<() => void>;
  /** The agents that want to hear of changes. */
  readonly watches: WatchHub;
  readonly follower: ChangeFollower;
  readonly contact: DatastoreContact;
}

interface MemoryDeps extends RuntimeHost {
  readonly plugins: Pick<PreparedPlugins, 'openDatastore'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly version: string;
  /** Ends the wait for a datastore that is away. */
  readonly ending?: AbortSignal | undefined;
}

/**
 * Opens the datastore, reads everything once, and follows it until the lifecycle ends. Waits while the
 * datastore is away.
 */
export async function openMemory(
  { trustDomain, changePollMs }: ServerConfig,
  deps: MemoryDeps,
  lifecycle: Lifecycle,
): Promise<Memory> {
  const { clock, log } = deps;
  const store = await openDatastore(trustDomain, deps);
  lifecycle.defer('datastore', () => store.close());
  await checkTrustDomain(store, trustDomain, log);
  const entries = new EntryIndex(trustDomain);
  const agents: AgentIndex = new Map();
  const profiles = new ProfileIndex();
  const clusters = new EnrolledClusters();
  const profileOf = (cluster: string) => clusters.profileOf(cluster);
  const bindings = new CredentialBindings({ agents, profiles, profileOf });
  const bundles = new Map<TrustDomain, Bundle>();
  const relationships = new Map<TrustDomain, FederationRelationship>();
  const federationListeners = new Set<() => void>();
  const tell = () => {
    for (const listener of federationListeners) listener();
  };
  const watches = new WatchHub({
    trustDomain,
    entries,
    agents,
    clock,
    mustReattest: (id) => {
      const agent = agents.get(id);
      return agent !== undefined && bindings.mustReattest(agent);
    },
  });
  const bundleMirror = notifying(trustDomainMirror(bundles, store.bundles), tell);
  const contact = new DatastoreContact({
    ...deps,
    log: log.child({ subsystem_name: 'datastore' }),
  });
  const follower = new ChangeFollower({
    changes: store.changes,
    mirrors: {
      // Before the agents, who would else look outdated for a moment after a new version.
      enrollment: observed(profileMirror(profiles, store.enrollment), watches.profileObserver),
      entry: observed(entryMirror(entries, store.entries), watches.entryObserver),
      agent: observed(agentMirror(agents, store.agents), watches.agentObserver),
      bundle: observed(bundleMirror, watches.bundleObserver),
      federation: notifying(trustDomainMirror(relationships, store.federation), tell),
    },
    clock,
    pollMs: changePollMs,
    contact,
  });
  await follower.start(lifecycle.signal);
  return {
    store,
    entries,
    agents,
    profiles,
    clusters,
    bindings,
    bundles,
    relationships,
    federationListeners,
    watches,
    follower,
    contact,
  };
}

/** A server that started before its database does not end: it says what it waits for, and waits. */
async function openDatastore(
  trustDomain: TrustDomain,
  { plugins, clock, log: serverLog, version, runtime, ending }: MemoryDeps,
): Promise<Datastore> {
  const log = serverLog.child({ subsystem_name: 'datastore' });
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await plugins.openDatastore({ trustDomain, clock, version, log, runtime });
    } catch (error) {
      if (!hasCode(error, 'STORAGE_UNAVAILABLE')) throw error;
      log.warn('The datastore does not answer; the server waits for it', {
        error,
        retry_interval: formatDuration(pauseMs),
      });
    }
    await clock.sleep(pauseMs, ending);
  }
}

/** A database of another trust domain would hand out identities that nobody can verify. */
async function checkTrustDomain(
  store: Datastore,
  trustDomain: TrustDomain,
  log: Logger,
): Promise<void> {
  const first = { size: 1, token: '' };
  const [entry] = (await store.entries.list({}, first)).items;
  if (entry !== undefined && trustDomainOf(entry.spiffeId) !== trustDomain) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `the datastore has entries of trust domain ${JSON.stringify(trustDomainOf(entry.spiffeId))}, not ${JSON.stringify(trustDomain)}`,
    );
  }
  const [agent] = (await store.agents.list({}, first)).items;
  if (agent !== undefined && trustDomainOf(agent.spiffeId) !== trustDomain) {
    log.warn('The datastore has agents of another trust domain', { agent_id: agent.spiffeId });
  }
}

const shortestPauseMs = 500;
const longestPauseMs = 10_000;
