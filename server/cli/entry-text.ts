import { formatGoTime } from '../../common/cli/go-time.ts';
import { goCodeName } from '../../common/cli/rpc-client.ts';
import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { labelledLines } from '../../common/cli/text.ts';
import { statusName } from '../../common/rpc/grpc-status.ts';
import { selectorText } from '../../common/spiffe/selector.ts';
import type { spire } from '../../proto/gen/spire-api.js';

export type EntryMessage = spire.api.types.Entry;
export type StatusMessage = spire.api.types.Status;

/** One registration entry as a block of lines with an empty one at the end (SPIRE 1.15). */
export function entryText(entry: EntryMessage): string {
  const attributes = entry.additional_attributes;
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['Entry ID', entry.id === '' ? '(none)' : entry.id],
    ['SPIFFE ID', spiffeIdText(entry.spiffe_id)],
    ['Parent ID', spiffeIdText(entry.parent_id)],
    ['Revision', entry.revision_number],
    ['Downstream', yes(entry.downstream)],
    ['X509-SVID TTL', entry.x509_svid_ttl === 0 ? 'default' : entry.x509_svid_ttl],
    ['JWT-SVID TTL', entry.jwt_svid_ttl === 0 ? 'default' : entry.jwt_svid_ttl],
    ['Expiration time', entry.expires_at === 0 ? undefined : formatGoTime(entry.expires_at * 1000)],
    ...entry.selectors.map((selector) => ['Selector', selectorText(selector)] as const),
    ...entry.federates_with.map((id) => ['FederatesWith', id] as const),
    ...entry.dns_names.map((name) => ['DNS name', name] as const),
    ['Admin', yes(entry.admin)],
    ['StoreSvid', yes(entry.store_svid)],
    ['Hint', entry.hint === '' ? undefined : entry.hint],
    ['DisableX509SvidPrefetch', yes(attributes?.disable_x509_svid_prefetch === true)],
    ['JwtSvidIncludeJti', yes(attributes?.jwt_svid_include_jti === true)],
  ];
  return `${labelledLines(24, rows)}\n`;
}

/** `code: NotFound, msg: "entry not found"`. */
export function statusText(status: StatusMessage | null): string {
  const name = goCodeName(statusName(status?.code ?? 2));
  return `code: ${name}, msg: ${JSON.stringify(status?.message ?? '')}`;
}

export function isOk(result: { readonly status: StatusMessage | null }): boolean {
  return result.status?.code === 0;
}

/** The order of `entry show`: SPIFFE ID, parent ID, TTLs, selectors; and of selectors in an entry. */
export function sortEntries(entries: readonly EntryMessage[]): EntryMessage[] {
  return entries
    .map((entry) => Object.assign(entry, { selectors: sortedSelectors(entry) }))
    .toSorted((a, b) => compareEntries(a, b));
}

function sortedSelectors({ selectors }: EntryMessage) {
  return selectors.toSorted((a, b) => compare(a.type, b.type) || compare(a.value, b.value));
}

function compareEntries(a: EntryMessage, b: EntryMessage): number {
  return (
    compare(a.spiffe_id?.trust_domain ?? '', b.spiffe_id?.trust_domain ?? '') ||
    compare(a.spiffe_id?.path ?? '', b.spiffe_id?.path ?? '') ||
    compare(a.parent_id?.trust_domain ?? '', b.parent_id?.trust_domain ?? '') ||
    compare(a.parent_id?.path ?? '', b.parent_id?.path ?? '') ||
    a.x509_svid_ttl - b.x509_svid_ttl ||
    a.jwt_svid_ttl - b.jwt_svid_ttl ||
    a.selectors.length - b.selectors.length ||
    compare(a.selectors.map(selectorText).join('\n'), b.selectors.map(selectorText).join('\n'))
  );
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function yes(set: boolean): string | undefined {
  return set ? 'true' : undefined;
}
