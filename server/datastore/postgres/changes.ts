import type { Change, ChangeKind, ChangeLog } from '../datastore.ts';
import type { Database } from './database.ts';

/** The change log; transactions write to it, see `recordChanges`. */
export class PostgresChanges implements ChangeLog {
  readonly #database: Database;
  readonly #listeners = new Set<() => void>();
  /** The newest revision that the listeners were told of. */
  #announced = 0;
  /** On which timeline the last revision was handed out. */
  #timeline: string | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#timeline = database.timeline;
  }

  async revision(): Promise<number> {
    const [row] = await this.#database.all('SELECT revision FROM change_counter');
    this.#timeline = this.#database.timeline;
    return Number(row?.['revision']);
  }

  async since(revision: number, limit: number): Promise<readonly Change[] | undefined> {
    // One statement is one snapshot: log and counter fit together.
    const rows = await this.#database.all(
      `SELECT counter.revision AS newest, log.revision, log.kind, log.key
       FROM change_counter AS counter LEFT JOIN LATERAL (
         SELECT revision, kind, key FROM changes WHERE revision > $1 ORDER BY revision LIMIT $2
       ) AS log ON TRUE
       ORDER BY log.revision`,
      revision,
      limit,
    );
    // A promoted replica may lack the last commits and use their revisions for others.
    if (this.#timeline !== this.#database.timeline) return undefined;
    const changes = rows.filter((row) => row['revision'] !== null).map(parseRow);
    const next = changes.at(0)?.revision ?? Number(rows.at(0)?.['newest']) + 1;
    return next === revision + 1 ? changes : undefined;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Keeps the log whole from some revision on, also when the clocks of the servers differ. */
  async prune(beforeMs: number): Promise<number> {
    return this.#database.write({ nowMs: beforeMs }, (transaction) =>
      transaction.run(
        `DELETE FROM changes WHERE revision < coalesce(
           (SELECT min(revision) FROM changes WHERE at_ms >= $1), 9223372036854775807)`,
        beforeMs,
      ),
    );
  }

  /** A commit became visible, here or elsewhere; as commits are ordered, so is everything before it. */
  announce(revision: number): void {
    if (revision <= this.#announced) return;
    this.#announced = revision;
    this.#call();
  }

  /** Starts a look at the newest revision; what it returns is called with what was seen. */
  look(): (seen: number) => void {
    const before = this.#announced;
    return (seen) => {
      if (seen >= before) {
        this.announce(seen);
        return;
      }
      // The database went back in time, to a replica or backup that lacks the last commits.
      this.#announced = seen;
      this.#call();
    };
  }

  #call(): void {
    for (const listener of this.#listeners) listener();
  }
}

function parseRow(row: Readonly<Record<string, unknown>>): Change {
  return {
    revision: Number(row['revision']),
    kind: String(row['kind']) as ChangeKind,
    key: String(row['key']),
  };
}
