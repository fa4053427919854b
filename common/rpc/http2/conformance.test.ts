import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Http2Bench, okBlock, okTrailers } from '../../../testkit/http2-bench.ts';
import {
  continuation,
  data,
  goAway,
  headers,
  ping,
  priority,
  rawFrame,
  request,
  requestWith,
  rstStream,
  settings,
  u32,
  windowUpdate,
} from '../../../testkit/http2-frames.ts';
import type { ErrorCodeName } from './faults.ts';
import { flag, frameType } from './frames.ts';
import { encodeFields } from './hpack/encoder.ts';
import { settingId } from './settings.ts';

/** What RFC 9113 and RFC 7541 demand of a server, section by section, said with raw frames. */

type Row = readonly [section: string, what: string, frames: readonly Buffer[], code: ErrorCodeName];

const block = encodeFields(request);
const half = block.subarray(0, 10);
const rest = block.subarray(10);
const open = headers(1);
const whole = headers(1, request, { end: true });
const largest = 2 ** 31 - 1;
const { DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY } = frameType;
const { WINDOW_UPDATE, CONTINUATION } = frameType;

const connectionErrors: readonly Row[] = [
  ['4.2', 'DATA beyond 16,384 bytes', [open, data(1, Buffer.alloc(16_385))], 'FRAME_SIZE_ERROR'],
  ['4.2', 'HEADERS beyond 16,384 bytes', [headers(1, Buffer.alloc(16_385))], 'FRAME_SIZE_ERROR'],
  [
    '4.2',
    'an unknown frame beyond 16,384 bytes',
    [rawFrame(0xee, 0, 0, Buffer.alloc(16_385))],
    'FRAME_SIZE_ERROR',
  ],
  ['4.3', 'a header block that is no HPACK', [headers(1, Buffer.of(0x80))], 'COMPRESSION_ERROR'],
  [
    '4.3',
    'a header block interrupted by PRIORITY',
    [headers(1, half, { endHeaders: false }), priority(3, 0)],
    'PROTOCOL_ERROR',
  ],
  [
    '4.3',
    'a header block interrupted by HEADERS of another stream',
    [headers(1, half, { endHeaders: false }), headers(3)],
    'PROTOCOL_ERROR',
  ],
  [
    '4.3',
    'a header block interrupted by a frame of unknown type',
    [headers(1, half, { endHeaders: false }), rawFrame(0xee, 0, 1, half)],
    'PROTOCOL_ERROR',
  ],
  ['5.1', 'DATA of an idle stream', [data(1, 'x')], 'PROTOCOL_ERROR'],
  ['5.1', 'RST_STREAM of an idle stream', [rstStream(1)], 'PROTOCOL_ERROR'],
  ['5.1', 'WINDOW_UPDATE of an idle stream', [windowUpdate(1, 100)], 'PROTOCOL_ERROR'],
  ['5.1', 'CONTINUATION of an idle stream', [continuation(1, rest, true)], 'PROTOCOL_ERROR'],
  [
    '5.1',
    'CONTINUATION of a half-closed stream',
    [whole, continuation(1, rest, true)],
    'PROTOCOL_ERROR',
  ],
  ['5.1', 'HEADERS of a stream that was reset', [open, rstStream(1), headers(1)], 'STREAM_CLOSED'],
  ['5.1.1', 'a stream with an even number', [headers(2)], 'PROTOCOL_ERROR'],
  [
    '5.1.1',
    'a stream with a smaller number than the last',
    [headers(5), headers(3)],
    'STREAM_CLOSED',
  ],
  ['6.1', 'DATA without a stream', [data(0, 'x')], 'PROTOCOL_ERROR'],
  [
    '6.1',
    'DATA with padding as long as its payload',
    [open, rawFrame(DATA, flag.PADDED, 1, Buffer.of(3, 0, 0))],
    'PROTOCOL_ERROR',
  ],
  [
    '6.1',
    'padded DATA without a pad length',
    [open, rawFrame(DATA, flag.PADDED, 1, Buffer.alloc(0))],
    'FRAME_SIZE_ERROR',
  ],
  ['6.2', 'HEADERS without a stream', [headers(0)], 'PROTOCOL_ERROR'],
  [
    '6.2',
    'HEADERS with padding longer than its payload',
    [rawFrame(HEADERS, flag.PADDED | flag.END_HEADERS, 1, Buffer.concat([Buffer.of(255), block]))],
    'PROTOCOL_ERROR',
  ],
  [
    '6.2',
    'padded HEADERS without a pad length',
    [rawFrame(HEADERS, flag.PADDED, 1, Buffer.alloc(0))],
    'FRAME_SIZE_ERROR',
  ],
  [
    '6.2',
    'HEADERS too short for the priority it announces',
    [rawFrame(HEADERS, flag.PRIORITY | flag.END_HEADERS, 1, Buffer.alloc(4))],
    'FRAME_SIZE_ERROR',
  ],
  ['6.3', 'PRIORITY without a stream', [priority(0, 1)], 'PROTOCOL_ERROR'],
  ['6.4', 'RST_STREAM without a stream', [rstStream(0)], 'PROTOCOL_ERROR'],
  [
    '6.4',
    'RST_STREAM of 3 bytes',
    [open, rawFrame(RST_STREAM, 0, 1, Buffer.alloc(3))],
    'FRAME_SIZE_ERROR',
  ],
  ['6.5', 'SETTINGS of a stream', [rawFrame(SETTINGS, 0, 1, Buffer.alloc(0))], 'PROTOCOL_ERROR'],
  [
    '6.5',
    'an acknowledgement with settings',
    [rawFrame(SETTINGS, flag.ACK, 0, Buffer.alloc(6))],
    'FRAME_SIZE_ERROR',
  ],
  ['6.5', 'SETTINGS of 5 bytes', [rawFrame(SETTINGS, 0, 0, Buffer.alloc(5))], 'FRAME_SIZE_ERROR'],
  ['6.5.2', 'ENABLE_PUSH of 2', [settings([settingId.ENABLE_PUSH, 2])], 'PROTOCOL_ERROR'],
  [
    '6.5.2',
    'INITIAL_WINDOW_SIZE beyond 2^31-1',
    [settings([settingId.INITIAL_WINDOW_SIZE, 2 ** 31])],
    'FLOW_CONTROL_ERROR',
  ],
  [
    '6.5.2',
    'MAX_FRAME_SIZE below 16,384',
    [settings([settingId.MAX_FRAME_SIZE, 16_383])],
    'PROTOCOL_ERROR',
  ],
  [
    '6.5.2',
    'MAX_FRAME_SIZE beyond 2^24-1',
    [settings([settingId.MAX_FRAME_SIZE, 2 ** 24])],
    'PROTOCOL_ERROR',
  ],
  [
    '6.6',
    'PUSH_PROMISE',
    [open, rawFrame(PUSH_PROMISE, flag.END_HEADERS, 1, Buffer.concat([u32(2), block]))],
    'PROTOCOL_ERROR',
  ],
  ['6.7', 'PING of a stream', [rawFrame(PING, 0, 1, Buffer.alloc(8))], 'PROTOCOL_ERROR'],
  ['6.7', 'PING of 7 bytes', [rawFrame(PING, 0, 0, Buffer.alloc(7))], 'FRAME_SIZE_ERROR'],
  ['6.8', 'GOAWAY of a stream', [rawFrame(GOAWAY, 0, 1, Buffer.alloc(8))], 'PROTOCOL_ERROR'],
  ['6.8', 'GOAWAY of 7 bytes', [rawFrame(GOAWAY, 0, 0, Buffer.alloc(7))], 'FRAME_SIZE_ERROR'],
  ['6.9', 'WINDOW_UPDATE of 0 for the connection', [windowUpdate(0, 0)], 'PROTOCOL_ERROR'],
  [
    '6.9',
    'WINDOW_UPDATE of 3 bytes',
    [rawFrame(WINDOW_UPDATE, 0, 0, Buffer.alloc(3))],
    'FRAME_SIZE_ERROR',
  ],
  ['6.9.1', 'a connection window beyond 2^31-1', [windowUpdate(0, largest)], 'FLOW_CONTROL_ERROR'],
  [
    '6.9.2',
    'a stream window beyond 2^31-1 by SETTINGS',
    [open, windowUpdate(1, largest - 65_535), settings([settingId.INITIAL_WINDOW_SIZE, 65_536])],
    'FLOW_CONTROL_ERROR',
  ],
  ['6.10', 'CONTINUATION after END_HEADERS', [open, continuation(1, rest, true)], 'PROTOCOL_ERROR'],
  [
    '6.10',
    'CONTINUATION of another stream',
    [headers(1, half, { endHeaders: false }), continuation(3, rest, true)],
    'PROTOCOL_ERROR',
  ],
  [
    '6.10',
    'CONTINUATION without a stream',
    [headers(1, half, { endHeaders: false }), continuation(0, rest, true)],
    'PROTOCOL_ERROR',
  ],
  [
    '6.10',
    'CONTINUATION after DATA',
    [open, data(1, 'x'), rawFrame(CONTINUATION, 4, 1, rest)],
    'PROTOCOL_ERROR',
  ],
];

const streamErrors: readonly Row[] = [
  ['5.1', 'DATA of a half-closed stream', [whole, data(1, 'x')], 'STREAM_CLOSED'],
  [
    '5.1',
    'HEADERS of a half-closed stream',
    [whole, headers(1, [['a', 'b']], { end: true })],
    'STREAM_CLOSED',
  ],
  ['5.1', 'DATA of a stream that was reset', [open, rstStream(1), data(1, 'x')], 'STREAM_CLOSED'],
  [
    '5.3.1 (RFC 7540)',
    'HEADERS that depend on themselves',
    [headers(1, request, { dependsOn: 1 })],
    'PROTOCOL_ERROR',
  ],
  ['5.3.1 (RFC 7540)', 'PRIORITY that depends on itself', [open, priority(1, 1)], 'PROTOCOL_ERROR'],
  [
    '6.3',
    'PRIORITY of 4 bytes',
    [open, rawFrame(PRIORITY, 0, 1, Buffer.alloc(4))],
    'FRAME_SIZE_ERROR',
  ],
  ['6.9', 'WINDOW_UPDATE of 0 for a stream', [open, windowUpdate(1, 0)], 'PROTOCOL_ERROR'],
  [
    '6.9.1',
    'a stream window beyond 2^31-1',
    [open, windowUpdate(1, largest)],
    'FLOW_CONTROL_ERROR',
  ],
  [
    '6.9.1',
    'more DATA than the stream window',
    [open, ...Array<Buffer>(5).fill(data(1, Buffer.alloc(16_000)))],
    'FLOW_CONTROL_ERROR',
  ],
  [
    '8.1',
    'trailers that do not end the request',
    [open, headers(1, [['a', 'b']])],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1',
    'pseudo-headers in trailers',
    [open, headers(1, [[':method', 'POST']], { end: true })],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1',
    'a bad name in trailers',
    [open, headers(1, [['A', 'b']], { end: true })],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1.1',
    'more DATA than the content-length',
    [headers(1, requestWith({ 'content-length': '1' })), data(1, 'xx')],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1.1',
    'less DATA than the content-length',
    [headers(1, requestWith({ 'content-length': '2' })), data(1, 'x', { end: true })],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1.1',
    'no DATA for a content-length',
    [headers(1, requestWith({ 'content-length': '2' }), { end: true })],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1.1',
    'a content-length that is no number',
    [headers(1, requestWith({ 'content-length': '1x' }))],
    'PROTOCOL_ERROR',
  ],
  [
    '8.1.1',
    'two content-lengths',
    [headers(1, [...requestWith({ 'content-length': '1' }), ['content-length', '2']])],
    'PROTOCOL_ERROR',
  ],
  ['8.2.1', 'a name with a capital', [headers(1, [...request, ['X-a', 'b']])], 'PROTOCOL_ERROR'],
  ['8.2.1', 'an empty name', [headers(1, [...request, ['', 'b']])], 'PROTOCOL_ERROR'],
  ['8.2.1', 'a name with a blank', [headers(1, [...request, ['x a', 'b']])], 'PROTOCOL_ERROR'],
  ['8.2.1', 'a name with a colon', [headers(1, [...request, ['x:a', 'b']])], 'PROTOCOL_ERROR'],
  [
    '8.2.1',
    'a value with a line feed',
    [headers(1, [...request, ['x-a', 'b\nc']])],
    'PROTOCOL_ERROR',
  ],
  ['8.2.1', 'a value with a zero', [headers(1, [...request, ['x-a', 'b\0']])], 'PROTOCOL_ERROR'],
  [
    '8.2.1',
    'a value with a blank before',
    [headers(1, [...request, ['x-a', ' b']])],
    'PROTOCOL_ERROR',
  ],
  [
    '8.2.1',
    'a value with a blank after',
    [headers(1, [...request, ['x-a', 'b\t']])],
    'PROTOCOL_ERROR',
  ],
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'].map(
    (name): Row => [
      '8.2.2',
      `the field ${name}`,
      [headers(1, [...request, [name, 'x']])],
      'PROTOCOL_ERROR',
    ],
  ),
  [
    '8.2.2',
    'a te other than trailers',
    [headers(1, requestWith({ te: 'gzip' }))],
    'PROTOCOL_ERROR',
  ],
  ['8.3', 'an unknown pseudo-header', [headers(1, [[':x', 'y'], ...request])], 'PROTOCOL_ERROR'],
  [
    '8.3',
    'a pseudo-header of responses',
    [headers(1, [[':status', '200'], ...request])],
    'PROTOCOL_ERROR',
  ],
  [
    '8.3',
    'a pseudo-header after a field',
    [headers(1, [['a', 'b'], ...request])],
    'PROTOCOL_ERROR',
  ],
  ...[':method', ':scheme', ':path'].map((name): Row => [
    '8.3.1',
    `a request without ${name}`,
    [headers(1, requestWith({ [name]: undefined }))],
    'PROTOCOL_ERROR',
  ]),
  ...[':method', ':scheme', ':path', ':authority'].map((name): Row => [
    '8.3.1',
    `a request with ${name} twice`,
    [headers(1, [[name, 'x'], ...request])],
    'PROTOCOL_ERROR',
  ]),
  ['8.3.1', 'an empty :path', [headers(1, requestWith({ ':path': '' }))], 'PROTOCOL_ERROR'],
];

suite('RFC 9113: what costs a peer its connection', () => {
  for (const [section, what, frames, code] of connectionErrors) {
    test(`§${section}: ${what} is a connection error ${code}`, () => {
      const bench = Http2Bench.greeted();
      bench.say(...frames);
      assert.equal(bench.goAwayCode(), code);
      assert.equal(bench.state.phase, 'over');
      assert.ok([...bench.streams.values()].every(({ closed }) => closed));
    });
  }

  test('§3.4: a first frame that is not SETTINGS is a connection error', () => {
    const bench = new Http2Bench();
    bench.say(ping());
    assert.equal(bench.goAwayCode(), 'PROTOCOL_ERROR');
  });

  test('§3.4: an acknowledgement is not the SETTINGS that must come first', () => {
    const bench = new Http2Bench();
    bench.say(rawFrame(SETTINGS, flag.ACK, 0, Buffer.alloc(0)));
    assert.equal(bench.goAwayCode(), 'PROTOCOL_ERROR');
  });

  test('§5.1: HEADERS of a stream that is done is a connection error STREAM_CLOSED', () => {
    const bench = Http2Bench.greeted();
    bench.say(whole);
    bench.state.respond(bench.stream(1).stream, okBlock);
    bench.state.finish(bench.stream(1).stream, okTrailers);
    bench.say(headers(1));
    assert.equal(bench.goAwayCode(), 'STREAM_CLOSED');
  });

  test('§6.8: GOAWAY names the last stream that was looked at', () => {
    const bench = Http2Bench.greeted();
    bench.say(headers(1), headers(7), settings([settingId.ENABLE_PUSH, 9]));
    assert.equal(bench.frames('GOAWAY').at(-1)?.payload.readUInt32BE(0), 7);
  });
});

suite('RFC 9113: what costs a peer one stream', () => {
  for (const [section, what, frames, code] of streamErrors) {
    test(`§${section}: ${what} is a stream error ${code}`, () => {
      const bench = Http2Bench.greeted();
      bench.say(...frames);
      assert.equal(bench.resetCode(1), code);
      assert.equal(bench.goAwayCode(), undefined);
      assert.equal(bench.state.streamCount, 0);
      bench.say(headers(3));
      assert.equal(bench.state.streamCount, 1);
    });
  }

  test('§5.1.2: a stream beyond the maximum is refused, and may be tried again', () => {
    const bench = Http2Bench.greeted({ maxStreamsPerConnection: 1 });
    bench.say(headers(1), headers(3));
    assert.equal(bench.resetCode(3), 'REFUSED_STREAM');
    bench.say(rstStream(1), headers(5));
    assert.ok(!bench.stream(5).closed);
  });
});

suite('RFC 9113: what a peer may do', () => {
  const allowed: readonly (readonly [section: string, what: string, frames: readonly Buffer[]])[] =
    [
      [
        '4.1',
        'set the reserved bit of a stream number',
        [rawFrame(PING, 0, 2 ** 31, Buffer.alloc(8))],
      ],
      ['4.1', 'set flags that mean nothing', [rawFrame(PING, 0xf0, 0, Buffer.alloc(8))]],
      ['5.5', 'send frames of unknown types', [rawFrame(0xee, 0xff, 5, Buffer.alloc(100))]],
      ['5.1', 'send PRIORITY of an idle stream', [priority(9, 0)]],
      [
        '5.1',
        'send WINDOW_UPDATE and RST_STREAM of a stream that is gone',
        [open, rstStream(1), windowUpdate(1, 5), rstStream(1)],
      ],
      ['6.5.2', 'send unknown settings', [settings([0xff, 1])]],
      ['6.5.2', 'change the size of its table', [settings([settingId.HEADER_TABLE_SIZE, 0])]],
      ['6.8', 'say GOAWAY and go on', [goAway(), headers(3)]],
      ['6.7', 'acknowledge a PING', [ping('12345678', true)]],
    ];
  for (const [section, what, frames] of allowed) {
    test(`§${section}: a peer may ${what}`, () => {
      const bench = Http2Bench.greeted();
      bench.say(...frames, headers(11));
      assert.equal(bench.fault, undefined);
      assert.ok(!bench.stream(11).closed);
    });
  }

  test('§6.7: PING is answered with the same bytes', () => {
    const bench = Http2Bench.greeted();
    bench.say(ping('whatever'));
    const [pong] = bench.frames('PING');
    assert.equal(pong?.flags, flag.ACK);
    assert.equal(pong.payload.toString(), 'whatever');
  });

  test('§6.5.3: SETTINGS are acknowledged', () => {
    const bench = Http2Bench.greeted();
    bench.say(settings([settingId.INITIAL_WINDOW_SIZE, 1]));
    assert.deepEqual(
      bench.frames('SETTINGS').map(({ flags }) => flags),
      [flag.ACK],
    );
  });

  test('§6.2, §6.10: a header block may be cut anywhere, padded and prioritised', () => {
    for (let cut = 0; cut <= block.length; cut++) {
      const bench = Http2Bench.greeted();
      const first = block.subarray(0, cut);
      bench.say(headers(1, first, { endHeaders: false, padding: 7, dependsOn: 0 }));
      bench.say(continuation(1, block.subarray(cut), true), data(1, 'x', { end: true }));
      assert.equal(bench.stream(1).head?.path, '/test.Test/Chat');
      assert.ok(bench.stream(1).ended);
    }
  });

  test('§6.1: DATA may be padded, and padding counts for the windows', () => {
    const bench = Http2Bench.greeted();
    bench.say(open);
    for (let round = 0; round < 200; round++) bench.say(data(1, 'y', { padding: 255 }));
    bench.say(data(1, 'abc', { padding: 10, end: true }));
    assert.equal(bench.stream(1).body.toString(), `${'y'.repeat(200)}abc`);
    const [update] = bench.frames('WINDOW_UPDATE', 1);
    assert.ok(update !== undefined && update.payload.readUInt32BE(0) >= 32_768);
  });

  test('§6.9: the connection window is given back as it is used, whoever reads what', () => {
    const bench = Http2Bench.greeted();
    const mebibytes = 8;
    for (let at = 0; at < mebibytes * 64; at++) {
      bench.say(headers(2 * at + 1), data(2 * at + 1, Buffer.alloc(16_384)));
    }
    assert.equal(bench.fault, undefined);
    const given = bench
      .frames('WINDOW_UPDATE', 0)
      .reduce((sum, { payload }) => sum + payload.readUInt32BE(0), 0);
    assert.ok(given >= (mebibytes - 1) * 2 ** 20);
  });

  test('§8.1: trailers end a request', () => {
    const bench = Http2Bench.greeted();
    bench.say(open, data(1, 'x'), headers(1, [['a', 'b']], { end: true }));
    assert.ok(bench.stream(1).ended);
    assert.equal(bench.fault, undefined);
  });

  for (const authority of [
    undefined,
    '',
    '/run/api.sock',
    'unix:/run/a',
    'a b',
    ' ',
    '%2Frun',
    'a,b@c:x',
  ]) {
    test(`§8.3.1: a peer may name us ${JSON.stringify(authority)}`, () => {
      const bench = Http2Bench.greeted();
      bench.say(headers(1, requestWith({ ':authority': authority })));
      assert.ok(!bench.stream(1).closed);
    });
  }

  test('§5.1: what a peer sent before it learned that we reset a stream is ignored', () => {
    const bench = Http2Bench.greeted();
    bench.say(open);
    bench.state.reset(bench.stream(1).stream, 'CANCEL');
    bench.say(data(1, 'late'), headers(1, [['a', 'b']], { end: true }), windowUpdate(1, 5));
    assert.equal(bench.fault, undefined);
    assert.equal(bench.frames('RST_STREAM').length, 1);
  });

  test('every frame may arrive byte by byte', () => {
    const bench = new Http2Bench();
    const all = [
      settings([settingId.INITIAL_WINDOW_SIZE, 70_000]),
      headers(1, half, { endHeaders: false }),
      continuation(1, rest, true),
      data(1, 'abc', { padding: 3 }),
      data(1, ''),
      ping(),
      data(1, 'def', { end: true }),
    ];
    for (const byte of Buffer.concat(all)) bench.say(Buffer.of(byte));
    assert.equal(bench.fault, undefined);
    assert.equal(bench.stream(1).body.toString(), 'abcdef');
    assert.ok(bench.stream(1).ended);
  });
});

suite('RFC 9113: flow control of what we send', () => {
  const opened = (...before: readonly Buffer[]) => {
    const bench = Http2Bench.greeted();
    bench.say(...before, whole);
    const { stream } = bench.stream(1);
    bench.state.respond(stream, okBlock);
    return {
      bench,
      stream,
      sent: () => Buffer.concat(bench.frames('DATA', 1).map((f) => f.payload)),
    };
  };

  test('§6.9: a message waits for the stream window and goes on where it stopped', () => {
    const { bench, stream, sent } = opened(settings([settingId.INITIAL_WINDOW_SIZE, 3]));
    assert.ok(!bench.send(stream, Buffer.from('hello')));
    bench.state.finish(stream, okTrailers);
    assert.deepEqual([...sent()], [0, 0, 0]);
    bench.say(windowUpdate(1, 4));
    assert.deepEqual([...sent()], [0, 0, 0, 0, 5, 0x68, 0x65]);
    assert.equal(bench.stream(1).taken, 0);
    bench.say(windowUpdate(1, 100));
    assert.equal(sent().subarray(5).toString(), 'hello');
    assert.equal(bench.stream(1).taken, 1);
    const last = bench.written.at(-1);
    assert.deepEqual([last?.type, last?.flags], [HEADERS, flag.END_STREAM | flag.END_HEADERS]);
    assert.ok(bench.stream(1).closed);
  });

  test('§6.9.2: a window that shrank below zero must grow before anything is sent', () => {
    const { bench, stream, sent } = opened();
    bench.send(stream, Buffer.alloc(995));
    bench.say(settings([settingId.INITIAL_WINDOW_SIZE, 500]));
    assert.ok(!bench.send(stream, Buffer.alloc(5)));
    bench.say(windowUpdate(1, 500));
    assert.equal(sent().length, 1000);
    bench.say(windowUpdate(1, 1));
    assert.equal(sent().length, 1001);
  });

  test('§6.9: the connection window holds all streams back, and they take turns', () => {
    const bench = Http2Bench.greeted();
    bench.say(settings([settingId.INITIAL_WINDOW_SIZE, 2 ** 20]), headers(1), headers(3));
    for (const id of [1, 3]) {
      bench.state.respond(bench.stream(id).stream, okBlock);
      assert.ok(!bench.send(bench.stream(id).stream, Buffer.alloc(100_000)));
    }
    bench.say(windowUpdate(0, 65_536));
    const ids = bench
      .frames('DATA')
      .slice(-4)
      .map(({ streamId }) => streamId);
    assert.deepEqual(ids, [1, 3, 1, 3]);
  });

  test('§4.2: no frame is larger than 16,384 bytes, whatever the peer takes', () => {
    const { bench, stream, sent } = opened(
      settings([settingId.INITIAL_WINDOW_SIZE, 2 ** 24], [settingId.MAX_FRAME_SIZE, 2 ** 20]),
    );
    bench.say(windowUpdate(0, 2 ** 24));
    assert.ok(bench.send(stream, Buffer.alloc(100_000, 'x')));
    assert.equal(sent().length, 100_005);
    assert.ok(bench.frames('DATA').every(({ payload }) => payload.length <= 16_384));
  });

  test('§6.10: a header block that does not fit a frame goes on in CONTINUATION', () => {
    const { bench, stream } = opened();
    const long = encodeFields([['grpc-message', 'x'.repeat(40_000)]]);
    bench.state.finish(stream, long);
    const frames = bench.written.slice(-3);
    assert.deepEqual(
      frames.map(({ type }) => type),
      [HEADERS, CONTINUATION, CONTINUATION],
    );
    assert.deepEqual(
      frames.map(({ flags }) => flags),
      [flag.END_STREAM, 0, flag.END_HEADERS],
    );
    assert.ok(Buffer.concat(frames.map(({ payload }) => payload)).equals(long));
  });

  test('a peer that does not read is not written to until there is room', () => {
    const { bench, stream, sent } = opened();
    bench.room = false;
    assert.ok(!bench.send(stream, Buffer.from('hello')));
    bench.say(windowUpdate(1, 100));
    assert.equal(sent().length, 0);
    bench.room = true;
    bench.state.pump();
    assert.equal(sent().length, 10);
  });

  test('§8.1: a request that is answered before it is complete is ended with NO_ERROR', () => {
    const bench = Http2Bench.greeted();
    bench.say(open);
    bench.state.respond(bench.stream(1).stream, okBlock);
    bench.state.finish(bench.stream(1).stream, okTrailers);
    assert.equal(bench.resetCode(1), 'NO_ERROR');
    assert.ok(bench.stream(1).closed);
  });
});

suite('RFC 7541: what a peer decodes of ours', () => {
  test('§4.2: the first block of a connection settles the size of the table, the others need not', () => {
    const bench = Http2Bench.greeted();
    bench.say(settings([settingId.HEADER_TABLE_SIZE, 0]), headers(1), headers(3));
    for (const id of [1, 3]) bench.state.respond(bench.stream(id).stream, okBlock);
    const [first, second] = bench.frames('HEADERS');
    assert.equal(first?.payload[0], 0x20);
    assert.ok(second?.payload.equals(okBlock));
    assert.deepEqual(bench.fields(first), [':status', '200', 'content-type', 'application/grpc']);
  });
});

suite('RFC 9113: draining', () => {
  test('§6.8: calls under way finish, later ones are left out, and then it is over', () => {
    const bench = Http2Bench.greeted();
    bench.say(whole);
    bench.state.drain();
    assert.equal(bench.goAwayCode(), 'NO_ERROR');
    bench.say(headers(3), data(3, 'x'), windowUpdate(3, 1), rstStream(3));
    assert.equal(bench.fault, undefined);
    assert.ok(!bench.streams.has(3));
    assert.equal(bench.drainedCalls, 0);
    bench.state.respond(bench.stream(1).stream, okBlock);
    bench.state.finish(bench.stream(1).stream, okTrailers);
    assert.equal(bench.drainedCalls, 1);
  });

  const ends: Record<string, (bench: Http2Bench) => void> = {
    'its peer resets it': (bench) => bench.say(rstStream(1)),
    'its handler resets it': (bench) => bench.state.reset(bench.stream(1).stream, 'CANCEL'),
    'it breaks a rule': (bench) => bench.say(windowUpdate(1, 0)),
  };
  for (const [how, end] of Object.entries(ends)) {
    test(`a connection is over with its last call also when ${how}`, () => {
      const bench = Http2Bench.greeted();
      bench.say(open);
      bench.state.drain();
      end(bench);
      assert.equal(bench.drainedCalls, 1);
    });
  }

  test('an idle connection is drained at once', () => {
    const bench = Http2Bench.greeted();
    bench.state.drain();
    assert.equal(bench.drainedCalls, 1);
  });
});
