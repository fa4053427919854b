import type { Clock } from '../common/clock/clock.ts';
import type { Logger } from '../common/log/logger.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../common/spiffe/federation-relationship.ts';
import type { RegistrationEntry } from '../common/spiffe/registration-entry.ts';
import type { SpiffeId } from '../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../common/spiffe/trust-domain.ts';
import type { Agent, AgentFilter, EntryFilter, PageRequest } from './datastore/datastore.ts';
import { agentMatcher, entryMatcher } from './datastore/remembered/matching.ts';
import { RememberedReads, type OutageOptions, type Reads } from './datastore/remembered/reads.ts';
import type { Memory } from './memory.ts';

/** What operators read also while the datastore is away. */
export interface OperatorReads {
  readonly entries: Reads<string, RegistrationEntry, EntryFilter>;
  readonly agents: Reads<SpiffeId, Agent, AgentFilter>;
  readonly bundles: Reads<TrustDomain, Bundle, Everything>;
  readonly relationships: Reads<TrustDomain, FederationRelationship, Everything>;
}

/** No filter. */
type Everything = Record<string, never>;

export function operatorReads(
  { store, contact, follower, entries, agents, bundles, relationships }: Memory,
  { clock, log, metrics }: { clock: Clock; log: Logger; metrics: Metrics },
): OperatorReads {
  const fromMemory = metrics.counter(
    'datastore_reads_from_memory',
    'Reads of operators that were answered from memory, as the datastore did not answer',
    ['kind'],
  );
  const subsystem_name = 'datastore';
  const options: OutageOptions = {
    ...{ contact, follower, fromMemory, clock },
    log: log.child({ subsystem_name }),
  };
  return {
    entries: new RememberedReads(
      store.entries,
      {
        kind: 'entries',
        get: (id: string) => entries.get(id),
        values: () => entries.values(),
        matcher: entryMatcher,
      },
      options,
    ),
    agents: new RememberedReads(
      store.agents,
      { ...kept('agents', agents), matcher: agentMatcher },
      options,
    ),
    bundles: new RememberedReads(unfiltered(store.bundles), kept('bundles', bundles), options),
    relationships: new RememberedReads(
      unfiltered({
        find: (name: TrustDomain) => store.federation.find(name),
        list: (page) => store.federation.list(page),
        // Nobody counts them.
        count: () => Promise.resolve(relationships.size),
      }),
      kept('federation relationships', relationships),
      options,
    ),
  };
}

function kept<Key, T>(kind: string, map: ReadonlyMap<Key, T>) {
  return {
    kind,
    get: (key: Key) => map.get(key),
    values: () => map.values(),
    matcher: () => () => true,
  };
}

interface Unfiltered<Key, T> {
  find(key: Key): Promise<T | undefined>;
  list(page: PageRequest): ReturnType<Reads<Key, T, Everything>['list']>;
  count(): Promise<number>;
}

function unfiltered<Key, T>(store: Unfiltered<Key, T>): Reads<Key, T, Everything> {
  return {
    find: (key) => store.find(key),
    list: (_all, page) => store.list(page),
    count: () => store.count(),
  };
}
