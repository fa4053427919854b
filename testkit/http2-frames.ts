import { errorCode, type ErrorCodeName } from '../common/rpc/http2/faults.ts';
import { flag, frameType } from '../common/rpc/http2/frames.ts';
import { encodeFields } from '../common/rpc/http2/hpack/encoder.ts';

/*
 * Frames as raw bytes, sound or not, for tests of what a peer may say (RFC 9113 §4.1, §6).
 */

type Fields = readonly (readonly [string, string])[];

interface FrameOptions {
  readonly end?: boolean;
  readonly endHeaders?: boolean;
  readonly padding?: number;
  readonly dependsOn?: number;
}

export const request: Fields = [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', '/test.Test/Chat'],
  [':authority', 'localhost'],
  ['te', 'trailers'],
  ['content-type', 'application/grpc'],
];

/** `request` with some fields changed, or left out when undefined. */
export function requestWith(changes: Readonly<Record<string, string | undefined>>): Fields {
  const fields = new Map<string, string>(request);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return [...fields];
}

export function rawFrame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

export function headers(
  streamId: number,
  fields: Fields | Buffer = request,
  { end = false, endHeaders = true, padding, dependsOn }: FrameOptions = {},
): Buffer {
  const block = Buffer.isBuffer(fields) ? fields : encodeFields(fields);
  const priority = dependsOn === undefined ? [] : [u32(dependsOn), Buffer.of(16)];
  const flags =
    (end ? flag.END_STREAM : 0) |
    (endHeaders ? flag.END_HEADERS : 0) |
    (padding === undefined ? 0 : flag.PADDED) |
    (dependsOn === undefined ? 0 : flag.PRIORITY);
  const pad = padding === undefined ? [] : [Buffer.of(padding)];
  const tail = Buffer.alloc(padding ?? 0);
  return rawFrame(
    frameType.HEADERS,
    flags,
    streamId,
    Buffer.concat([...pad, ...priority, block, tail]),
  );
}

export function continuation(streamId: number, block: Buffer, endHeaders: boolean): Buffer {
  const flags = endHeaders ? flag.END_HEADERS : 0;
  return rawFrame(frameType.CONTINUATION, flags, streamId, block);
}

export function data(
  streamId: number,
  payload: Buffer | string = '',
  { end = false, padding }: FrameOptions = {},
): Buffer {
  const body = Buffer.from(payload);
  const flags = (end ? flag.END_STREAM : 0) | (padding === undefined ? 0 : flag.PADDED);
  const pad = padding === undefined ? [] : [Buffer.of(padding)];
  const tail = Buffer.alloc(padding ?? 0);
  return rawFrame(frameType.DATA, flags, streamId, Buffer.concat([...pad, body, tail]));
}

/** A gRPC message with its prefix. */
export function message(body: Buffer | string): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.of(0), u32(bytes.length), bytes]);
}

export function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = pairs.map(([id, value]) =>
    Buffer.concat([Buffer.of(id >> 8, id & 255), u32(value)]),
  );
  return rawFrame(frameType.SETTINGS, 0, 0, Buffer.concat(payload));
}

export function windowUpdate(streamId: number, bytes: number): Buffer {
  return rawFrame(frameType.WINDOW_UPDATE, 0, streamId, u32(bytes));
}

export function rstStream(streamId: number, code: ErrorCodeName = 'CANCEL'): Buffer {
  return rawFrame(frameType.RST_STREAM, 0, streamId, u32(errorCode[code]));
}

export function ping(payload = '12345678', ack = false): Buffer {
  return rawFrame(frameType.PING, ack ? flag.ACK : 0, 0, Buffer.from(payload));
}

export function priority(streamId: number, dependsOn: number): Buffer {
  return rawFrame(frameType.PRIORITY, 0, streamId, Buffer.concat([u32(dependsOn), Buffer.of(16)]));
}

export function goAway(code: ErrorCodeName = 'NO_ERROR'): Buffer {
  return rawFrame(frameType.GOAWAY, 0, 0, Buffer.concat([u32(0), u32(errorCode[code])]));
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
