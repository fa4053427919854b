import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { loadNativePeerCalls, type NativePeerCalls } from './native.ts';

/** The process that connected to a Unix socket; the kernel vouches for the numbers. */
interface TrackedProcess {
  readonly pid: number;
  readonly uid: number;
  readonly gid: number;
  /** The same for connections of one process and of no other, ever; absent where the kernel cannot tell. */
  readonly process?: string;
  /** Whose share of what there is for all it uses up: its container's. Absent for a process in none. */
  readonly share?: string;
  /** False once the process that connected is gone, even if its pid was taken over. */
  isAlive(): boolean;
}

export interface PeerTracker {
  /**
   * Identifies the far end of an accepted Unix socket. Call it in the connection callback, before
   * any byte is read. What it holds in the kernel is released when the socket closes.
   * Throws UNAUTHENTICATED, with the reason, when the process cannot be known.
   */
  track(socket: Socket): TrackedProcess;
}

/** Start time of a process in clock ticks since boot, or undefined when it is gone. */
type FindStartTime = (pid: number) => string | undefined;

/** The container that a process is in, by any name that is its own; undefined for none. */
export type FindShare = (pid: number) => string | undefined;

/** No caller outside the pid namespace of this process can be told from another. */
export class HiddenCallerError extends SpiffeError {
  constructor() {
    super(
      'UNAUTHENTICATED',
      'the caller cannot be identified: it runs in another pid namespace: the agent needs the host pid namespace',
    );
  }
}

const enosys = 38;
const enoprotoopt = 92;

/** Throws FAILED_PRECONDITION at once when this machine cannot identify callers. */
export function createPeerTracker(
  native: NativePeerCalls = loadNativePeerCalls(),
  findStartTime: FindStartTime = startTimeFromProc,
  findShare?: FindShare,
): PeerTracker {
  const held = new HeldProcesses(native, findShare);
  return {
    track(socket) {
      const fd = descriptorOf(socket);
      const credentials = native.credentials(fd);
      if (credentials.pid <= 0) {
        throw new HiddenCallerError();
      }
      const pidfd = openPidfd(native, fd, credentials.pid);
      if (pidfd === undefined) {
        const isAlive = livenessByStartTime(credentials.pid, findStartTime);
        const share = shareOf(credentials.pid, isAlive, findShare);
        return { ...credentials, isAlive, ...(share !== undefined && { share }) };
      }
      const process = held.hold(pidfd, credentials.pid);
      socket.once('close', () => held.release(process));
      const { isAlive, key, share } = process;
      return {
        ...credentials,
        isAlive,
        ...(key !== undefined && { process: key }),
        ...(share !== undefined && { share }),
      };
    },
  };
}

/** A process with open connections. */
interface HeldProcess {
  readonly pidfd: number;
  readonly key: string | undefined;
  readonly share: string | undefined;
  readonly isAlive: () => boolean;
  connections: number;
}

/** Holds one pidfd for each process, however many connections it has, where the kernel can tell them apart. */
class HeldProcesses {
  readonly #native: NativePeerCalls;
  readonly #findShare: FindShare | undefined;
  readonly #byKey = new Map<string, HeldProcess>();

  constructor(native: NativePeerCalls, findShare: FindShare | undefined) {
    this.#native = native;
    this.#findShare = findShare;
  }

  /** Takes charge of a pidfd. */
  hold(pidfd: number, pid: number): HeldProcess {
    const key = this.#native.processKey(pidfd);
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (known !== undefined) {
      this.#native.close(pidfd);
      known.connections++;
      return known;
    }
    const share = this.#shareOf(pid, pidfd);
    const process: HeldProcess = {
      pidfd,
      key,
      share,
      isAlive: () => process.connections > 0 && this.#native.isRunning(pidfd),
      connections: 1,
    };
    if (key !== undefined) this.#byKey.set(key, process);
    return process;
  }

  #shareOf(pid: number, pidfd: number): string | undefined {
    try {
      return shareOf(pid, () => this.#native.isRunning(pidfd), this.#findShare);
    } catch (error) {
      this.#native.close(pidfd);
      throw error;
    }
  }

  release(process: HeldProcess): void {
    if (--process.connections > 0) return;
    this.#native.close(process.pidfd);
    if (process.key !== undefined) this.#byKey.delete(process.key);
  }
}

/**
 * For a socket that its file's mode guards, as SPIRE 1.15 serves the server's: says who called, but holds
 * no process, and a caller of another pid namespace (a container that has the socket) has the pid 0.
 */
export function createCallerReader(native: NativePeerCalls = loadNativePeerCalls()): PeerTracker {
  return {
    track: (socket) => ({ ...native.credentials(descriptorOf(socket)), isAlive: () => true }),
  };
}

/**
 * What was read is of the process that connected only if it lives still. One that connects and ends would
 * otherwise leave its connection to whoever inherited it, in nobody's container.
 */
function shareOf(pid: number, isAlive: () => boolean, find?: FindShare): string | undefined {
  if (find === undefined) return undefined;
  const share = find(pid);
  if (!isAlive()) throw refused('its process is gone');
  return share;
}

/** Undefined on kernels without any pidfd. */
function openPidfd(native: NativePeerCalls, fd: number, pid: number): number | undefined {
  const ofPeer = native.peerPidfd(fd);
  if ('fd' in ofPeer) return ofPeer.fd;
  if (ofPeer.errno !== enoprotoopt) {
    throw refused(`its process cannot be held: SO_PEERPIDFD failed with errno ${ofPeer.errno}`);
  }
  const opened = native.openPidfd(pid);
  if ('fd' in opened) return opened.fd;
  if (opened.errno === enosys) return undefined;
  throw refused(`its process cannot be held: pidfd_open failed with errno ${opened.errno}`);
}

function livenessByStartTime(pid: number, findStartTime: FindStartTime): () => boolean {
  const started = findStartTime(pid);
  if (started === undefined) throw refused('its process is gone');
  return () => findStartTime(pid) === started;
}

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command in field 2 may hold blanks and brackets; field 22 is the start time.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // Gone, or hidden from us: both mean that it cannot be known.
    return undefined;
  }
}

function descriptorOf(socket: Socket): number {
  // Node gives no public way to the descriptor of an accepted socket.
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } | null };
  const fd = handle?.fd ?? -1;
  if (fd < 0) throw refused('its socket is closed already');
  return fd;
}

function refused(reason: string): SpiffeError {
  return new SpiffeError('UNAUTHENTICATED', `the caller cannot be identified: ${reason}`);
}
