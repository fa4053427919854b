import { parseReviewerRow } from '../token-rows.ts';
import type { ReviewerStore, ReviewerVersion } from '../token-store.ts';
import type { Connection } from './connection.ts';

/** Which reviewer credentials are in use, in SQLite. */
export class SqliteReviewers implements ReviewerStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async list(): Promise<readonly ReviewerVersion[]> {
    const sql = 'SELECT * FROM reviewer_versions ORDER BY cluster, current_since_ms, version';
    return Promise.resolve(this.#connection.all(sql).map(parseReviewerRow));
  }

  async find(cluster: string, version: string): Promise<ReviewerVersion | undefined> {
    return Promise.resolve(this.#find(cluster, version));
  }

  async makeCurrent(cluster: string, version: string, path: string, nowMs: number): Promise<void> {
    this.#connection.write('full', () => {
      this.#connection.run(
        `UPDATE reviewer_versions SET previous_since_ms = ?, path = ''
         WHERE cluster = ? AND version <> ? AND previous_since_ms = 0`,
        nowMs,
        cluster,
        version,
      );
      this.#connection.run(
        `INSERT INTO reviewer_versions (cluster, version, path, current_since_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET path = excluded.path, current_since_ms = excluded.current_since_ms,
           previous_since_ms = 0, retired_at_ms = 0`,
        cluster,
        version,
        path,
        nowMs,
      );
    });
    return Promise.resolve();
  }

  async notePrevious(
    cluster: string,
    version: string,
    path: string,
    nowMs: number,
  ): Promise<ReviewerVersion> {
    const row = this.#connection.write('full', () =>
      this.#connection.get(
        `INSERT INTO reviewer_versions (cluster, version, path, previous_since_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET path = excluded.path, previous_since_ms =
           CASE previous_since_ms WHEN 0 THEN excluded.previous_since_ms ELSE previous_since_ms END
         RETURNING *`,
        cluster,
        version,
        path,
        nowMs,
      ),
    );
    return Promise.resolve(parseReviewerRow(row ?? {}));
  }

  async retire(cluster: string, nowMs: number): Promise<number> {
    const sql = `UPDATE reviewer_versions SET retired_at_ms = ?
      WHERE cluster = ? AND previous_since_ms > 0 AND retired_at_ms = 0`;
    return Promise.resolve(
      this.#connection.write('full', () => this.#connection.run(sql, nowMs, cluster)),
    );
  }

  #find(cluster: string, version: string): ReviewerVersion | undefined {
    const sql = 'SELECT * FROM reviewer_versions WHERE cluster = ? AND version = ?';
    const row = this.#connection.get(sql, cluster, version);
    return row === undefined ? undefined : parseReviewerRow(row);
  }
}
