import { resolve } from 'node:path';
import { z } from 'zod';
import { dataOf } from '../../common/catalog/prepare-plugins.ts';
import { decode } from '../../common/config/decode.ts';
import type { PluginBlock } from '../../common/config/plugins.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { databasePathOf } from '../datastore/sqlite/database-path.ts';

/** What the server keeps, and where, as its configuration says. */
export interface Places {
  readonly trustDomain: TrustDomain;
  readonly socketPath: string;
  readonly databasePath: string;
  /** Absent when the keys are not in a file. */
  readonly keysPath?: string;
  /** What a backup does not hold and why. */
  readonly warnings: readonly string[];
}

interface PlacesConfig {
  readonly trustDomain: TrustDomain;
  readonly socketPath: string;
  readonly plugins: readonly PluginBlock[];
}

/** Throws FAILED_PRECONDITION for a database that is no file of ours. The configuration was checked. */
export function placesOf({ trustDomain, socketPath, plugins }: PlacesConfig): Places {
  const datastore = settingsOf(plugins, 'DataStore');
  if (datastore.database_type === 'postgres') {
    throw new SpiffeError(
      'FAILED_PRECONDITION',
      'the datastore is PostgreSQL: use pg_dump and pg_restore for it, see docs/operating-the-server.md',
    );
  }
  const databasePath = databasePathOf(datastore.connection_string ?? ':memory:');
  if (databasePath === undefined) {
    throw new SpiffeError('FAILED_PRECONDITION', 'the datastore is in memory: there is no file');
  }
  const { keys_path: keysPath } = settingsOf(plugins, 'KeyManager');
  const shared = { trustDomain, socketPath, databasePath };
  if (keysPath !== undefined) return { ...shared, keysPath: resolve(keysPath), warnings: [] };
  return {
    ...shared,
    warnings: [
      'the key manager keeps no file: a restored server makes a new authority, which agents learn from its bundle',
    ],
  };
}

function settingsOf(plugins: readonly PluginBlock[], type: string) {
  const block = plugins.find((plugin) => plugin.type === type && plugin.enabled);
  return block === undefined ? {} : decode(dataOf(block), settingsSchema);
}

/** Of the plugins' own schemas, which have had their say, only what tells where something is. */
const settingsSchema = z
  .object({
    database_type: z.string().optional(),
    connection_string: z.string().optional(),
    keys_path: z.string().optional(),
  })
  .catchall(z.unknown());
