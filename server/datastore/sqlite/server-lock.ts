import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';

/**
 * Holds a database, which need not be there yet, for one server. Two on one file would each think that what it remembers is all there is of
 * tokens used and agents banned. The lock is SQLite's on a file beside the database: the kernel drops it with the
 * process, however that ends, and the file stays, as one that is removed would be locked twice. Commands that open
 * the database while a server runs, as `backup` does, do not ask for it. Throws FAILED_PRECONDITION and STORAGE_FAILED.
 */
export function lockForServer(databasePath: string, advice = onePerFile): { release(): void } {
  const path = lockPathOf(databasePath);
  let db: DatabaseSync | undefined;
  try {
    create(path);
    db = new DatabaseSync(path, { timeout: patienceMs });
    // In this mode the lock outlives the transaction. The file itself stays empty.
    db.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE; ROLLBACK',
    );
  } catch (cause) {
    db?.close();
    if (!isBusy(cause)) {
      const text = `unable to lock database ${JSON.stringify(databasePath)} (${path})`;
      throw new SpiffeError('STORAGE_FAILED', text, { cause });
    }
    const pid = holderOf(path);
    const who = pid === undefined ? 'another server' : `the server with process ID ${pid}`;
    const text = `database ${JSON.stringify(databasePath)} is in use by ${who}: ${advice}`;
    throw new SpiffeError('FAILED_PRECONDITION', text);
  }
  const lock = db;
  held.add(lock);
  return {
    release() {
      if (held.delete(lock)) lock.close();
    },
  };
}

/** What nobody refers to is closed when it is collected, and its lock with it. */
const held = new Set<DatabaseSync>();

/** Another name of the same file is the same database, also of one that is still to be made. */
function lockPathOf(databasePath: string): string {
  try {
    let path = databasePath;
    for (let links = 0; !existsSync(path) && isLink(path) && links < mostLinks; links++) {
      path = resolve(dirname(path), readlinkSync(path));
    }
    if (existsSync(path)) return `${realpathSync(path)}.lock`;
    return `${join(realpathSync(dirname(path)), basename(path))}.lock`;
  } catch (cause) {
    const text = `unable to lock database ${JSON.stringify(databasePath)}`;
    throw new SpiffeError('STORAGE_FAILED', text, { cause });
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Only a file that is not there: to close one would drop the lock that this process has on it. */
function create(path: string): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, 'a', 0o600));
  const { uid, gid } = statSync(dirname(path));
  try {
    // A restore by root is for a server that is not.
    chownSync(path, uid, gid);
  } catch {
    // Only root may give files away; anybody else locks for itself.
  }
}

/** Who has a lock on a file, by the kernel's list; undefined where it is of another container, say. */
function holderOf(path: string): number | undefined {
  try {
    const { dev, ino } = statSync(path);
    const device = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)]
      .map((part) => part.toString(16).padStart(2, '0'))
      .join(':');
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, , , mode, pid, file] = line.trim().split(/\s+/);
      if (mode === 'WRITE' && file === `${device}:${ino}` && Number(pid) > 0) return Number(pid);
    }
  } catch {
    // It is for the error's text only.
  }
  return undefined;
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isBusy(cause: unknown): boolean {
  return [5, 6].includes(Number((cause as { errcode?: unknown }).errcode) & 0xff);
}

const onePerFile = 'several servers share a PostgreSQL, not a file';
/** As Linux follows. */
const mostLinks = 40;
/** A server that is being replaced needs a moment to end. */
const patienceMs = 500;
