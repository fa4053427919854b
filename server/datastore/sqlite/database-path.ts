import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file of a SQLite connection string; undefined for one in memory. */
export function databasePathOf(connectionString: string): string | undefined {
  if (/^(file:)?:memory:(\?|$)|mode=memory/.test(connectionString)) return undefined;
  if (!connectionString.startsWith('file:')) return resolve(connectionString);
  const [name = ''] = connectionString.split('?');
  return name.startsWith('file:/') ? fileURLToPath(new URL(name)) : resolve(name.slice(5));
}

/** The complete copy that a restore puts into place last; where it is, the restore was interrupted. */
export function restoringPathOf(databasePath: string): string {
  return `${databasePath}.restoring`;
}
