import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';

/** `full` is on the disk at commit, `normal` survives the death of the process. */
export type Durability = 'normal' | 'full';

type Row = Record<string, SQLOutputValue>;

/** How long a write waits for another process that holds the database. */
const busyTimeoutMs = 5000;

/**
 * One connection with prepared statements. Everything is synchronous: a transaction begins and ends
 * within one call, so nothing else of this process can come in between.
 */
export class Connection {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #durability: Durability | undefined;
  #inTransaction = false;
  #afterCommit: (() => void)[] = [];

  /** Opens or creates the file. Throws STORAGE_FAILED. */
  constructor(path: string) {
    try {
      this.#db = new DatabaseSync(path, {
        enableForeignKeyConstraints: true,
        timeout: busyTimeoutMs,
      });
      this.#db.exec('PRAGMA journal_mode = WAL');
      this.#db.exec('PRAGMA trusted_schema = OFF');
    } catch (cause) {
      throw failed(`unable to open database ${JSON.stringify(path)}`, cause);
    }
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guard(() => this.#prepare(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values));
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#guard(() => Number(this.#prepare(sql).run(...values).changes));
  }

  /** Runs an INSERT; returns the row id. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return this.#guard(() => Number(this.#prepare(sql).run(...values).lastInsertRowid));
  }

  /** Several statements without values, for migrations. */
  script(sql: string): void {
    this.#guard(() => this.#db.exec(sql));
  }

  /** Runs `work` in one transaction; what it throws rolls everything back. */
  write<T>(durability: Durability, work: () => T): T {
    this.#setDurability(durability);
    this.script('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    let result: T;
    try {
      result = work();
      this.script('COMMIT');
    } catch (error) {
      this.#rollback();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
    this.#runAfterCommit();
    return result;
  }

  /** Runs `listener` when the transaction under way has become visible; forgotten when it rolls back. */
  afterCommit(listener: () => void): void {
    if (this.#inTransaction && !this.#afterCommit.includes(listener)) {
      this.#afterCommit.push(listener);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#guard(() => this.#db.close());
  }

  #runAfterCommit(): void {
    const listeners = this.#afterCommit;
    this.#afterCommit = [];
    for (const listener of listeners) listener();
  }

  #rollback(): void {
    this.#afterCommit = [];
    try {
      this.#db.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  }

  #setDurability(durability: Durability): void {
    if (this.#durability === durability) return;
    this.script(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    this.#durability = durability;
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      const code = Number((cause as { errcode?: unknown }).errcode) & 0xff;
      const passing = passingFaults.get(code);
      if (passing === undefined) throw failed('database operation failed', cause);
      throw new SpiffeError('STORAGE_UNAVAILABLE', passing, { cause });
    }
  }
}

/** SQLite's primary result codes that another time may not come. */
const passingFaults: ReadonlyMap<number, string> = new Map([
  [5, 'database is in use by another process'],
  [6, 'database is in use by another process'],
  [13, 'disk of the database is full'],
]);

function failed(message: string, cause: unknown): SpiffeError {
  return new SpiffeError('STORAGE_FAILED', message, { cause });
}
