import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Cache, EntryChanges } from './cache.ts';

/** What the agent has already; the server's answer is told as a difference to it. */
interface KnownEntries {
  readonly entryCount: number;
  findEntry(entryId: string): RegistrationEntry | undefined;
  entryIds(): Iterable<string>;
}

/** The server, as a sync sees it. */
export interface SyncServer {
  fetchEntries(known: KnownEntries, signal: AbortSignal): Promise<EntryChanges>;
  fetchBundle(signal: AbortSignal): Promise<Bundle>;
  /** Undefined when the server has none of this trust domain. */
  fetchFederatedBundle(name: TrustDomain, signal: AbortSignal): Promise<Bundle | undefined>;
}

export interface SyncResult {
  /** Of the changed ones, those that were not there before. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly bundleChanged: boolean;
}

const federatedInFlight = 10;

/**
 * One sync: bundles first, then entries, published as one change. Nothing is applied when entries
 * or our own bundle cannot be had; a foreign bundle that fails keeps its last state.
 */
export async function syncOnce(
  server: SyncServer,
  cache: Cache,
  log: Logger,
  signal: AbortSignal,
): Promise<SyncResult> {
  const [changes, bundle] = await Promise.all([
    server.fetchEntries(cache, signal),
    server.fetchBundle(signal),
  ]);
  const before = cache.bundle;
  const added = changes.changed.filter(({ id }) => cache.findEntry(id) === undefined).length;
  cache.setBundle(bundle);
  cache.applyEntries(changes);
  for (const [name, federated] of await fetchFederated(server, cache, log, signal)) {
    cache.setFederatedBundle(name, federated);
  }
  cache.open();
  cache.publish();
  return {
    added,
    changed: changes.changed.length,
    removed: changes.removed.length,
    bundleChanged: cache.bundle !== before,
  };
}

async function fetchFederated(
  server: SyncServer,
  cache: Cache,
  log: Logger,
  signal: AbortSignal,
): Promise<Map<TrustDomain, Bundle | undefined>> {
  const names = [...cache.federatedNames()];
  const found = new Map<TrustDomain, Bundle | undefined>();
  const worker = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      try {
        found.set(name, await server.fetchFederatedBundle(name, signal));
      } catch (error) {
        signal.throwIfAborted();
        log.warn('Failed to fetch federated bundle', { trust_domain_id: name, error });
      }
    }
  };
  await Promise.all(Array.from({ length: federatedInFlight }, worker));
  return found;
}
