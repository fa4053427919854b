import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { message } from '../../../testkit/http2-frames.ts';
import { rawCodec } from '../services/method.ts';
import { MessageReader } from './grpc-framing.ts';
import { parseTimeout, percentEncode, statusTrailers } from './grpc-head.ts';
import { HpackDecoder } from './hpack/decoder.ts';

suite('gRPC framing', () => {
  const bodies = ['', 'a', 'hello', 'x'.repeat(300)];
  const wire = Buffer.concat(bodies.map((body) => message(body)));

  test('messages are found however they are cut', () => {
    for (let step = 1; step <= wire.length; step++) {
      const { reader, got } = readerOf();
      for (let at = 0; at < wire.length; at += step) {
        const part = wire.subarray(at, at + step);
        // In the middle of a larger chunk, as it comes from a socket.
        const chunk = Buffer.concat([Buffer.from('##'), part, Buffer.from('##')]);
        reader.push(chunk, 2, 2 + part.length);
      }
      assert.deepEqual(got, bodies);
      assert.ok(!reader.unfinished);
      assert.equal(reader.heldBytes, 0);
    }
  });

  test('a message that is promised costs little until it comes', () => {
    const { reader } = readerOf();
    reader.push(Buffer.from('00003fffff00', 'hex'), 0, 6);
    assert.ok(reader.unfinished);
    assert.ok(reader.heldBytes <= 65_536);
  });

  const faults: readonly (readonly [what: string, hex: string, code: string, text: string])[] = [
    [
      'one byte too many',
      '0000000065',
      'RESOURCE_EXHAUSTED',
      'grpc: received message larger than max (101 vs. 100)',
    ],
    [
      '4 GiB',
      '00ffffffff',
      'RESOURCE_EXHAUSTED',
      'grpc: received message larger than max (4294967295 vs. 100)',
    ],
    ['compressed', '01', 'INTERNAL', 'grpc: compressed flag set with identity or empty encoding'],
    ['of a flag nobody knows', '80', 'INTERNAL', 'grpc: received unexpected payload format 128'],
  ];
  for (const [what, hex, code, text] of faults) {
    test(`a message that is ${what} is refused at its first bytes`, () => {
      const { reader } = readerOf(100);
      const bytes = Buffer.from(hex, 'hex');
      assert.throws(() => reader.push(bytes, 0, bytes.length), { code, message: text });
    });
  }
});

suite('gRPC headers', () => {
  const timeouts: readonly (readonly [text: string, ms: number])[] = [
    ['1H', 3_600_000],
    ['2M', 120_000],
    ['3S', 3000],
    ['40m', 40],
    ['1500u', 2],
    ['1n', 1],
    ['0m', 0],
    ['99999999H', 99_999_999 * 3_600_000],
    ...['', 'm', '1', '1s', '-1S', '1.5S', '123456789m', ' 1S', '1S '].map(
      (text) => [text, NaN] as const,
    ),
  ];
  for (const [text, ms] of timeouts) {
    test(`the timeout ${JSON.stringify(text)} is ${ms} ms`, () => {
      assert.equal(parseTimeout(text), ms);
    });
  }

  const texts: readonly (readonly [text: string, encoded: string])[] = [
    ['plain text: it is "kept" as it is', 'plain text: it is "kept" as it is'],
    ['100%', '100%25'],
    ['a\nb', 'a%0Ab'],
    ['é€😀', '%C3%A9%E2%82%AC%F0%9F%98%80'],
    ['\u0000\u007f', '%00%7F'],
    [' edges ', '%20edges%20'],
  ];
  for (const [text, encoded] of texts) {
    test(`the message ${JSON.stringify(text)} goes as ${encoded}`, () => {
      assert.equal(percentEncode(text), encoded);
      assert.equal(decodeURIComponent(encoded), text);
    });
  }

  test('a long message is cut between characters, so that trailers stay within what peers take', () => {
    const encoded = percentEncode('😀'.repeat(10_000));
    assert.ok(encoded.length <= 8192);
    assert.match(decodeURIComponent(encoded), /^(?:😀)+$/u);
  });

  test('trailers alone carry the response headers, and those after messages do not', () => {
    const decoder = new HpackDecoder({ maxHeaderBytes: 16_384, maxHeaderFields: 20 });
    const status = { code: 5, details: 'not here' };
    const trailers = ['grpc-status', '5', 'grpc-message', 'not here'];
    assert.deepEqual(decoder.decode(Buffer.from(statusTrailers(status, false))).texts, trailers);
    assert.deepEqual(decoder.decode(Buffer.from(statusTrailers(status, true))).texts, [
      ...[':status', '200', 'content-type', 'application/grpc'],
      ...trailers,
    ]);
  });
});

function readerOf(maxBytes = 2 ** 22) {
  const got: string[] = [];
  const take = (one: unknown) => {
    got.push(Buffer.from(one as Uint8Array).toString());
  };
  return { reader: new MessageReader(rawCodec, maxBytes, { message: take }), got };
}
