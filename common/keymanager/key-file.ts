import { SpiffeError } from '../errors/spiffe-error.ts';
import { findFile } from '../files/atomic-file.ts';
import { isJsonObject } from '../text/json-object.ts';
import { keyPairFromPkcs8, pkcs8Of, type KeyPair } from '../x509/keys.ts';
import type { ManagedKey } from './key-manager.ts';

/** What a key file holds: SPIRE's `{"keys": {id: base64 of PKCS#8 DER}}`, and what others added. */
interface KeyFile {
  readonly pairs: ReadonlyMap<string, KeyPair>;
  readonly otherMembers: Readonly<Record<string, unknown>>;
}

/**
 * Reads a key file; a missing one holds no keys. Throws STORAGE_CORRUPT, without a cause where it
 * could quote key material.
 */
export function readKeyFile(path: string): KeyFile {
  const content = findFile(path);
  if (content === undefined) return { pairs: new Map(), otherMembers: {} };
  const { keys, ...otherMembers } = parseObject(path, content);
  if (!isJsonObject(keys)) throw corrupt(path, 'has no "keys" object');
  const pairs = Object.entries(keys).map(
    ([id, base64]) => [id, readKey(path, id, base64)] as const,
  );
  return { pairs: new Map(pairs), otherMembers };
}

/** The file's content, indented with tabs as SPIRE writes it. */
export function encodeKeyFile(
  keys: ReadonlyMap<string, ManagedKey>,
  otherMembers: KeyFile['otherMembers'],
): string {
  const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
  const encoded = sorted.map(([id, key]) => [
    id,
    Buffer.from(pkcs8Of(key.keyPair().privateKey)).toString('base64'),
  ]);
  const members = { ...otherMembers, keys: Object.fromEntries(encoded) as unknown };
  return JSON.stringify(members, undefined, '\t');
}

function parseObject(path: string, content: Buffer): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString('utf8'));
  } catch {
    // V8 quotes the text round the fault in its message, and that text is a key.
    throw corrupt(path, 'is not JSON; it may be truncated');
  }
  if (!isJsonObject(parsed)) throw corrupt(path, 'is not a JSON object');
  return parsed;
}

function readKey(path: string, id: string, base64: unknown): KeyPair {
  const what = `key ${JSON.stringify(id)}`;
  if (typeof base64 !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw corrupt(path, `${what} is not base64`);
  }
  try {
    return keyPairFromPkcs8(Buffer.from(base64, 'base64'));
  } catch (cause) {
    if (!(cause instanceof SpiffeError)) throw cause;
    throw corrupt(path, `${what}: ${cause.message}`, cause);
  }
}

function corrupt(path: string, fault: string, cause?: unknown): SpiffeError {
  return new SpiffeError(
    'STORAGE_CORRUPT',
    `key file ${JSON.stringify(path)} ${fault}`,
    cause === undefined ? undefined : { cause },
  );
}
