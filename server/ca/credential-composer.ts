import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Extension } from '../../common/x509/extensions.ts';
import type { DistinguishedName } from '../../common/x509/name.ts';

/** What of a CA certificate can be changed. */
export interface X509CaAttributes {
  readonly subject: DistinguishedName;
  /** Object identifiers. */
  readonly policies: readonly string[];
  readonly extraExtensions: readonly Extension[];
}

/** What of an X509-SVID can be changed. */
export interface X509SvidAttributes {
  readonly subject: DistinguishedName;
  readonly dnsNames: readonly string[];
  readonly extraExtensions: readonly Extension[];
}

/** Whose X509-SVID it is. */
export interface SvidSubject {
  readonly spiffeId: SpiffeId;
  readonly publicKeyDer: Uint8Array;
}

export type JwtClaims = Readonly<Record<string, unknown>>;

/**
 * Changes what this server is about to sign: SPIRE's plugins of type CredentialComposer. What a composer has
 * no method for stays as it is. Nothing is signed when one throws.
 */
export interface CredentialComposer {
  readonly name: string;
  composeServerX509Ca?(attributes: X509CaAttributes): Promise<X509CaAttributes>;
  composeServerX509Svid?(attributes: X509SvidAttributes): Promise<X509SvidAttributes>;
  composeAgentX509Svid?(
    attributes: X509SvidAttributes,
    subject: SvidSubject,
  ): Promise<X509SvidAttributes>;
  composeWorkloadX509Svid?(
    attributes: X509SvidAttributes,
    subject: SvidSubject,
  ): Promise<X509SvidAttributes>;
  composeWorkloadJwtSvid?(claims: JwtClaims, spiffeId: SpiffeId): Promise<JwtClaims>;
}
