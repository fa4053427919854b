import { fstatSync, statfsSync } from 'node:fs';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { requireKoffi, type Koffi } from './koffi.ts';

interface Credentials {
  readonly pid: number;
  readonly uid: number;
  readonly gid: number;
}

/** A descriptor, or the errno of the failed call. */
type DescriptorResult = { readonly fd: number } | { readonly errno: number };

/** The system calls behind the peer tracker; the only native code of the project. */
export interface NativePeerCalls {
  /** SO_PEERCRED. Throws when the kernel refuses. */
  credentials(socketFd: number): Credentials;
  /** SO_PEERPIDFD, Linux 6.5 and newer. The caller closes the descriptor. */
  peerPidfd(socketFd: number): DescriptorResult;
  /** pidfd_open, Linux 5.3 and newer. The caller closes the descriptor. */
  openPidfd(pid: number): DescriptorResult;
  /** False when the process behind the descriptor has exited. */
  isRunning(pidfd: number): boolean;
  /**
   * Names the process behind a pidfd: the inode of pidfs, Linux 6.9 and newer, is never given twice while the
   * machine runs. Undefined on older kernels, where all pidfds look the same.
   */
  processKey(pidfd: number): string | undefined;
  close(fd: number): void;
}

const solSocket = 1;
const soPeerCred = 17;
const soPeerPidfd = 77;
const pidfdOpen = 434;
const pollIn = 1;
/** PID_FS_MAGIC, `PIDF`. */
const pidFs = 0x50494446;

/** Loads the native calls. Throws FAILED_PRECONDITION, with the reason, when this machine has none. */
export function loadNativePeerCalls(load: () => unknown = requireKoffi): NativePeerCalls {
  try {
    return bind(load() as Koffi);
  } catch (cause) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      'callers cannot be identified: the native module koffi cannot be loaded on this machine ' +
        '(it is built for Linux with glibc or musl, x64 and arm64)',
      { cause },
    );
  }
}

function bind(koffi: Koffi): NativePeerCalls {
  // The process itself: Node is linked to libc, so one call serves glibc and musl.
  const libc = koffi.load(null);
  const getsockopt = libc.func(
    'int getsockopt(int, int, int, _Out_ int32_t *, _Inout_ uint32_t *)',
  );
  const poll = libc.func('int poll(_Inout_ uint8_t *, unsigned long, int)');
  const close = libc.func('int close(int)');
  const syscall = libc.func('long syscall(long, int, unsigned int)');
  // Calls are synchronous: one buffer serves them all.
  const request = Buffer.alloc(8);
  request.writeInt16LE(pollIn, 4);
  let namesProcesses: boolean | undefined;
  const failed = () => ({ errno: koffi.errno() });
  return {
    credentials(socketFd) {
      const found = new Int32Array(3);
      const size = new Uint32Array([found.byteLength]);
      if (getsockopt(socketFd, solSocket, soPeerCred, found, size) !== 0) {
        throw new SpiffeError('UNAUTHENTICATED', `SO_PEERCRED failed with errno ${koffi.errno()}`);
      }
      const [pid = 0, uid = 0, gid = 0] = found;
      // uid_t and gid_t are unsigned.
      return { pid, uid: uid >>> 0, gid: gid >>> 0 };
    },
    peerPidfd(socketFd) {
      const found = new Int32Array([-1]);
      const size = new Uint32Array([found.byteLength]);
      const done = getsockopt(socketFd, solSocket, soPeerPidfd, found, size) === 0;
      return done ? { fd: found[0] ?? -1 } : failed();
    },
    openPidfd(pid) {
      const fd = syscall(pidfdOpen, pid, 0);
      return fd >= 0 ? { fd } : failed();
    },
    isRunning(pidfd) {
      request.writeInt32LE(pidfd, 0);
      request.writeInt16LE(0, 6);
      // A pidfd becomes readable when its process exits; an error counts as exited.
      return poll(request, 1, 0) === 0;
    },
    processKey(pidfd) {
      namesProcesses ??= statfsSync(`/proc/self/fd/${pidfd}`).type === pidFs;
      return namesProcesses ? String(fstatSync(pidfd, { bigint: true }).ino) : undefined;
    },
    close: (fd) => void close(fd),
  };
}
