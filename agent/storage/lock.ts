import { closeSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** Holds a data directory for one agent. */
interface DirectoryLock {
  release(): Promise<void>;
}

const lockName = 'agent.lock';

/**
 * Claims the data directory, so that two agents cannot overwrite each other's keys. The lock is a
 * listening Unix socket: the kernel drops it with the process, however that ends, and it is seen from
 * other containers on the same volume too, where process IDs say nothing. Throws FAILED_PRECONDITION.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const descriptor = openSync(directory, 'r');
  // Through the descriptor, because a socket's path may have 107 bytes and a directory's more.
  const path = `/proc/self/fd/${descriptor}/${lockName}`;
  try {
    if (await isHeld(path)) {
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `data directory ${JSON.stringify(directory)} is in use by another agent ` +
          `(${join(directory, lockName)})`,
      );
    }
    rmSync(path, { force: true });
    const server = await listen(path);
    return {
      async release() {
        await new Promise((done) => server.close(done));
        rmSync(path, { force: true });
        closeSync(descriptor);
      },
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    // Nobody listens, or there is no such file: free.
    probe.once('error', () => resolve(false));
  });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (cause) => {
      reject(new SpiffeError('STORAGE_FAILED', 'unable to lock the data directory', { cause }));
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}
