import { ConnectionFault } from './faults.ts';
import { flag } from './frames.ts';
import { HpackDecoder } from './hpack/decoder.ts';
import type { FieldList } from './hpack/field-list.ts';
import type { ConnectionLimits } from './http2-limits.ts';

/** A header block, all of it. */
export interface HeaderBlock {
  readonly streamId: number;
  readonly endStream: boolean;
  /** RFC 7540 §5.3.1; what is left of priorities, and never done by a sound client. */
  readonly dependsOnItself: boolean;
  readonly bytes: Buffer;
}

/** Puts header blocks together from HEADERS and CONTINUATION (RFC 9113 §4.3, §6.2, §6.10), and decodes them. */
export class HeaderBlocks {
  readonly #limits: ConnectionLimits;
  readonly #decoder: HpackDecoder;
  #parts: Buffer[] = [];
  #size = 0;
  /** The block that is not complete. */
  open: HeaderBlock | undefined;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#decoder = new HpackDecoder(limits, limits.headerTableBytes);
  }

  /** A HEADERS frame; returns its block when it is complete. */
  begin(flags: number, streamId: number, payload: Buffer): HeaderBlock | undefined {
    if (streamId === 0) throw new ConnectionFault('PROTOCOL_ERROR', 'HEADERS of the connection');
    const fragment = unpadded(flags, payload);
    const prioritised = (flags & flag.PRIORITY) !== 0;
    if (prioritised && fragment.length < 5) {
      throw new ConnectionFault('FRAME_SIZE_ERROR', 'HEADERS without the priority they announce');
    }
    const block: HeaderBlock = {
      streamId,
      endStream: (flags & flag.END_STREAM) !== 0,
      dependsOnItself: prioritised && (fragment.readUInt32BE(0) & 0x7fffffff) === streamId,
      bytes: prioritised ? fragment.subarray(5) : fragment,
    };
    if ((flags & flag.END_HEADERS) !== 0) return block;
    this.open = block;
    this.#parts = [];
    this.#size = 0;
    this.#keep(block.bytes);
    return undefined;
  }

  /** A CONTINUATION frame of the open block. */
  continue(flags: number, payload: Buffer): HeaderBlock | undefined {
    const { open } = this;
    if (open === undefined) return undefined;
    this.#keep(payload);
    // The first part came with HEADERS.
    if (this.#parts.length - 1 > this.#limits.maxContinuationFrames) {
      throw tooMuch('too many CONTINUATION frames', 'continuation_frames');
    }
    if ((flags & flag.END_HEADERS) === 0) return undefined;
    const block = { ...open, bytes: Buffer.concat(this.#parts) };
    this.open = undefined;
    this.#parts = [];
    return block;
  }

  decode({ bytes }: HeaderBlock): FieldList {
    return this.#decoder.decode(bytes);
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#limits.maxHeaderBlockBytes) {
      throw tooMuch('a header block that is too long', 'header_block_bytes');
    }
    this.#parts.push(Buffer.from(part));
  }
}

function unpadded(flags: number, payload: Buffer): Buffer {
  if ((flags & flag.PADDED) === 0) return payload;
  const padding = payload[0];
  if (padding === undefined) {
    throw new ConnectionFault('FRAME_SIZE_ERROR', 'padded HEADERS without a pad length');
  }
  if (1 + padding > payload.length) {
    throw new ConnectionFault('PROTOCOL_ERROR', 'more padding than payload');
  }
  return payload.subarray(1, payload.length - padding);
}

function tooMuch(rule: string, limit: string): ConnectionFault {
  return new ConnectionFault('ENHANCE_YOUR_CALM', rule, limit);
}
