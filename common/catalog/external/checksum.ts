import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, read, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { errnoText } from '../../errors/errno-text.ts';
import { messageOf, SpiffeError } from '../../errors/spiffe-error.ts';

const readAsync = promisify(read);

/** What is wrong with a `plugin_checksum`; undefined when it could be the SHA-256 of a file. */
export function findChecksumFault(checksum: string): string | undefined {
  if (!/^([0-9a-fA-F]{2})*$/.test(checksum)) return 'checksum is not a valid hex string';
  if (checksum.length === 64) return undefined;
  return `expected checksum of length 64; got ${checksum.length}`;
}

/** A program whose checksum was compared, held open so that what was looked at is what runs. */
export interface HeldProgram {
  readonly fd: number;
  close(): void;
}

/** Throws FAILED_PRECONDITION when the path is not that of a program that this process may run. */
export function checkProgram(path: string): void {
  const what = `plugin_cmd ${JSON.stringify(path)}`;
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    accessSync(path, constants.X_OK);
  } catch (cause) {
    throw new SpiffeError('FAILED_PRECONDITION', `${what} cannot be run: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/**
 * Opens a program and compares its SHA-256. What is then run is the open file: whoever puts another one
 * in its place changes nothing, as he would for SPIRE. Throws FAILED_PRECONDITION.
 */
export async function holdProgram(path: string, checksum: string): Promise<HeldProgram> {
  const fd = open(path);
  const close = () => closeSync(fd);
  try {
    if ((await sha256Of(fd)) === checksum.toLowerCase()) return { fd, close };
  } catch (error) {
    close();
    throw error;
  }
  close();
  throw new SpiffeError('FAILED_PRECONDITION', 'checksums did not match');
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      `plugin_cmd cannot be read for its checksum: ${errnoText(cause) ?? messageOf(cause)}`,
      { cause },
    );
  }
}

async function sha256Of(fd: number): Promise<string> {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(256 * 1024);
  for (let at = 0; ;) {
    const { bytesRead } = await readAsync(fd, part, 0, part.length, at);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(part.subarray(0, bytesRead));
    at += bytesRead;
  }
}
