import { readFileSync, statSync } from 'node:fs';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';

interface LoginTarget {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/**
 * Finds the password in a file of lines `host:port:database:user:password`, as PostgreSQL's `.pgpass`:
 * the first line that fits wins, `*` fits everything, `\` escapes `:` and `\`. Throws STORAGE_FAILED
 * when the file cannot be read, others may read it, or no line fits.
 */
export function readPassword(path: string, target: LoginTarget): string {
  const text = readPrivateFile('passfile', path);
  // libpq: a Unix socket is looked up as "localhost" too.
  const hosts = target.host.startsWith('/') ? [target.host, 'localhost'] : [target.host];
  for (const line of text.split(/\r?\n/)) {
    const [host, port, database, user, password] = fieldsOf(line);
    if (line.startsWith('#') || password === undefined) continue;
    const fits =
      hosts.some((name) => isWanted(host, name)) &&
      isWanted(port, String(target.port)) &&
      isWanted(database, target.database) &&
      isWanted(user, target.user);
    if (fits) return password;
  }
  throw new SpiffeError(
    'STORAGE_FAILED',
    `passfile ${JSON.stringify(path)} has no line for this database`,
  );
}

/** Reads a file that holds a secret; one that everybody may read is refused. Throws STORAGE_FAILED. */
export function readPrivateFile(key: string, path: string): string {
  try {
    if ((statSync(path).mode & 0o007) === 0) return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SpiffeError('STORAGE_FAILED', `unable to read ${key} ${JSON.stringify(path)}`, {
      cause,
    });
  }
  throw new SpiffeError(
    'STORAGE_FAILED',
    `${key} ${JSON.stringify(path)} must not be accessible to others; use mode 0640 or stricter`,
  );
}

function isWanted(field: string | undefined, value: string): boolean {
  return field === '*' || field === value;
}

function fieldsOf(line: string): string[] {
  const fields = line.match(/(?:[^:\\]|\\.)*(?::|$)/gsu) ?? [];
  return fields.map((field) => field.replace(/:$/, '').replace(/\\(.)/gsu, '$1')).slice(0, 5);
}
