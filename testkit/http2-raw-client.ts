import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { flag, FrameReader, frameType } from '../common/rpc/http2/frames.ts';
import { HpackDecoder } from '../common/rpc/http2/hpack/decoder.ts';
import { settingId } from '../common/rpc/http2/settings.ts';
import {
  data,
  headers,
  ping,
  rawFrame,
  requestWith,
  settings,
  windowUpdate,
} from './http2-frames.ts';
import { ask, connectRaw, http2Preface } from './suites/transport-parts.ts';

interface RawAnswer {
  /** Headers and trailers together. */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The code of the RST_STREAM that ended it, if one did. */
  readonly reset?: number;
}

interface RawClientOptions {
  /** What it takes of a stream, and of all, before it says more; all there is unless told otherwise. */
  readonly windowBytes?: number;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** A client that says what it is told to and understands what comes back; pings are answered. */
export async function rawClient(
  context: TestContext,
  to: string | Socket,
  { windowBytes = 2 ** 30 }: RawClientOptions = {},
) {
  const socket = typeof to === 'string' ? await connectRaw(context, to) : to;
  const decoder = new HpackDecoder({ maxHeaderBytes: 65_536, maxHeaderFields: 1000 });
  const answers = new Map<
    number,
    { fields: Record<string, string>; body: Buffer; ended: boolean; reset?: number }
  >();
  const waiting = new Map<number, () => void>();
  let goAwayText: string | undefined;
  let dataStream = 0;
  let dataEnds = false;
  const of = (id: number) => {
    const known = answers.get(id) ?? { fields: {}, body: Buffer.alloc(0), ended: false };
    answers.set(id, known);
    return known;
  };
  const end = (id: number) => {
    of(id).ended = true;
    waiting.get(id)?.();
  };
  const reader = new FrameReader({
    header: () => undefined,
    dataBegins: (flags, id) => {
      dataStream = id;
      dataEnds = (flags & flag.END_STREAM) !== 0;
    },
    dataPart: (bytes, from, to) => {
      const answer = of(dataStream);
      answer.body = Buffer.concat([answer.body, bytes.subarray(from, to)]);
    },
    dataEnds: () => {
      if (dataEnds) end(dataStream);
    },
    frame: (type, flags, id, payload) => {
      if (type === frameType.HEADERS) {
        const { texts } = decoder.decode(payload);
        for (let at = 0; at < texts.length; at += 2) {
          of(id).fields[texts[at] as string] = texts[at + 1] as string;
        }
        if ((flags & flag.END_STREAM) !== 0) end(id);
      } else if (type === frameType.PING && (flags & flag.ACK) === 0) {
        socket.write(ping(payload.toString('latin1'), true));
      } else if (type === frameType.RST_STREAM) {
        of(id).reset = payload.readUInt32BE(0);
        end(id);
      } else if (type === frameType.GOAWAY) goAwayText = payload.subarray(8).toString('latin1');
      else if (type === frameType.SETTINGS && (flags & flag.ACK) === 0) {
        socket.write(rawFrame(frameType.SETTINGS, flag.ACK, 0, Buffer.alloc(0)));
      }
    },
  });
  socket.on('data', (chunk: Buffer) => reader.push(chunk));
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(http2Preface);
  socket.write(
    Buffer.concat([
      settings([settingId.INITIAL_WINDOW_SIZE, windowBytes]),
      windowUpdate(0, windowBytes),
    ]),
  );
  const client = {
    gone,
    /** What the server's GOAWAY said, if it said one. */
    get goAway() {
      return goAwayText;
    },
    say: (...frames: readonly Buffer[]) => void socket.write(Buffer.concat(frames)),
    seen: (id: number) => answers.get(id),
    answer: async (id: number): Promise<RawAnswer> => {
      if (!of(id).ended) await new Promise<void>((resolve) => waiting.set(id, resolve));
      return of(id);
    },
    /** A unary call of Ask with this body. */
    call: async (id: number, body: Buffer, changes: Changes = {}, then?: () => Promise<void>) => {
      client.say(headers(id, requestWith({ ':path': ask.path, ...changes })));
      client.say(data(id, body, { end: true }));
      await then?.();
      return client.answer(id);
    },
  };
  return client;
}
