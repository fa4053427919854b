import { readFileSync } from 'node:fs';

/** How many descriptors this process may have; Node raises the soft limit to the hard one at its start. */
export function openFileLimit(): number {
  try {
    return parseOpenFileLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    // Without /proc: the least that systems give.
    return leastOpenFiles;
  }
}

/** Reads the soft limit out of the kernel's table. */
export function parseOpenFileLimit(limits: string): number {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1];
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER;
  return soft === undefined ? leastOpenFiles : Number(soft);
}

const leastOpenFiles = 1024;
