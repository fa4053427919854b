import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import { connect } from 'node:net';
import { SpiffeError } from '../errors/spiffe-error.ts';

/**
 * Makes a path free for a Unix socket: what a dead process left over is removed. `name` is what errors call it.
 * Throws SOCKET_IN_USE, FAILED_PRECONDITION for what is not a socket, and STORAGE_FAILED where nobody can tell.
 */
export async function freeSocketPath(path: string, name = path): Promise<void> {
  for (;;) {
    const found = find(path);
    if (found === undefined) return;
    if (!found.isSocket()) {
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `${JSON.stringify(name)} exists and is not a socket`,
      );
    }
    if (await isSocketServed(path, name)) {
      throw new SpiffeError(
        'SOCKET_IN_USE',
        `another process serves the socket ${JSON.stringify(name)}`,
      );
    }
    if (remove(path, found)) return;
  }
}

/** Whether somebody listens at this path. Throws STORAGE_FAILED where that cannot be told. */
export function isSocketServed(path: string, name = path): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = connect(path);
    const fail = (cause: Error) => {
      const text = `unable to tell whether a process serves the socket ${JSON.stringify(name)}`;
      reject(new SpiffeError('STORAGE_FAILED', text, { cause }));
    };
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const served = answers[error.code ?? ''];
      if (served === undefined) fail(error);
      else resolve(served);
    });
  });
}

/** What the kernel says of a socket; anything else (EACCES, EMFILE, ...) says nothing about who listens. */
const answers: Readonly<Record<string, boolean>> = {
  ECONNREFUSED: false,
  ENOENT: false,
  // The backlog is full, so there is one.
  EAGAIN: true,
};

function find(path: string): BigIntStats | undefined {
  return lstatSync(path, { throwIfNoEntry: false, bigint: true });
}

/**
 * Removes a file if it is still the one that was looked at: another process that starts now may have put its own
 * there meanwhile. It is moved first and looked at then, so that nothing comes between.
 */
function remove(path: string, seen: BigIntStats): boolean {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const moved = find(aside);
  // A file system may use the number of a removed file again at once; the times tell them apart.
  const isSame = (['dev', 'ino', 'birthtimeNs', 'mtimeNs'] as const).every(
    (key) => moved?.[key] === seen[key],
  );
  if (!isSame) putBack(aside, path);
  rmSync(aside, { force: true });
  return isSame;
}

function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    // A third one is there by now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
