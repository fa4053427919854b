import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { makeFolder } from '../files/make-folder.ts';

/**
 * Makes the folder of a key file for its owner only, and proves by a probe file that it can be written
 * to: a read-only volume is found at the start, not at the first rotation. Throws STORAGE_FAILED.
 */
export function prepareKeyFolder(folder: string): void {
  const probe = join(folder, '.probe');
  try {
    makeFolder(folder, 0o700);
    closeSync(openSync(probe, 'w', 0o600));
    rmSync(probe, { force: true });
  } catch (cause) {
    throw new SpiffeError('STORAGE_FAILED', `unable to write to ${JSON.stringify(folder)}`, {
      cause,
    });
  }
}
