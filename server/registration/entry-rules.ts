import { SpiffeError, messageOf } from '../../common/errors/spiffe-error.ts';
import { entryDefaults, type RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { canonicalSelectors, checkSelector } from '../../common/spiffe/selector.ts';
import { isReserved, pathOf, trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { checkDnsName } from '../../common/x509/dns-name.ts';

/** The members of an entry that a caller may set; in an update the absent ones stay. */
export type EntryFields = Partial<Omit<RegistrationEntry, 'id' | 'createdAtMs' | 'revisionNumber'>>;

/** A complete entry that was not stored yet. */
export type EntryToStore = Omit<RegistrationEntry, 'createdAtMs' | 'revisionNumber'>;

/**
 * Checks each present member by itself and drops duplicates of selectors, DNS names and trust domains.
 * The order of DNS names is kept: the first one becomes the common name. Throws INVALID_ARGUMENT.
 */
export function checkFields(trustDomain: TrustDomain, fields: EntryFields): EntryFields {
  return {
    ...fields,
    ...checked(fields.parentId, 'parentId', (id) => {
      within('invalid parent ID', () => checkMember(trustDomain, id));
      return id;
    }),
    ...checked(fields.spiffeId, 'spiffeId', (id) => {
      within('invalid spiffe ID', () => checkWorkload(trustDomain, id));
      return id;
    }),
    ...checked(fields.selectors, 'selectors', (selectors) => {
      if (selectors.length === 0) throw invalid('selector list is empty');
      atMost('selectors', selectors, mostSelectors);
      for (const { type, value } of selectors) {
        shortEnough('selector type', type, longestSelectorTypeBytes);
        shortEnough('selector value', value, longestSelectorValueBytes);
      }
      return canonicalSelectors(selectors.map(checkSelector));
    }),
    ...checked(fields.dnsNames, 'dnsNames', (names) => {
      atMost('DNS names', names, mostDnsNames);
      for (const name of names) within('invalid DNS name', () => checkDnsName(name));
      return [...new Set(names)];
    }),
    ...checked(fields.federatesWith, 'federatesWith', (names) => {
      atMost('federated trust domains', names, mostFederated);
      return [...new Set(names)];
    }),
    ...checked(fields.x509SvidTtlSeconds, 'x509SvidTtlSeconds', notNegative('X509SvidTtl')),
    ...checked(fields.jwtSvidTtlSeconds, 'jwtSvidTtlSeconds', notNegative('JwtSvidTtl')),
    ...checked(fields.expiresAtMs, 'expiresAtMs', notNegative('entry expiry')),
    ...checked(fields.hint, 'hint', (hint) => {
      if (Buffer.byteLength(hint) <= longestHintBytes) return hint;
      throw invalid(`hint is too long, max length is ${longestHintBytes} characters`);
    }),
  };
}

/** Makes a complete entry of checked members. Throws INVALID_ARGUMENT when one is missing. */
export function completeEntry(
  trustDomain: TrustDomain,
  id: string,
  fields: EntryFields,
): EntryToStore {
  const { parentId, spiffeId, selectors, ...rest } = checkFields(trustDomain, fields);
  if (parentId === undefined) throw invalid('invalid parent ID: request must specify SPIFFE ID');
  if (spiffeId === undefined) throw invalid('invalid spiffe ID: request must specify SPIFFE ID');
  if (selectors === undefined) throw invalid('selector list is empty');
  const entry = { ...entryDefaults, ...rest, id: checkEntryId(id), parentId, spiffeId, selectors };
  checkTogether(entry);
  return entry;
}

/** The rules that look at several members. Throws INVALID_ARGUMENT. */
export function checkTogether(entry: EntryToStore): void {
  if (!entry.storeSvid) return;
  if (new Set(entry.selectors.map((selector) => selector.type)).size > 1) {
    throw invalid(
      'invalid registration entry: selector types must be the same when store SVID is enabled',
    );
  }
  if (entry.disableX509SvidPrefetch) {
    throw invalid(
      'invalid registration entry: disable_x509_svid_prefetch cannot be used when store SVID is enabled',
    );
  }
}

/** Throws INVALID_ARGUMENT with SPIRE's text unless the ID is one of the trust domain and has a path. */
export function checkMember(trustDomain: TrustDomain, id: SpiffeId): void {
  checkIn(trustDomain, id, 'a member of');
}

/** Throws INVALID_ARGUMENT with SPIRE's text unless an entry may give this ID to a workload. */
export function checkWorkload(trustDomain: TrustDomain, id: SpiffeId): void {
  checkIn(trustDomain, id, 'a workload in');
  if (!isReserved(id)) return;
  throw invalid(
    `${JSON.stringify(id)} is not a workload in trust domain ${JSON.stringify(trustDomain)}; path is in the reserved namespace`,
  );
}

/** Throws INVALID_ARGUMENT with SPIRE's text unless the ID is in the agents' part of the trust domain. */
export function checkAgent(trustDomain: TrustDomain, id: SpiffeId): void {
  checkIn(trustDomain, id, 'an agent in');
  if (pathOf(id).startsWith('/spire/agent/')) return;
  throw invalid(
    `${JSON.stringify(id)} is not an agent in trust domain ${JSON.stringify(trustDomain)}; path is not in the agent namespace`,
  );
}

function checkIn(trustDomain: TrustDomain, id: SpiffeId, role: string): void {
  const [quotedId, quotedDomain] = [JSON.stringify(id), JSON.stringify(trustDomain)];
  if (trustDomainOf(id) !== trustDomain) {
    throw invalid(`${quotedId} is not a member of trust domain ${quotedDomain}`);
  }
  if (pathOf(id) === '') {
    throw invalid(`${quotedId} is not ${role} trust domain ${quotedDomain}; path is empty`);
  }
}

function checkEntryId(id: string): string {
  if (id.length > longestIdBytes) throw invalid('invalid registration entry: entry ID too long');
  if (!/^[A-Za-z0-9._-]+$/.test(id)) {
    throw invalid('invalid registration entry: entry ID contains invalid characters');
  }
  return id;
}

/** SPIRE has no such bounds: there one entry may hold up everybody else for seconds. */
function atMost(what: string, list: readonly unknown[], most: number): void {
  if (list.length <= most) return;
  throw invalid(`invalid registration entry: ${list.length} ${what}, an entry has at most ${most}`);
}

function shortEnough(what: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= most) return;
  throw invalid(
    `invalid registration entry: ${what} has ${bytes} bytes, at most ${most} are allowed: ${JSON.stringify(text.slice(0, 32))}...`,
  );
}

function notNegative(name: string): (value: number) => number {
  return (value) => {
    if (value >= 0) return value;
    throw invalid(`invalid registration entry: ${name} is less than zero`);
  };
}

/** `{ key: check(value) }`, or nothing when the value is absent. */
function checked<Key extends string, T>(
  value: T | undefined,
  key: Key,
  check: (value: T) => T,
): Partial<Record<Key, T>> {
  return value === undefined ? {} : ({ [key]: check(value) } as Record<Key, T>);
}

function within(what: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    throw new SpiffeError('INVALID_ARGUMENT', `${what}: ${messageOf(cause)}`, { cause });
  }
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}

/** No workload has as many properties; beyond this an entry is a mistake or an attack. */
const mostSelectors = 500;
const longestSelectorTypeBytes = 255;
/** The longest real ones are labels and paths. */
const longestSelectorValueBytes = 4096;
/** All of them are in one certificate, which a TLS handshake carries. */
const mostDnsNames = 200;
const mostFederated = 1000;
const longestHintBytes = 1024;
const longestIdBytes = 255;
