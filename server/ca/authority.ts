import type { ManagedKey } from '../../common/keymanager/key-manager.ts';
import type { Certificate } from '../../common/x509/certificate.ts';

/** SPIRE's two slots of each kind: one authority in use, one that comes before or after it. */
export type Slot = 'A' | 'B';

/**
 * - `prepared`: in the bundle, signs nothing yet;
 * - `active`: signs, once it has been in the bundle for long enough;
 * - `old`: was active; what it signed is still trusted.
 */
export type AuthorityStatus = 'prepared' | 'active' | 'old';

/** A key of ours that peers trust through the bundle. */
export interface Authority {
  readonly slot: Slot;
  /** X.509: the subject key identifier in hex. JWT: the key ID. */
  readonly authorityId: string;
  readonly status: AuthorityStatus;
  readonly issuedAtMs: number;
  readonly notAfterMs: number;
  /** Not before this moment may agents be expected to hold the bundle with it. */
  readonly signsFromMs: number;
  readonly key: ManagedKey;
}

export interface X509CaAuthority extends Authority {
  readonly certificate: Certificate;
  /** This CA and its upstream intermediates, sent with each SVID; empty when self-signed. */
  readonly chainDer: readonly Uint8Array[];
  /** How many CAs of ours and the upstream's are sent below the root, 1 when self-signed. */
  readonly depth: number;
  /** The key identifier of whoever signed this CA, in hex; empty when it signed itself. */
  readonly upstreamAuthorityId: string;
}

export type JwtKeyAuthority = Authority;

/** Where an authority stands and since when. */
export type Place = Pick<Authority, 'slot' | 'status' | 'signsFromMs' | 'key'>;

/** An authority before it was given a place. */
export type NewAuthority<T extends Authority> = Omit<T, keyof Place>;
