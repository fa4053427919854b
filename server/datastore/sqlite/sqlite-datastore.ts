import { chmodSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { makeFolder } from '../../../common/files/make-folder.ts';
import type { Datastore } from '../datastore.ts';
import { SqliteAgents } from './agents.ts';
import { SqliteBundles } from './bundles.ts';
import { SqliteChanges } from './changes.ts';
import { Connection } from './connection.ts';
import { SqliteEnrollment } from './enrollment.ts';
import { databasePathOf, restoringPathOf } from './database-path.ts';
import { SqliteEntries } from './entries.ts';
import { SqliteFederation } from './federation.ts';
import { SqliteFleet } from './fleet.ts';
import { SqliteJournals } from './journals.ts';
import { migrate } from './migrations.ts';
import { SqliteReviewers } from './reviewers.ts';
import { lockForServer } from './server-lock.ts';
import { SqliteTokens } from './tokens.ts';

interface SqliteOptions {
  /** A path, a `file:` URI, or `:memory:`. */
  readonly path: string;
  readonly disableMigration: boolean;
  readonly codeVersion: string;
  readonly nowMs: number;
  /** For a server, of which there is one on a file: another one is refused until this is closed. */
  readonly oneServer?: boolean;
}

/**
 * Opens the embedded database, creating the file (mode 0600) and its folder when they are missing. Throws
 * FAILED_PRECONDITION when another server has it.
 */
export function openSqliteDatastore(options: SqliteOptions): Datastore {
  const lock = lockFor(options);
  try {
    return openLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openLocked(options: SqliteOptions, lock: { release(): void }): Datastore {
  const connection = openMigrated(options);
  const changes = new SqliteChanges(connection);
  const entries = new SqliteEntries(connection, changes);
  const bundles = new SqliteBundles(connection, changes, entries);
  const tokens = new SqliteTokens(connection);
  const enrollment = new SqliteEnrollment(connection, changes);
  return {
    entries,
    changes,
    agents: new SqliteAgents(connection, changes, entries, enrollment, tokens),
    bundles,
    federation: new SqliteFederation(connection, changes, bundles),
    journals: new SqliteJournals(connection),
    enrollment,
    tokens,
    fleet: new SqliteFleet(connection),
    reviewers: new SqliteReviewers(connection),
    close() {
      connection.close();
      lock.release();
      return Promise.resolve();
    },
  };
}

function lockFor({ path, oneServer = false }: SqliteOptions): { release(): void } {
  const databasePath = databasePathOf(path);
  if (!oneServer || databasePath === undefined) return { release: () => undefined };
  if (!path.startsWith('file:')) prepareFolder(path);
  return lockForServer(databasePath);
}

function openMigrated(options: SqliteOptions): Connection {
  prepareFile(options.path);
  const connection = new Connection(options.path);
  try {
    migrate(connection, {
      disabled: options.disableMigration,
      codeVersion: options.codeVersion,
      nowMs: options.nowMs,
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** Half of a restore is neither the old server nor the one that was backed up. */
function refuseUnfinishedRestore(path: string): void {
  const databasePath = databasePathOf(path);
  if (databasePath === undefined || !existsSync(restoringPathOf(databasePath))) return;
  throw new SpiffeError(
    'STORAGE_FAILED',
    `a restore of ${JSON.stringify(databasePath)} was not finished: run "sigil-server restore -force" again`,
  );
}

/** SQLite creates its files with the mode of the process, which lets others read them. */
function prepareFile(path: string): void {
  refuseUnfinishedRestore(path);
  if (path === ':memory:' || path.startsWith('file:')) return;
  prepareFolder(path);
  if (existsSync(path)) return;
  guarded(path, () => {
    new Connection(path).close();
    chmodSync(path, 0o600);
  });
}

function prepareFolder(path: string): void {
  guarded(path, () => makeFolder(dirname(path), 0o750));
}

function guarded(path: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    if (cause instanceof SpiffeError) throw cause;
    throw new SpiffeError('STORAGE_FAILED', `unable to create database ${JSON.stringify(path)}`, {
      cause,
    });
  }
}
