import { writeFileAtomically } from '../files/atomic-file.ts';
import { generateKeyPair } from '../x509/keys.ts';
import { encodeKeyFile, readKeyFile } from './key-file.ts';
import type { KeyManager } from './key-manager.ts';
import { checkKeyId, MemoryKey } from './managed-key.ts';

const ownerOnly = 0o600;

/**
 * Keeps keys in memory and in one file in SPIRE's format, written whole and atomically before a new key
 * is used. Throws STORAGE_CORRUPT when the file is there but is not a key file; it is left as it is.
 */
export function createDiskKeyManager(path: string): KeyManager {
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
      writeFileAtomically(path, encodeKeyFile(next, otherMembers), ownerOnly);
      keys = next;
      return key;
    },
    getKey: (id) => keys.get(id),
    getKeys: () => [...keys.values()],
  };
}
