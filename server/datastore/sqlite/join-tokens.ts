import type { JoinToken, TokenHash } from '../datastore.ts';
import { parseJoinTokenRow } from '../rows.ts';
import type { Connection } from './connection.ts';

/** Join tokens by their hash; every method runs within the transaction of its caller. */
export class SqliteJoinTokens {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** False when the token exists. */
  create(token: JoinToken): boolean {
    const inserted = this.#connection.run(
      `INSERT INTO join_tokens (hash, expires_at_ms, alias_entry_id, alias_spiffe_id)
       VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      token.hash,
      token.expiresAtMs,
      token.alias?.entryId ?? null,
      token.alias?.spiffeId ?? null,
    );
    return inserted === 1;
  }

  find(hash: TokenHash): JoinToken | undefined {
    const row = this.#connection.get('SELECT * FROM join_tokens WHERE hash = ?', hash);
    return row === undefined ? undefined : parseJoinTokenRow(hash, row);
  }

  delete(hash: TokenHash): void {
    this.#connection.run('DELETE FROM join_tokens WHERE hash = ?', hash);
  }

  prune(nowMs: number): number {
    return this.#connection.run('DELETE FROM join_tokens WHERE expires_at_ms < ?', nowMs);
  }
}
