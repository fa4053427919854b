import { readFile } from 'node:fs/promises';
import { errnoText } from '../errors/errno-text.ts';
import { messageOf, SpiffeError } from '../errors/spiffe-error.ts';
import type { CliIo } from './command.ts';

/** The text of a file, or of standard input for `-`. Throws INVALID_ARGUMENT. */
export async function readInput(path: string, io: CliIo): Promise<string> {
  if (path === '-') return readAll(io.stdin);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = errnoText(cause) ?? messageOf(cause);
    throw new SpiffeError('INVALID_ARGUMENT', `open ${path}: ${why}`, { cause });
  }
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
