import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { syncFile } from '../../common/files/atomic-file.ts';
import { makeFolder } from '../../common/files/make-folder.ts';
import {
  forgetTokens,
  holdDatabase,
  inspectDatabase,
  noteRestore,
} from '../datastore/sqlite/copy.ts';
import { restoringPathOf } from '../datastore/sqlite/database-path.ts';
import { lockForServer } from '../datastore/sqlite/server-lock.ts';
import { databaseName, keysName, readManifest, type Manifest } from './manifest.ts';
import type { Places } from './places.ts';

interface RestoreOptions {
  readonly places: Places;
  /** A folder that `createBackup` made. */
  readonly input: string;
  /** Put what is there aside. */
  readonly force: boolean;
  readonly clock: Clock;
}

interface Restored {
  readonly manifest: Manifest;
  /** What was there before, under its new names. */
  readonly putAside: readonly string[];
  readonly forgottenTokens: number;
  /** Enrolment profiles in force that have a replay limit. */
  readonly replayLimits: number;
}

/**
 * Puts a backup in the place of database and keys. Everything is checked and copied first; what was
 * there is renamed, never deleted; the database gets its name last. Killed in between, the server
 * refuses to start until the restore is run again. Throws FAILED_PRECONDITION while a server runs, or
 * anybody else has the database open; ALREADY_EXISTS, STORAGE_CORRUPT and STORAGE_FAILED.
 */
export function restoreBackup(options: RestoreOptions): Restored {
  const { places, input, force, clock } = options;
  const manifest = check(places, input);
  checkClock(manifest, clock);
  const { databasePath, keysPath } = places;
  const restoring = restoringPathOf(databasePath);
  const isUnfinished = existsSync(restoring);
  const targets = [databasePath, keysPath].filter((path) => path !== undefined);
  const taken = targets.filter((path) => existsSync(path));
  if (taken.length > 0 && !force) {
    throw new SpiffeError(
      'ALREADY_EXISTS',
      isUnfinished
        ? `an earlier restore was not finished: run it again with -force`
        : `${taken.map((path) => JSON.stringify(path)).join(' and ')} would be replaced: -force puts what is there aside`,
    );
  }
  makeFolder(dirname(databasePath), 0o750);
  // No server may start while the database is neither the old one nor the new.
  const lock = lockForServer(databasePath, 'stop it first');
  try {
    const replaced = holding(databasePath, () => prepare(options, manifest, restoring));
    renameSync(restoring, databasePath);
    syncFile(dirname(databasePath));
    return { manifest, ...replaced };
  } finally {
    lock.release();
  }
}

function holding<T>(databasePath: string, work: () => T): T {
  const held = holdDatabase(databasePath);
  try {
    return work();
  } finally {
    // Before the new one has the name: SQLite takes the log of what it closes away by name.
    held.release();
  }
}

/** Everything is copied before anything is moved; all but the database has its place then. */
function prepare(
  { places: { databasePath, keysPath }, input, clock }: RestoreOptions,
  manifest: Manifest,
  restoring: string,
): Omit<Restored, 'manifest'> {
  const forgotten = place(join(input, databaseName), restoring, (path) => ({
    forgottenTokens: forgetTokens(path),
    replayLimits: noteRestore(path, clock.now() + clockSkewMs),
  }));
  const aside = `.before-restore-${new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, '')}`;
  const putAside: string[] = [];
  const moveAside = (path: string) => {
    if (!existsSync(path)) return;
    renameSync(path, `${path}${aside}`);
    putAside.push(`${path}${aside}`);
  };
  if (keysPath !== undefined && manifest.files[keysName] !== undefined) {
    makeFolder(dirname(keysPath), 0o700);
    moveAside(keysPath);
    place(join(input, keysName), keysPath, () => undefined);
  }
  // With the old log the new database would be read as a mixture of both.
  for (const suffix of ['', '-wal', '-shm']) moveAside(`${databasePath}${suffix}`);
  return { putAside, ...forgotten };
}

/**
 * The time of the restore is compared with the times at which API servers issued tokens, by their clocks. One that is
 * ahead of ours would make a token look newer than it is, and a token that was used since the backup would be good
 * again: so long after the restore a token counts as one of before. A clock that is evidently wrong is no measure.
 */
const clockSkewMs = 60_000;

function checkClock({ created_at }: Manifest, clock: Clock): void {
  const now = clock.now();
  if (Date.parse(created_at) <= now + clockSkewMs) return;
  throw new SpiffeError(
    'FAILED_PRECONDITION',
    `the clock of this machine (${new Date(now).toISOString()}) is behind the time of the backup (${created_at}): set it first`,
  );
}

function check(places: Places, input: string): Manifest {
  const manifest = readManifest(input);
  if (manifest.trust_domain !== places.trustDomain) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `the backup is of trust domain ${JSON.stringify(manifest.trust_domain)}, not ${JSON.stringify(places.trustDomain)}`,
    );
  }
  if (manifest.files[databaseName] === undefined) {
    throw new SpiffeError('STORAGE_CORRUPT', 'the backup has no database');
  }
  return manifest;
}

/** A complete file under its name or none: copied beside it, changed, on the disk, renamed. */
function place<T>(source: string, target: string, change: (path: string) => T): T {
  const copy = `${target}.copy`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true });
  copyFileSync(source, copy);
  chmodSync(copy, 0o600);
  if (source.endsWith(databaseName)) inspectDatabase(copy);
  const result = change(copy);
  own(copy);
  syncFile(copy);
  renameSync(copy, target);
  syncFile(dirname(target));
  return result;
}

/** Run by root for a server that is not, the file belongs to whom the folder belongs to. */
function own(path: string): void {
  const { uid, gid } = statSync(dirname(path));
  try {
    chownSync(path, uid, gid);
  } catch {
    // Only root may give files away; anybody else restores for itself.
  }
}
