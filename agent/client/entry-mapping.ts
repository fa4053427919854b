import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { canonicalSelectors, checkSelector, selectorText } from '../../common/spiffe/selector.ts';
import { parseSpiffeId, spiffeIdFrom, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { checkTrustDomainName, parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { spire } from '../../proto/gen/spire-api.js';

/** Reads an entry as the server sent it. Throws when it has no ID, SPIFFE ID or usable selectors. */
export function entryFromProto(message: spire.api.types.Entry): RegistrationEntry {
  if (message.id === '') throw new SpiffeError('INVALID_ARGUMENT', 'missing entry ID');
  if (message.selectors.length === 0) {
    throw new SpiffeError('SELECTOR_INVALID', 'missing selectors');
  }
  const selectors = message.selectors.map(({ type, value }) => checkSelector({ type, value }));
  return {
    id: message.id,
    spiffeId: spiffeIdOf(message.spiffe_id),
    // The mask leaves it out, and nothing in the agent depends on it.
    parentId: message.parent_id === null ? noParent : spiffeIdOf(message.parent_id),
    selectors: canonicalSelectors(selectors),
    federatesWith: [...new Set(message.federates_with.map(parseTrustDomain))].sort(),
    dnsNames: [...message.dns_names],
    x509SvidTtlSeconds: message.x509_svid_ttl,
    jwtSvidTtlSeconds: message.jwt_svid_ttl,
    admin: message.admin,
    downstream: message.downstream,
    storeSvid: message.store_svid,
    hint: message.hint,
    expiresAtMs: message.expires_at * 1000,
    createdAtMs: message.created_at * 1000,
    revisionNumber: message.revision_number,
    disableX509SvidPrefetch: message.additional_attributes?.disable_x509_svid_prefetch ?? false,
    jwtSvidIncludeJti: message.additional_attributes?.jwt_svid_include_jti ?? false,
  };
}

/**
 * True when nothing differs that the agent asked for. A deleted federation relationship changes
 * entries without a new revision, so revisions alone do not tell.
 */
export function sameEntry(a: RegistrationEntry, b: RegistrationEntry): boolean {
  return (
    a.revisionNumber === b.revisionNumber &&
    a.createdAtMs === b.createdAtMs &&
    a.spiffeId === b.spiffeId &&
    a.hint === b.hint &&
    a.storeSvid === b.storeSvid &&
    a.disableX509SvidPrefetch === b.disableX509SvidPrefetch &&
    a.jwtSvidIncludeJti === b.jwtSvidIncludeJti &&
    sameList(a.federatesWith, b.federatesWith) &&
    sameList(a.selectors.map(selectorText), b.selectors.map(selectorText))
  );
}

function spiffeIdOf(message: spire.api.types.SPIFFEID | null): SpiffeId {
  if (message === null) throw new SpiffeError('SPIFFE_ID_INVALID', 'missing SPIFFE ID');
  return spiffeIdFrom(checkTrustDomainName(message.trust_domain), message.path);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

const noParent = parseSpiffeId('spiffe://unknown');
