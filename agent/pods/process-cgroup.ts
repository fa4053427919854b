import { readFileSync, statSync } from 'node:fs';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** What procfs says of one process at one moment. */
export interface ProcessSnapshot {
  /** In clock ticks since boot; with the pid it names a process for ever. */
  readonly startTime: string;
  /** The whole cgroup file; undefined on a kernel without cgroups. */
  readonly cgroup: string | undefined;
}

/**
 * Reads start time and cgroup file. Synchronous because procfs answers from memory and the promise
 * API costs 25 times as much. Throws ATTESTATION_FAILED when the process is gone.
 */
export function readProcess(procPath: string, pid: number): ProcessSnapshot {
  const folder = `${procPath}/${pid}`;
  const stat = read(`${folder}/stat`);
  if (stat === undefined) {
    throw new SpiffeError('ATTESTATION_FAILED', `process ${pid} is gone`);
  }
  const cgroup = readCgroup(procPath, pid);
  if (cgroup === undefined && statSync(folder, { throwIfNoEntry: false }) === undefined) {
    throw new SpiffeError('ATTESTATION_FAILED', `process ${pid} is gone`);
  }
  return { startTime: parseStartTime(stat), cgroup };
}

/** The file that a process executes, by its inode; undefined when it is gone or may not be looked at. */
export function readProgram(procPath: string, pid: number): string | undefined {
  try {
    const { dev, ino } = statSync(`${procPath}/${pid}/exe`);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** The cgroup file alone; undefined when there is none. Throws INTERNAL when it cannot be read. */
export function readCgroup(procPath: string, pid: number): string | undefined {
  const cgroup = read(`${procPath}/${pid}/cgroup`);
  if (cgroup !== undefined && cgroup.length > cgroupLimit) {
    throw new SpiffeError('INTERNAL', `unable to obtain cgroups: more than ${cgroupLimit} bytes`);
  }
  return cgroup;
}

/** Field 22 of `/proc/PID/stat`; the command before it may hold blanks and brackets. Throws INTERNAL. */
export function parseStartTime(stat: string): string {
  const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  if (stat.includes(')') && startTime !== undefined && /^\d+$/.test(startTime)) return startTime;
  throw new SpiffeError('INTERNAL', 'unable to parse the stat file of the process');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw new SpiffeError('INTERNAL', `unable to obtain cgroups: unable to read ${path}`, {
      cause,
    });
  }
}

/** A real file has some ten lines. */
const cgroupLimit = 64 * 1024;
