import type { Selector } from './selector.ts';
import type { SpiffeId } from './spiffe-id.ts';
import type { TrustDomain } from './trust-domain.ts';

/** A registration entry: which workload (selectors) on which node (parent) gets which SPIFFE ID. */
export interface RegistrationEntry {
  readonly id: string;
  readonly spiffeId: SpiffeId;
  readonly parentId: SpiffeId;
  /** Canonical: sorted, no duplicates, at least one. */
  readonly selectors: readonly Selector[];
  readonly federatesWith: readonly TrustDomain[];
  readonly dnsNames: readonly string[];
  /** 0 means the server's default. */
  readonly x509SvidTtlSeconds: number;
  readonly jwtSvidTtlSeconds: number;
  readonly admin: boolean;
  readonly downstream: boolean;
  readonly storeSvid: boolean;
  readonly hint: string;
  /** Milliseconds since the epoch; 0 means never. */
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  /** Starts at 0, grows by one with every update. */
  readonly revisionNumber: number;
  readonly disableX509SvidPrefetch: boolean;
  readonly jwtSvidIncludeJti: boolean;
}

/** What holds of an entry where nobody said otherwise. */
export const entryDefaults: Omit<
  RegistrationEntry,
  'id' | 'spiffeId' | 'parentId' | 'selectors' | 'createdAtMs' | 'revisionNumber'
> = {
  federatesWith: [],
  dnsNames: [],
  x509SvidTtlSeconds: 0,
  jwtSvidTtlSeconds: 0,
  admin: false,
  downstream: false,
  storeSvid: false,
  hint: '',
  expiresAtMs: 0,
  disableX509SvidPrefetch: false,
  jwtSvidIncludeJti: false,
};
