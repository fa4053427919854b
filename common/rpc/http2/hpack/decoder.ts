import { SharedTexts } from '../../../text/shared-texts.ts';
import { DynamicTable, entryOverheadBytes } from './dynamic-table.ts';
import { FieldList } from './field-list.ts';
import { compressionFault, decodeHuffman } from './huffman.ts';
import { staticTable } from './static-table.ts';

interface FieldLimits {
  /** Of a whole list, as RFC 9113 §6.5.2 counts it. */
  readonly maxHeaderBytes: number;
  readonly maxHeaderFields: number;
}

/**
 * Decodes the header blocks of one connection (RFC 7541). A list over the limits is read to its end, so
 * that both sides keep the same table, but not kept. A block that is the same as the one before, with
 * the table unchanged, is not decoded again.
 */
export class HpackDecoder {
  readonly #limits: FieldLimits;
  readonly #maxTableBytes: number;
  readonly #table: DynamicTable;
  #lastBlock: Uint8Array | undefined;
  #lastList: FieldList | undefined;
  #lastVersion = 0;
  // The block being read.
  #bytes: Buffer = none;
  #at = 0;
  #end = 0;

  constructor(limits: FieldLimits, maxTableBytes = 4096) {
    this.#limits = limits;
    this.#maxTableBytes = maxTableBytes;
    this.#table = new DynamicTable(maxTableBytes);
  }

  /** Entries of the dynamic table, newest first. */
  get table(): readonly (readonly [string, string])[] {
    const { length } = this.#table;
    return Array.from({ length }, (_, index) => this.#entry(staticTable.length + 1 + index));
  }

  get tableBytes(): number {
    return this.#table.bytes;
  }

  /** Throws a COMPRESSION_ERROR, after which the decoder is of no more use. */
  decode(bytes: Buffer, start = 0, end = bytes.length): FieldList {
    const { version } = this.#table;
    if (this.#lastList !== undefined && this.#lastVersion === version) {
      if (this.#lastBlock?.length === end - start && equals(this.#lastBlock, bytes, start)) {
        return this.#lastList;
      }
    }
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    const list = this.#readBlock();
    this.#bytes = none;
    if (this.#table.version === version && end - start <= longestKeptBlock) {
      this.#lastBlock = new Uint8Array(bytes.subarray(start, end));
      this.#lastList = list;
      this.#lastVersion = version;
    }
    return list;
  }

  #readBlock(): FieldList {
    const texts: string[] = [];
    let size = 0;
    let count = 0;
    const keep = (name: string, value: string) => {
      size += name.length + value.length + entryOverheadBytes;
      count++;
      if (size > this.#limits.maxHeaderBytes || count > this.#limits.maxHeaderFields) return;
      texts.push(name, value);
    };
    this.#readSizeUpdates();
    while (this.#at < this.#end) {
      const first = this.#bytes[this.#at] as number;
      if (first >= 0x80) {
        const [name, value] = this.#entry(this.#integer(0x7f));
        keep(name, value);
      } else if (first >= 0x40) {
        const name = this.#name(0x3f);
        const value = this.#string();
        this.#table.add(name, value);
        keep(name, value);
      } else if (first >= 0x20) {
        throw compressionFault('a table size update that is not at the beginning of a block');
      } else {
        // Without indexing, and never indexed: the same to one who passes nothing on.
        keep(this.#name(0x0f), this.#string());
      }
    }
    const { maxHeaderBytes, maxHeaderFields } = this.#limits;
    const overflow = size > maxHeaderBytes || count > maxHeaderFields;
    return overflow ? new FieldList(texts, true, size) : sharedList(texts, size);
  }

  #readSizeUpdates(): void {
    while (this.#at < this.#end && ((this.#bytes[this.#at] as number) & 0xe0) === 0x20) {
      const maxBytes = this.#integer(0x1f);
      if (maxBytes > this.#maxTableBytes) {
        throw compressionFault('a table size update beyond the limit');
      }
      this.#table.resize(maxBytes);
    }
  }

  #name(mask: number): string {
    const index = this.#integer(mask);
    return index === 0 ? this.#string() : this.#entry(index)[0];
  }

  #entry(index: number): readonly [string, string] {
    if (index === 0) throw compressionFault('index 0');
    const fixed = staticTable[index - 1];
    if (fixed !== undefined) return fixed;
    const name = this.#table.nameAt(index - staticTable.length - 1);
    const value = this.#table.valueAt(index - staticTable.length - 1);
    if (name === undefined || value === undefined) {
      throw compressionFault('an index beyond the table');
    }
    return [name, value];
  }

  /** RFC 7541 §5.1; 28 bits after the prefix are more than any block of ours is long. */
  #integer(mask: number): number {
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw compressionFault('an integer that is too long');
  }

  #string(): string {
    const coded = (this.#bytes[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(0x7f);
    const start = this.#at;
    const end = start + length;
    if (end > this.#end) throw compressionFault('a string beyond the end of the block');
    this.#at = end;
    return shared.share(
      coded ? decodeHuffman(this.#bytes, start, end) : this.#bytes.toString('latin1', start, end),
    );
  }

  #byte(): number {
    if (this.#at >= this.#end) throw compressionFault('a block that ends inside a field');
    return this.#bytes[this.#at++] as number;
  }
}

const longestShared = 64;
const mostSharedLists = 256;
const none = Buffer.alloc(0);
/** The clients of a node are of a few kinds. */
const shared = new SharedTexts(longestShared, 1024);
const sharedLists = new Map<string, FieldList>();
const longestKeptBlock = 512;

/** What many connections send alike is held once, and read once; all is forgotten when there are too many. */
function sharedList(texts: readonly string[], size: number): FieldList {
  if (texts.some(({ length }) => length > longestShared)) return new FieldList(texts, false, size);
  // Only a text with a line feed can make two lists of one length look alike, and both are malformed then.
  const key = texts.join('\n');
  const known = sharedLists.get(key);
  if (known?.texts.length === texts.length) return known;
  if (sharedLists.size >= mostSharedLists) sharedLists.clear();
  const list = new FieldList(texts.slice(), false, size);
  sharedLists.set(key, list);
  return list;
}

function equals(known: Uint8Array, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false;
  return true;
}
