import type { Bundle } from '../common/spiffe/bundle.ts';
import type { TrustDomain } from '../common/spiffe/trust-domain.ts';
import type { CaStore } from '../server/ca/ca-manager.ts';

/** A CA manager's store in memory, with what a test wants to see of it. */
export interface MemoryCaStore extends CaStore {
  bundle: Bundle;
  /** While set, every operation rejects with it. */
  failure: Error | undefined;
  readonly journalRows: Map<number, { activeAuthorityId: string; data: Uint8Array }>;
}

export function createMemoryCaStore(trustDomain: TrustDomain): MemoryCaStore {
  const rows: MemoryCaStore['journalRows'] = new Map();
  const store: MemoryCaStore = {
    bundle: {
      trustDomain,
      x509Authorities: [],
      jwtAuthorities: [],
      refreshHintSeconds: 0,
      sequenceNumber: 0,
    },
    failure: undefined,
    journalRows: rows,
    bundles: {
      async find() {
        await available();
        return store.bundle;
      },
      async change(_, change) {
        await available();
        const changed = change(store.bundle);
        if (changed === undefined) return store.bundle;
        const sequenceNumber = store.bundle.sequenceNumber + 1;
        store.bundle = { ...store.bundle, ...changed, sequenceNumber };
        return store.bundle;
      },
    },
    journals: {
      async findByActiveAuthority(authorityId) {
        await available();
        const found = [...rows].find(([, row]) => row.activeAuthorityId === authorityId);
        return found === undefined ? undefined : { id: found[0], data: found[1].data };
      },
      async save(id, activeAuthorityId, data) {
        await available();
        const row = id ?? rows.size + 1;
        rows.set(row, { activeAuthorityId, data });
        return row;
      },
    },
  };
  const available = () =>
    store.failure === undefined ? Promise.resolve() : Promise.reject(store.failure);
  return store;
}
