import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SpiffeError } from '../errors/spiffe-error.ts';

/**
 * Replaces a file so that after a crash at any moment either the old or the new content is there:
 * temporary file, fsync, rename, fsync of the folder. On failure (a full disk, say) the old file is
 * untouched and the temporary one is gone. Throws STORAGE_FAILED.
 */
export function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode: number,
): void {
  const temporary = `${path}.tmp`;
  try {
    rmSync(temporary, { force: true });
    writeAndSync(temporary, typeof content === 'string' ? Buffer.from(content) : content, mode);
    renameSync(temporary, path);
    syncFile(dirname(path));
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new SpiffeError('STORAGE_FAILED', `unable to write ${JSON.stringify(path)}`, { cause });
  }
}

/** The file's content, or undefined when it does not exist. Throws STORAGE_FAILED. */
export function findFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SpiffeError('STORAGE_FAILED', `unable to read ${JSON.stringify(path)}`, { cause });
  }
}

/** What a file or folder says is on the disk when this returns. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeAndSync(path: string, content: Uint8Array, mode: number): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < content.length;) at += writeSync(descriptor, content, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
