import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { makeFolder } from '../files/make-folder.ts';

/**
 * A log file opened for appending. A disk that is full costs lines, never the process, and the lines
 * come again when there is room.
 */
export class LogFile {
  readonly #path: string;
  #descriptor: number;

  /** Throws STORAGE_FAILED when the file cannot be opened. */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = open(path);
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at);
    } catch {
      // There is no other place to say so.
    }
  }

  /** Goes on in a new file at the same path. Throws STORAGE_FAILED, and goes on in the old one. */
  reopen(): void {
    const next = open(this.#path);
    closeSync(this.#descriptor);
    this.#descriptor = next;
  }
}

function open(path: string): number {
  try {
    makeFolder(dirname(path), 0o750);
    return openSync(path, 'a', 0o640);
  } catch (cause) {
    const text = `unable to open log file ${JSON.stringify(path)}`;
    throw new SpiffeError('STORAGE_FAILED', text, { cause });
  }
}
