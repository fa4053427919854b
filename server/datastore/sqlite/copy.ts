import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { trustDomainOf, type SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { restoresTable } from './api-server-schema.ts';
import { schemaVersion } from './migrations.ts';

/** What a database file says of itself. */
export interface DatabaseSummary {
  readonly schemaVersion: number;
  /** Of its first entry, agent or bundle; undefined for an empty one. */
  readonly trustDomain: TrustDomain | undefined;
  readonly entries: number;
  readonly agents: number;
  /** The authorities that servers signed with, by their journals. */
  readonly activeAuthorities: readonly string[];
}

/**
 * Copies a database that may be in use, as of one moment, into a new file. Writers go on meanwhile.
 * Throws NOT_FOUND and STORAGE_FAILED.
 */
export function copyDatabase(path: string, target: string): void {
  within(path, (db) => {
    try {
      db.prepare('VACUUM INTO ?').run(target);
    } catch (cause) {
      if (isNoDatabase(cause)) throw cause;
      const [from, to] = [path, target].map((name) => JSON.stringify(name));
      const text = `unable to copy database ${from} to ${to}: ${messageOf(cause)}`;
      throw new SpiffeError('STORAGE_FAILED', text, { cause });
    }
  });
}

/**
 * Checks a database file whole and says what is in it. Throws NOT_FOUND, STORAGE_CORRUPT for a damaged
 * file, one of SPIRE or one that a newer Sigil wrote, and STORAGE_FAILED.
 */
export function inspectDatabase(path: string): DatabaseSummary {
  return within(path, (db) => {
    const faults = rowsOf(db, 'PRAGMA integrity_check').map((row) =>
      String(row['integrity_check']),
    );
    if (faults.join() !== 'ok') throw corrupt(path, `is damaged: ${faults.slice(0, 3).join('; ')}`);
    const version = Number(one(db, 'SELECT max(version) AS value FROM sigil_migrations'));
    if (version > schemaVersion) {
      throw corrupt(path, `has schema version ${version}; this program knows ${schemaVersion}`);
    }
    const ids = [
      one(db, 'SELECT spiffe_id AS value FROM entries LIMIT 1'),
      one(db, 'SELECT spiffe_id AS value FROM agents LIMIT 1'),
    ].filter((id) => typeof id === 'string');
    return {
      schemaVersion: version,
      trustDomain: ids[0] === undefined ? undefined : trustDomainOf(ids[0] as SpiffeId),
      entries: Number(one(db, 'SELECT count(*) AS value FROM entries')),
      agents: Number(one(db, 'SELECT count(*) AS value FROM agents')),
      activeAuthorities: rowsOf(db, 'SELECT active_authority_id AS value FROM ca_journals').map(
        (row) => String(row['value']),
      ),
    };
  });
}

/**
 * A token that was used or withdrawn since the copy was made would be good again; returns how many could
 * have let a node in. Agents ask for another node token by themselves.
 */
export function forgetTokens(path: string): number {
  return within(path, (db) => {
    const forget = (table: string) =>
      // What an earlier release wrote lacks the newer tables.
      hasTable(db, table) ? Number(db.prepare(`DELETE FROM ${table}`).run().changes) : 0;
    const forgotten = forget('join_tokens') + forget('bootstrap_tokens');
    forget('node_tokens');
    return forgotten;
  });
}

/**
 * Keeps every other process out of a database until it is released. Whoever has it open shares a lock on
 * it, as a server does for as long as it runs; exclusive locking mode cannot be had then. Throws
 * FAILED_PRECONDITION. A file that is damaged or not there is nobody's.
 */
export function holdDatabase(path: string): { release(): void } {
  if (!existsSync(path)) return { release: () => undefined };
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: holdTimeoutMs });
    // In this mode the lock outlives the transaction.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
  } catch (cause) {
    db?.close();
    if (!isBusy(cause)) return { release: () => undefined };
    const text = `database ${JSON.stringify(path)} is in use by another process: stop every server first`;
    throw new SpiffeError('FAILED_PRECONDITION', text, { cause });
  }
  const held = db;
  return { release: () => held.close() };
}

/**
 * Writes down that the database was put back now: what it says of used enrolment tokens is as old as the
 * copy. Returns how many profiles in force have a replay limit, whose agents that concerns.
 */
export function noteRestore(path: string, nowMs: number): number {
  return within(path, (db) => {
    db.exec(restoresTable());
    db.prepare('INSERT INTO enrollment_restores (restored_at_ms) VALUES (?)').run(nowMs);
    if (!hasTable(db, 'enrollment_profiles')) return 0;
    const limited = `SELECT count(*) AS value FROM enrollment_profiles
      WHERE state = 'bound' AND json_extract(spec, '$.replayLimit')`;
    return Number(one(db, limited));
  });
}

function within<T>(path: string, work: (db: DatabaseSync) => T): T {
  // Opening it would create it.
  if (!existsSync(path)) {
    throw new SpiffeError('NOT_FOUND', `database ${JSON.stringify(path)} does not exist`);
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: busyTimeoutMs });
    return work(db);
  } catch (cause) {
    if (cause instanceof SpiffeError) throw cause;
    if (isNoDatabase(cause)) throw corrupt(path, 'is not a database of Sigil', cause);
    const text = `unable to read database ${JSON.stringify(path)}: ${messageOf(cause)}`;
    throw new SpiffeError('STORAGE_FAILED', text, { cause });
  } finally {
    db?.close();
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
  return db.prepare(sql).get(name) !== undefined;
}

function rowsOf(db: DatabaseSync, sql: string) {
  return db.prepare(sql).all();
}

function one(db: DatabaseSync, sql: string): unknown {
  return db.prepare(sql).get()?.['value'];
}

/** SQLITE_ERROR for tables that are not there, SQLITE_CORRUPT, SQLITE_NOTADB. */
function isNoDatabase(cause: unknown): boolean {
  return [1, 11, 26].includes(Number((cause as { errcode?: unknown }).errcode) & 0xff);
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isBusy(cause: unknown): boolean {
  return [5, 6].includes(Number((cause as { errcode?: unknown }).errcode) & 0xff);
}

function corrupt(path: string, what: string, cause?: unknown): SpiffeError {
  return new SpiffeError('STORAGE_CORRUPT', `${JSON.stringify(path)} ${what}`, { cause });
}

const busyTimeoutMs = 5_000;
const holdTimeoutMs = 1_000;
