import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { rawClient } from '../../../testkit/http2-raw-client.ts';
import {
  data,
  headers,
  message,
  ping,
  request,
  requestWith,
  rstStream,
  settings,
  windowUpdate,
} from '../../../testkit/http2-frames.ts';
import {
  ask,
  chat,
  connectRaw,
  hangUp,
  http2Preface,
  serveForTest,
  settingsFrame,
  signalOf,
  stable,
  textOf,
  watch,
} from '../../../testkit/suites/transport-parts.ts';
import { SpiffeError } from '../../errors/spiffe-error.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { noMetrics } from '../../telemetry/metrics.ts';
import type { ServedMethod } from '../contract.ts';
import { dialTls, dialUnix } from '../rpc-channel.ts';
import { createRpcServer, type RpcServerOptions } from '../rpc-server.ts';
import { serveStream, serveUnary } from '../serve.ts';
import { HeldBytes } from './held-bytes.ts';
import { defaultHttp2Limits } from './http2-limits.ts';
import { settingId } from './settings.ts';

const own = {
  createServer: (options: RpcServerOptions) =>
    createRpcServer({ ...options, unixTransport: 'own' }),
  dialUnix,
  dialTls,
};
const echo = serveUnary(ask, (body) => Promise.resolve(body));
const echoes = serveStream(chat, async (stream) => {
  for await (const one of stream.messages) await stream.send(one);
});
const deadline = { timeoutMs: 20_000 };
const mebibyte = 2 ** 20;

const serve = (
  context: TestContext,
  methods: readonly ServedMethod[] = [echo, echoes],
  options: Partial<RpcServerOptions> = {},
) => serveForTest(context, own, methods, options);

/** Metrics that keep what is said of faults. */
function countFaults() {
  const counted: (Readonly<Record<string, string>> | undefined)[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    counter: (name) => ({
      inc: (labels) => {
        if (name === 'rpc_http2_faults') counted.push(labels);
      },
    }),
  };
  return { metrics, counted };
}

suite('own transport: what gRPC asks for', () => {
  const refused: readonly (readonly [
    what: string,
    changes: Readonly<Record<string, string | undefined>>,
    answer: Readonly<Record<string, string>>,
  ])[] = [
    [
      'an unknown service',
      { ':path': '/x.Y/Z' },
      { ':status': '200', 'grpc-status': '12', 'grpc-message': 'unknown service x.Y' },
    ],
    [
      'an unknown method',
      { ':path': '/test.Test/Absent' },
      { 'grpc-status': '12', 'grpc-message': 'unknown method Absent for service test.Test' },
    ],
    [
      'a path that is no method',
      { ':path': 'nonsense' },
      { 'grpc-status': '12', 'grpc-message': 'malformed method name: "nonsense"' },
    ],
    [
      'a compression we do not know',
      { 'grpc-encoding': 'gzip' },
      {
        'grpc-status': '12',
        'grpc-message': 'grpc: Decompressor is not installed for grpc-encoding "gzip"',
        'grpc-accept-encoding': 'identity',
      },
    ],
    [
      'a timeout that is none',
      { 'grpc-timeout': '1 second' },
      { 'grpc-status': '3', 'grpc-message': 'malformed grpc-timeout: "1 second"' },
    ],
    ['another content type', { 'content-type': 'text/html' }, { ':status': '415' }],
    ['no content type', { 'content-type': undefined }, { ':status': '415' }],
    ['gRPC-Web', { 'content-type': 'application/grpc-web' }, { ':status': '415' }],
    ['another method', { ':method': 'GET' }, { ':status': '405', allow: 'POST' }],
  ];
  for (const [what, changes, expected] of refused) {
    test(`${what} is answered at once, and the connection serves the next call`, async (context) => {
      const { path } = await serve(context);
      const client = await rawClient(context, path);
      client.say(headers(1, requestWith(changes)));
      const { fields } = await client.answer(1);
      assert.deepEqual({ ...fields, ...expected }, fields);
      const next = await client.call(3, message('x'));
      assert.equal(next.fields['grpc-status'], '0');
    });
  }

  const accepted: readonly Readonly<Record<string, string | undefined>>[] = [
    { 'content-type': 'application/grpc+proto' },
    { 'content-type': 'application/grpc;charset=utf-8' },
    { 'grpc-encoding': 'identity' },
    { te: undefined },
    { 'grpc-timeout': '99999999H' },
    ...[undefined, '', '/run/api.sock', 'unix:/run/api.sock', 'a b', 'x,y'].map((authority) => ({
      ':authority': authority,
    })),
  ];
  for (const changes of accepted) {
    test(`a request with ${JSON.stringify({ ...changes })} is served`, async (context) => {
      const { path } = await serve(context);
      const client = await rawClient(context, path);
      const answer = await client.call(1, message('x'), changes);
      assert.equal(answer.fields['grpc-status'], '0');
      assert.deepEqual(answer.body, message('x'));
    });
  }

  const broken: readonly (readonly [what: string, body: Buffer, status: string, text: RegExp])[] = [
    ['a compressed message', Buffer.from('0100000000', 'hex'), '13', /compressed flag/],
    ['a message that is no message', Buffer.from('7f00000000', 'hex'), '13', /payload format 127/],
    ['a message that is cut', Buffer.from('0000000005', 'hex'), '13', /ends inside a message/],
    ['no message', Buffer.alloc(0), '12', /has one message, not 0/],
    ['two messages', Buffer.alloc(10), '12', /has one message, not 2/],
    [
      'a message beyond 4 MiB',
      Buffer.from('00ffffffff', 'hex'),
      '8',
      /larger than max \(4294967295 vs. 4194304\)/,
    ],
  ];
  for (const [what, body, status, text] of broken) {
    test(`a unary call with ${what} gets status ${status}`, async (context) => {
      const { path } = await serve(context);
      const client = await rawClient(context, path);
      const { fields } = await client.call(1, body);
      assert.equal(fields['grpc-status'], status);
      assert.match(fields['grpc-message'] ?? '', text);
    });
  }

  test('a deadline of the caller ends its call without its help', async (context) => {
    const aborted = signalOf<unknown>();
    const waiting = serveUnary(ask, async (body, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.resolve(signal.reason);
      return body;
    });
    const { path, clock } = await serve(context, [waiting]);
    const client = await rawClient(context, path);
    const answer = client.call(1, message('x'), { 'grpc-timeout': '250m' });
    await stable(() => clock.pending);
    await clock.advance(249);
    assert.ok(client.seen(1)?.ended !== true);
    await clock.advance(1);
    assert.equal((await answer).fields['grpc-status'], '4');
    assert.ok((await aborted.promise) instanceof SpiffeError);
    const left = clock.pending;
    await client.call(3, message('x'), { 'grpc-timeout': '1n' }, () => clock.advance(1));
    assert.equal(clock.pending, left);
  });

  test('metadata: repeated values in order, binary ones apart, fields of the protocol hidden', async (context) => {
    const seen = signalOf<readonly (readonly string[])[]>();
    const handler = serveUnary(ask, (body, { metadata }) => {
      seen.resolve(['x', 'y-bin', ':path', 'te', 'absent'].map((name) => metadata.get(name)));
      return Promise.resolve(body);
    });
    const { path } = await serve(context, [handler]);
    const client = await rawClient(context, path);
    const more = [
      ['x', 'a,b'],
      ['x', 'c'],
      ['y-bin', 'AA, BB'],
    ] as const;
    client.say(headers(1, [...requestWith({ ':path': ask.path }), ...more]));
    client.say(data(1, message(''), { end: true }));
    assert.deepEqual(await seen.promise, [['a,b', 'c'], ['AA', 'BB'], [], [], []]);
  });

  for (const size of [0, 10, 65_536, 3 * mebibyte]) {
    test(`a message of ${size} bytes goes both ways unharmed`, async (context) => {
      const { channel } = await serve(context);
      const body = Buffer.alloc(size, 'abcdefghijklm');
      assert.ok(Buffer.from(await channel.unary(ask, body, deadline)).equals(body));
    });
  }

  test('a message of 10 MB is sent to a client that takes it', async (context) => {
    const large = Buffer.alloc(10_000_000, 'nopqrstuvwxyz');
    const handler = serveStream(watch, async (stream) => {
      for (let round = 0; round < 3; round++) await stream.send(large);
    });
    const { path } = await serve(context, [handler]);
    const channel = dialUnix(path, { maxMessageBytes: 2 * large.length });
    context.after(() => channel.close());
    const stream = channel.open(watch, deadline);
    stream.end();
    let count = 0;
    for await (const got of stream.messages) {
      assert.ok(Buffer.from(got).equals(large));
      count++;
    }
    assert.equal(count, 3);
  });

  test('a codec that takes parts gets a cut message as it arrives, and a whole one at once', async (context) => {
    const parts: number[] = [];
    const lean = {
      ...chat,
      request: {
        ...chat.request,
        decodeParts: (length: number) => ({
          push: (part: Uint8Array) => void parts.push(part.length),
          heldBytes: 0,
          finish: () => Buffer.from(`${length} in parts`),
        }),
      },
    };
    const handler = serveStream(lean, async (stream) => {
      for await (const one of stream.messages) await stream.send(one);
    });
    const { channel } = await serve(context, [handler]);
    const stream = channel.open(chat, deadline);
    const answers = stream.messages[Symbol.asyncIterator]();
    await stream.send(Buffer.from('whole'));
    assert.equal(textOf((await answers.next()).value as Uint8Array), 'whole');
    await stream.send(Buffer.alloc(61_000));
    assert.equal(textOf((await answers.next()).value as Uint8Array), '61000 in parts');
    assert.equal(
      parts.reduce((sum, part) => sum + part, 0),
      61_000,
    );
    stream.end();
  });
});

suite('own transport: what a hostile peer costs', () => {
  const floods: readonly (readonly [what: string, limit: string, flood: (at: number) => Buffer])[] =
    [
      [
        'resets calls as fast as it opens them',
        'early_resets',
        (at) => Buffer.concat([headers(2 * at + 1), rstStream(2 * at + 1)]),
      ],
      ['sends nothing but pings', 'pings', () => ping()],
      ['sends nothing but settings', 'settings', () => settings()],
      [
        'never ends its headers',
        'continuation_frames',
        (at) =>
          at === 0
            ? headers(1, Buffer.alloc(0), { endHeaders: false })
            : Buffer.from('0000010900000000018200'.slice(0, 20), 'hex'),
      ],
    ];
  for (const [what, limit, flood] of floods) {
    test(`a peer that ${what} loses its connection, is counted, and hurts nobody`, async (context) => {
      const { metrics, counted } = countFaults();
      const { path, channel } = await serve(context, [echo, echoes], { metrics });
      const socket = await connectRaw(context, path);
      const frames = Array.from({ length: 3000 }, (_, at) => flood(at));
      socket.write(Buffer.concat([Buffer.from(http2Preface), settingsFrame, ...frames]));
      await hangUp(socket);
      assert.deepEqual(counted, [{ code: 'ENHANCE_YOUR_CALM', limit }]);
      assert.equal(textOf(await channel.unary(ask, Buffer.from('ping'), deadline)), 'ping');
    });
  }

  test('a peer that reads nothing is not read either, and is cut in time', async (context) => {
    const { path, channel, clock } = await serve(context);
    const socket = await connectRaw(context, path);
    socket.pause();
    const windows = [settings([settingId.INITIAL_WINDOW_SIZE, 2 ** 30]), windowUpdate(0, 2 ** 30)];
    socket.write(Buffer.concat([Buffer.from(http2Preface), ...windows]));
    // Each call is answered by as much as it brings.
    for (let at = 0; at < 1000; at++) {
      const id = 2 * at + 1;
      socket.write(
        Buffer.concat([
          headers(id, requestWith({ ':path': ask.path })),
          data(id, message(Buffer.alloc(16_000)), { end: true }),
        ]),
      );
    }
    await stable(() => socket.bytesWritten);
    assert.ok(socket.writableLength > 8 * mebibyte, 'the server takes what it cannot answer');
    assert.equal(textOf(await channel.unary(ask, Buffer.from('ping'), deadline)), 'ping');
    for (let at = 0; at < 20 && !socket.closed; at++) {
      await clock.advance(10_000);
      await stable(() => 0);
    }
    socket.resume();
    await hangUp(socket);
  });

  test('calls whose answers nobody reads go on counting, until they are read or given up', async (context) => {
    const { path } = await serve(context, [echo], { limits: { maxCallsPerProcess: 2 } });
    const client = await rawClient(context, path);
    client.say(settings([settingId.INITIAL_WINDOW_SIZE, 0]));
    const call = (id: number) =>
      client.say(
        headers(id, requestWith({ ':path': ask.path })),
        data(id, message('ping'), { end: true }),
      );
    [1, 3].forEach(call);
    await stable(() => 0);
    call(5);
    assert.equal((await client.answer(5)).fields['grpc-status'], '8');
    client.say(windowUpdate(1, 100), rstStream(3));
    assert.equal((await client.answer(1)).fields['grpc-status'], '0');
    [7, 9].forEach(call);
    await stable(() => 0);
    call(11);
    assert.equal((await client.answer(11)).fields['grpc-status'], '8');
    client.say(windowUpdate(7, 100), windowUpdate(9, 100));
    assert.equal((await client.answer(9)).fields['grpc-status'], '0');
  });

  test('messages that are begun and not finished are bounded', async (context) => {
    const { path, channel } = await serve(context);
    const client = await rawClient(context, path);
    let refused = 0;
    for (let at = 0; at < 30; at++) {
      const id = 2 * at + 1;
      // It promises 4 MiB and stops after 640 kB, for which 1 MiB is set aside.
      const begun = data(id, Buffer.from('0000400000', 'hex'));
      const more = Array<Buffer>(40).fill(data(id, Buffer.alloc(16_000)));
      client.say(headers(id, requestWith({ ':path': ask.path })), begun, ...more);
      void client
        .answer(id)
        .then(({ fields }) => (refused += fields['grpc-status'] === '8' ? 1 : 0));
    }
    // Of 16 MiB a little is taken by the calls themselves.
    const expected = 30 - (defaultHttp2Limits.maxHeldBytes / mebibyte - 1);
    // 19 MB take a busy machine more than one pause.
    for (let pause = 0; pause < 50 && refused < expected; pause++) await stable(() => refused);
    assert.equal(await stable(() => refused), expected);
    assert.equal((await channel.unary(ask, Buffer.alloc(100_000), deadline)).length, 100_000);
  });

  test('headers of calls whose message never comes are bounded', async (context) => {
    const { path, channel } = await serve(context, undefined, {
      http2Limits: { maxHeldBytes: 100_000 },
    });
    const client = await rawClient(context, path);
    let refused = 0;
    for (let at = 0; at < 30; at++) {
      const id = 2 * at + 1;
      const large = [
        ...requestWith({ ':path': ask.path }),
        ['x', 'y'.repeat(10_000 + at)],
      ] as const;
      client.say(headers(id, large));
      void client
        .answer(id)
        .then(({ fields }) => (refused += fields['grpc-status'] === '8' ? 1 : 0));
    }
    assert.equal(await stable(() => refused), 22, '8 of 11 kB each have room');
    assert.equal(textOf(await channel.unary(ask, Buffer.from('ping'), deadline)), 'ping');
    client.say(rstStream(1));
    assert.equal((await client.call(61, message('ping'))).fields['grpc-status'], '0');
  });

  test('unary calls that are given up before their message leave nothing behind', async (context) => {
    const { path } = await serve(context, [echo], { limits: { maxStreamsPerConnection: 2 } });
    const client = await rawClient(context, path);
    const begun = requestWith({ ':path': ask.path });
    for (let id = 1; id < 41; id += 2) client.say(headers(id, begun), rstStream(id));
    for (let id = 41; id < 81; id += 2) {
      const two = Buffer.concat([message('one'), message('two')]);
      assert.equal((await client.call(id, two)).fields['grpc-status'], '12');
    }
    assert.equal((await client.call(81, message('ping'))).fields['grpc-status'], '0');
  });

  test('a method name without end is answered by its beginning', async (context) => {
    const { path } = await serve(context);
    const client = await rawClient(context, path);
    const answer = await client.call(1, message('ping'), { ':path': `/${'x'.repeat(10_000)}/y` });
    assert.equal(answer.fields['grpc-status'], '12');
    assert.equal(answer.fields['grpc-message']?.length, 'malformed method name: '.length + 258);
  });

  test('a peer that asks for answers without end and takes none is cut', async (context) => {
    const { metrics, counted } = countFaults();
    const { path, channel } = await serve(context, undefined, { metrics });
    const socket = await connectRaw(context, path);
    socket.pause();
    socket.write(Buffer.concat([Buffer.from(http2Preface), settingsFrame]));
    // A path of 300 bytes that is kept in the table, then asked for again in one byte (RFC 7541 §6.1, §6.2.1).
    const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
    const path300 = Buffer.concat([Buffer.of(0x7f, 0xad, 0x01), Buffer.from('x'.repeat(300))]);
    const first = [Buffer.of(0x83, 0x86, 0x44), path300, Buffer.of(0x5f), text('application/grpc')];
    const again = Buffer.of(0x83, 0x86, 0x80 | 63, 0x80 | 62);
    const flood = Array.from({ length: 20_000 }, (_, at) => headers(2 * at + 3, again));
    socket.write(Buffer.concat([headers(1, Buffer.concat(first)), ...flood]));
    for (let pause = 0; pause < 50 && counted.length === 0; pause++) await stable(() => 0);
    assert.deepEqual(counted, [{ code: 'ENHANCE_YOUR_CALM', limit: 'unread_bytes' }]);
    assert.equal(textOf(await channel.unary(ask, Buffer.from('ping'), deadline)), 'ping');
  });

  test('empty messages that nobody reads are bounded, although they bring no bytes', async (context) => {
    const release = signalOf<undefined>();
    const deaf = serveStream(chat, async () => {
      await release.promise;
    });
    const { path } = await serve(context, [deaf]);
    const client = await rawClient(context, path);
    let refused = 0;
    for (let at = 0; at < 15; at++) {
      const id = 2 * at + 1;
      const empty = data(id, Buffer.alloc(16_000));
      client.say(headers(id), ...Array<Buffer>(4).fill(empty));
      void client
        .answer(id)
        .then(({ fields }) => (refused += fields['grpc-status'] === '8' ? 1 : 0));
    }
    await stable(() => refused);
    assert.ok(refused >= 5, `${refused} of 15 streams are refused`);
    release.resolve(undefined);
  });

  test('what waited on a stream that was reset is not kept for a handler that is slow', async (context) => {
    const release = signalOf<undefined>();
    const ended = signalOf<readonly [got: readonly string[], error: unknown]>();
    const slow = serveStream(chat, async (stream) => {
      await release.promise;
      const got: string[] = [];
      try {
        for await (const one of stream.messages) got.push(textOf(one));
      } catch (error) {
        ended.resolve([got, error]);
      }
    });
    const { path } = await serve(context, [slow]);
    const client = await rawClient(context, path);
    client.say(headers(1), data(1, message('one')), data(1, message('two')), rstStream(1));
    await stable(() => 0);
    release.resolve(undefined);
    const [got, error] = await ended.promise;
    assert.deepEqual(got, []);
    assert.ok(error instanceof SpiffeError && error.code === 'CANCELLED');
  });

  test('of all that is held everybody may have a little, however much one holds', () => {
    const held = new HeldBytes({
      ...defaultHttp2Limits,
      maxHeldBytes: 100,
      maxHeldBytesInTotal: 150,
      fairHeldBytes: 10,
    });
    assert.ok(held.add(100, 100));
    assert.ok(!held.add(1, 101));
    assert.ok(held.add(49, 49));
    assert.ok(!held.add(11, 11));
    assert.ok(held.add(10, 10));
    assert.ok(held.add(-161, 0));
    assert.ok(held.add(90, 90));
    assert.equal(held.total, 100);
  });

  test('a frame that is begun must be finished in time', async (context) => {
    const { path, clock } = await serve(context);
    const client = await rawClient(context, path);
    await client.call(1, message('x'));
    client.say(headers(3, request).subarray(0, 20));
    await stable(() => 0);
    // The keepalive is answered: it is not silence that ends this one.
    for (let passed = 0; passed <= 2 * defaultHttp2Limits.frameMs; passed += 1000)
      await clock.advance(1000);
    await client.gone;
    assert.match(client.goAway ?? '', /a frame is not finished in time/);
  });

  test('a peer that closes its half is closed', async (context) => {
    const { path } = await serve(context);
    const socket = await connectRaw(context, path);
    socket.end(Buffer.concat([Buffer.from(http2Preface), settingsFrame]));
    await hangUp(socket);
  });

  test('a connection without calls is told to go after its idle time', async (context) => {
    const { path, clock } = await serve(context);
    const client = await rawClient(context, path);
    await client.call(1, message('x'));
    for (let passed = 0; passed < defaultHttp2Limits.idleMs - 20_000; passed += 10_000) {
      await clock.advance(10_000);
    }
    assert.equal((await client.call(3, message('x'))).fields['grpc-status'], '0');
    for (let passed = 0; passed < defaultHttp2Limits.idleMs + 20_000; passed += 10_000) {
      await clock.advance(10_000);
    }
    await client.gone;
    assert.equal(client.goAway, '');
  });

  test('handlers that do not stop when their streams are reset are bounded', async (context) => {
    let running = 0;
    let most = 0;
    const release = signalOf<undefined>();
    const stubborn = serveStream(chat, async () => {
      most = Math.max(most, ++running);
      await release.promise;
    });
    const { path } = await serve(context, [stubborn], { limits: { maxStreamsPerConnection: 50 } });
    const client = await rawClient(context, path);
    for (let at = 0; at < 400; at++) client.say(headers(2 * at + 1), rstStream(2 * at + 1));
    await stable(() => running);
    assert.equal(most, 100);
    release.resolve(undefined);
  });
});
