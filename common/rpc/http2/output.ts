import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { sizeOfFrame, writeFrame, type OutFrame } from './frames.ts';

/**
 * The frames that a connection wants written. They are put together when flushed, once per tick, in one
 * buffer that all connections share: what is prepared is copied once, and nothing is allocated while
 * the kernel takes it all. What was copied is wiped, as it may hold a key.
 */
export class Output {
  readonly #socket: Socket;
  /** TLS encrypts, or copies, within the call; it only hears later that the kernel took it. */
  readonly #encrypts: boolean;
  #frames: OutFrame[] = [];
  #pending = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#encrypts = socket instanceof TLSSocket;
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** False when the peer does not read: what more is written would pile up here. */
  get hasRoom(): boolean {
    return this.#pending < mostPending && !this.#socket.writableNeedDrain;
  }

  add(frame: OutFrame): void {
    this.#frames.push(frame);
    this.#pending += sizeOfFrame(frame);
  }

  flush(): void {
    const frames = this.#frames;
    this.#frames = [];
    this.#pending = 0;
    if (this.#socket.destroyed) return;
    let at = 0;
    for (const frame of frames) {
      const size = sizeOfFrame(frame);
      if (at + size > shared.length) {
        this.#write(at);
        at = 0;
      }
      if (size > shared.length) this.#socket.write(lone(frame, size));
      else at = writeFrame(frame, shared, at);
    }
    this.#write(at);
  }

  #write(length: number): void {
    if (length === 0) return;
    const bytes = shared.subarray(0, length);
    if (this.#socket.writableLength > 0) {
      this.#socket.write(Buffer.from(bytes));
    } else {
      this.#socket.write(bytes);
      // Node writes at once what the kernel takes; if that was not all, it keeps the buffer.
      if (this.#socket.writableLength > 0 && !this.#encrypts) {
        shared = Buffer.allocUnsafeSlow(sharedBytes);
        return;
      }
    }
    bytes.fill(0);
  }
}

function lone(frame: OutFrame, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  writeFrame(frame, bytes, 0);
  return bytes;
}

const mostPending = 64 * 1024;
const sharedBytes = 32 * 1024;
let shared = Buffer.allocUnsafeSlow(sharedBytes);
