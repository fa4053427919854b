import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { Secret } from '../../../common/secret/secret.ts';

/** Where the database is and how to log in. Certificates and password file are read at each connection. */
export interface ConnectionSettings {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
  readonly password?: Secret<string>;
  /** A file in the format of `.pgpass`. */
  readonly passfile?: string;
  readonly tls: TlsSettings;
  readonly connectTimeoutMs?: number;
  readonly applicationName: string;
  /** Command line of the backend, such as `-c search_path=sigil`. */
  readonly options: string;
}

/** The modes of lib/pq; there is none that falls back to plain text. */
type TlsMode = (typeof tlsModes)[number];

export interface TlsSettings {
  readonly mode: TlsMode;
  /** A path, or `system` for the roots of the operating system. */
  readonly rootCert?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly keyPassword?: Secret<string>;
}

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/**
 * Reads what SPIRE hands to lib/pq: `key=value` words with libpq's quoting, or a `postgres://` URL.
 * Throws CONFIG_INVALID; as the text may hold a password, no value of it is quoted but `sslmode`.
 */
export function parseConnectionString(text: string): ConnectionSettings {
  const isUrl = /^postgres(ql)?:\/\//.test(text);
  const values = isUrl ? parseUrl(text) : parseKeywords(text);
  for (const [key, value] of values) checkKey(key, value);
  const one = (key: string) => values.get(key) || undefined;
  const [host, user, database, passfile] = ['host', 'user', 'dbname', 'passfile'].map(one);
  const password = one('password');
  const timeout = wholeNumber(values, 'connect_timeout', 0, 3600);
  const port = wholeNumber(values, 'port', 1, 65_535);
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(user !== undefined && { user }),
    ...(database !== undefined && { database }),
    ...(password !== undefined && { password: new Secret(password) }),
    ...(passfile !== undefined && { passfile }),
    ...(timeout !== undefined && timeout > 0 && { connectTimeoutMs: timeout * 1000 }),
    tls: tlsSettings(values),
    applicationName: one('application_name') ?? one('fallback_application_name') ?? 'sigil-server',
    options: backendOptions(values),
  };
}

type Values = ReadonlyMap<string, string>;

function tlsSettings(values: Values): TlsSettings {
  const one = (key: string) => values.get(key) || undefined;
  // lib/pq's default; libpq's own, "prefer", would accept plain text.
  const mode = one('sslmode') ?? 'require';
  if (!isTlsMode(mode)) {
    const allowed = tlsModes.map((known) => JSON.stringify(known)).join(', ');
    throw invalid(`sslmode ${JSON.stringify(mode)} is not supported; use one of ${allowed}`);
  }
  const [rootCert, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map(one);
  const keyPassword = one('sslpassword');
  if ((cert === undefined) !== (key === undefined)) {
    throw invalid('sslcert and sslkey must be set together');
  }
  return {
    mode,
    ...(rootCert !== undefined && { rootCert }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(keyPassword !== undefined && { keyPassword: new Secret(keyPassword) }),
  };
}

function isTlsMode(text: string): text is TlsMode {
  return (tlsModes as readonly string[]).includes(text);
}

/** lib/pq sends settings of the session as startup parameters; `-c` does the same for each. */
function backendOptions(values: Values): string {
  const settings = sessionSettings.flatMap((name) => {
    const value = values.get(name);
    if (value === undefined) return [];
    return [`-c ${name}=${value.replace(/[\\\s]/g, (character) => `\\${character}`)}`];
  });
  return [values.get('options') ?? '', ...settings].filter((part) => part !== '').join(' ');
}

function checkKey(key: string, value: string): void {
  if (!knownKeys.has(key)) {
    // What looks like no key may be the rest of a password that was not quoted.
    throw invalid(
      /^[a-z_]{1,40}$/.test(key) ? `unknown key ${JSON.stringify(key)}` : 'unknown key',
    );
  }
  if (value.includes('\0')) throw invalid(`${key} contains a NUL character`);
  if (key === 'host' && value.includes(',')) {
    throw invalid('host must be one host; give a name that always leads to the primary');
  }
  if (key === 'client_encoding' && !/^utf-?8$/i.test(value)) {
    throw invalid('client_encoding must be UTF8');
  }
}

function wholeNumber(values: Values, key: string, from: number, to: number): number | undefined {
  const text = values.get(key);
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!/^\d{1,6}$/.test(text) || number < from || number > to) {
    throw invalid(`${key} must be a whole number from ${from} to ${to}`);
  }
  return number;
}

/** libpq's words: `key = value`, a value in single quotes or without blanks, backslash escapes. */
function parseKeywords(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const word =
    /\s*([A-Za-z_][\w.]*)\s*=\s*(?:'((?:[^'\\]|\\.)*)'(?=\s|$)|((?:[^\s'\\]|\\.)*)(?=\s|$))/suy;
  let last = 0;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const [, key = '', quoted, bare] = match;
    if (values.has(key)) throw invalid(`key ${JSON.stringify(key)} is given twice`);
    values.set(key, (quoted ?? bare ?? '').replace(/\\(.)/gsu, '$1'));
    last = word.lastIndex;
  }
  if (text.slice(last).trim() !== '') {
    throw invalid(`expected key=value after ${values.size} pairs; quote values that hold blanks`);
  }
  return values;
}

function parseUrl(text: string): Map<string, string> {
  const form =
    /^\w+:\/\/(?:([^@/?#:]*)(?::([^@/?#]*))?@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/u;
  const [, user, password, authority, database, query = ''] = form.exec(text) ?? [];
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/u.exec(authority ?? ':-');
  if (parts === null) throw invalid('must be a URL postgres://user:password@host:port/database');
  const [, host = '', port] = parts;
  const values = new Map<string, string>();
  const given = { user, password, host: host.replace(/^\[|\]$/g, ''), port, dbname: database };
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined && value !== '') values.set(key, decodePercent(key, value));
  }
  for (const pair of query === '' ? [] : query.split('&')) {
    // Go's rule, and so that of lib/pq: a plus in a query is a blank.
    const [key = '', value = ''] = pair.replaceAll('+', ' ').split(/=(.*)/su);
    values.set(decodePercent('query', key), decodePercent('query', value));
  }
  return values;
}

function decodePercent(key: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The error would quote the text, which may be the password.
    throw invalid(`${key} has a wrong percent escape`);
  }
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('CONFIG_INVALID', `connection_string: ${message}`);
}

/** Settings of the session that may be given like keys. */
const sessionSettings = ['search_path', 'role', 'timezone'];

const knownKeys: ReadonlySet<string> = new Set([
  ...['host', 'port', 'user', 'password', 'dbname', 'passfile', 'connect_timeout', 'options'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword'],
  ...['application_name', 'fallback_application_name', 'client_encoding'],
  // Of lib/pq, without a meaning here: parameters are always sent as text.
  ...['binary_parameters', 'disable_prepared_binary_result'],
  ...sessionSettings,
]);
