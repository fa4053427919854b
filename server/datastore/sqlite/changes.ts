import type { Change, ChangeKind, ChangeLog } from '../datastore.ts';
import type { Connection } from './connection.ts';

/** The change log; rows are written by the other parts of the store inside their transactions. */
export class SqliteChanges implements ChangeLog {
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  readonly #notify = () => {
    for (const listener of this.#listeners) listener();
  };

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Writes down a change of the transaction under way. */
  record(kind: ChangeKind, key: string, nowMs: number): void {
    this.#connection.run(
      'INSERT INTO changes (kind, key, at_ms) VALUES (?, ?, ?)',
      kind,
      key,
      nowMs,
    );
    this.#connection.afterCommit(this.#notify);
  }

  async revision(): Promise<number> {
    return Promise.resolve(this.#newest());
  }

  async since(revision: number, limit: number): Promise<readonly Change[] | undefined> {
    const rows = this.#connection.all(
      'SELECT revision, kind, key FROM changes WHERE revision > ? ORDER BY revision LIMIT ?',
      revision,
      limit,
    );
    const changes = rows.map((row) => ({
      revision: Number(row['revision']),
      kind: String(row['kind']) as ChangeKind,
      key: String(row['key']),
    }));
    const next = changes.at(0)?.revision ?? this.#newest() + 1;
    return Promise.resolve(next === revision + 1 ? changes : undefined);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async prune(beforeMs: number): Promise<number> {
    return Promise.resolve(
      this.#connection.write('normal', () =>
        // Whole from some revision on, also when the clock was set back meanwhile.
        this.#connection.run(
          `DELETE FROM changes WHERE revision <
             coalesce((SELECT min(revision) FROM changes WHERE at_ms >= ?), 9223372036854775807)`,
          beforeMs,
        ),
      ),
    );
  }

  /** The sequence outlives pruned rows, so an empty log still knows where it was. */
  #newest(): number {
    const row = this.#connection.get(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`);
    return Number(row?.['seq'] ?? 0);
  }
}
