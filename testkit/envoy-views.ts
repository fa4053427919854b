import { Secret } from '../common/secret/secret.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';
import type { Identity, IdentityView, PendingIdentity } from '../common/spiffe/identity-view.ts';
import { parseSpiffeId } from '../common/spiffe/spiffe-id.ts';
import { parseTrustDomain, type TrustDomain } from '../common/spiffe/trust-domain.ts';

/** A private key that no log line and no answer to an operator may contain. */
export const canaryKey = 'CANARY-PRIVATE-KEY';

/** An identity whose certificate is any bytes: SDS encodes, it does not verify. */
export function anIdentity(
  spiffeId: string,
  more: {
    readonly serial?: number;
    readonly entryId?: string;
    readonly hint?: string;
    readonly createdAtMs?: number;
    readonly notAfterMs?: number;
  } = {},
): Identity {
  const serial = more.serial ?? 1;
  return {
    entryId: more.entryId ?? spiffeId,
    hint: more.hint ?? '',
    createdAtMs: more.createdAtMs ?? 0,
    federatesWith: [],
    svid: {
      id: parseSpiffeId(spiffeId),
      chainDer: [bytes(`leaf ${spiffeId} ${serial}`), bytes('intermediate')],
      privateKeyDer: new Secret(bytes(`${canaryKey} ${spiffeId} ${serial}`)),
      notBeforeMs: 0,
      notAfterMs: more.notAfterMs ?? Date.UTC(2030, 0, 1),
      serialNumber: String(serial),
    },
  };
}

/** A bundle whose authorities are any bytes. */
export function aBundle(trustDomain: string, ...authorities: readonly string[]): Bundle {
  return {
    trustDomain: parseTrustDomain(trustDomain),
    x509Authorities: (authorities.length === 0 ? ['root'] : authorities).map((name) => ({
      der: bytes(`${trustDomain} ${name}`),
      tainted: false,
    })),
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 0,
  };
}

/** A bundle without any X.509 authority. */
export function anEmptyBundle(trustDomain: string): Bundle {
  return { ...aBundle(trustDomain), x509Authorities: [] };
}

let revisions = 0;

/** A view of its own revision; own bundle and nothing else unless told otherwise. */
export function aView(
  more: {
    readonly identities?: readonly Identity[];
    readonly pending?: readonly PendingIdentity[];
    readonly bundle?: Bundle;
    readonly federated?: readonly Bundle[];
  } = {},
): IdentityView {
  return {
    revision: ++revisions,
    identities: more.identities ?? [],
    pending: more.pending ?? [],
    bundle: more.bundle ?? aBundle('domain.test'),
    federatedBundles: new Map<TrustDomain, Bundle>(
      (more.federated ?? []).map((bundle) => [bundle.trustDomain, bundle]),
    ),
  };
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
