import { createPublicKey } from 'node:crypto';
import { messageOf, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import type { Bundle, JwtAuthority, X509Authority } from '../../../common/spiffe/bundle.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { splitDer } from '../../../common/x509/split-der.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { BundleParts } from '../../datastore/datastore.ts';
import { applyMask } from '../messages/masks.ts';
import { trustDomainFor } from '../messages/spiffe-ids.ts';

type BundleMessage = spire.api.types.Bundle;
type BundleMask = spire.api.types.BundleMask;

/** A bundle as the API shows it; the trust domain is never masked. */
export function bundleMessage(bundle: Bundle, mask: BundleMask | null): Init<BundleMessage> {
  const message = {
    trust_domain: bundle.trustDomain,
    x509_authorities: bundle.x509Authorities.map(({ der, tainted }) => ({ asn1: der, tainted })),
    jwt_authorities: bundle.jwtAuthorities.map(jwtKeyMessage),
    refresh_hint: bundle.refreshHintSeconds,
    sequence_number: bundle.sequenceNumber,
  };
  return applyMask(message, mask, 'trust_domain');
}

export function jwtKeyMessage(authority: JwtAuthority): Init<spire.api.types.JWTKey> {
  return {
    public_key: authority.publicKeyDer,
    key_id: authority.keyId,
    expires_at: Math.floor(authority.expiresAtMs / 1000),
    tainted: authority.tainted,
  };
}

/** Throws INVALID_ARGUMENT for the first thing that is wrong. */
export function bundleOf(message: BundleMessage): Bundle {
  return {
    trustDomain: trustDomainFor('trust domain argument is not valid', message.trust_domain),
    x509Authorities: x509AuthoritiesOf(message.x509_authorities),
    jwtAuthorities: jwtAuthoritiesOf(message.jwt_authorities),
    refreshHintSeconds: message.refresh_hint,
    sequenceNumber: message.sequence_number,
  };
}

/** What an update with this mask replaces. */
export function partsOf(bundle: Bundle, mask: BundleMask | null): BundleParts {
  const asked = (name: keyof BundleMask) => mask === null || mask[name];
  const { x509Authorities, jwtAuthorities, refreshHintSeconds, sequenceNumber } = bundle;
  return {
    ...(asked('x509_authorities') && { x509Authorities }),
    ...(asked('jwt_authorities') && { jwtAuthorities }),
    ...(asked('refresh_hint') && { refreshHintSeconds }),
    ...(asked('sequence_number') && { sequenceNumber }),
  };
}

/** Each message may hold several certificates one after the other. */
export function x509AuthoritiesOf(
  messages: readonly spire.api.types.X509Certificate[],
): X509Authority[] {
  return messages.flatMap(({ asn1, tainted }) => {
    try {
      return splitDer(asn1).map((der) => ({ der: parseCertificate(der).der, tainted }));
    } catch (cause) {
      throw invalid(`unable to parse X.509 authority: ${messageOf(cause)}`);
    }
  });
}

export function jwtAuthoritiesOf(messages: readonly spire.api.types.JWTKey[]): JwtAuthority[] {
  return messages.map((message) => {
    if (message.key_id === '') throw invalid('unable to parse JWT authority: missing key ID');
    return {
      keyId: message.key_id,
      publicKeyDer: publicKeyOf(message.public_key),
      expiresAtMs: message.expires_at * 1000,
      tainted: message.tainted,
    };
  });
}

function publicKeyOf(der: Uint8Array): Uint8Array {
  const copy = Buffer.from(der);
  try {
    createPublicKey({ key: copy, format: 'der', type: 'spki' });
    return new Uint8Array(copy);
  } catch (cause) {
    throw invalid(`unable to parse JWT authority: public key is malformed (${messageOf(cause)})`);
  }
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}

/** Adds authorities that are not there yet; undefined when all are. */
export function withAuthorities(
  stored: Bundle,
  added: Pick<Bundle, 'x509Authorities' | 'jwtAuthorities'>,
): Pick<Bundle, 'x509Authorities' | 'jwtAuthorities'> | undefined {
  const x509Authorities = union(stored.x509Authorities, added.x509Authorities, ({ der }) =>
    Buffer.from(der).toString('base64'),
  );
  const jwtAuthorities = union(stored.jwtAuthorities, added.jwtAuthorities, ({ keyId }) => keyId);
  const isSame =
    x509Authorities.length === stored.x509Authorities.length &&
    jwtAuthorities.length === stored.jwtAuthorities.length;
  return isSame ? undefined : { x509Authorities, jwtAuthorities };
}

function union<T>(stored: readonly T[], added: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map(stored.map((item) => [keyOf(item), item]));
  for (const item of added) {
    if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  }
  return [...byKey.values()];
}
