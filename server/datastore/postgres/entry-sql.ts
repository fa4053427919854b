import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { NewEntry } from '../datastore.ts';
import { entryColumns, parseEntryRow } from '../rows.ts';
import { selectorsToJson } from '../sets.ts';
import { keyOf, keysOf } from './match-set.ts';
import type { Transaction } from './transaction.ts';

/** The columns that make an entry, for SELECT. */
export const entryColumnList =
  'id, spiffe_id, parent_id, selectors, federates_with, dns_names, x509_svid_ttl_seconds, ' +
  'jwt_svid_ttl_seconds, admin, downstream, store_svid, hint, expires_at_ms, created_at_ms, ' +
  'revision_number, disable_x509_svid_prefetch, jwt_svid_include_jti';

/** Equal for entries that SPIRE calls similar: the same SPIFFE ID, parent ID and selectors. */
export function identityOf(entry: Pick<NewEntry, 'spiffeId' | 'parentId' | 'selectors'>): string {
  return keyOf(JSON.stringify([entry.spiffeId, entry.parentId, selectorsToJson(entry.selectors)]));
}

/** Inserts all in one statement. */
export async function insertEntries(
  transaction: Transaction,
  entries: readonly RegistrationEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.run(
    `INSERT INTO entries (${allColumns}) SELECT ${allColumns} FROM ${recordset}`,
    rowsToJson(entries),
  );
}

/** Replaces the stored entries with these IDs in one statement; the caller has locked them. */
export async function replaceEntries(
  transaction: Transaction,
  entries: readonly RegistrationEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.run(
    `UPDATE entries SET (${allColumns}) = (${given}) FROM ${recordset} WHERE entries.id = given.id`,
    rowsToJson(entries),
  );
}

/** Reads entries and locks them until the end of the transaction, in one order against deadlocks. */
export async function lockEntries(
  transaction: Transaction,
  where: string,
  ...values: unknown[]
): Promise<RegistrationEntry[]> {
  const rows = await transaction.all(
    `SELECT ${entryColumnList} FROM entries WHERE ${where} ORDER BY row_id FOR UPDATE`,
    ...values,
  );
  return rows.map(parseEntryRow);
}

function rowsToJson(entries: readonly RegistrationEntry[]): string {
  return JSON.stringify(
    entries.map((entry) => {
      const columns = entryColumns(entry);
      return {
        ...columns,
        identity: identityOf(entry),
        selector_keys: keysOf(String(columns['selectors'])),
        federates_with_keys: keysOf(String(columns['federates_with'])),
      };
    }),
  );
}

const allColumns = `${entryColumnList}, identity, selector_keys, federates_with_keys`;
const given = allColumns.replaceAll(/\w+/g, (column) => `given.${column}`);

/** One parameter for any number of rows: what is in it is data, never SQL. */
const recordset = `json_to_recordset($1::json) AS given (
  id text, spiffe_id text, parent_id text, selectors text, federates_with text, dns_names text,
  x509_svid_ttl_seconds bigint, jwt_svid_ttl_seconds bigint, admin boolean, downstream boolean,
  store_svid boolean, hint text, expires_at_ms bigint, created_at_ms bigint,
  revision_number bigint, disable_x509_svid_prefetch boolean, jwt_svid_include_jti boolean,
  identity uuid, selector_keys uuid[], federates_with_keys uuid[])`;
