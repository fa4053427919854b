import type { EncodedParts } from '../encoded-parts.ts';
import { ConnectionFault, errorCode, type ErrorCodeName } from './faults.ts';
import { frameType, maxFrameBytes, messagePrefixBytes, type OutFrame } from './frames.ts';
import { emptyTableByte } from './hpack/encoder.ts';
import type { SendProgress } from './stalled-send.ts';
import { initialWindowBytes, largestWindow, type Stream } from './stream.ts';

/** What the sending half asks of those around it. */
interface OutboundActions<User> {
  write(frame: OutFrame): void;
  hasRoom(): boolean;
  taken(stream: Stream<User>): void;
}

/** Called when the message before trailers is written. */
type OnTrailersDue<User> = (stream: Stream<User>, block: Uint8Array) => void;

/** The sending half of a connection: what may be written when, by the windows of the peer (RFC 9113 §5.2, §6.9). */
export class Outbound<User> {
  readonly #actions: OutboundActions<User>;
  readonly #onTrailersDue: OnTrailersDue<User>;
  /** Streams with a message that did not fit the windows or the socket. */
  #waiting: Set<Stream<User>> | undefined;
  /** Streams that we ended while the peer may still be sending, newest last. */
  #resetByUs: number[] | undefined;
  #window = initialWindowBytes;
  /** Bytes of messages that were ever written. */
  #sent = 0;
  #tableSettled = false;
  /** WINDOW_UPDATE frames that our own DATA has called for, and whether we sent since the last PING. */
  #updatesDue = 0;
  #sentSincePing = false;

  constructor(actions: OutboundActions<User>, onTrailersDue: OnTrailersDue<User>) {
    this.#actions = actions;
    this.#onTrailersDue = onTrailersDue;
  }

  control(type: number, flags: number, streamId: number, payload: Uint8Array): void {
    this.#actions.write({ kind: 'control', type, flags, streamId, payload });
  }

  windowUpdate(streamId: number, bytes: number): void {
    this.control(frameType.WINDOW_UPDATE, 0, streamId, bytesOf(bytes));
  }

  goAway(lastStreamId: number, code: ErrorCodeName, text: string): void {
    const payload = [bytesOf(lastStreamId), bytesOf(errorCode[code]), Buffer.from(text, 'latin1')];
    this.control(frameType.GOAWAY, 0, 0, Buffer.concat(payload));
  }

  reset(streamId: number, code: ErrorCodeName): void {
    this.control(frameType.RST_STREAM, 0, streamId, bytesOf(errorCode[code]));
    this.#resetByUs ??= [];
    if (this.#resetByUs.length >= mostRemembered) this.#resetByUs.splice(0, mostRemembered / 2);
    this.#resetByUs.push(streamId);
  }

  wasReset(streamId: number): boolean {
    return this.#resetByUs?.includes(streamId) === true;
  }

  headers(stream: Stream<User>, block: Uint8Array, endStream: boolean): void {
    stream.answered = true;
    this.#sentSincePing = true;
    const settling = !this.#tableSettled;
    this.#tableSettled = true;
    this.#actions.write({
      kind: 'headers',
      streamId: stream.id,
      endStream,
      block: settling ? Buffer.concat([Buffer.of(emptyTableByte), block]) : block,
    });
  }

  /** True when all of the message is written. */
  send(stream: Stream<User>, message: EncodedParts): boolean {
    stream.message = message;
    stream.written = 0;
    while (this.#mayWrite(stream)) if (this.#writeData(stream, message)) return true;
    this.#waiting ??= new Set();
    this.#waiting.add(stream);
    return false;
  }

  /** Writes what waits, in turn, as far as windows and room allow. */
  pump(): void {
    if (this.#waiting === undefined) return;
    for (let progress = true; progress;) {
      progress = false;
      for (const stream of this.#waiting) {
        if (this.#window <= 0 || !this.#actions.hasRoom()) return;
        if (!this.#mayWrite(stream)) continue;
        progress = true;
        this.#writeNext(stream, this.#waiting);
      }
    }
  }

  isWaiting(stream: Stream<User>): boolean {
    return this.#waiting?.has(stream) === true;
  }

  progressOf({ written, sendWindow }: Stream<User>): SendProgress {
    return { ofMessage: written, ofConnection: this.#sent, isHeldByPeer: sendWindow <= 0 };
  }

  forget(stream: Stream<User>): void {
    stream.message = undefined;
    stream.trailers = undefined;
    this.#waiting?.delete(stream);
  }

  /** The peer takes `bytes` more in all. */
  growWindow(bytes: number): void {
    this.#window += bytes;
    if (this.#window > largestWindow) {
      throw new ConnectionFault('FLOW_CONTROL_ERROR', 'a window beyond 2^31-1');
    }
    this.pump();
  }

  /** True for a WINDOW_UPDATE that answers our DATA. */
  excusesUpdate(): boolean {
    if (this.#updatesDue === 0) return false;
    this.#updatesDue--;
    return true;
  }

  /** True for a PING that comes while we send: some clients measure the way with them. */
  excusesPing(): boolean {
    const excused = this.#sentSincePing;
    this.#sentSincePing = false;
    return excused;
  }

  #mayWrite(stream: Stream<User>): boolean {
    return stream.sendWindow > 0 && this.#window > 0 && this.#actions.hasRoom();
  }

  /** Writes one frame of a waiting stream, and its trailers if that was all. */
  #writeNext(stream: Stream<User>, waiting: Set<Stream<User>>): void {
    const { message, trailers } = stream;
    waiting.delete(stream);
    if (message === undefined) return;
    if (!this.#writeData(stream, message)) {
      // Behind the others.
      waiting.add(stream);
      return;
    }
    this.#actions.taken(stream);
    if (trailers !== undefined) this.#onTrailersDue(stream, trailers);
  }

  /** Writes one DATA frame; true when the message is written. */
  #writeData(stream: Stream<User>, message: EncodedParts): boolean {
    const length = message.length + messagePrefixBytes;
    const from = stream.written;
    const to = Math.min(length, from + Math.min(stream.sendWindow, this.#window, maxFrameBytes));
    stream.sendWindow -= to - from;
    this.#window -= to - from;
    this.#sent += to - from;
    stream.written = to;
    this.#sentSincePing = true;
    this.#actions.write({ kind: 'data', streamId: stream.id, message, from, to });
    // Windows that are opened by a few bytes at a time are no answer to DATA but an attack.
    if (to === length || to - from >= leastAnsweredBytes) {
      this.#updatesDue = Math.min(this.#updatesDue + 2, mostUpdatesDue);
    }
    if (to < length) return false;
    stream.message = undefined;
    return true;
  }
}

const mostUpdatesDue = 1000;
const leastAnsweredBytes = 1024;
/** As many as one connection may have, should all end at once. */
const mostRemembered = 1024;

function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
