import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';

/** What a store is to keep for one registration entry. */
export interface StoredSvid {
  readonly spiffeId: SpiffeId;
  readonly svid: X509Svid;
  /** Roots of the agent's own trust domain. */
  readonly bundleDer: readonly Uint8Array[];
  /** Roots by the SPIFFE ID of the federated trust domain; never empty lists. */
  readonly federatedDer: ReadonlyMap<string, readonly Uint8Array[]>;
  /** Where to keep it: the values of the entry's selectors. */
  readonly metadata: readonly string[];
}

/** Keeps X509-SVIDs for workloads that cannot ask an agent; the plugins of type SVIDStore are these. */
export interface SvidStore {
  /** By which entries name it: the type of their selectors. */
  readonly name: string;
  /** Writes it, in place of what is there. */
  put(stored: StoredSvid, signal: AbortSignal): Promise<void>;
  /** Throws INVALID_ARGUMENT when the metadata can be of nothing that it ever wrote. */
  delete(metadata: readonly string[], signal: AbortSignal): Promise<void>;
}
