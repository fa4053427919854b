import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { pathOf, trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { trustDomainId } from '../../common/spiffe/trust-domain.ts';
import { encodeJwks } from '../../common/x509/bundle-document.ts';
import { spire } from '../../proto/gen/spire-api.js';

const { v1 } = spire.api.agent.delegatedidentity;

/** A JWT-SVID with its times. */
export interface DelegatedJwtSvid {
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** Encodes the X509-SVIDs of the entries that `isShown` lets through. */
export function x509SvidsMessage(
  { identities, federatedBundles }: IdentityView,
  isShown: (entryId: string) => boolean,
): Uint8Array {
  const shown = identities.filter(({ entryId }) => isShown(entryId));
  return v1.SubscribeToX509SVIDsResponse.encode({
    x509_svids: shown.map(({ hint, svid }) => ({
      x509_svid: {
        id: idMessage(svid.id),
        cert_chain: [...svid.chainDer],
        expires_at: seconds(svid.notAfterMs),
        hint,
      },
      x509_svid_key: svid.privateKeyDer.reveal(),
    })),
    federates_with: [...federatedBundles.keys()].map(trustDomainId).sort(),
  }).finish();
}

/** Encodes the CAs of all bundles, by trust domain ID. */
export function x509BundlesMessage(bundles: readonly Bundle[]): Uint8Array {
  const certificates = ({ x509Authorities }: Bundle) =>
    Buffer.concat(x509Authorities.map(({ der }) => der));
  return v1.SubscribeToX509BundlesResponse.encode({
    ca_certificates: byId(bundles, certificates),
  }).finish();
}

/** Encodes the JWT keys of all bundles as JWKS documents, by trust domain ID. */
export function jwtBundlesMessage(bundles: readonly Bundle[]): Uint8Array {
  const keys = ({ jwtAuthorities }: Bundle) => Buffer.from(encodeJwks(jwtAuthorities));
  return v1.SubscribeToJWTBundlesResponse.encode({ bundles: byId(bundles, keys) }).finish();
}

export function jwtSvidMessage(
  { hint, spiffeId }: RegistrationEntry,
  { expiresAtMs, issuedAtMs, token }: DelegatedJwtSvid,
) {
  return {
    token,
    id: idMessage(spiffeId),
    expires_at: seconds(expiresAtMs),
    issued_at: seconds(issuedAtMs),
    hint,
  };
}

function byId(bundles: readonly Bundle[], encode: (bundle: Bundle) => Uint8Array) {
  const rows = bundles.map((one) => [trustDomainId(one.trustDomain), encode(one)] as const);
  return Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function idMessage(id: SpiffeId) {
  return { trust_domain: trustDomainOf(id), path: pathOf(id) };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
