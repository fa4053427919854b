import { SpiffeError } from '../../errors/spiffe-error.ts';
import type { Codec, PartsDecoder } from '../contract.ts';
import { messagePrefixBytes } from './frames.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/** Gets the messages of a request one by one. */
export interface MessageSink {
  message(message: unknown, bytes: number): void;
}

/**
 * Finds gRPC's length-prefixed messages in the body of a request. A message that arrives in one piece is
 * decoded where it lies; one that is cut is collected, or handed on part by part when its codec can take
 * parts. Throws RESOURCE_EXHAUSTED for one that is too long, INTERNAL for one that is compressed.
 */
export class MessageReader {
  readonly #codec: Codec<unknown>;
  readonly #maxBytes: number;
  readonly #sink: MessageSink;
  #prefixRead = 0;
  #length = 0;
  #collected: GrowingBuffer | undefined;
  #parts: PartsDecoder<unknown> | undefined;
  #partsLeft = 0;

  constructor(codec: Codec<unknown>, maxBytes: number, sink: MessageSink) {
    this.#codec = codec;
    this.#maxBytes = maxBytes;
    this.#sink = sink;
  }

  /** Bytes of a message that is not complete. */
  get heldBytes(): number {
    return this.#collected?.capacity ?? this.#parts?.heldBytes ?? 0;
  }

  /** In the middle of a message: a request that ends now is cut. */
  get unfinished(): boolean {
    return this.#prefixRead > 0;
  }

  /** Gives up what has come of a message; nothing more is pushed. */
  drop(): void {
    this.#collected = undefined;
    this.#parts = undefined;
  }

  push(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end) {
      at =
        this.#prefixRead < messagePrefixBytes
          ? this.#readPrefix(bytes, at, end)
          : this.#readBody(bytes, at, end);
    }
  }

  #readPrefix(bytes: Buffer, start: number, end: number): number {
    let at = start;
    for (; at < end && this.#prefixRead < messagePrefixBytes; at++, this.#prefixRead++) {
      const byte = bytes[at] as number;
      if (this.#prefixRead > 0) this.#length = this.#length * 256 + byte;
      else if (byte !== 0) throw compressed(byte);
    }
    if (this.#prefixRead < messagePrefixBytes) return at;
    if (this.#length > this.#maxBytes) {
      throw new SpiffeError(
        'RESOURCE_EXHAUSTED',
        `grpc: received message larger than max (${this.#length} vs. ${this.#maxBytes})`,
      );
    }
    if (end - at >= this.#length) return this.#readWhole(bytes, at);
    this.#parts = this.#codec.decodeParts?.(this.#length);
    if (this.#parts === undefined)
      this.#collected = new GrowingBuffer(this.#length, firstCollectedBytes);
    else this.#partsLeft = this.#length;
    return at;
  }

  #readWhole(bytes: Buffer, at: number): number {
    const end = at + this.#length;
    this.#finish(this.#codec.decode(bytes.subarray(at, end)));
    return end;
  }

  #readBody(bytes: Buffer, start: number, end: number): number {
    if (this.#parts !== undefined) return this.#readPart(this.#parts, bytes, start, end);
    const stop = this.#collected?.take(bytes, start, end) ?? end;
    const whole = this.#collected?.full();
    if (whole === undefined) return stop;
    this.#collected = undefined;
    this.#finish(this.#codec.decode(whole));
    return stop;
  }

  #readPart(parts: PartsDecoder<unknown>, bytes: Buffer, start: number, end: number): number {
    const stop = Math.min(end, start + this.#partsLeft);
    parts.push(bytes.subarray(start, stop));
    this.#partsLeft -= stop - start;
    if (this.#partsLeft > 0) return stop;
    this.#parts = undefined;
    this.#finish(parts.finish());
    return stop;
  }

  #finish(message: unknown): void {
    const length = this.#length;
    this.#prefixRead = 0;
    this.#length = 0;
    this.#sink.message(message, length);
  }
}

/** What an Envoy sends of itself fits; more is taken as it comes. */
const firstCollectedBytes = 64 * 1024;

/** gRPC over HTTP/2: a compressed message without a `grpc-encoding` is a fault of the caller's library. */
function compressed(flag: number): SpiffeError {
  return flag === 1
    ? new SpiffeError('INTERNAL', 'grpc: compressed flag set with identity or empty encoding')
    : new SpiffeError('INTERNAL', `grpc: received unexpected payload format ${flag}`);
}
