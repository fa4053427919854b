import forge from 'node-forge/lib/asn1.js';
import type { asn1 } from 'node-forge';

/** One ASN.1 value. Only this file knows that node-forge stands behind it. */
export type DerNode = asn1.Asn1;

/** The bytes are not the DER that was expected; parsers turn it into their own error code. */
export class MalformedDer extends Error {}

/** Universal tags that X.509 uses (X.680 §8.6). */
const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  printableString: 19,
  ia5String: 22,
  utcTime: 23,
  generalizedTime: 24,
  bmpString: 30,
} as const;

type TagName = keyof typeof tags;

const universal = 0x00;
const contextSpecific = 0x80;
const highTagNumber = 31;
const deepest = 16;

/**
 * Parses DER and nothing looser: node-forge reads BER, so what it read is encoded again and must give
 * the same bytes. Throws MalformedDer, also above `maxBytes` and 16 levels.
 */
export function parseDer(der: Uint8Array, maxBytes: number): DerNode {
  if (der.length > maxBytes) {
    throw new MalformedDer(`is ${der.length} bytes long, at most ${maxBytes} are allowed`);
  }
  const input = binary(der);
  const root = readBer(input);
  if (forge.toDer(root).getBytes() !== input) throw new MalformedDer('is not DER');
  return root;
}

function readBer(input: string): DerNode {
  try {
    const root = forge.fromDer(input, { decodeBitStrings: false, maxDepth: deepest });
    return refuseHighTags(root);
  } catch (cause) {
    throw new MalformedDer('is not DER', { cause });
  }
}

// node-forge reads a high tag number (X.690 §8.1.2.4) as if it were a low one.
function refuseHighTags(node: DerNode): DerNode {
  if ((node.type as number) === highTagNumber) throw new MalformedDer('has a high tag number');
  if (Array.isArray(node.value)) node.value.forEach(refuseHighTags);
  return node;
}

/**
 * The bytes of the first member of a SEQUENCE, of DER that `parseDer` has accepted: a certificate's body
 * as it was signed, without encoding it again.
 */
export function firstMemberOf(der: Buffer): Buffer {
  const start = endOfHeader(der, 0).body;
  return der.subarray(start, endOfHeader(der, start).end);
}

function endOfHeader(der: Buffer, at: number): { readonly body: number; readonly end: number } {
  const first = der[at + 1] ?? 0;
  const bytes = first < 0x80 ? 0 : first & 0x7f;
  const length = bytes === 0 ? first : der.readUIntBE(at + 2, bytes);
  const body = at + 2 + bytes;
  return { body, end: body + length };
}

export function encodeDer(node: DerNode): Buffer {
  return Buffer.from(forge.toDer(node).getBytes(), 'latin1');
}

/** Whether a node is of a universal type. */
export function isTag(node: DerNode | undefined, name: TagName): node is DerNode {
  return (
    node !== undefined &&
    (node.tagClass as number) === universal &&
    (node.type as number) === tags[name] &&
    node.constructed === (name === 'sequence' || name === 'set')
  );
}

/** Whether a node carries the context-specific tag `[number]`. */
export function isContext(node: DerNode | undefined, number: number): node is DerNode {
  return (
    node !== undefined &&
    (node.tagClass as number) === contextSpecific &&
    (node.type as number) === number
  );
}

/** The members of a SEQUENCE, a SET or a constructed context tag. */
export function childrenOf(node: DerNode | undefined, what: string): DerNode[] {
  if (node === undefined || !Array.isArray(node.value)) {
    throw new MalformedDer(`${what} is not a list of values`);
  }
  return node.value;
}

export function sequenceOf(node: DerNode | undefined, what: string): DerNode[] {
  if (!isTag(node, 'sequence')) throw new MalformedDer(`${what} is not a SEQUENCE`);
  return childrenOf(node, what);
}

export function setOf(node: DerNode | undefined, what: string): DerNode[] {
  if (!isTag(node, 'set')) throw new MalformedDer(`${what} is not a SET`);
  return childrenOf(node, what);
}

/** The content of a primitive value, of the universal type `name` or, without one, of any. */
export function contentOf(node: DerNode | undefined, what: string, name?: TagName): Buffer {
  if (node === undefined || Array.isArray(node.value)) {
    throw new MalformedDer(`${what} is not a single value`);
  }
  if (name !== undefined && !isTag(node, name)) throw new MalformedDer(`${what} has a wrong type`);
  return Buffer.from(node.value, 'latin1');
}

export function oidOf(node: DerNode | undefined, what: string): string {
  const known = typeof node?.value === 'string' && isTag(node, 'oid') && oids.get(node.value);
  if (typeof known === 'string') return known;
  const content = contentOf(node, what, 'oid');
  const last = content.at(-1);
  const padded = content.some(
    (byte, at) => byte === 0x80 && (at === 0 || (content[at - 1] ?? 0) < 0x80),
  );
  if (last === undefined || last >= 0x80 || padded || content.length > 64) {
    throw new MalformedDer(`${what} is not an object identifier`);
  }
  try {
    const text = forge.derToOid(binary(content));
    if (oids.size < mostOids) oids.set(binary(content), text);
    return text;
  } catch (cause) {
    throw new MalformedDer(`${what} is not an object identifier`, { cause });
  }
}

/** Certificates name the same few again and again. By content. */
const oids = new Map<string, string>();
const mostOids = 256;

/** A BOOLEAN; DER knows only 0x00 and 0xff (X.690 §11.1). */
export function booleanOf(node: DerNode | undefined, what: string): boolean {
  const content = contentOf(node, what, 'boolean');
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) {
    throw new MalformedDer(`${what} is not a BOOLEAN`);
  }
  return content[0] === 0xff;
}

/** A whole-byte BIT STRING, as signatures and keys are. */
export function bitsOf(node: DerNode | undefined, what: string): Buffer {
  const content = contentOf(node, what, 'bitString');
  if (content[0] !== 0) throw new MalformedDer(`${what} is not a string of whole bytes`);
  return content.subarray(1);
}

/** A named bit list as a number: bit 0 of the list is bit 0 of the result (X.690 §11.2). */
export function namedBitsOf(node: DerNode | undefined, what: string): number {
  const content = contentOf(node, what, 'bitString');
  const unused = content[0];
  if (unused === undefined || unused > 7 || content.length > 4 || (content.length === 1 && unused))
    throw new MalformedDer(`${what} is not a list of bits`);
  let bits = 0;
  for (let at = 0; at < (content.length - 1) * 8 - unused; at++) {
    if (((content[1 + (at >> 3)] ?? 0) >> (7 - (at & 7))) & 1) bits |= 1 << at;
  }
  return bits;
}

/** A non-negative INTEGER of at most `maxBytes` bytes. */
export function unsignedOf(node: DerNode | undefined, what: string, maxBytes: number): bigint {
  const content = contentOf(node, what, 'integer');
  if ((content[0] ?? 0x80) >= 0x80) {
    throw new MalformedDer(`${what} is not a non-negative INTEGER`);
  }
  if (content.length > maxBytes + 1) throw new MalformedDer(`${what} is too large`);
  return BigInt(`0x${content.toString('hex')}`);
}

export function sequence(...members: DerNode[]): DerNode {
  return forge.create(universal, tags.sequence, true, members);
}

export function set(...members: DerNode[]): DerNode {
  return forge.create(universal, tags.set, true, members);
}

/** A primitive of a universal type. */
export function primitive(name: TagName, content: Uint8Array): DerNode {
  return forge.create(universal, tags[name], false, binary(content));
}

export function oid(text: string): DerNode {
  return forge.create(universal, tags.oid, false, forge.oidToDer(text).getBytes());
}

export function boolean(value: boolean): DerNode {
  return primitive('boolean', Uint8Array.of(value ? 0xff : 0));
}

/** A non-negative INTEGER from big-endian bytes. */
export function unsigned(bytes: Uint8Array): DerNode {
  let at = 0;
  while (at < bytes.length - 1 && bytes[at] === 0) at++;
  const digits = bytes.subarray(at);
  const padding = (digits[0] ?? 0x80) >= 0x80 ? Uint8Array.of(0) : new Uint8Array();
  return primitive('integer', Buffer.concat([padding, digits]));
}

export function bitString(bytes: Uint8Array): DerNode {
  return primitive('bitString', Buffer.concat([Uint8Array.of(0), bytes]));
}

/** A named bit list without trailing zero bits (X.690 §11.2.2). */
export function namedBits(bits: number): DerNode {
  const length = 32 - Math.clz32(bits);
  const content = Buffer.alloc(1 + Math.ceil(length / 8));
  content[0] = (8 - (length % 8)) % 8;
  for (let at = 0; at < length; at++) {
    if ((bits >> at) & 1)
      content[1 + (at >> 3)] = (content[1 + (at >> 3)] ?? 0) | (0x80 >> (at & 7));
  }
  return primitive('bitString', content);
}

/** Context tag `[number]` round other values. */
export function context(number: number, ...members: DerNode[]): DerNode {
  return forge.create(contextSpecific, number, true, members);
}

/** Context tag `[number]` in place of a primitive's own tag. */
export function contextPrimitive(number: number, content: Uint8Array): DerNode {
  return forge.create(contextSpecific, number, false, binary(content));
}

/**
 * Embeds a value that is already encoded (a name, a public key) without parsing it again: node-forge
 * writes tag byte, length and content of a primitive as they are.
 */
export function encoded(der: Uint8Array): DerNode {
  const [tag, first] = der;
  if (tag === undefined || first === undefined) throw new MalformedDer('is empty');
  const header = first < 0x80 ? 2 : 2 + (first & 0x7f);
  return forge.create(universal, tag, false, binary(der.subarray(header)));
}

function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
