import type { Init } from '../../../common/rpc/contract.ts';
import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { spire } from '../../../proto/gen/spire-plugins.js';

/** A bundle as plugins are told of it. */
export function bundleMessage(bundle: Bundle): Init<spire.plugin.types.Bundle> {
  return {
    trust_domain: bundle.trustDomain,
    x509_authorities: bundle.x509Authorities.map(({ der, tainted }) => ({ asn1: der, tainted })),
    jwt_authorities: bundle.jwtAuthorities.map(jwtKeyMessage),
    refresh_hint: bundle.refreshHintSeconds,
    sequence_number: bundle.sequenceNumber,
  };
}

/** A JWT key as plugins are told of it. */
export function jwtKeyMessage({
  expiresAtMs,
  keyId,
  publicKeyDer,
  tainted,
}: Bundle['jwtAuthorities'][number]): Init<spire.plugin.types.JWTKey> {
  return {
    key_id: keyId,
    public_key: publicKeyDer,
    expires_at: Math.floor(expiresAtMs / 1000),
    tainted,
  };
}
