import type { Bundle, JwtAuthority, X509Authority } from '../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../common/spiffe/federation-relationship.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Agent, JoinToken, StoredJournal, TokenHash } from './datastore.ts';
import { parseEnrollment } from './profile-rows.ts';
import { canonicalTexts, selectorsFromJson, selectorsToJson } from './sets.ts';

/**
 * A row of any of our databases, which name their columns alike. Flags are 0 and 1 or booleans, sets
 * canonical JSON. What is stored was checked when it was written, so that reading it checks nothing.
 */
export type Row = Readonly<Record<string, unknown>>;

/** An entry as it is stored: sets sorted and without duplicates. */
export function canonicalEntry(entry: RegistrationEntry): RegistrationEntry {
  return {
    ...entry,
    selectors: selectorsFromJson(selectorsToJson(entry.selectors)),
    federatesWith: canonicalTexts(entry.federatesWith),
    dnsNames: [...new Set(entry.dnsNames)],
  };
}

export function entryColumns(entry: RegistrationEntry): Record<string, string | number> {
  return {
    id: entry.id,
    spiffe_id: entry.spiffeId,
    parent_id: entry.parentId,
    selectors: selectorsToJson(entry.selectors),
    federates_with: JSON.stringify(entry.federatesWith),
    dns_names: JSON.stringify(entry.dnsNames),
    x509_svid_ttl_seconds: entry.x509SvidTtlSeconds,
    jwt_svid_ttl_seconds: entry.jwtSvidTtlSeconds,
    admin: Number(entry.admin),
    downstream: Number(entry.downstream),
    store_svid: Number(entry.storeSvid),
    hint: entry.hint,
    expires_at_ms: entry.expiresAtMs,
    created_at_ms: entry.createdAtMs,
    revision_number: entry.revisionNumber,
    disable_x509_svid_prefetch: Number(entry.disableX509SvidPrefetch),
    jwt_svid_include_jti: Number(entry.jwtSvidIncludeJti),
  };
}

export function parseEntryRow(row: Row): RegistrationEntry {
  return {
    id: String(row['id']),
    spiffeId: String(row['spiffe_id']) as SpiffeId,
    parentId: String(row['parent_id']) as SpiffeId,
    selectors: selectorsFromJson(String(row['selectors'])),
    federatesWith: JSON.parse(String(row['federates_with'])) as TrustDomain[],
    dnsNames: JSON.parse(String(row['dns_names'])) as string[],
    x509SvidTtlSeconds: Number(row['x509_svid_ttl_seconds']),
    jwtSvidTtlSeconds: Number(row['jwt_svid_ttl_seconds']),
    admin: isSet(row['admin']),
    downstream: isSet(row['downstream']),
    storeSvid: isSet(row['store_svid']),
    hint: String(row['hint']),
    expiresAtMs: Number(row['expires_at_ms']),
    createdAtMs: Number(row['created_at_ms']),
    revisionNumber: Number(row['revision_number']),
    disableX509SvidPrefetch: isSet(row['disable_x509_svid_prefetch']),
    jwtSvidIncludeJti: isSet(row['jwt_svid_include_jti']),
  };
}

export function parseAgentRow(row: Row): Agent {
  const enrollment = parseEnrollment(row);
  return {
    spiffeId: String(row['spiffe_id']) as SpiffeId,
    attestationType: String(row['attestation_type']),
    serialNumber: String(row['serial_number']),
    expiresAtMs: Number(row['expires_at_ms']),
    newSerialNumber: String(row['new_serial_number']),
    newExpiresAtMs: Number(row['new_expires_at_ms']),
    canReattest: isSet(row['can_reattest']),
    agentVersion: String(row['agent_version']),
    selectors: selectorsFromJson(String(row['selectors'])),
    ...(enrollment && { enrollment }),
  };
}

export function parseJoinTokenRow(hash: TokenHash, row: Row): JoinToken {
  const token = { hash, expiresAtMs: Number(row['expires_at_ms']) };
  const { alias_entry_id: entryId, alias_spiffe_id: spiffeId } = row;
  if (typeof entryId !== 'string' || typeof spiffeId !== 'string') return token;
  return { ...token, alias: { entryId, spiffeId: spiffeId as SpiffeId } };
}

function isSet(flag: unknown): boolean {
  return Number(flag) === 1;
}

export function parseJournalRow(row: Row): StoredJournal {
  const data = row['data'];
  return {
    id: Number(row['row_id']),
    activeAuthorityId: String(row['active_authority_id']),
    data: data instanceof Uint8Array ? new Uint8Array(data) : new Uint8Array(),
  };
}

interface StoredAuthorities {
  readonly x509: readonly { readonly der: string; readonly tainted: boolean }[];
  readonly jwt: readonly {
    readonly keyId: string;
    readonly publicKeyDer: string;
    readonly expiresAtMs: number;
    readonly tainted: boolean;
  }[];
}

export function authoritiesToJson(bundle: Bundle): string {
  const stored: StoredAuthorities = {
    x509: bundle.x509Authorities.map(({ der, tainted }) => ({ der: toBase64(der), tainted })),
    jwt: bundle.jwtAuthorities.map((authority) => ({
      ...authority,
      publicKeyDer: toBase64(authority.publicKeyDer),
    })),
  };
  return JSON.stringify(stored);
}

export function parseBundleRow(row: Row): Bundle {
  const stored = JSON.parse(String(row['authorities'])) as StoredAuthorities;
  return {
    trustDomain: String(row['trust_domain']) as TrustDomain,
    x509Authorities: stored.x509.map(({ der, tainted }): X509Authority => ({
      der: fromBase64(der),
      tainted,
    })),
    jwtAuthorities: stored.jwt.map((authority): JwtAuthority => ({
      ...authority,
      publicKeyDer: fromBase64(authority.publicKeyDer),
    })),
    refreshHintSeconds: Number(row['refresh_hint_seconds']),
    sequenceNumber: Number(row['sequence_number']),
  };
}

export function relationshipColumns(relationship: FederationRelationship): Record<string, string> {
  const { bundleEndpointProfile: profile } = relationship;
  return {
    trust_domain: relationship.trustDomain,
    bundle_endpoint_url: relationship.bundleEndpointUrl,
    bundle_endpoint_profile: profile.name,
    endpoint_spiffe_id: profile.name === 'https_spiffe' ? profile.endpointSpiffeId : '',
  };
}

export function parseRelationshipRow(row: Row): FederationRelationship {
  const endpointSpiffeId = String(row['endpoint_spiffe_id']) as SpiffeId;
  return {
    trustDomain: String(row['trust_domain']) as TrustDomain,
    bundleEndpointUrl: String(row['bundle_endpoint_url']),
    bundleEndpointProfile:
      row['bundle_endpoint_profile'] === 'https_web'
        ? { name: 'https_web' }
        : { name: 'https_spiffe', endpointSpiffeId },
  };
}

export function emptyBundle(trustDomain: TrustDomain): Bundle {
  return {
    trustDomain,
    x509Authorities: [],
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 0,
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
