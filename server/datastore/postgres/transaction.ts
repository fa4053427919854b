import type { PoolClient } from 'pg';
import type { ChangeKind } from '../datastore.ts';
import type { Row } from '../rows.ts';
import { failureOf } from './failures.ts';
import { lockStatement, type Lock } from './locks.ts';

/** A transaction under way; it ends with the work that it was given to. */
export class Transaction {
  readonly #client: PoolClient;
  readonly #changes: { readonly kind: ChangeKind; readonly key: string }[] = [];

  readonly schemaOid: number;

  constructor(client: PoolClient, schemaOid: number) {
    this.#client = client;
    this.schemaOid = schemaOid;
  }

  get changes(): readonly { readonly kind: ChangeKind; readonly key: string }[] {
    return this.#changes;
  }

  async all(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows;
  }

  async get(sql: string, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values)).at(0);
  }

  /** Returns the number of rows changed. */
  async run(sql: string, ...values: unknown[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  /** Waits for the lock and keeps it until the end. */
  async lock(lock: Lock): Promise<void> {
    await this.all(lockStatement(lock, this.schemaOid));
  }

  /** Writes down a change; it is logged when the work is done. */
  record(kind: ChangeKind, key: string): void {
    this.#changes.push({ kind, key });
  }

  async #query(sql: string, values: unknown[]) {
    try {
      return await this.#client.query<Row>(sql, values);
    } catch (error) {
      throw failureOf(error);
    }
  }
}

/**
 * Writes the recorded changes to the log, as the last thing before COMMIT; returns the newest revision.
 *
 * Readers must never see revision 8 before 7, or they would skip 7 for ever: that is what ids from a
 * sequence do, as they are taken before the commit. Here the update of the one counter row locks it
 * until this transaction has committed and is visible to all. So revisions have no gap and become
 * visible in their order, and a failed transaction takes none. The lock is the last one that a
 * transaction takes, so it cannot deadlock, and it is held for this statement and the commit only.
 */
export async function recordChanges(
  transaction: Transaction,
  nowMs: number,
): Promise<number | undefined> {
  const { changes, schemaOid } = transaction;
  if (changes.length === 0) return undefined;
  const row = await transaction.get(
    `WITH counter AS (
       UPDATE change_counter SET revision = revision + $1::bigint RETURNING revision
     ), log AS (
       INSERT INTO changes (revision, kind, key, at_ms)
       SELECT counter.revision - $1::bigint + change.position, change.kind, change.key, $2::bigint
       FROM counter, unnest($3::text[], $4::text[]) WITH ORDINALITY AS change (kind, key, position)
     )
     SELECT revision, pg_notify($5, revision::text) FROM counter`,
    changes.length,
    nowMs,
    changes.map((change) => change.kind),
    changes.map((change) => change.key),
    channelOf(schemaOid),
  );
  return Number(row?.['revision']);
}

/** Where commits are announced; channels belong to a database, so the schema is part of the name. */
export function channelOf(schemaOid: number): string {
  return `sigil_changes_${schemaOid}`;
}
