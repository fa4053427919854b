import { allOf } from '../conditions.ts';
import type { JournalStore, Page, PageRequest, StoredJournal } from '../datastore.ts';
import { parseJournalRow } from '../rows.ts';
import type { Database } from './database.ts';
import { readPage } from './paging.ts';

/** CA journals in PostgreSQL. */
export class PostgresJournals implements JournalStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findByActiveAuthority(authorityId: string): Promise<StoredJournal | undefined> {
    const [row] = await this.#database.all(
      `SELECT row_id, ${journalTable.columns} FROM ca_journals WHERE active_authority_id = $1
       ORDER BY row_id DESC LIMIT 1`,
      authorityId,
    );
    return row === undefined ? undefined : parseJournalRow(row);
  }

  async save(
    id: number | undefined,
    activeAuthorityId: string,
    data: Uint8Array,
    nowMs: number,
  ): Promise<number> {
    const given = id === undefined ? [] : [id];
    const [columns, values] = id === undefined ? ['', ''] : ['row_id, ', '$4, '];
    return this.#database.write({ nowMs }, async (transaction) => {
      const row = await transaction.get(
        `INSERT INTO ca_journals (${columns}active_authority_id, data, updated_at_ms)
         VALUES (${values}$1, $2, $3)
         ON CONFLICT (row_id) DO UPDATE SET active_authority_id = excluded.active_authority_id,
           data = excluded.data, updated_at_ms = excluded.updated_at_ms
         RETURNING row_id`,
        activeAuthorityId,
        data,
        nowMs,
        ...given,
      );
      return Number(row?.['row_id']);
    });
  }

  async list(page: PageRequest): Promise<Page<StoredJournal>> {
    return readPage(this.#database, journalTable, allOf([]), page, parseJournalRow);
  }

  async prune(beforeMs: number): Promise<number> {
    return this.#database.write({ nowMs: beforeMs }, (transaction) =>
      transaction.run('DELETE FROM ca_journals WHERE updated_at_ms < $1', beforeMs),
    );
  }
}

const journalTable = { table: 'ca_journals', columns: 'active_authority_id, data' };
