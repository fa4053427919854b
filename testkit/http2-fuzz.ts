import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../common/log/logger.ts';
import { silentLogger } from '../common/log/logger.ts';
import type { LocalPeer } from '../common/rpc/contract.ts';
import { flag, frameType } from '../common/rpc/http2/frames.ts';
import { encodeFields } from '../common/rpc/http2/hpack/encoder.ts';
import { createHttp2Server, type Http2ServerHost } from '../common/rpc/http2/server.ts';
import { settingId } from '../common/rpc/http2/settings.ts';
import { defaultLimits } from '../common/rpc/limits.ts';
import { serveStream, serveUnary } from '../common/rpc/serve.ts';
import { UnreadAnswers } from '../common/rpc/unread-answers.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeSocket, FakeTlsSocket } from './http2-fake-socket.ts';
import {
  continuation,
  data,
  goAway,
  headers,
  message,
  ping,
  priority,
  rawFrame,
  requestWith,
  rstStream,
  settings,
  windowUpdate,
} from './http2-frames.ts';
import { seededRandom } from './random.ts';
import { ask, chat, http2Preface, watch } from './suites/transport-parts.ts';

type Random = (bound: number) => number;

export interface FuzzReport {
  readonly sequences: number;
  /** Connections that a fault ended; the others lived to the end of their sequence. */
  readonly faulted: number;
  readonly calls: number;
  readonly answeredOk: number;
}

/**
 * Throws frame sequences, sound and spoiled, at servers without a kernel between, and checks all that
 * comes back: the same seed says the same. Throws when an answer breaks the protocol or a fault of ours
 * shows.
 */
export async function fuzzHttp2(
  sequences: number,
  seed: number,
  createSocket: () => FakeSocket = () => new FakeSocket(),
): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const report = { sequences: 0, faulted: 0, calls: 0, answeredOk: 0 };
  while (report.sequences < sequences) {
    const batch = Array.from({ length: Math.min(100, sequences - report.sequences) }, () =>
      begin(random, report, createSocket()),
    );
    for (const { socket, bytes } of batch) socket.say(bytes);
    await nextTurn();
    for (const { socket } of batch) await takeAll(socket);
    for (const { socket } of batch) {
      const checked = checkAnswer(Buffer.concat(socket.written));
      report.faulted += checked.faulted ? 1 : 0;
      report.answeredOk += checked.ok;
      socket.destroy();
    }
    await nextTurn();
    for (const { running } of batch)
      assert.equal(running(), 0, 'a handler outlives its connection');
    report.sequences += batch.length;
  }
  return report;
}

/** Over TLS one buffer is under way at a time. */
async function takeAll(socket: FakeSocket): Promise<void> {
  while (socket instanceof FakeTlsSocket && socket.take()) await nextTurn();
}

function begin(random: Random, report: { calls: number }, socket: FakeSocket) {
  let running = 0;
  const host: Http2ServerHost = {
    interceptors: [],
    clock: new FakeClock(),
    log: loudLogger,
    sendMs: defaultLimits.sendMs,
    sendLeastBytes: defaultLimits.sendLeastBytes,
    unread: new UnreadAnswers(defaultLimits),
    findPeer: () => peer,
    started: () => {
      report.calls++;
      running++;
    },
    over: () => {
      running--;
    },
  };
  createHttp2Server({ methods: fuzzMethods, host, limits: defaultLimits }).serve(socket.asSocket());
  const chunks = fuzzSequence(random);
  const last = chunks.pop() ?? Buffer.alloc(0);
  for (const chunk of chunks) socket.say(chunk);
  return { socket, bytes: last, running: () => running };
}

/** What one connection says, its preface first, cut anywhere. */
export function fuzzSequence(random: Random): Buffer[] {
  const sequence = random(10) === 0 ? noise(random) : frames(random);
  const chunks: Buffer[] = [];
  let rest = Buffer.concat([Buffer.from(http2Preface), ...sequence]);
  while (rest.length > 0 && random(3) > 0) {
    const cut = 1 + random(Math.min(rest.length, 200));
    chunks.push(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  return [...chunks, rest];
}

/** What the sequences call. */
export const fuzzMethods = [
  serveUnary(ask, (request) => Promise.resolve(request)),
  serveStream(chat, async (stream) => {
    for await (const one of stream.messages) await stream.send(one);
  }),
  serveStream(watch, async (stream) => {
    for (let size = 1; size < 100_000; size *= 7) await stream.send(new Uint8Array(size));
  }),
];

const peer: LocalPeer = {
  kind: 'local',
  connectionId: 'connection-1',
  pid: 1,
  uid: 0,
  gid: 0,
  isAlive: () => true,
  closed: new AbortController().signal,
};

/** An error line means a fault of ours. */
export const loudLogger: Logger = {
  ...silentLogger,
  error: (text, fields) => {
    throw new Error(text, { cause: fields?.error });
  },
};

function noise(random: Random): Buffer[] {
  return [settings(), Buffer.from(Array.from({ length: random(200) }, () => random(256)))];
}

function frames(random: Random): Buffer[] {
  const count = 1 + random(16);
  let opened = -1;
  const all: Buffer[] = random(20) === 0 ? [] : [settings()];
  for (let at = 0; at < count; at++) {
    const next = random(4) === 0;
    if (next) opened += 2;
    const id = next ? opened : Math.max(1, opened - 2 * random(3) + (random(30) === 0 ? 1 : 0));
    all.push(
      ...(next || opened < 0
        ? headersOf((opened = Math.max(opened, 1)), random)
        : frame(id, random)),
    );
  }
  return all.map((bytes) => (random(25) === 0 ? spoil(bytes, random) : bytes));
}

function headersOf(id: number, random: Random): Buffer[] {
  const path = pick([ask.path, chat.path, watch.path, watch.path, '/x.Y/Z', ''], random);
  const extra = pick(extras, random);
  const block = encodeFields(requestWith({ ':path': path, ...extra }));
  const end = random(3) === 0;
  if (random(4) > 0) return [headers(id, block, { end })];
  const cut = random(block.length);
  return [
    headers(id, block.subarray(0, cut), { end, endHeaders: false, padding: random(20) }),
    continuation(id, block.subarray(cut), true),
  ];
}

const extras: readonly Record<string, string | undefined>[] = [
  {},
  {},
  {},
  { ':authority': undefined },
  { 'grpc-encoding': 'gzip' },
  { 'grpc-timeout': '1S' },
  { 'grpc-timeout': 'soon' },
  { 'content-type': 'text/plain' },
  { ':method': 'GET' },
  { 'content-length': '12' },
  { Bad: 'name' },
];

function frame(id: number, random: Random): Buffer[] {
  const end = random(3) === 0;
  switch (random(12)) {
    case 0:
    case 1:
    case 2: {
      const body = message(Buffer.alloc(random(40), 'x'));
      const cut = random(body.length);
      return [data(id, body.subarray(0, cut)), data(id, body.subarray(cut), { end })];
    }
    case 3:
      return [data(id, message('padded'), { end, padding: random(256) })];
    case 4:
      return [windowUpdate(random(2) * id, random(2) === 0 ? random(100_000) : random(2 ** 31))];
    case 5:
      return [rstStream(id)];
    case 6:
      return [settings([settingId.INITIAL_WINDOW_SIZE, random(200_000)])];
    case 7:
      return [ping()];
    case 8:
      return [
        priority(id, random(20)),
        rawFrame(10 + random(200), random(256), id, Buffer.alloc(3)),
      ];
    case 9:
      return [headers(id, [['trailer', 'x']], { end: random(4) > 0 })];
    case 10:
      return [
        data(id, Buffer.from(Array.from({ length: random(30) }, () => random(256))), { end }),
      ];
    default:
      return [goAway()];
  }
}

/** One byte changed, left out or put in. */
function spoil(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length);
  const changed = Buffer.of(random(256));
  const after = bytes.subarray(at + random(2));
  return Buffer.concat([bytes.subarray(0, at), ...(random(3) > 0 ? [changed] : []), after]);
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[random(from.length)] as T;
}

interface OutStream {
  headers: boolean;
  ended: boolean;
  reset: boolean;
}

/** Reads what a server wrote as a strict client would. */
export function checkAnswer(bytes: Buffer): { faulted: boolean; ok: number } {
  const streams = new Map<number, OutStream>();
  let faulted = false;
  let ok = 0;
  for (let at = 0; at < bytes.length;) {
    assert.ok(at + 9 <= bytes.length, 'half a frame was written');
    const length = bytes.readUIntBE(at, 3);
    const type = bytes.readUInt8(at + 3);
    const flags = bytes.readUInt8(at + 4);
    const id = bytes.readUInt32BE(at + 5);
    assert.ok(length <= 16_384, 'a frame is too large');
    assert.ok(at + 9 + length <= bytes.length, 'a frame is cut');
    assert.ok(!faulted, 'something follows the GOAWAY of a fault');
    const stream = streams.get(id) ?? { headers: false, ended: false, reset: false };
    streams.set(id, stream);
    if (type === frameType.HEADERS) {
      assert.ok(id % 2 === 1 && !stream.ended && !stream.reset, 'HEADERS of a stream that is over');
      stream.headers = true;
      stream.ended = (flags & flag.END_STREAM) !== 0;
      if (stream.ended && bytes.includes('grpc-status\u00010', at + 9, 'latin1')) ok++;
    } else if (type === frameType.DATA) {
      assert.ok(stream.headers && !stream.ended && !stream.reset, 'DATA of a stream that is over');
    } else if (type === frameType.RST_STREAM) {
      assert.ok(id > 0 && length === 4, 'a bad RST_STREAM');
      stream.reset = true;
    } else if (type === frameType.GOAWAY) {
      faulted = bytes.readUInt32BE(at + 13) !== 0;
      assert.notEqual(bytes.readUInt32BE(at + 13), 2, 'an INTERNAL_ERROR');
    } else {
      const known: number[] = [frameType.SETTINGS, frameType.PING, frameType.WINDOW_UPDATE];
      assert.ok(known.includes(type), `a frame of type ${type}`);
    }
    at += 9 + length;
  }
  return { faulted, ok };
}
