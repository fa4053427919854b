import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

export const manifestName = 'manifest.json';
export const databaseName = 'datastore.sqlite3';
export const keysName = 'keys.json';

const manifestSchema = z.object({
  format: z.literal(1),
  trust_domain: z.string(),
  created_at: z.string(),
  version: z.string(),
  schema_version: z.int(),
  entries: z.int(),
  agents: z.int(),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});

/** What a backup says of itself; written last, so that a folder without it is no backup. */
export type Manifest = z.output<typeof manifestSchema>;

/** Reads a backup's manifest and compares every file with it. Throws STORAGE_CORRUPT. */
export function readManifest(folder: string): Manifest {
  const manifest = parse(folder);
  for (const [name, expected] of Object.entries(manifest.files)) {
    const found = digestOf(read(folder, name));
    if (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes) {
      throw corrupt(folder, `${name} is not what was written: ${found.bytes} bytes`);
    }
  }
  return manifest;
}

export function digestOf(content: Uint8Array): { bytes: number; sha256: string } {
  return {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
}

function parse(folder: string): Manifest {
  const content = read(folder, manifestName);
  try {
    return manifestSchema.parse(JSON.parse(content.toString('utf8')));
  } catch (cause) {
    throw corrupt(folder, `${manifestName} is malformed or of a newer format`, cause);
  }
}

function read(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name));
  } catch (cause) {
    throw corrupt(folder, `${name} cannot be read`, cause);
  }
}

function corrupt(folder: string, what: string, cause?: unknown): SpiffeError {
  const text = `backup ${JSON.stringify(folder)} is not usable: ${what}`;
  return new SpiffeError('STORAGE_CORRUPT', text, { cause });
}
