import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import type { HeldBytes } from './http2/held-bytes.ts';

/** Counts of one server, and what happens to a connection that holds too much. */
interface HeldMessagesOptions {
  /** The count that a connection belongs to. */
  readonly countFor: (connectionId: string) => HeldBytes;
  readonly maxMessageBytes: number;
  readonly onTooMuch: (connectionId: string) => void;
}

/**
 * Counts the bytes of requests that grpc-js has received and no handler has taken, on all streams of a
 * connection and on all connections. Flow control alone does not bound them: grpc-js gives credit back
 * as it reads, so that each of a thousand streams may hold a whole message.
 */
export class HeldMessages {
  readonly #options: HeldMessagesOptions;
  readonly #streams = new WeakMap<
    ServerHttp2Stream,
    { readonly message: HeldMessage; readonly ofSession: OfSession }
  >();
  readonly #bySession = new WeakMap<Http2Session, OfSession>();

  constructor(options: HeldMessagesOptions) {
    this.#options = options;
  }

  /** Counts what a stream receives from now on. Call when grpc-js listens to its data. */
  watch(stream: ServerHttp2Stream): void {
    const { session } = stream;
    if (session === undefined || session.destroyed || stream.listenerCount('data') === 0) return;
    const ofSession = this.#ofSession(session);
    const message = new HeldMessage(this.#options.maxMessageBytes);
    this.#streams.set(stream, { message, ofSession });
    stream.on('data', (chunk: Buffer) => this.#charge(ofSession, message.receive(chunk)));
    stream.once('close', () => this.#charge(ofSession, -message.release()));
  }

  /** A handler has taken the oldest message of its stream. */
  taken(stream: ServerHttp2Stream): void {
    const found = this.#streams.get(stream);
    if (found !== undefined) this.#charge(found.ofSession, -found.message.take());
  }

  #charge(ofSession: OfSession, bytes: number): void {
    ofSession.bytes += bytes;
    const isFine = ofSession.count.add(bytes, ofSession.bytes);
    if (!isFine && bytes > 0) this.#options.onTooMuch(ofSession.connectionId);
  }

  #ofSession(session: Http2Session): OfSession {
    const known = this.#bySession.get(session);
    if (known !== undefined) return known;
    // `Connections` names a connection by the address of its socket.
    const connectionId = session.socket.remoteAddress ?? '';
    const fresh = { connectionId, count: this.#options.countFor(connectionId), bytes: 0 };
    this.#bySession.set(session, fresh);
    return fresh;
  }
}

interface OfSession {
  readonly connectionId: string;
  readonly count: HeldBytes;
  bytes: number;
}

const prefixBytes = 5;

/** The messages of one stream by their gRPC framing: those that are whole, and the one that arrives. */
class HeldMessage {
  readonly #maxMessageBytes: number;
  readonly #whole: number[] = [];
  readonly #prefix = Buffer.alloc(prefixBytes);
  #arrived = 0;
  #held = 0;

  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Returns how many bytes more are held. */
  receive(chunk: Buffer): number {
    const before = this.#held;
    for (let at = 0; at < chunk.length;) at += this.#receiveOne(chunk, at);
    return this.#held - before;
  }

  /** Forgets the oldest whole message; returns its bytes. */
  take(): number {
    const bytes = this.#whole.shift() ?? 0;
    this.#held -= bytes;
    return bytes;
  }

  /** Forgets all; returns their bytes. */
  release(): number {
    const bytes = this.#held;
    this.#whole.length = 0;
    this.#held = 0;
    return bytes;
  }

  /** Counts up to the end of the prefix, of the message or of the chunk; returns how far that is. */
  #receiveOne(chunk: Buffer, at: number): number {
    const end = this.#arrived < prefixBytes ? prefixBytes : this.#length;
    const bytes = Math.min(end - this.#arrived, chunk.length - at);
    if (this.#arrived < prefixBytes) chunk.copy(this.#prefix, this.#arrived, at, at + bytes);
    this.#arrived += bytes;
    this.#held += bytes;
    if (this.#arrived >= prefixBytes && this.#arrived === this.#length) this.#complete();
    return bytes;
  }

  get #length(): number {
    return prefixBytes + this.#prefix.readUInt32BE(1);
  }

  #complete(): void {
    const isCompressed = this.#prefix[0] !== 0;
    // A few compressed bytes may become a message as large as there may be.
    const bytes = isCompressed ? this.#maxMessageBytes : this.#arrived;
    this.#held += bytes - this.#arrived;
    this.#whole.push(bytes);
    this.#arrived = 0;
  }
}
