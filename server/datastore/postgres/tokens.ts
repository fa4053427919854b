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
  TokenRefusal,
  TokenStore,
} from '../token-store.ts';
import type { Database } from './database.ts';
import { readPage } from './paging.ts';
import type { Transaction } from './transaction.ts';

/** Bootstrap tokens in PostgreSQL. */
export class PostgresTokens implements TokenStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(token: NewBootstrapToken): Promise<boolean> {
    return this.#database.write({ nowMs: token.createdAtMs }, async (transaction) => {
      const inserted = await transaction.run(
        `INSERT INTO bootstrap_tokens (${bootstrapColumns})
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
        ...bootstrapValues(token),
      );
      return inserted === 1;
    });
  }

  async find(ids: readonly string[]): Promise<BootstrapToken | undefined> {
    const [row] = await this.#database.all(selectTokens, ids);
    return row === undefined ? undefined : parseBootstrapRow(row);
  }

  async list(page: PageRequest): Promise<Page<BootstrapToken>> {
    return readPage(this.#database, tokenTable, allOf([]), page, parseBootstrapRow);
  }

  async revoke(id: string, nowMs: number): Promise<boolean> {
    return this.#database.write({ nowMs }, async (transaction) => {
      const sql = `UPDATE bootstrap_tokens
        SET revoked_at_ms = CASE revoked_at_ms WHEN 0 THEN $1 ELSE revoked_at_ms END WHERE id = $2`;
      return (await transaction.run(sql, nowMs, id)) === 1;
    });
  }

  async countByKey(nowMs: number): Promise<readonly KeyUse[]> {
    const rows = await this.#database.all(
      `SELECT key_id, kind, count(*) AS count FROM bootstrap_tokens
       WHERE expires_at_ms >= $1 AND revoked_at_ms = 0 AND uses < max_uses GROUP BY key_id, kind
       UNION ALL SELECT key_id, 'node', count(*) FROM node_tokens
       WHERE expires_at_ms >= $1 GROUP BY key_id ORDER BY key_id, kind`,
      nowMs,
    );
    return rows.map(parseKeyUse);
  }

  async forgetKeys(keyIds: readonly string[]): Promise<number> {
    return this.#deleteFromBoth('key_id = ANY ($1)', keyIds);
  }

  async prune(nowMs: number): Promise<number> {
    return this.#deleteFromBoth('expires_at_ms < $1', nowMs);
  }

  async #deleteFromBoth(where: string, value: unknown): Promise<number> {
    return this.#database.write({ nowMs: 0 }, async (transaction) => {
      const tokens = await transaction.run(`DELETE FROM bootstrap_tokens WHERE ${where}`, value);
      return tokens + (await transaction.run(`DELETE FROM node_tokens WHERE ${where}`, value));
    });
  }
}

/**
 * Counts one use of a bootstrap token within a transaction; says why if it admits nobody. Who comes
 * second waits for the first to commit, and then sees its use.
 */
export async function useToken(
  transaction: Transaction,
  presented: PresentedToken,
  nowMs: number,
): Promise<BootstrapToken | TokenRefusal> {
  const row = await transaction.get(`${selectTokens} FOR UPDATE`, presented.ids);
  if (row === undefined) return 'token_unknown';
  const token = parseBootstrapRow(row);
  const verdict = presented.check(token.digest);
  if (verdict.kind !== 'good') {
    return verdict.kind === 'wrong' ? 'token_wrong' : 'token_key_unknown';
  }
  const refusal = refusalOf(token, nowMs);
  if (refusal !== undefined) return refusal;
  if (token.kind === 'join') {
    await transaction.run('DELETE FROM bootstrap_tokens WHERE id = $1', token.id);
    return token;
  }
  const { hash, id, keyId } = verdict.rehash ?? { ...token.digest, id: token.id };
  await transaction.run(
    `UPDATE bootstrap_tokens
     SET uses = uses + 1, last_used_at_ms = $1, id = $2, key_id = $3, hash = $4 WHERE id = $5`,
    nowMs,
    id,
    keyId,
    hash,
    token.id,
  );
  return token;
}

const tokenTable = {
  table: 'bootstrap_tokens',
  columns: `${bootstrapColumns}, uses, last_used_at_ms, revoked_at_ms`,
};
const selectTokens = `SELECT ${tokenTable.columns} FROM bootstrap_tokens WHERE id = ANY ($1)`;
