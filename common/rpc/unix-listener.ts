import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { withFileMode } from '../lifecycle/umask.ts';
import type { PeerTracker } from '../peertracker/peer-tracker.ts';
import type { Connections } from './connections.ts';
import { freeSocketPath } from './socket-file.ts';

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
  await freeSocketPath(path);
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
