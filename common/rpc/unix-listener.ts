import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { withFileMode } from '../lifecycle/umask.ts';
import type { PeerTracker } from '../peertracker/peer-tracker.ts';
import type { Connections } from './connections.ts';

export interface UnixListenOptions {
  readonly path: string;
  /** Of the socket file, for instance 0o777. */
  readonly mode: number;
  /** Of the folder when it has to be made; 0o755 unless told otherwise. */
  readonly folderMode?: number;
  readonly trackPeers: PeerTracker;
}

/** Linux drops connects silently when a burst overflows the default of 511. */
const backlog = 4096;
/** `sun_path` holds 108 bytes with its closing zero; Node cuts longer ones without a word. */
const longestPathBytes = 107;

/**
 * Listens on a Unix socket; `serve` gets connections whose process is known. A file left over by a
 * dead process is removed. Throws SOCKET_IN_USE, FAILED_PRECONDITION or STORAGE_FAILED.
 */
export async function listenOnUnixSocket(
  options: UnixListenOptions,
  connections: Connections,
  serve: (socket: Socket) => void,
): Promise<Server> {
  await claim(options);
  const server = createServer((socket) => {
    try {
      accept(socket, options.trackPeers, connections);
    } catch (error) {
      connections.refuse(socket, 'unix', error);
      return;
    }
    serve(socket);
  });
  await listening(server, options);
  // After listen, or other users get EACCES.
  chmodSync(options.path, options.mode);
  return server;
}

function accept(socket: Socket, tracker: PeerTracker, connections: Connections): void {
  const { id, closed } = connections.add(socket);
  const peer = { kind: 'local', connectionId: id, ...tracker.track(socket), closed } as const;
  connections.countCaller(peer);
  connections.introduce(socket, peer);
}

async function claim({ path, folderMode = 0o755 }: UnixListenOptions): Promise<void> {
  if (Buffer.byteLength(path) > longestPathBytes) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `socket path ${JSON.stringify(path)} is too long: at most ${longestPathBytes} bytes`,
    );
  }
  try {
    makeFolder(dirname(path), folderMode);
  } catch (cause) {
    throw new SpiffeError(
      'STORAGE_FAILED',
      `unable to make the folder of ${JSON.stringify(path)}`,
      { cause },
    );
  }
  for (;;) {
    const found = find(path);
    if (found === undefined) return;
    if (!found.isSocket()) {
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `${JSON.stringify(path)} exists and is not a socket`,
      );
    }
    if (await isSocketServed(path)) {
      throw new SpiffeError(
        'SOCKET_IN_USE',
        `another process serves the socket ${JSON.stringify(path)}`,
      );
    }
    if (remove(path, found)) return;
  }
}

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

/** Whether somebody listens at this path, or may do so. */
export function isSocketServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      // Only these say that nobody listens; a full backlog or a refusal by mode means somebody does.
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}

function listening(server: Server, { path, mode }: UnixListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === 'EADDRINUSE' ? 'SOCKET_IN_USE' : 'STORAGE_FAILED';
      reject(new SpiffeError(code, `unable to listen on ${JSON.stringify(path)}`, { cause }));
    });
    // The file is made within this call, and is never open to more than its mode says.
    withFileMode(mode, () => server.listen({ path, backlog }, resolve));
  });
}
