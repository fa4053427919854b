import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Http2Bench, okBlock, okTrailers } from '../../../testkit/http2-bench.ts';
import {
  continuation,
  data,
  headers,
  message,
  ping,
  priority,
  rawFrame,
  request,
  rstStream,
  settings,
  windowUpdate,
} from '../../../testkit/http2-frames.ts';
import { encodeFields } from './hpack/encoder.ts';
import { defaultHttp2Limits, type RatedAct } from './http2-limits.ts';

const { rates } = defaultHttp2Limits;

/** One act of each kind; `at` counts them. */
const acts: Readonly<Record<RatedAct, (at: number) => readonly Buffer[]>> = {
  early_resets: (at) => [headers(2 * at + 1), rstStream(2 * at + 1)],
  stream_errors: (at) => [headers(2 * at + 1, [['a', 'b']])],
  pings: () => [ping()],
  settings: () => [settings()],
  window_updates: () => [windowUpdate(0, 1)],
  empty_frames: (at) => (at === 0 ? [headers(1), data(1)] : [data(1)]),
  needless_frames: () => [priority(1, 0)],
};

suite('HTTP/2 limits of what a peer may do how often', () => {
  for (const [act, frames] of Object.entries(acts) as [RatedAct, (at: number) => Buffer[]][]) {
    test(`too many ${act} end the connection with ENHANCE_YOUR_CALM, one fewer does not`, () => {
      const bench = Http2Bench.greeted();
      // The SETTINGS that every client must send are counted too.
      const most = rates[act].burst - (act === 'settings' ? 1 : 0);
      for (let at = 0; at < most; at++) bench.say(...frames(at));
      assert.equal(bench.fault, undefined);
      bench.say(...frames(most));
      assert.equal(bench.goAwayCode(), 'ENHANCE_YOUR_CALM');
      assert.equal(limitOf(bench), act);
    });

    test(`${act} at the allowed rate go on for ever`, () => {
      const bench = Http2Bench.greeted();
      for (let at = 0; at < 3 * rates[act].burst; at++) {
        bench.nowMs += 1000 / rates[act].perSecond;
        bench.say(...frames(at));
      }
      assert.equal(bench.fault, undefined);
    });
  }

  test('calls that are reset after their answer began are not counted', () => {
    const bench = Http2Bench.greeted();
    for (let at = 0; at < 3 * rates.early_resets.burst; at++) {
      const id = 2 * at + 1;
      bench.say(headers(id));
      bench.state.respond(bench.stream(id).stream, okBlock);
      bench.say(rstStream(id));
    }
    assert.equal(bench.fault, undefined);
  });

  test('a stream that ends on both sides excuses what comes for it late', () => {
    const bench = Http2Bench.greeted();
    for (let at = 0; at < 3 * rates.needless_frames.burst; at++) {
      const id = 2 * at + 1;
      bench.say(headers(id));
      bench.state.respond(bench.stream(id).stream, okBlock);
      bench.state.finish(bench.stream(id).stream, okTrailers);
      bench.say(rstStream(id, 'NO_ERROR'), data(id, 'late', { end: true }));
    }
    assert.equal(bench.fault, undefined);
  });

  test('pings and window updates that answer our DATA are not counted', () => {
    const bench = Http2Bench.greeted();
    bench.say(headers(1));
    const { stream } = bench.stream(1);
    bench.state.respond(stream, okBlock);
    for (let round = 0; round < 3 * rates.window_updates.burst; round++) {
      bench.send(stream, Buffer.alloc(95));
      bench.say(windowUpdate(1, 100), windowUpdate(0, 100), ping());
    }
    assert.equal(bench.fault, undefined);
  });

  test('refused streams count as resets', () => {
    const bench = Http2Bench.greeted({ maxStreamsPerConnection: 1 });
    bench.say(headers(1));
    for (let at = 1; at <= rates.early_resets.burst + 1; at++) bench.say(headers(2 * at + 1));
    assert.equal(limitOf(bench), 'early_resets');
  });
});

suite('HTTP/2 limits of headers', () => {
  const block = encodeFields(request);

  test('a flood of CONTINUATION ends at the ninth frame', () => {
    const bench = Http2Bench.greeted();
    bench.say(headers(1, block, { endHeaders: false }));
    for (let at = 0; at < 8; at++) bench.say(continuation(1, Buffer.of(0x82), false));
    assert.equal(bench.fault, undefined);
    bench.say(continuation(1, Buffer.of(0x82), false));
    assert.equal(bench.goAwayCode(), 'ENHANCE_YOUR_CALM');
    assert.equal(limitOf(bench), 'continuation_frames');
  });

  test('a header block of more than 32 KiB is not held', () => {
    const bench = Http2Bench.greeted();
    bench.say(headers(1, Buffer.alloc(16_384, 0x82), { endHeaders: false }));
    bench.say(continuation(1, Buffer.alloc(16_384, 0x82), false));
    assert.equal(bench.fault, undefined);
    bench.say(continuation(1, Buffer.of(0x82), true));
    assert.equal(limitOf(bench), 'header_block_bytes');
  });

  test('fields over the limit reach the user as such, and the connection lives', () => {
    const bench = Http2Bench.greeted({ maxHeaderBytes: 4096 });
    bench.say(headers(1, [...request, ['x', 'y'.repeat(4096)]]));
    bench.say(headers(3, [...request, ...Array<[string, string]>(150).fill(['x', ''])]));
    for (const id of [1, 3]) assert.ok(bench.stream(id).head === undefined);
    bench.say(headers(5));
    assert.equal(bench.stream(5).head?.path, '/test.Test/Chat');
  });

  test('trailers over the limit end their stream', () => {
    const bench = Http2Bench.greeted({ maxHeaderBytes: 4096 });
    bench.say(headers(1), headers(1, [['x', 'y'.repeat(4096)]], { end: true }));
    assert.equal(bench.resetCode(1), 'PROTOCOL_ERROR');
    assert.equal(bench.fault, undefined);
  });

  test('an HPACK bomb costs its block and nothing more', () => {
    const bench = Http2Bench.greeted();
    const literal = Buffer.concat([Buffer.from('4001617fa11e', 'hex'), Buffer.alloc(4000, 'x')]);
    bench.say(headers(1, Buffer.concat([block, literal])));
    const before = process.memoryUsage().heapUsed;
    for (let at = 1; at < 100; at++)
      bench.say(headers(2 * at + 1, Buffer.alloc(16_000, 0x80 | 62)));
    assert.equal(bench.fault, undefined);
    assert.ok(process.memoryUsage().heapUsed - before < 32 * 2 ** 20);
  });
});

suite('HTTP/2 limits of bodies', () => {
  test('what a user does not take is bounded by the stream window', () => {
    const bench = Http2Bench.greeted();
    bench.say(headers(1));
    for (let at = 0; at < 4; at++) bench.say(data(1, Buffer.alloc(16_384 - (at === 3 ? 1 : 0))));
    assert.equal(bench.frames('WINDOW_UPDATE', 1).length, 0);
    bench.state.credit(bench.stream(1).stream, 40_000);
    assert.equal(bench.frames('WINDOW_UPDATE', 1)[0]?.payload.readUInt32BE(0), 40_000);
    bench.say(data(1, message(Buffer.alloc(16_000))));
    assert.equal(bench.resetCode(1), undefined);
  });

  test('unknown frames in a row are too many at last', () => {
    const bench = Http2Bench.greeted();
    for (let at = 0; at < 10_000; at++) bench.say(rawFrame(0xbe, 0, 0, Buffer.alloc(0)));
    assert.equal(limitOf(bench), 'needless_frames');
  });
});

function limitOf({ fault }: Http2Bench): string | undefined {
  return fault?.limit;
}
