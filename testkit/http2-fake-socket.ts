import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** A socket without a kernel: keeps what is written, and takes bytes by `say`. */
export class FakeSocket extends EventEmitter {
  readonly remoteAddress = 'connection-1';
  readonly written: Buffer[] = [];
  destroyed = false;
  writableLength = 0;
  writableNeedDrain = false;
  writableEnded = false;
  #paused = false;

  /** As the server sees it. */
  asSocket(): Socket {
    return this as unknown as Socket;
  }

  say(bytes: Buffer): void {
    if (!this.destroyed) this.emit('data', bytes);
  }

  write(bytes: Buffer): boolean {
    // The caller may use its buffer again.
    this.written.push(Buffer.from(bytes));
    return true;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  isPaused(): boolean {
    return this.#paused;
  }

  end(): void {
    this.writableEnded = true;
  }

  destroySoon(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}
