import { SpiffeError } from '../common/errors/spiffe-error.ts';
import { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { SharedTexts } from '../common/text/shared-texts.ts';

/** A length-delimited field to write: text, bytes, or a nested message. */
export type Field = readonly [number: number, value: FieldValue];
type FieldValue = string | Uint8Array | readonly Field[];

/**
 * Encodes a message in one allocation of its own (never from Node's pool), so that a key is copied
 * once and can be wiped. Fields are written in the order given: equal input gives equal bytes.
 */
export function encodeMessage(fields: readonly Field[]): Uint8Array {
  const out = new Uint8Array(sizeOfMessage(fields));
  writeMessage(out, 0, fields);
  return out;
}

/**
 * The same without a copy of any byte value: the message refers to them, and keeps their `owners`. What is
 * between them must not be secret, as it comes from Node's pool.
 */
export function encodeInParts(
  fields: readonly Field[],
  owners: readonly object[] = [],
): EncodedParts {
  const out = new PartsWriter(sizeOfMessage(fields) - sizeOfBytes(fields));
  out.message(fields);
  return out.end(owners);
}

class PartsWriter {
  readonly #own: Buffer;
  readonly #parts: Uint8Array[] = [];
  #at = 0;
  #cut = 0;

  /** `size` counts all but byte values. */
  constructor(size: number) {
    this.#own = Buffer.allocUnsafe(size);
  }

  message(fields: readonly Field[]): void {
    for (const [number, value] of fields) {
      this.#at = writeVarint(this.#own, this.#at, number * 8 + 2);
      this.#at = writeVarint(this.#own, this.#at, sizeOfValue(value));
      if (typeof value === 'string') this.#at += this.#own.write(value, this.#at);
      else if (value instanceof Uint8Array) this.#refer(value);
      else this.message(value);
    }
  }

  end(owners: readonly object[]): EncodedParts {
    this.#close();
    return new EncodedParts(this.#parts, owners);
  }

  #refer(bytes: Uint8Array): void {
    this.#close();
    this.#parts.push(bytes);
  }

  #close(): void {
    if (this.#at > this.#cut) this.#parts.push(this.#own.subarray(this.#cut, this.#at));
    this.#cut = this.#at;
  }
}

/**
 * Reads one protobuf message field by field without building objects for what is skipped. Throws
 * INVALID_ARGUMENT on bytes that are no message.
 */
export class MessageReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #wire = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The number of the next field, or 0 at the end. */
  next(): number {
    if (this.#at === this.#bytes.length) return 0;
    const tag = this.#varint();
    this.#wire = tag % 8;
    const number = Math.floor(tag / 8);
    if (number === 0 || number > longestFieldNumber) throw malformed('field number out of range');
    return number;
  }

  skip(): void {
    switch (this.#wire) {
      case 0:
        this.#varint();
        break;
      case 1:
        this.#take(8);
        break;
      case 2:
        this.#take(this.#varint());
        break;
      case 5:
        this.#take(4);
        break;
      default:
        throw malformed('wire type not supported');
    }
  }

  /** A view into the message: copy what is kept. */
  bytes(): Uint8Array {
    if (this.#wire !== 2) throw malformed('wire type does not fit the field');
    return this.#take(this.#varint());
  }

  /** Text cut after `longest` bytes; bytes that are not UTF-8 become U+FFFD. */
  text(longest = Infinity): string {
    const bytes = this.bytes();
    // Names, versions and clusters are the same on many streams.
    return shared.share(utf8.decode(bytes.length > longest ? bytes.subarray(0, longest) : bytes));
  }

  /** Numbers above 2^53 lose their low bits; none of ours are that large. */
  number(): number {
    if (this.#wire !== 0) throw malformed('wire type does not fit the field');
    return this.#varint();
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw malformed('message ends inside a field');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  #varint(): number {
    let value = 0;
    for (let place = 0; place < 10; place++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw malformed('message ends inside a number');
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) return value;
    }
    throw malformed('number is too long');
  }
}

const shared = new SharedTexts(128, 4096);
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8Encoder = new TextEncoder();
const longestFieldNumber = 2 ** 29 - 1;

function malformed(rule: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `request is no protobuf message: ${rule}`);
}

function sizeOfMessage(fields: readonly Field[]): number {
  let size = 0;
  for (const [number, value] of fields) {
    const length = sizeOfValue(value);
    size += sizeOfVarint(number * 8 + 2) + sizeOfVarint(length) + length;
  }
  return size;
}

function sizeOfBytes(fields: readonly Field[]): number {
  let size = 0;
  for (const [, value] of fields) {
    if (value instanceof Uint8Array) size += value.length;
    else if (typeof value !== 'string') size += sizeOfBytes(value);
  }
  return size;
}

function sizeOfValue(value: FieldValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.length : sizeOfMessage(value);
}

function sizeOfVarint(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++;
  return size;
}

function writeMessage(out: Uint8Array, start: number, fields: readonly Field[]): number {
  let at = start;
  for (const [number, value] of fields) {
    at = writeVarint(out, at, number * 8 + 2);
    at = writeVarint(out, at, sizeOfValue(value));
    if (typeof value === 'string') at += utf8Encoder.encodeInto(value, out.subarray(at)).written;
    else if (value instanceof Uint8Array) {
      out.set(value, at);
      at += value.length;
    } else at = writeMessage(out, at, value);
  }
  return at;
}

function writeVarint(out: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) out[at++] = (rest % 128) | 0x80;
  out[at++] = rest;
  return at;
}
