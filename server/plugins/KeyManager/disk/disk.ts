import { dirname } from 'node:path';
import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import { createDiskKeyManager } from '../../../../common/keymanager/disk-key-manager.ts';
import { prepareKeyFolder } from '../../../../common/keymanager/key-folder.ts';

/** Keeps the CA's keys in one file, in SPIRE's format. */
export const disk = definePlugin({
  type: 'KeyManager',
  name: 'disk',
  config: z.strictObject({ keys_path: z.string().min(1) }),
  create: ({ keys_path: path }) => {
    prepareKeyFolder(dirname(path));
    return createDiskKeyManager(path);
  },
});
