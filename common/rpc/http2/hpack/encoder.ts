import { staticTable } from './static-table.ts';

/**
 * Tells a decoder to empty its table (RFC 7541 §6.3). Sent once, before the first block of a connection,
 * it settles the table for good: what a peer sets its size to no longer matters, because we never index.
 */
export const emptyTableByte = 0x20;

/**
 * Encodes header fields with the static table and literals only. Such a block means the same on every
 * connection, so that one encoding serves all of them and a connection holds no encoder.
 */
export function encodeFields(fields: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => encodeField(name, value)));
}

function encodeField(name: string, value: string): Buffer[] {
  const exact = exactIndexes.get(`${name}\0${value}`);
  if (exact !== undefined) return [encodeInteger(exact, 0x7f, 0x80)];
  const index = nameIndexes.get(name) ?? 0;
  const named = encodeInteger(index, 0x0f, 0);
  return index === 0
    ? [named, ...encodeString(name), ...encodeString(value)]
    : [named, ...encodeString(value)];
}

/** RFC 7541 §5.1. */
export function encodeInteger(value: number, mask: number, pattern: number): Buffer {
  if (value < mask) return Buffer.of(pattern | value);
  const bytes = [pattern | mask];
  let rest = value - mask;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
}

function encodeString(text: string): [Buffer, Buffer] {
  const bytes = Buffer.from(text, 'latin1');
  return [encodeInteger(bytes.length, 0x7f, 0), bytes];
}

const exactIndexes = new Map(
  staticTable.map(([name, value], at) => [`${name}\0${value}`, at + 1] as const),
);
// Of several entries with one name the first has the lowest index.
const nameIndexes = new Map(staticTable.map(([name], at) => [name, at + 1] as const).toReversed());
