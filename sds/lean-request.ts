import { SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Codec, PartsDecoder } from '../common/rpc/contract.ts';
import { rawCodec } from '../common/rpc/services/method.ts';
import { encodeMessage, type Field } from './protobuf.ts';
import { longestBuildVersion, longestMetadataEntry, longestNodeText } from './node-metadata.ts';

/**
 * Passes requests as bytes. One that arrives in parts loses on the way what nobody reads of its Node, which
 * is nearly all of the 61 kB that an Envoy sends; the rest means the same. `nodeField` is the Node's number.
 */
export function leanRequestCodec(nodeField: number): Codec<Uint8Array> {
  return { ...rawCodec, decodeParts: (length) => new LeanRequest(nodeField, length) };
}

/** A message whose fields are being read, and where it ends. */
interface Level {
  readonly kind: 'request' | 'node' | 'metadata';
  readonly end: number;
}

/** Keeps what is read of a request, field by field; what is skipped is never held. */
export class LeanRequest implements PartsDecoder<Uint8Array> {
  readonly #nodeField: number;
  readonly #levels: Level[];
  readonly #kept: Field[] = [];
  #keptBytes = 0;
  /** Of the last Node: later ones replace it, as in the whole message. */
  #node: Field[] | undefined;
  #at = 0;
  #reading: 'tag' | 'number' | 'length' = 'tag';
  #field = 0;
  // A number that is being read.
  #value = 0;
  #place = 0;
  #skip = 0;
  #taking: { readonly bytes: Uint8Array; readonly keep: (bytes: Uint8Array) => void } | undefined;
  #taken = 0;

  constructor(nodeField: number, length: number) {
    this.#nodeField = nodeField;
    this.#levels = [{ kind: 'request', end: length }];
  }

  get heldBytes(): number {
    return this.#keptBytes;
  }

  push(part: Uint8Array): void {
    for (let at = 0; at < part.length;) {
      const from = at;
      if (this.#taking !== undefined) at = this.#take(this.#taking, part, at);
      else if (this.#skip > 0) {
        at = Math.min(part.length, at + this.#skip);
        this.#skip -= at - from;
      } else this.#readByte(part[at++] as number);
      this.#at += at - from;
      if (this.#taking === undefined && this.#skip === 0) this.#leave();
    }
  }

  finish(): Uint8Array {
    if (this.#levels.length > 0) throw malformed('message ends inside a field');
    const node: Field[] = this.#node === undefined ? [] : [[this.#nodeField, this.#node]];
    return encodeMessage([...this.#kept, ...node]);
  }

  #readByte(byte: number): void {
    if (this.#place === 10) throw malformed('number is too long');
    this.#value += (byte & 0x7f) * 2 ** (7 * this.#place++);
    if (byte >= 0x80) return;
    const value = this.#value;
    this.#value = 0;
    this.#place = 0;
    if (this.#reading === 'tag') this.#begin(Math.floor(value / 8), value % 8);
    else {
      const { kind, end } = this.#levels.at(-1) as Level;
      const isLength = this.#reading === 'length';
      this.#reading = 'tag';
      if (!isLength) return;
      // The byte being read is not counted yet.
      if (this.#at + 1 + value > end) throw malformed('message ends inside a field');
      this.#enter(kind, value);
    }
  }

  #begin(field: number, wire: number): void {
    if (field === 0 || field > longestFieldNumber) throw malformed('field number out of range');
    this.#field = field;
    if (wire === 0) this.#reading = 'number';
    else if (wire === 2) this.#reading = 'length';
    else if (wire === 1) this.#skip = 8;
    else if (wire === 5) this.#skip = 4;
    else throw malformed('wire type not supported');
  }

  /** A field with a length: its content comes next. */
  #enter(kind: Level['kind'], length: number): void {
    const field = this.#field;
    const inNode = (most: number, wrap: (bytes: Uint8Array) => Field) => {
      if (length <= most) this.#keep(length, (bytes) => this.#node?.push(wrap(bytes)));
      else this.#skip = length;
    };
    if (kind === 'request') {
      if (field === this.#nodeField) {
        this.#node = [];
        this.#descend('node', length);
      } else this.#keep(length, (bytes) => this.#kept.push([field, bytes]));
    } else if (kind === 'metadata') {
      if (field === 1) inNode(longestMetadataEntry, (bytes) => [3, [[1, bytes]]]);
      else this.#skip = length;
    } else if (field === 3) this.#descend('metadata', length);
    else if (field === 8) inNode(longestBuildVersion, (bytes) => [8, bytes]);
    else if (field === 1 || field === 2) {
      // Cut, as whoever reads it would.
      const kept = Math.min(length, longestNodeText);
      this.#keep(kept, (bytes) => {
        this.#node?.push([field, bytes]);
        this.#skip = length - kept;
      });
    } else this.#skip = length;
  }

  #descend(kind: Level['kind'], length: number): void {
    this.#levels.push({ kind, end: this.#at + 1 + length });
  }

  #keep(length: number, keep: (bytes: Uint8Array) => void): void {
    this.#keptBytes += length + fieldBytes;
    if (length === 0) keep(none);
    else this.#taking = { bytes: new Uint8Array(length), keep };
    this.#taken = 0;
  }

  #take(
    { bytes, keep }: { readonly bytes: Uint8Array; readonly keep: (bytes: Uint8Array) => void },
    part: Uint8Array,
    at: number,
  ): number {
    const end = Math.min(part.length, at + bytes.length - this.#taken);
    bytes.set(part.subarray(at, end), this.#taken);
    this.#taken += end - at;
    if (this.#taken === bytes.length) {
      this.#taking = undefined;
      keep(bytes);
    }
    return end;
  }

  /** Ends the messages that end here. */
  #leave(): void {
    if (this.#reading !== 'tag' || this.#place > 0) {
      if (this.#at >= (this.#levels.at(-1)?.end ?? Infinity)) {
        throw malformed('message ends inside a number');
      }
      return;
    }
    for (let last = this.#levels.at(-1); last !== undefined; last = this.#levels.at(-1)) {
      if (this.#at < last.end) return;
      if (this.#at > last.end) throw malformed('message ends inside a field');
      this.#levels.pop();
    }
  }
}

const none = new Uint8Array(0);
/** What the smallest field weighs in memory: a message of nothing else must not pass for a small one. */
const fieldBytes = 320;
const longestFieldNumber = 2 ** 29 - 1;

function malformed(rule: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `request is no protobuf message: ${rule}`);
}
