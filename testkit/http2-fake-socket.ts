import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

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

/** TLS over a kernel that takes nothing unless told to. */
export class FakeTlsSocket extends FakeSocket {
  #waiting: (() => void)[] = [];

  override asSocket() {
    // Its methods need the real object, `instanceof` the other one.
    return new Proxy(super.asSocket(), {
      getPrototypeOf: () => TLSSocket.prototype,
      get: (_, name) => {
        const value: unknown = Reflect.get(this, name);
        return typeof value === 'function' ? (value.bind(this) as unknown) : value;
      },
    });
  }

  override write(bytes: Buffer, taken?: () => void): boolean {
    this.writableLength += bytes.length;
    this.#waiting.push(() => {
      this.writableLength -= bytes.length;
      taken?.();
    });
    return super.write(bytes);
  }

  /** The peer reads the oldest write; false when there is none. */
  take(): boolean {
    const [oldest] = this.#waiting.splice(0, 1);
    oldest?.();
    return oldest !== undefined;
  }
}
