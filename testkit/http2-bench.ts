import { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { ConnectionState, type ConnectionActions } from '../common/rpc/http2/connection-state.ts';
import {
  ConnectionFault,
  errorCode,
  type ErrorCodeName,
  type StreamFault,
} from '../common/rpc/http2/faults.ts';
import {
  FrameReader,
  frameType,
  sizeOfFrame,
  writeFrame,
  type OutFrame,
} from '../common/rpc/http2/frames.ts';
import { HpackDecoder } from '../common/rpc/http2/hpack/decoder.ts';
import { encodeFields } from '../common/rpc/http2/hpack/encoder.ts';
import { defaultHttp2Limits, type ConnectionLimits } from '../common/rpc/http2/http2-limits.ts';
import type { RequestHead } from '../common/rpc/http2/request-head.ts';
import type { Stream } from '../common/rpc/http2/stream.ts';
import { defaultLimits } from '../common/rpc/limits.ts';
import { settings } from './http2-frames.ts';

interface WrittenFrame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

/** What is known of one stream that the state machine opened. */
interface SeenStream {
  readonly stream: Stream<SeenStream>;
  readonly head: RequestHead | undefined;
  body: Buffer;
  ended: boolean;
  taken: number;
  closed: boolean;
  fault: StreamFault | undefined;
}

/** A connection's state machine between bytes in and bytes out, without a socket and without time. */
export class Http2Bench implements ConnectionActions<SeenStream> {
  readonly state: ConnectionState<SeenStream>;
  readonly written: WrittenFrame[] = [];
  readonly streams = new Map<number, SeenStream>();
  readonly #reader: FrameReader;
  readonly #decoder = new HpackDecoder({ maxHeaderBytes: 65_536, maxHeaderFields: 1000 });
  /** False holds DATA back. */
  room = true;
  nowMs = 0;
  drainedCalls = 0;
  fault: ConnectionFault | undefined;

  constructor(limits: Partial<ConnectionLimits> = {}) {
    const all = { ...defaultLimits, ...defaultHttp2Limits, ...limits };
    this.state = new ConnectionState(all, this, () => this.nowMs);
    this.#reader = new FrameReader(this.state);
    this.state.start();
  }

  send(stream: Stream<SeenStream>, message: Uint8Array): boolean {
    return this.state.send(stream, new EncodedParts([message]));
  }

  /** A bench whose client has sent its SETTINGS, and whose first frames are forgotten. */
  static greeted(limits: Partial<ConnectionLimits> = {}): Http2Bench {
    const bench = new Http2Bench(limits);
    bench.say(settings());
    bench.written.length = 0;
    return bench;
  }

  /** What the peer sends; a fault ends the connection as the driver would end it. */
  say(...frames: readonly Buffer[]): void {
    if (this.fault !== undefined) return;
    try {
      for (const frame of frames) this.#reader.push(frame);
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error;
      this.fault = error;
      this.state.fail(error);
    }
  }

  stream(id: number): SeenStream {
    const seen = this.streams.get(id);
    if (seen === undefined) throw new Error(`stream ${id} was never opened`);
    return seen;
  }

  /** Frames of one type, of one stream when it is named. */
  frames(type: keyof typeof frameType, streamId?: number): WrittenFrame[] {
    return this.written.filter(
      (frame) =>
        frame.type === frameType[type] && (streamId === undefined || frame.streamId === streamId),
    );
  }

  /** The fields of a header block that was written; blocks must be read in order. */
  fields(frame: WrittenFrame): readonly string[] {
    return this.#decoder.decode(frame.payload).texts;
  }

  /** How the peer was told that all, or a stream, is over. */
  goAwayCode(): ErrorCodeName | undefined {
    return nameOf(this.frames('GOAWAY').at(-1)?.payload.readUInt32BE(4));
  }

  resetCode(streamId: number): ErrorCodeName | undefined {
    return nameOf(this.frames('RST_STREAM', streamId).at(-1)?.payload.readUInt32BE(0));
  }

  // ConnectionActions.

  write(frame: OutFrame): void {
    const bytes = Buffer.alloc(sizeOfFrame(frame));
    if (writeFrame(frame, bytes, 0) !== bytes.length) throw new Error('a frame of another size');
    for (let at = 0; at < bytes.length;) {
      const length = bytes.readUIntBE(at, 3);
      this.written.push({
        type: bytes.readUInt8(at + 3),
        flags: bytes.readUInt8(at + 4),
        streamId: bytes.readUInt32BE(at + 5),
        payload: bytes.subarray(at + 9, at + 9 + length),
      });
      at += 9 + length;
    }
  }

  hasRoom(): boolean {
    return this.room;
  }

  request(stream: Stream<SeenStream>, head: RequestHead | undefined): void {
    const seen = { stream, head, body: Buffer.alloc(0), ended: false, taken: 0 };
    const opened: SeenStream = { ...seen, closed: false, fault: undefined };
    stream.user = opened;
    this.streams.set(stream.id, opened);
  }

  data(stream: Stream<SeenStream>, bytes: Buffer, start: number, end: number): void {
    const seen = this.stream(stream.id);
    seen.body = Buffer.concat([seen.body, bytes.subarray(start, end)]);
  }

  end(stream: Stream<SeenStream>): void {
    this.stream(stream.id).ended = true;
  }

  taken(stream: Stream<SeenStream>): void {
    this.stream(stream.id).taken++;
  }

  closed(stream: Stream<SeenStream>, fault?: StreamFault): void {
    const seen = this.stream(stream.id);
    if (seen.closed) throw new Error(`stream ${stream.id} was closed twice`);
    seen.closed = true;
    seen.fault = fault;
  }

  drained(): void {
    this.drainedCalls++;
  }
}

export const okBlock = encodeFields([
  [':status', '200'],
  ['content-type', 'application/grpc'],
]);
export const okTrailers = encodeFields([['grpc-status', '0']]);

function nameOf(code: number | undefined): ErrorCodeName | undefined {
  const found = Object.entries(errorCode).find(([, value]) => value === code);
  return found?.[0] as ErrorCodeName | undefined;
}
