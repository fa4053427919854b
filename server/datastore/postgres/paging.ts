import type { Condition } from '../conditions.ts';
import type { Page, PageRequest } from '../datastore.ts';
import { longestPage, parsePageToken } from '../page-tokens.ts';
import type { Row } from '../rows.ts';
import type { Database } from './database.ts';
import { numbered } from './match-set.ts';

/** Reads one page by row id; the token is the last row id seen, in decimal, as in SPIRE. */
export async function readPage<T>(
  database: Database,
  from: { readonly table: string; readonly columns: string },
  where: Condition,
  page: PageRequest,
  parse: (row: Row) => T,
): Promise<Page<T>> {
  const { length } = where.values;
  const rows = await database.all(
    `SELECT row_id, ${from.columns} FROM ${from.table}
     WHERE (${numbered(where)}) AND row_id > $${length + 1} ORDER BY row_id LIMIT $${length + 2}`,
    ...where.values,
    parsePageToken(page.token),
    Math.min(page.size, longestPage),
  );
  return { items: rows.map(parse), nextToken: lastRowId(rows) };
}

export async function countRows(
  database: Database,
  table: string,
  where: Condition,
): Promise<number> {
  const [row] = await database.all(
    `SELECT count(*) AS count FROM ${table} WHERE ${numbered(where)}`,
    ...where.values,
  );
  return Number(row?.['count']);
}

function lastRowId(rows: readonly Row[]): string {
  const last = rows.at(-1);
  return last === undefined ? '' : String(Number(last['row_id']));
}
