import type { EncodedParts } from '../encoded-parts.ts';
import { ConnectionFault, type ErrorCodeName, type StreamFault } from './faults.ts';
import { flag, frameType, type FrameSink, type OutFrame } from './frames.ts';
import { HeaderBlocks, type HeaderBlock } from './header-blocks.ts';
import type { FieldList } from './hpack/field-list.ts';
import type { ConnectionLimits } from './http2-limits.ts';
import { RateMeter } from './rate-meter.ts';
import { findTrailerFault, parseRequestHead, type RequestHead } from './request-head.ts';
import { PeerSettings, settingsPayload } from './settings.ts';
import type { SendProgress } from './stalled-send.ts';
import { initialWindowBytes, largestWindow, Stream } from './stream.ts';
import { Outbound } from './outbound.ts';
import { nextState, refusalOf } from './stream-state.ts';

/** What a connection wants done. A driver does it; tests write it down. */
export interface ConnectionActions<User> {
  write(frame: OutFrame): void;
  /** False holds DATA back until `pump` is called. */
  hasRoom(): boolean;
  /** A request has begun. `head` is undefined when its fields are over the limit. */
  request(stream: Stream<User>, head: RequestHead | undefined): void;
  /** Part of a request's body; the bytes are valid during the call only unless copied. */
  data(stream: Stream<User>, bytes: Buffer, start: number, end: number): void;
  /** The request is complete. */
  end(stream: Stream<User>): void;
  /** The message in flight is written. */
  taken(stream: Stream<User>): void;
  /** The stream is gone; without a fault, because it is done. */
  closed(stream: Stream<User>, fault?: StreamFault): void;
  /** No stream is left after `drain`. */
  drained(): void;
}

/**
 * The server's end of an HTTP/2 connection (RFC 9113): frames in, actions out. No I/O, no timers and no
 * clock of its own; the same frames give the same actions. Frames that break a rule of the connection
 * throw a ConnectionFault, after which only `fail` may be called.
 */
export class ConnectionState<User> implements FrameSink {
  readonly #actions: ConnectionActions<User>;
  readonly #limits: ConnectionLimits;
  readonly #streams = new Map<number, Stream<User>>();
  readonly #peer = new PeerSettings();
  readonly #blocks: HeaderBlocks;
  readonly #rates: RateMeter;
  readonly #out: Outbound<User>;
  #receiveWindow = connectionWindowBytes;
  #unacknowledged = 0;
  #lastStreamId = 0;
  #greeted = false;
  #phase: 'serving' | 'draining' | 'over' = 'serving';
  /** The DATA frame being read; without a stream it is thrown away. */
  #dataStream: Stream<User> | undefined;
  #dataEnds = false;
  #dataOverhead = 0;
  #dataIsEmpty = true;
  /** Frames for streams that are gone: each stream excuses a few. */
  #freeLatecomers = 0;

  constructor(limits: ConnectionLimits, actions: ConnectionActions<User>, nowMs: () => number) {
    this.#limits = limits;
    this.#actions = actions;
    this.#out = new Outbound(actions, (stream, block) => this.#writeTrailers(stream, block));
    this.#blocks = new HeaderBlocks(limits);
    this.#rates = new RateMeter(limits.rates, nowMs);
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  get phase(): 'serving' | 'draining' | 'over' {
    return this.#phase;
  }

  /** In the middle of a header block that the peer must finish. */
  get waitingForHeaders(): boolean {
    return this.#blocks.open !== undefined;
  }

  /** Our half of the preface (RFC 9113 §3.4). */
  start(): void {
    this.#out.control(frameType.SETTINGS, 0, 0, settingsPayload(this.#limits));
    this.#out.windowUpdate(0, connectionWindowBytes - initialWindowBytes);
  }

  /** Asks for a sign of life. */
  ping(): void {
    this.#out.control(frameType.PING, 0, 0, pingPayload);
  }

  /** Takes no new streams; those under way go on. */
  drain(): void {
    if (this.#phase !== 'serving') return;
    this.#phase = 'draining';
    this.#out.goAway(this.#lastStreamId, 'NO_ERROR', '');
    this.#drainedIfEmpty();
  }

  /** Ends everything. A fault is told to the peer. */
  fail(fault?: ConnectionFault): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    if (fault !== undefined) this.#out.goAway(this.#lastStreamId, fault.code, fault.message);
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) {
      this.#forget(stream);
      this.#actions.closed(stream, { code: fault?.code ?? 'CANCEL', message: 'connection closed' });
    }
  }

  // What the user of a stream may ask for. All of it is ignored once the stream is gone.

  /** Sends response headers; they must not have been sent. */
  respond(stream: Stream<User>, block: Uint8Array): void {
    if (stream.state === 'closed') return;
    this.#out.headers(stream, block, false);
  }

  /** Sends a message. True when it is written; else `taken` follows, and until then there must be no other. */
  send(stream: Stream<User>, message: EncodedParts): boolean {
    return stream.state === 'closed' || this.#out.send(stream, message);
  }

  progressOf(stream: Stream<User>): SendProgress {
    return this.#out.progressOf(stream);
  }

  /** Ends a stream with trailers, after the message in flight. */
  finish(stream: Stream<User>, block: Uint8Array): void {
    if (stream.state === 'closed') return;
    if (stream.message === undefined) this.#writeTrailers(stream, block);
    else stream.trailers = block;
  }

  /** Ends a stream at once. */
  reset(stream: Stream<User>, code: ErrorCodeName): void {
    if (stream.state === 'closed') return;
    this.#out.reset(stream.id, code);
    this.#forget(stream);
    this.#actions.closed(stream);
    this.#drainedIfEmpty();
  }

  /** Lets the peer send `bytes` more of a request. */
  credit(stream: Stream<User>, bytes: number): void {
    if (stream.state !== 'open') return;
    stream.unacknowledged += bytes;
    if (stream.unacknowledged * 2 < initialWindowBytes) return;
    stream.receiveWindow += stream.unacknowledged;
    this.#out.windowUpdate(stream.id, stream.unacknowledged);
    stream.unacknowledged = 0;
  }

  /** Writes what waits, in turn, as far as windows and room allow. */
  pump(): void {
    this.#out.pump();
  }

  // FrameSink.

  header(type: number, streamId: number): void {
    if (!this.#greeted && type !== frameType.SETTINGS) {
      throw protocolFault('the first frame is not SETTINGS');
    }
    const open = this.#blocks.open;
    if (open === undefined) {
      if (type === frameType.CONTINUATION) throw protocolFault('CONTINUATION of no header block');
    } else if (type !== frameType.CONTINUATION || streamId !== open.streamId) {
      throw protocolFault('a header block is interrupted by another frame');
    }
  }

  dataBegins(flags: number, streamId: number, length: number): void {
    this.#receiveForConnection(length);
    this.#dataEnds = (flags & flag.END_STREAM) !== 0;
    this.#dataOverhead = length;
    this.#dataIsEmpty = true;
    this.#dataStream = this.#find(frameType.DATA, streamId);
    const stream = this.#dataStream;
    if (stream === undefined) return;
    stream.receiveWindow -= length;
    if (stream.receiveWindow < 0) {
      this.#streamFault(stream, 'FLOW_CONTROL_ERROR', 'more DATA than the stream window');
    }
  }

  dataPart(bytes: Buffer, start: number, end: number): void {
    this.#dataIsEmpty = false;
    this.#dataOverhead -= end - start;
    const stream = this.#dataStream;
    if (stream === undefined || stream.state === 'closed') return;
    if (stream.expected >= 0) {
      stream.expected -= end - start;
      if (stream.expected < 0) {
        this.#streamFault(stream, 'PROTOCOL_ERROR', 'more DATA than the content-length');
        return;
      }
    }
    this.#actions.data(stream, bytes, start, end);
  }

  dataEnds(): void {
    const stream = this.#dataStream;
    this.#dataStream = undefined;
    if (this.#dataIsEmpty && !this.#dataEnds) this.#rates.count('empty_frames');
    if (stream === undefined || stream.state === 'closed') return;
    if (this.#dataEnds) this.#endOfRequest(stream);
    else if (this.#dataOverhead > 0) this.credit(stream, this.#dataOverhead);
  }

  frame(type: number, flags: number, streamId: number, payload: Buffer): void {
    switch (type) {
      case frameType.HEADERS:
        this.#headersDone(this.#blocks.begin(flags, streamId, payload));
        break;
      case frameType.CONTINUATION:
        if (payload.length === 0) this.#rates.count('empty_frames');
        this.#headersDone(this.#blocks.continue(flags, payload));
        break;
      case frameType.PRIORITY:
        this.#priority(streamId, payload);
        break;
      case frameType.RST_STREAM:
        this.#peerReset(streamId, payload);
        break;
      case frameType.SETTINGS:
        this.#settings(flags, streamId, payload);
        break;
      case frameType.PUSH_PROMISE:
        throw protocolFault('PUSH_PROMISE from a client');
      case frameType.PING:
        this.#ping(flags, streamId, payload);
        break;
      case frameType.GOAWAY:
        if (streamId !== 0) throw protocolFault('GOAWAY of a stream');
        if (payload.length < 8) throw sizeFault('GOAWAY of fewer than 8 bytes');
        this.#rates.count('needless_frames');
        break;
      case frameType.WINDOW_UPDATE:
        this.#peerWindow(streamId, payload);
        break;
      default:
        // RFC 9113 §5.5: unknown types are ignored.
        this.#rates.count('needless_frames');
    }
  }

  #headersDone(block: HeaderBlock | undefined): void {
    if (block === undefined) return;
    const { streamId } = block;
    const known = this.#streams.get(streamId);
    if (known !== undefined) {
      this.#trailers(known, this.#blocks.decode(block), block.endStream);
      return;
    }
    if (streamId % 2 === 0) throw protocolFault('a stream with an even number');
    const fields = this.#blocks.decode(block);
    if (streamId > this.#lastStreamId) this.#open(block, fields);
    else if (this.#out.wasReset(streamId)) this.#latecomer();
    else throw new ConnectionFault('STREAM_CLOSED', 'HEADERS of a closed stream');
  }

  #open(block: HeaderBlock, fields: FieldList): void {
    const { streamId, endStream } = block;
    // The peer learns from GOAWAY that this stream was never looked at.
    if (this.#phase !== 'serving') return;
    this.#lastStreamId = streamId;
    if (block.dependsOnItself) {
      this.#refuse(streamId, 'PROTOCOL_ERROR');
      return;
    }
    if (this.#streams.size >= this.#limits.maxStreamsPerConnection) {
      this.#refuse(streamId, 'REFUSED_STREAM');
      return;
    }
    const head = fields.overflow ? undefined : parseRequestHead(fields);
    if (head !== undefined && 'malformed' in head) {
      this.#refuse(streamId, 'PROTOCOL_ERROR');
      return;
    }
    this.#freeLatecomers = Math.min(this.#freeLatecomers + 8, mostFreeLatecomers);
    const stream = new Stream<User>(streamId, this.#peer.initialWindow);
    stream.expected = head?.contentLength ?? -1;
    this.#streams.set(streamId, stream);
    this.#actions.request(stream, head);
    if (endStream) this.#endOfRequest(stream);
  }

  #trailers(stream: Stream<User>, fields: FieldList, endStream: boolean): void {
    const refusal = refusalOf(stream.state, frameType.HEADERS);
    if (refusal !== undefined) {
      this.#streamFault(stream, refusal.code, 'HEADERS after the end of the request');
    } else if (!endStream) {
      this.#streamFault(stream, 'PROTOCOL_ERROR', 'trailers that do not end the request');
    } else if (fields.overflow || findTrailerFault(fields) !== undefined) {
      this.#streamFault(stream, 'PROTOCOL_ERROR', 'malformed trailers');
    } else this.#endOfRequest(stream);
  }

  #endOfRequest(stream: Stream<User>): void {
    // The user may have answered and closed it while it saw the request.
    if (stream.state === 'closed') return;
    if (stream.expected > 0) {
      this.#streamFault(stream, 'PROTOCOL_ERROR', 'less DATA than the content-length');
      return;
    }
    stream.state = nextState(stream.state, 'end_received');
    this.#actions.end(stream);
  }

  #priority(streamId: number, payload: Buffer): void {
    if (streamId === 0) throw protocolFault('PRIORITY of the connection');
    this.#rates.count('needless_frames');
    const stream = this.#streams.get(streamId);
    if (payload.length !== 5) {
      if (stream === undefined) throw sizeFault('PRIORITY of other than 5 bytes');
      this.#streamFault(stream, 'FRAME_SIZE_ERROR', 'PRIORITY of other than 5 bytes');
    } else if ((payload.readUInt32BE(0) & 0x7fffffff) === streamId) {
      if (stream === undefined) throw protocolFault('a stream that depends on itself');
      this.#streamFault(stream, 'PROTOCOL_ERROR', 'a stream that depends on itself');
    }
  }

  #peerReset(streamId: number, payload: Buffer): void {
    if (payload.length !== 4) throw sizeFault('RST_STREAM of other than 4 bytes');
    const stream = this.#find(frameType.RST_STREAM, streamId);
    if (stream === undefined) {
      this.#latecomer();
      return;
    }
    this.#forget(stream);
    this.#actions.closed(stream, { code: 'CANCEL', message: 'the caller went away' });
    // An answered call has cost its peer a round trip; one that was not may be an attack.
    if (!stream.answered) this.#rates.count('early_resets');
    this.#drainedIfEmpty();
  }

  #settings(flags: number, streamId: number, payload: Buffer): void {
    if (streamId !== 0) throw protocolFault('SETTINGS of a stream');
    if ((flags & flag.ACK) !== 0) {
      if (!this.#greeted) throw protocolFault('the first frame is not SETTINGS');
      if (payload.length > 0) throw sizeFault('an acknowledgement with settings');
      this.#rates.count('settings');
      return;
    }
    this.#greeted = true;
    this.#rates.count('settings');
    const grown = this.#peer.apply(payload);
    if (grown !== 0) {
      for (const stream of this.#streams.values()) {
        stream.sendWindow += grown;
        if (stream.sendWindow > largestWindow) {
          throw new ConnectionFault('FLOW_CONTROL_ERROR', 'a stream window beyond 2^31-1');
        }
      }
    }
    this.#out.control(frameType.SETTINGS, flag.ACK, 0, none);
    this.pump();
  }

  #ping(flags: number, streamId: number, payload: Buffer): void {
    if (streamId !== 0) throw protocolFault('PING of a stream');
    if (payload.length !== 8) throw sizeFault('PING of other than 8 bytes');
    if ((flags & flag.ACK) !== 0) {
      this.#rates.count('pings');
      return;
    }
    if (!this.#out.excusesPing()) this.#rates.count('pings');
    this.#out.control(frameType.PING, flag.ACK, 0, Buffer.from(payload));
  }

  #peerWindow(streamId: number, payload: Buffer): void {
    if (payload.length !== 4) throw sizeFault('WINDOW_UPDATE of other than 4 bytes');
    if (!this.#out.excusesUpdate()) this.#rates.count('window_updates');
    const bytes = payload.readUInt32BE(0) & 0x7fffffff;
    if (streamId === 0) {
      if (bytes === 0) throw protocolFault('WINDOW_UPDATE of 0');
      this.#out.growWindow(bytes);
      return;
    }
    const stream = this.#find(frameType.WINDOW_UPDATE, streamId);
    if (stream === undefined) return;
    stream.sendWindow += bytes;
    if (bytes === 0) this.#streamFault(stream, 'PROTOCOL_ERROR', 'WINDOW_UPDATE of 0');
    else if (stream.sendWindow > largestWindow) {
      this.#streamFault(stream, 'FLOW_CONTROL_ERROR', 'a window beyond 2^31-1');
    } else if (this.#out.isWaiting(stream)) this.pump();
  }

  /** The stream a frame is for; undefined when it is to be ignored, or has cost the peer its stream. */
  #find(type: number, streamId: number): Stream<User> | undefined {
    if (streamId === 0) throw protocolFault('a frame of a stream without its number');
    const stream = this.#streams.get(streamId);
    const unopened = streamId > this.#lastStreamId || streamId % 2 === 0;
    // What follows HEADERS that GOAWAY left out is left out too.
    if (unopened && this.#phase !== 'serving' && streamId % 2 === 1) return undefined;
    const refusal = refusalOf(stream?.state ?? (unopened ? 'idle' : 'closed'), type);
    if (refusal === undefined) return stream;
    if (refusal.ends === 'connection') {
      throw new ConnectionFault(refusal.code, 'a frame of a stream that is not open');
    }
    if (stream !== undefined) this.#streamFault(stream, refusal.code, 'DATA after its end');
    else if (this.#out.wasReset(streamId)) this.#latecomer();
    else {
      this.#rates.count('stream_errors');
      this.#out.reset(streamId, refusal.code);
    }
    return undefined;
  }

  #receiveForConnection(bytes: number): void {
    this.#receiveWindow -= bytes;
    if (this.#receiveWindow < 0) {
      throw new ConnectionFault('FLOW_CONTROL_ERROR', 'more DATA than the connection window');
    }
    // Given back at once: each stream is held back by its own window.
    this.#unacknowledged += bytes;
    if (this.#unacknowledged * 2 < connectionWindowBytes) return;
    this.#receiveWindow += this.#unacknowledged;
    this.#out.windowUpdate(0, this.#unacknowledged);
    this.#unacknowledged = 0;
  }

  #writeTrailers(stream: Stream<User>, block: Uint8Array): void {
    this.#out.headers(stream, block, true);
    stream.state = nextState(stream.state, 'end_sent');
    // RFC 9113 §8.1: the peer need not finish a request that is answered.
    if (stream.state !== 'closed') this.#out.reset(stream.id, 'NO_ERROR');
    this.#forget(stream);
    this.#actions.closed(stream);
    this.#drainedIfEmpty();
  }

  #streamFault(stream: Stream<User>, code: ErrorCodeName, message: string): void {
    this.#out.reset(stream.id, code);
    this.#forget(stream);
    this.#actions.closed(stream, { code, message });
    this.#rates.count('stream_errors');
    this.#drainedIfEmpty();
  }

  /** Turns away a stream that was never opened. */
  #refuse(streamId: number, code: ErrorCodeName): void {
    this.#out.reset(streamId, code);
    this.#rates.count(code === 'REFUSED_STREAM' ? 'early_resets' : 'stream_errors');
  }

  #latecomer(): void {
    if (this.#freeLatecomers > 0) this.#freeLatecomers--;
    else this.#rates.count('needless_frames');
  }

  #forget(stream: Stream<User>): void {
    stream.state = 'closed';
    this.#streams.delete(stream.id);
    this.#out.forget(stream);
  }

  #drainedIfEmpty(): void {
    if (this.#phase === 'draining' && this.#streams.size === 0) this.#actions.drained();
  }
}

/** Larger than a stream's, so that one busy stream does not stop the others. */
const connectionWindowBytes = 1024 * 1024;
const mostFreeLatecomers = 4000;
const none = new Uint8Array(0);
const pingPayload = Buffer.from('are you?');

function protocolFault(rule: string): ConnectionFault {
  return new ConnectionFault('PROTOCOL_ERROR', rule);
}

function sizeFault(rule: string): ConnectionFault {
  return new ConnectionFault('FRAME_SIZE_ERROR', rule);
}
