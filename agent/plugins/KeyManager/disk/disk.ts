import { join } from 'node:path';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { createDiskKeyManager } from '../../../../common/keymanager/disk-key-manager.ts';
import { prepareKeyFolder } from '../../../../common/keymanager/key-folder.ts';

/** Keeps the agent's keys in `<directory>/keys.json`, in SPIRE's format. */
export const disk = definePlugin({
  type: 'KeyManager',
  name: 'disk',
  config: z.strictObject({ directory: z.string().min(1) }),
  create: ({ directory }) => {
    prepareKeyFolder(directory);
    return createDiskKeyManager(join(directory, 'keys.json'));
  },
});
