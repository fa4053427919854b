import { readFileSync } from 'node:fs';

/** How many descriptors this process may have open; undefined where the system does not say. */
export function findOpenFilesLimit(read: () => string = readOwnLimits): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    // No /proc: then nothing is known.
    return undefined;
  }
}

/**
 * How many connections there may be: `wanted`, or what the descriptors allow, of which each connection may
 * take two (its socket and its process), with some left for everything else.
 */
export function affordableConnections(wanted: number, openFiles = findOpenFilesLimit()): number {
  if (openFiles === undefined) return wanted;
  return Math.max(1, Math.min(wanted, Math.floor((openFiles - keptForOthers) / 2)));
}

const keptForOthers = 128;

function readOwnLimits(): string {
  return readFileSync('/proc/self/limits', 'utf8');
}
