import type { JournalStore, Page, PageRequest, StoredJournal } from '../datastore.ts';
import { allOf } from '../conditions.ts';
import { parseJournalRow } from '../rows.ts';
import type { Connection } from './connection.ts';
import { readPage } from './paging.ts';

/** CA journals in SQLite, always on the disk before the answer. */
export class SqliteJournals implements JournalStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async findByActiveAuthority(authorityId: string): Promise<StoredJournal | undefined> {
    const row = this.#connection.get(
      'SELECT * FROM ca_journals WHERE active_authority_id = ? ORDER BY row_id DESC',
      authorityId,
    );
    return Promise.resolve(row === undefined ? undefined : parseJournalRow(row));
  }

  async save(
    id: number | undefined,
    activeAuthorityId: string,
    data: Uint8Array,
    nowMs: number,
  ): Promise<number> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        const row = this.#connection.get(
          `INSERT INTO ca_journals (row_id, active_authority_id, data, updated_at_ms) VALUES (?, ?, ?, ?)
           ON CONFLICT (row_id) DO UPDATE SET active_authority_id = excluded.active_authority_id,
             data = excluded.data, updated_at_ms = excluded.updated_at_ms
           RETURNING row_id`,
          id ?? null,
          activeAuthorityId,
          data,
          nowMs,
        );
        return Number(row?.['row_id']);
      }),
    );
  }

  async list(page: PageRequest): Promise<Page<StoredJournal>> {
    return Promise.resolve(
      readPage(this.#connection, 'ca_journals', allOf([]), page, parseJournalRow),
    );
  }

  async prune(beforeMs: number): Promise<number> {
    return Promise.resolve(
      this.#connection.write('full', () =>
        this.#connection.run('DELETE FROM ca_journals WHERE updated_at_ms < ?', beforeMs),
      ),
    );
  }
}
