import type { spire } from '../../../proto/gen/spire-api.js';
import type { Init } from '../../../common/rpc/contract.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { EntryFilter } from '../../datastore/datastore.ts';
import { checkMember, checkWorkload, type EntryFields } from '../../registration/entry-rules.ts';
import type { Draft } from '../../registration/registration.ts';
import { applyMask } from '../messages/masks.ts';
import { selectorsOf, setFilterOf } from '../messages/selectors.ts';
import { idFor, named, spiffeIdMessage, trustDomainFor } from '../messages/spiffe-ids.ts';

type EntryMessage = spire.api.types.Entry;
type EntryMask = spire.api.types.EntryMask;
type Filter =
  | spire.api.server.entry.v1.ListEntriesRequest.Filter
  | spire.api.server.entry.v1.CountEntriesRequest.Filter;

/** An entry as the API shows it; the ID is never masked. */
export function entryMessage(entry: RegistrationEntry, mask: EntryMask | null): Init<EntryMessage> {
  const message = {
    id: entry.id,
    spiffe_id: spiffeIdMessage(entry.spiffeId),
    parent_id: spiffeIdMessage(entry.parentId),
    selectors: entry.selectors,
    x509_svid_ttl: entry.x509SvidTtlSeconds,
    jwt_svid_ttl: entry.jwtSvidTtlSeconds,
    federates_with: entry.federatesWith,
    admin: entry.admin,
    downstream: entry.downstream,
    expires_at: Math.floor(entry.expiresAtMs / 1000),
    dns_names: entry.dnsNames,
    revision_number: entry.revisionNumber,
    store_svid: entry.storeSvid,
    hint: entry.hint,
    created_at: Math.floor(entry.createdAtMs / 1000),
    additional_attributes: attributesMessage(entry),
  };
  return applyMask(message, mask, 'id');
}

/** As in SPIRE absent from an entry that has none: who compares entries field by field sees no difference. */
function attributesMessage(entry: RegistrationEntry): Init<EntryMessage['additional_attributes']> {
  const { disableX509SvidPrefetch, jwtSvidIncludeJti } = entry;
  if (!disableX509SvidPrefetch && !jwtSvidIncludeJti) return null;
  return {
    disable_x509_svid_prefetch: disableX509SvidPrefetch,
    jwt_svid_include_jti: jwtSvidIncludeJti,
  };
}

/** About how many bytes an entry has in a message, and no less. */
export function sizeOfEntry(entry: RegistrationEntry): number {
  const texts = [
    ...[entry.id, entry.spiffeId, entry.parentId, entry.hint],
    ...entry.federatesWith,
    ...entry.dnsNames,
    ...entry.selectors.flatMap(({ type, value }) => [type, value]),
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 4, fixedBytes);
}

/** Reads the members that a mask names, or all; what cannot be read is in the draft as its fault. */
export function draftOf(message: EntryMessage, mask: EntryMask | null): Draft {
  try {
    return { id: message.id, fields: fieldsOf(message, mask) };
  } catch (error) {
    if (!(error instanceof SpiffeError)) throw error;
    return { id: message.id, fault: error };
  }
}

function fieldsOf(message: EntryMessage, mask: EntryMask | null): EntryFields {
  const attributes = message.additional_attributes;
  const readers: Readonly<Record<keyof EntryMask, () => EntryFields>> = {
    parent_id: () => ({ parentId: idFor('invalid parent ID', message.parent_id) }),
    spiffe_id: () => ({ spiffeId: idFor('invalid spiffe ID', message.spiffe_id) }),
    selectors: () => ({ selectors: selectorsOf(message.selectors) }),
    federates_with: () => ({
      federatesWith: message.federates_with.map((name) =>
        trustDomainFor('invalid federated trust domain', name),
      ),
    }),
    dns_names: () => ({ dnsNames: message.dns_names }),
    x509_svid_ttl: () => ({ x509SvidTtlSeconds: message.x509_svid_ttl }),
    jwt_svid_ttl: () => ({ jwtSvidTtlSeconds: message.jwt_svid_ttl }),
    admin: () => ({ admin: message.admin }),
    downstream: () => ({ downstream: message.downstream }),
    store_svid: () => ({ storeSvid: message.store_svid }),
    hint: () => ({ hint: message.hint }),
    expires_at: () => ({ expiresAtMs: millisecondsOf(message.expires_at) }),
    additional_attributes: () => ({
      disableX509SvidPrefetch: attributes?.disable_x509_svid_prefetch ?? false,
      jwtSvidIncludeJti: attributes?.jwt_svid_include_jti ?? false,
    }),
    // The server's own business, whatever a client sends.
    revision_number: () => ({}),
    created_at: () => ({}),
  };
  const asked = (name: string) => mask === null || mask[name as keyof EntryMask];
  const parts = Object.entries(readers).map(([name, read]) => (asked(name) ? read() : {}));
  return Object.assign({}, ...parts) as EntryFields;
}

/** Throws INVALID_ARGUMENT. */
export function entryFilterOf(filter: Filter | null, trustDomain: TrustDomain): EntryFilter {
  if (filter === null) return {};
  const { by_parent_id: parent, by_spiffe_id: id, by_selectors: selectors } = filter;
  const { by_federates_with: federation, by_hint: hint, by_downstream: downstream } = filter;
  return {
    ...(parent && {
      parentId: idFor('malformed parent ID filter', parent, (parsed) =>
        checkMember(trustDomain, parsed),
      ),
    }),
    ...(id && {
      spiffeId: idFor('malformed SPIFFE ID filter', id, (parsed) =>
        checkWorkload(trustDomain, parsed),
      ),
    }),
    ...(selectors && {
      selectors: named('malformed selectors filter', () =>
        setFilterOf(selectors.match, notEmpty('selector', selectorsOf(selectors.selectors))),
      ),
    }),
    ...(federation && {
      federatesWith: named('malformed federates with filter', () =>
        setFilterOf(
          federation.match,
          notEmpty('trust domain', federation.trust_domains).map((name) =>
            trustDomainFor('invalid trust domain', name),
          ),
        ),
      ),
    }),
    ...(hint && { hint: hint.value }),
    // SPIRE 1.15: false means no filter; its command line always sends it.
    ...(downstream?.value === true && { downstream: true }),
  };
}

function notEmpty<T>(what: string, values: readonly T[]): readonly T[] {
  if (values.length > mostInFilter) {
    throw new SpiffeError(
      'INVALID_ARGUMENT',
      `${what} set has ${values.length} members, at most ${mostInFilter} are allowed`,
    );
  }
  if (values.length > 0) return values;
  throw new SpiffeError('INVALID_ARGUMENT', `empty ${what} set`);
}

function millisecondsOf(seconds: number): number {
  const ms = seconds * 1000;
  if (Number.isSafeInteger(ms)) return ms;
  throw new SpiffeError('INVALID_ARGUMENT', `expires_at ${seconds} is out of range`);
}

const mostInFilter = 1000;
/** Numbers, flags and the frames of nested messages. */
const fixedBytes = 128;
