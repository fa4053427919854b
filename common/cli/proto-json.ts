import { spire } from '../../proto/gen/spire-api.js';

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * A message of the SPIRE or Workload API in the JSON form of SPIRE's command line: proto field names,
 * fields that are not set with their default, unset messages left out, keys sorted, 64-bit numbers
 * as strings, bytes in base64, enums by name.
 */
export function toProtoJson(message: object): Json {
  return sorted(
    keysOf(message).map((key) => [key, jsonOf(key, (message as Record<string, unknown>)[key])]),
  );
}

/** Any plain data with sorted keys; what is undefined is left out. */
export function sorted(entries: readonly (readonly [string, Json | undefined])[]): Json {
  const kept = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Fields that were not received are on the prototype only. */
function keysOf(message: object): string[] {
  const keys: string[] = [];
  for (const key in message) {
    const value = (message as Record<string, unknown>)[key];
    if (typeof value !== 'function' && key !== '$unknowns') keys.push(key);
  }
  return keys;
}

function jsonOf(key: string, value: unknown): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map((item) => jsonOf(key, item) ?? null);
  if (typeof value === 'object') return toProtoJson(value);
  if (typeof value === 'number') return numberOf(key, value);
  return typeof value === 'bigint' ? String(value) : (value as boolean | string);
}

function numberOf(key: string, value: number): Json {
  if (wideFields.has(key)) return String(value);
  return logLevelFields.has(key) ? (spire.api.types.LogLevel[value] ?? value) : value;
}

/** The fields of 64 bits in SPIRE's API; a test compares them with the protos. */
export const wideFields: ReadonlySet<string> = new Set([
  'created_at',
  'current_bundle_serial',
  'expires_at',
  'issued_at',
  'last_sync_success',
  'refresh_hint',
  'revision_number',
  'sequence_number',
  'x509svid_expires_at',
]);

const logLevelFields: ReadonlySet<string> = new Set(['current_level', 'launch_level']);
