import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { createMemoryKeyManager } from '../../../../common/keymanager/memory-key-manager.ts';

/** Keeps the agent's keys in memory; it has to attest again after each start. */
export const memory = definePlugin({
  type: 'KeyManager',
  name: 'memory',
  config: z.strictObject({}),
  create: () => createMemoryKeyManager(),
});
