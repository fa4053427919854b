import type { Condition } from '../conditions.ts';
import type { Page, PageRequest } from '../datastore.ts';
import { longestPage, parsePageToken } from '../page-tokens.ts';
import type { Row } from '../rows.ts';
import type { Connection } from './connection.ts';

/** Reads one page by row id; the token is the last row id seen, in decimal, as in SPIRE. */
export function readPage<T>(
  connection: Connection,
  table: string,
  where: Condition,
  page: PageRequest,
  parse: (row: Row) => T,
): Page<T> {
  const rows = connection.all(
    `SELECT * FROM ${table} WHERE (${where.sql}) AND row_id > ? ORDER BY row_id LIMIT ?`,
    ...where.values,
    parsePageToken(page.token),
    Math.min(page.size, longestPage),
  );
  return { items: rows.map(parse), nextToken: String(rows.at(-1)?.['row_id'] ?? '') };
}

export function countRows(connection: Connection, table: string, where: Condition): number {
  const row = connection.get(
    `SELECT count(*) AS count FROM ${table} WHERE ${where.sql}`,
    ...where.values,
  );
  return Number(row?.['count']);
}
