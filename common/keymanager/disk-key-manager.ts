import { createHash } from 'node:crypto';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { findFile, writeFileAtomically } from '../files/atomic-file.ts';
import { generateKeyPair } from '../x509/keys.ts';
import { encodeKeyFile, readKeyFile } from './key-file.ts';
import type { KeyManager } from './key-manager.ts';
import { checkKeyId, MemoryKey } from './managed-key.ts';

const ownerOnly = 0o600;

/**
 * Keeps keys in memory and in one file in SPIRE's format, written whole and atomically before a new key
 * is used. Throws STORAGE_CORRUPT when the file is there but is not a key file; it is left as it is. A new key is
 * refused with FAILED_PRECONDITION when somebody else wrote the file meanwhile: what he wrote would be lost, as when
 * two servers share a file by mistake.
 */
export function createDiskKeyManager(path: string): KeyManager {
  let known = digestAt(path);
  const { pairs, otherMembers } = readKeyFile(path);
  let keys: ReadonlyMap<string, MemoryKey> = new Map(
    [...pairs].map(([id, pair]) => [id, new MemoryKey(id, pair)]),
  );
  return {
    async generateKey(id, type) {
      checkKeyId(id);
      const key = new MemoryKey(id, await generateKeyPair(type));
      // Nothing awaits from here on, so that two calls cannot lose each other's key.
      const next = new Map(keys).set(id, key);
      const found = digestAt(path);
      if (found !== undefined && found !== known) throw changed(path);
      const content = encodeKeyFile(next, otherMembers);
      writeFileAtomically(path, content, ownerOnly);
      known = digestOf(content);
      keys = next;
      return key;
    },
    getKey: (id) => keys.get(id),
    getKeys: () => [...keys.values()],
  };
}

/** Of the file's content, which itself is not to be kept: it holds keys. */
function digestAt(path: string): string | undefined {
  const content = findFile(path);
  return content === undefined ? undefined : digestOf(content);
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}

function changed(path: string): SpiffeError {
  const rule =
    'was written by somebody else: no two programs may use one, and none while it is restored';
  return new SpiffeError('FAILED_PRECONDITION', `key file ${JSON.stringify(path)} ${rule}`);
}
