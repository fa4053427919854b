import type { EncodedParts } from '../encoded-parts.ts';
import { ConnectionFault } from './faults.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/** RFC 9113 §6. */
export const frameType = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
} as const;

export const flag = {
  ACK: 0x1,
  END_STREAM: 0x1,
  END_HEADERS: 0x4,
  PADDED: 0x8,
  PRIORITY: 0x20,
} as const;

const frameHeaderBytes = 9;
/** Both what we accept, and the least that any peer must accept (RFC 9113 §4.2). */
export const maxFrameBytes = 16_384;

/** Who gets the frames that a reader finds. Whatever it throws stops the reader for good. */
export interface FrameSink {
  /** Any frame but DATA, whole; the payload is valid during the call only. */
  frame(type: number, flags: number, streamId: number, payload: Buffer): void;
  /** DATA comes in parts as it arrives; `length` counts the padding too. */
  dataBegins(flags: number, streamId: number, length: number): void;
  /** Without padding; the bytes belong to the sink. */
  dataPart(bytes: Buffer, start: number, end: number): void;
  dataEnds(): void;
  /** A header has been read; before its payload, so that a sink can refuse it early. */
  header(type: number, streamId: number): void;
}

/**
 * Finds the frames in what a peer sends. DATA is passed on without a copy; another frame is copied only
 * when it is cut in two. Throws FRAME_SIZE_ERROR and PROTOCOL_ERROR.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  /** A frame header or a whole frame that is cut. */
  #partial: GrowingBuffer | undefined;
  #partialIsHeader = false;
  #inData = false;
  #padded = false;
  #dataLeft = 0;
  #padLeft = 0;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  /** How many frame headers have been read. */
  frames = 0;

  /** True in the middle of a frame that the peer must finish. */
  get waiting(): boolean {
    return this.#partial !== undefined;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#inData) at = this.#readData(chunk, at);
      else if (this.#partial === undefined) at = this.#readFrame(chunk, at);
      else at = this.#readPartial(this.#partial, chunk, at);
    }
  }

  #readFrame(chunk: Buffer, at: number): number {
    const left = chunk.length - at;
    if (left < frameHeaderBytes) {
      this.#partialIsHeader = true;
      this.#partial = new GrowingBuffer(frameHeaderBytes, frameHeaderBytes);
      return this.#partial.take(chunk, at, chunk.length);
    }
    const length = this.#announce(chunk, at);
    const body = at + frameHeaderBytes;
    if (this.#inData) {
      if (length === 0) this.#endData();
      return body;
    }
    if (left < frameHeaderBytes + length) {
      this.#partialIsHeader = false;
      this.#partial = new GrowingBuffer(frameHeaderBytes + length, firstPartialBytes);
      return this.#partial.take(chunk, at, chunk.length);
    }
    this.#deliver(chunk, at, length);
    return body + length;
  }

  #readPartial(partial: GrowingBuffer, chunk: Buffer, at: number): number {
    const stop = partial.take(chunk, at, chunk.length);
    const whole = partial.full();
    if (whole === undefined) return stop;
    this.#partial = undefined;
    if (!this.#partialIsHeader) {
      this.#deliver(whole, 0, whole.length - frameHeaderBytes);
      return stop;
    }
    const length = this.#announce(whole, 0);
    if (this.#inData) {
      if (length === 0) this.#endData();
    } else if (length === 0) {
      this.#deliver(whole, 0, 0);
    } else {
      this.#partialIsHeader = false;
      this.#partial = new GrowingBuffer(frameHeaderBytes + length, firstPartialBytes);
      this.#partial.take(whole, 0, frameHeaderBytes);
    }
    return stop;
  }

  /** Reads a frame header and enters DATA when it is one. Returns the length of the payload. */
  #announce(bytes: Buffer, at: number): number {
    const length = bytes.readUIntBE(at, 3);
    if (length > maxFrameBytes) {
      throw new ConnectionFault('FRAME_SIZE_ERROR', `a frame of more than ${maxFrameBytes} bytes`);
    }
    this.frames++;
    const type = bytes[at + 3] as number;
    const flags = bytes[at + 4] as number;
    const streamId = bytes.readUInt32BE(at + 5) & 0x7fffffff;
    this.#sink.header(type, streamId);
    if (type !== frameType.DATA) return length;
    this.#padded = (flags & flag.PADDED) !== 0;
    if (this.#padded && length === 0) {
      throw new ConnectionFault('FRAME_SIZE_ERROR', 'padded DATA without a pad length');
    }
    this.#inData = true;
    this.#dataLeft = length;
    this.#padLeft = 0;
    this.#sink.dataBegins(flags, streamId, length);
    return length;
  }

  #readData(chunk: Buffer, start: number): number {
    let at = start;
    if (this.#padded) {
      this.#padded = false;
      this.#padLeft = chunk[at++] as number;
      this.#dataLeft -= 1 + this.#padLeft;
      if (this.#dataLeft < 0) {
        throw new ConnectionFault('PROTOCOL_ERROR', 'more padding than payload');
      }
    }
    const end = Math.min(chunk.length, at + this.#dataLeft);
    if (end > at) this.#sink.dataPart(chunk, at, end);
    this.#dataLeft -= end - at;
    const padEnd = Math.min(chunk.length, end + (this.#dataLeft === 0 ? this.#padLeft : 0));
    this.#padLeft -= padEnd - end;
    if (this.#dataLeft === 0 && this.#padLeft === 0) this.#endData();
    return padEnd;
  }

  #endData(): void {
    this.#inData = false;
    this.#sink.dataEnds();
  }

  #deliver(bytes: Buffer, at: number, length: number): void {
    const flags = bytes[at + 4] as number;
    const streamId = bytes.readUInt32BE(at + 5) & 0x7fffffff;
    const body = at + frameHeaderBytes;
    this.#sink.frame(bytes[at + 3] as number, flags, streamId, bytes.subarray(body, body + length));
  }
}

const firstPartialBytes = 512;

/** Part of a gRPC message on its way out: bytes `from` to `to`, counting the five of its prefix. */
interface DataFrame {
  readonly kind: 'data';
  readonly streamId: number;
  readonly message: EncodedParts;
  readonly from: number;
  readonly to: number;
}

/** A header block; one that is too long for a frame goes on in CONTINUATION frames. */
interface HeadersFrame {
  readonly kind: 'headers';
  readonly streamId: number;
  readonly endStream: boolean;
  readonly block: Uint8Array;
}

interface ControlFrame {
  readonly kind: 'control';
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Uint8Array;
}

export type OutFrame = DataFrame | HeadersFrame | ControlFrame;

/** Compressed flag and length (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export const messagePrefixBytes = 5;

export function sizeOfFrame(frame: OutFrame): number {
  switch (frame.kind) {
    case 'data':
      return frameHeaderBytes + frame.to - frame.from;
    case 'headers':
      return frame.block.length + frameHeaderBytes * framesOf(frame.block);
    case 'control':
      return frameHeaderBytes + frame.payload.length;
  }
}

/** Writes a frame at `at`, where there must be room; returns where it ends. */
export function writeFrame(frame: OutFrame, out: Buffer, at: number): number {
  switch (frame.kind) {
    case 'data':
      return writeData(frame, out, at);
    case 'headers':
      return writeHeaders(frame, out, at);
    case 'control': {
      const { payload, type, flags, streamId } = frame;
      const body = writeHeader(out, at, payload.length, type, flags, streamId);
      out.set(payload, body);
      return body + payload.length;
    }
  }
}

function writeData({ message, from, to, streamId }: DataFrame, out: Buffer, start: number): number {
  let at = writeHeader(out, start, to - from, frameType.DATA, 0, streamId);
  let next = from;
  for (; next < messagePrefixBytes && next < to; next++) {
    // Never compressed; then the length, big end first.
    out[at++] = next === 0 ? 0 : message.length >>> (8 * (messagePrefixBytes - 1 - next));
  }
  return message.copy(out, at, next - messagePrefixBytes, to - messagePrefixBytes);
}

function writeHeaders({ block, streamId, endStream }: HeadersFrame, out: Buffer, start: number) {
  let at = start;
  const count = framesOf(block);
  for (let index = 0; index < count; index++) {
    const part = block.subarray(index * maxFrameBytes, (index + 1) * maxFrameBytes);
    const flags =
      (index === 0 && endStream ? flag.END_STREAM : 0) |
      (index === count - 1 ? flag.END_HEADERS : 0);
    const type = index === 0 ? frameType.HEADERS : frameType.CONTINUATION;
    at = writeHeader(out, at, part.length, type, flags, streamId);
    out.set(part, at);
    at += part.length;
  }
  return at;
}

function framesOf(block: Uint8Array): number {
  return Math.max(1, Math.ceil(block.length / maxFrameBytes));
}

function writeHeader(
  out: Buffer,
  at: number,
  length: number,
  type: number,
  flags: number,
  streamId: number,
): number {
  out[at] = length >>> 16;
  out[at + 1] = length >>> 8;
  out[at + 2] = length;
  out[at + 3] = type;
  out[at + 4] = flags;
  out.writeUInt32BE(streamId, at + 5);
  return at + frameHeaderBytes;
}
