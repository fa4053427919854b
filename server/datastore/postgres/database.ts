import { Pool, type Client, type PoolClient } from 'pg';
import type { Clock } from '../../../common/clock/clock.ts';
import type { Logger } from '../../../common/log/logger.ts';
import type { Row } from '../rows.ts';
import { clientClass, type TimeLimits } from './client.ts';
import { ConnectGate, pauseAfter } from './connect-gate.ts';
import type { ConnectionSettings } from './connection-string.ts';
import { DatabaseFailure, failureOf, unreachable } from './failures.ts';
import { lockStatement, type Lock } from './locks.ts';
import { recordChanges, Transaction } from './transaction.ts';

/** How many connections there may be, as SPIRE's keys of these names; 0 lifetime means no end. */
interface PoolLimits {
  readonly maxOpen: number;
  readonly maxIdle: number;
  readonly maxLifetimeMs: number;
}

interface DatabaseOptions {
  readonly settings: ConnectionSettings;
  readonly pool: PoolLimits;
  readonly limits: TimeLimits;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Connections to the database and the transactions on them. What fails throws STORAGE_FAILED or, when
 * trying again may help, STORAGE_UNAVAILABLE, soon:
 * a statement and a transaction that certainly left nothing behind are tried again, others never are.
 */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #pool: Pool;
  readonly #gate: ConnectGate;
  #timeline: string | undefined;
  /** Where the locks and the channel are; 0 before the migration. */
  schemaOid = 0;
  /** Told the newest revision after each commit that wrote to the change log. */
  onCommit: (revision: number) => void = () => undefined;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#gate = new ConnectGate(options.clock);
    const { settings, limits, pool } = options;
    this.#pool = new Pool({
      max: pool.maxOpen,
      maxLifetimeSeconds: Math.ceil(pool.maxLifetimeMs / 1000),
      idleTimeoutMillis: idleMs,
      connectionTimeoutMillis: settings.connectTimeoutMs ?? limits.connectMs,
      Client: clientClass(settings, limits),
      verify: (client, done) => void this.#inspect(client).then(() => done(), done),
    });
    this.#pool.on('error', (error) => {
      options.log.debug('Lost an idle database connection', { error: failureOf(error) });
    });
  }

  /**
   * The WAL timeline of the newest connection. It changes when a replica was promoted or a backup
   * restored, and then the last commits may be gone.
   */
  get timeline(): string | undefined {
    return this.#timeline;
  }

  /** A client outside the pool, not yet connected; the caller ends it. */
  createClient(limits: Partial<TimeLimits> = {}): Client {
    const { settings, limits: usual } = this.#options;
    return new (clientClass(settings, { ...usual, ...limits }))();
  }

  /** Runs one reading statement; a lost connection is replaced once. */
  async all(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.#again(async () => {
      const lease = await this.#acquire();
      try {
        const { rows } = await lease.client.query<Row>(sql, values);
        lease.release();
        return rows;
      } catch (error) {
        throw lease.fail(error);
      }
    });
  }

  /**
   * Runs `work` in one transaction; what it throws rolls everything back. It may run several times.
   * The changes it recorded get their revisions last of all, see `recordChanges`.
   */
  async write<T>(
    options: { readonly nowMs: number; readonly lock?: Lock },
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.#again(() => this.#transact(options, work));
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #again<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DatabaseFailure)) throw error;
        const attempts = { conflict: 8, lost: 2, stuck: 1, refused: 1 }[error.kind];
        if (attempt + 1 >= attempts) throw error;
        if (error.kind === 'conflict') await this.#options.clock.sleep(pauseAfter(attempt) / 10);
      }
    }
  }

  async #transact<T>(
    { nowMs, lock }: { readonly nowMs: number; readonly lock?: Lock },
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const lease = await this.#acquire();
    let result: T;
    let revision: number | undefined;
    try {
      const transaction = new Transaction(lease.client, this.schemaOid);
      await transaction.run(this.#begin(lock));
      result = await work(transaction);
      revision = await recordChanges(transaction, nowMs);
    } catch (error) {
      throw await lease.rollBack(error);
    }
    await commit(lease);
    if (revision !== undefined) this.onCommit(revision);
    return result;
  }

  /** The lock comes with BEGIN, so that it costs no round trip. */
  #begin(lock: Lock | undefined): string {
    const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
    if (lock === undefined) return begin;
    return `${begin}; ${lockStatement(lock, this.schemaOid)}`;
  }

  async #acquire(): Promise<Lease> {
    if (this.#pool.idleCount === 0 && this.#gate.reason !== undefined) {
      throw unreachable(this.#gate.reason);
    }
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      if (this.#pool.totalCount < this.#options.pool.maxOpen) this.#gate.failed(error);
      throw unreachable(error);
    }
    this.#gate.succeeded();
    const isSpare = () => this.#pool.idleCount >= this.#options.pool.maxIdle;
    return new Lease(client, isSpare);
  }

  /** Looks at a new connection before it is used. */
  async #inspect(client: PoolClient): Promise<void> {
    // Everything promised as durable must be, whatever the role's default is.
    const { rows } = await client.query<{ standby: boolean }>(
      `SELECT pg_is_in_recovery() AS standby, CASE WHEN current_setting('synchronous_commit') = 'off'
         THEN set_config('synchronous_commit', 'on', false) END`,
    );
    if (rows[0]?.standby === true) throw new Error('this is a standby, not the primary');
    this.#timeline = await timelineOf(client);
  }
}

/** A client of the pool in use; exactly one of its methods ends the lease. */
class Lease {
  readonly client: PoolClient;
  readonly #isSpare: () => boolean;

  constructor(client: PoolClient, isSpare: () => boolean) {
    this.client = client;
    this.#isSpare = isSpare;
  }

  release(broken = false): void {
    this.client.release(broken || this.#isSpare());
  }

  /** Gives back a client on which a single statement failed. */
  fail(error: unknown): DatabaseFailure {
    const failure = failureOf(error);
    this.release(isBroken(failure));
    return failure;
  }

  /** Undoes the transaction; returns what to throw. A connection in doubt is closed, which undoes it too. */
  async rollBack(error: unknown): Promise<unknown> {
    let broken = isBroken(error);
    if (!broken) {
      try {
        await this.client.query('ROLLBACK');
      } catch {
        // What made the work fail is the better reason to give.
        broken = true;
      }
    }
    this.release(broken);
    return error;
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof DatabaseFailure && (error.kind === 'lost' || error.kind === 'stuck');
}

/**
 * A connection that is lost here leaves open whether the transaction was committed. It is never tried
 * again: the caller hears of a failure, and what was stored shows up in the change log.
 */
async function commit(lease: Lease): Promise<void> {
  try {
    await lease.client.query('COMMIT');
  } catch (error) {
    const failure = lease.fail(error);
    if (!isBroken(failure)) throw failure;
    const message = 'database connection was lost at commit; the change may or may not be stored';
    throw new DatabaseFailure('refused', 'STORAGE_UNAVAILABLE', message, error);
  }
  lease.release();
}

/** Undefined where the database does not tell, as some cloud databases. */
async function timelineOf(client: PoolClient): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ timeline: string }>(
      'SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline',
    );
    return rows[0]?.timeline;
  } catch (error) {
    if (failureOf(error).kind === 'refused') return undefined;
    throw error;
  }
}

/** As in SPIRE. */
const idleMs = 30_000;
