import { closeSync, openSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { freeSocketPath } from '../../common/rpc/socket-file.ts';

/** Holds a data directory for one agent. */
interface DirectoryLock {
  release(): Promise<void>;
}

const lockName = 'agent.lock';

/**
 * Claims the data directory, so that two agents cannot overwrite each other's keys. The lock is a
 * listening Unix socket: the kernel drops it with the process, however that ends, and it is seen from
 * other containers on the same volume too, where process IDs say nothing. Throws FAILED_PRECONDITION when
 * another agent holds it, and STORAGE_FAILED where that cannot be told: doubt is no permission.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const descriptor = openSync(directory, 'r');
  // Through the descriptor, because a socket's path may have 107 bytes and a directory's more.
  const path = `/proc/self/fd/${descriptor}/${lockName}`;
  try {
    await freeSocketPath(path, join(directory, lockName));
    const server = await listen(path);
    return {
      async release() {
        // That removes the file too, before anybody else can make one.
        await new Promise((done) => server.close(done));
        closeSync(descriptor);
      },
    };
  } catch (cause) {
    closeSync(descriptor);
    throw explained(cause, directory);
  }
}

function explained(cause: unknown, directory: string): unknown {
  if (hasCode(cause, 'SOCKET_IN_USE')) {
    const text = `data directory ${JSON.stringify(directory)} is in use by another agent (${join(directory, lockName)})`;
    return new SpiffeError('FAILED_PRECONDITION', text, { cause });
  }
  if (cause instanceof SpiffeError) return cause;
  const text = `unable to lock data directory ${JSON.stringify(directory)}`;
  return new SpiffeError('STORAGE_FAILED', text, { cause });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (cause: NodeJS.ErrnoException) => {
      // Another agent came in between.
      const code = cause.code === 'EADDRINUSE' ? 'SOCKET_IN_USE' : 'STORAGE_FAILED';
      reject(new SpiffeError(code, 'unable to lock the data directory', { cause }));
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}
