import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { createMemoryKeyManager } from '../../../../common/keymanager/memory-key-manager.ts';

/** Keeps the CA's keys in memory: every start makes new ones, and a new root. */
export const memory = definePlugin({
  type: 'KeyManager',
  name: 'memory',
  config: z.strictObject({}),
  create: () => createMemoryKeyManager(),
});
