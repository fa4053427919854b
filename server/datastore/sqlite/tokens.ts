import { allOf } from '../conditions.ts';
import type { Page, PageRequest } from '../datastore.ts';
import {
  bootstrapColumns,
  bootstrapValues,
  parseBootstrapRow,
  parseKeyUse,
  refusalOf,
} from '../token-rows.ts';
import type {
  BootstrapToken,
  KeyUse,
  NewBootstrapToken,
  PresentedToken,
  Rehash,
  TokenRefusal,
  TokenStore,
} from '../token-store.ts';
import type { Connection } from './connection.ts';
import { readPage } from './paging.ts';

/** Bootstrap tokens in SQLite. What changes whom a token admits is on the disk before the answer. */
export class SqliteTokens implements TokenStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async create(token: NewBootstrapToken): Promise<boolean> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        const inserted = this.#connection.run(
          `INSERT INTO bootstrap_tokens (${bootstrapColumns})
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          ...bootstrapValues(token),
        );
        return inserted === 1;
      }),
    );
  }

  async find(ids: readonly string[]): Promise<BootstrapToken | undefined> {
    return Promise.resolve(this.#find(ids));
  }

  async list(page: PageRequest): Promise<Page<BootstrapToken>> {
    return Promise.resolve(
      readPage(this.#connection, 'bootstrap_tokens', allOf([]), page, parseBootstrapRow),
    );
  }

  async revoke(id: string, nowMs: number): Promise<boolean> {
    const sql = `UPDATE bootstrap_tokens
      SET revoked_at_ms = CASE revoked_at_ms WHEN 0 THEN ? ELSE revoked_at_ms END WHERE id = ?`;
    return Promise.resolve(
      this.#connection.write('full', () => this.#connection.run(sql, nowMs, id) === 1),
    );
  }

  async countByKey(nowMs: number): Promise<readonly KeyUse[]> {
    const rows = this.#connection.all(
      `SELECT key_id, kind, count(*) AS count FROM bootstrap_tokens
       WHERE expires_at_ms >= ? AND revoked_at_ms = 0 AND uses < max_uses GROUP BY key_id, kind
       UNION ALL SELECT key_id, 'node', count(*) FROM node_tokens
       WHERE expires_at_ms >= ? GROUP BY key_id ORDER BY key_id, kind`,
      nowMs,
      nowMs,
    );
    return Promise.resolve(rows.map(parseKeyUse));
  }

  async forgetKeys(keyIds: readonly string[]): Promise<number> {
    const where = 'WHERE key_id IN (SELECT value FROM json_each(?))';
    return Promise.resolve(this.#deleteFromBoth('full', where, JSON.stringify(keyIds)));
  }

  async prune(nowMs: number): Promise<number> {
    return Promise.resolve(this.#deleteFromBoth('normal', 'WHERE expires_at_ms < ?', nowMs));
  }

  /** Counts one use, within the transaction of the caller; says why if the token admits nobody. */
  use(presented: PresentedToken, nowMs: number): BootstrapToken | TokenRefusal {
    const token = this.#find(presented.ids);
    if (token === undefined) return 'token_unknown';
    const verdict = presented.check(token.digest);
    if (verdict.kind !== 'good') {
      return verdict.kind === 'wrong' ? 'token_wrong' : 'token_key_unknown';
    }
    const refusal = refusalOf(token, nowMs);
    if (refusal !== undefined) return refusal;
    if (token.kind === 'join') {
      this.#connection.run('DELETE FROM bootstrap_tokens WHERE id = ?', token.id);
    } else {
      this.#countUse(token, verdict.rehash ?? { ...token.digest, id: token.id }, nowMs);
    }
    return token;
  }

  #countUse(token: BootstrapToken, to: Rehash, nowMs: number): void {
    this.#connection.run(
      `UPDATE bootstrap_tokens
       SET uses = uses + 1, last_used_at_ms = ?, id = ?, key_id = ?, hash = ? WHERE id = ?`,
      nowMs,
      to.id,
      to.keyId,
      to.hash,
      token.id,
    );
  }

  #find(ids: readonly string[]): BootstrapToken | undefined {
    const row = this.#connection.get(
      'SELECT * FROM bootstrap_tokens WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    return row === undefined ? undefined : parseBootstrapRow(row);
  }

  #deleteFromBoth(durability: 'full' | 'normal', where: string, value: string | number): number {
    return this.#connection.write(
      durability,
      () =>
        this.#connection.run(`DELETE FROM bootstrap_tokens ${where}`, value) +
        this.#connection.run(`DELETE FROM node_tokens ${where}`, value),
    );
  }
}
