import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with all that is missing above it. In place of Node's recursive `mkdirSync`, which
 * never returns where an existing folder answers ENOENT, as everything below /proc does.
 */
export function makeFolder(path: string, mode: number): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    makeFolder(parent, mode);
    makeOne(path, mode);
  }
}

/** Any error is fine when the folder is there: a read-only file system may not say EEXIST. */
function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
