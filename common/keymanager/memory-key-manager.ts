import { generateKeyPair } from '../x509/keys.ts';
import type { KeyManager, ManagedKey } from './key-manager.ts';
import { checkKeyId, MemoryKey } from './managed-key.ts';

/** Keeps keys in memory only: they end with the process. */
export function createMemoryKeyManager(): KeyManager {
  const keys = new Map<string, ManagedKey>();
  return {
    async generateKey(id, type) {
      checkKeyId(id);
      const key = new MemoryKey(id, await generateKeyPair(type));
      keys.set(id, key);
      return key;
    },
    getKey: (id) => keys.get(id),
    getKeys: () => [...keys.values()],
  };
}
