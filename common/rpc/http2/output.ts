import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { sizeOfFrame, writeFrame, type OutFrame } from './frames.ts';

/**
 * The frames that a connection wants written. They are put together when flushed, once per tick, in one
 * buffer that all connections share: what is prepared is copied once, and nothing is allocated while
 * the kernel takes it all. What was copied is wiped, as it may hold a key.
 *
 * TLS encrypts or copies within the call, but only says later that the kernel took it: there one buffer
 * is under way at a time, and what comes meanwhile waits as frames.
 */
export class Output {
  readonly #socket: Socket;
  readonly #encrypts: boolean;
  readonly #onFree: () => void;
  #frames: OutFrame[] = [];
  #pending = 0;
  #isBusy = false;

  /** `onFree` is called when there may be more to flush. */
  constructor(socket: Socket, onFree: () => void) {
    this.#socket = socket;
    this.#encrypts = socket instanceof TLSSocket;
    this.#onFree = onFree;
  }

  /** Nothing to flush, or not now. */
  get isIdle(): boolean {
    return this.#frames.length === 0 || this.#isBusy;
  }

  /** False when the peer does not read: what more is written would pile up here. */
  get hasRoom(): boolean {
    return this.#pending < mostPending && !this.#socket.writableNeedDrain;
  }

  /** True when what the peer is to read piles up: then it must not be read either. */
  get isStuck(): boolean {
    return this.#socket.writableNeedDrain || (this.#isBusy && this.#pending >= mostPending);
  }

  /** What the peer has not taken yet, in bytes. */
  get unread(): number {
    return this.#pending + this.#socket.writableLength;
  }

  add(frame: OutFrame): void {
    this.#frames.push(frame);
    this.#pending += sizeOfFrame(frame);
  }

  flush(): void {
    if (this.#isBusy) return;
    this.#put(this.#encrypts ? this.#first() : this.#frames.splice(0));
  }

  /** Writes all there is: nothing will be flushed any more. */
  finish(): void {
    this.#put(this.#frames.splice(0));
  }

  /** What fits into the buffer. */
  #first(): OutFrame[] {
    let [count, bytes] = [0, 0];
    for (const frame of this.#frames) {
      bytes += sizeOfFrame(frame);
      if (bytes > shared.length && count > 0) break;
      count++;
    }
    return this.#frames.splice(0, count);
  }

  #put(frames: readonly OutFrame[]): void {
    let at = 0;
    for (const frame of frames) {
      const size = sizeOfFrame(frame);
      this.#pending -= size;
      if (this.#socket.destroyed) continue;
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
    } else if (this.#encrypts) {
      this.#isBusy = true;
      this.#socket.write(bytes, () => {
        this.#isBusy = false;
        this.#onFree();
      });
    } else {
      this.#socket.write(bytes);
      // Node writes at once what the kernel takes; if that was not all, it keeps the buffer.
      if (this.#socket.writableLength > 0) {
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
