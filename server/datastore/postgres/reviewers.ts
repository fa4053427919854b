import { parseReviewerRow } from '../token-rows.ts';
import type { ReviewerStore, ReviewerVersion } from '../token-store.ts';
import type { Database } from './database.ts';

/** Which reviewer credentials are in use, in PostgreSQL. */
export class PostgresReviewers implements ReviewerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(): Promise<readonly ReviewerVersion[]> {
    const rows = await this.#database.all(
      'SELECT * FROM reviewer_versions ORDER BY cluster, current_since_ms, version',
    );
    return rows.map(parseReviewerRow);
  }

  async find(cluster: string, version: string): Promise<ReviewerVersion | undefined> {
    const [row] = await this.#database.all(
      'SELECT * FROM reviewer_versions WHERE cluster = $1 AND version = $2',
      cluster,
      version,
    );
    return row === undefined ? undefined : parseReviewerRow(row);
  }

  async makeCurrent(cluster: string, version: string, path: string, nowMs: number): Promise<void> {
    await this.#database.write({ nowMs }, async (transaction) => {
      await transaction.run(
        `UPDATE reviewer_versions SET previous_since_ms = $1, path = ''
         WHERE cluster = $2 AND version <> $3 AND previous_since_ms = 0`,
        nowMs,
        cluster,
        version,
      );
      await transaction.run(
        `INSERT INTO reviewer_versions (cluster, version, path, current_since_ms)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (cluster, version) DO UPDATE SET path = excluded.path,
           current_since_ms = excluded.current_since_ms, previous_since_ms = 0, retired_at_ms = 0`,
        cluster,
        version,
        path,
        nowMs,
      );
    });
  }

  async notePrevious(
    cluster: string,
    version: string,
    path: string,
    nowMs: number,
  ): Promise<ReviewerVersion> {
    const row = await this.#database.write({ nowMs }, (transaction) =>
      transaction.get(
        `INSERT INTO reviewer_versions AS v (cluster, version, path, previous_since_ms)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (cluster, version) DO UPDATE SET path = excluded.path, previous_since_ms =
           CASE v.previous_since_ms WHEN 0 THEN excluded.previous_since_ms ELSE v.previous_since_ms END
         RETURNING *`,
        cluster,
        version,
        path,
        nowMs,
      ),
    );
    return parseReviewerRow(row ?? {});
  }

  async retire(cluster: string, nowMs: number): Promise<number> {
    return this.#database.write({ nowMs }, (transaction) =>
      transaction.run(
        `UPDATE reviewer_versions SET retired_at_ms = $1
         WHERE cluster = $2 AND previous_since_ms > 0 AND retired_at_ms = 0`,
        nowMs,
        cluster,
      ),
    );
  }
}
