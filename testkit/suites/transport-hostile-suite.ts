import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { defaultLimits } from '../../common/rpc/limits.ts';
import { RpcError } from '../../common/rpc/rpc-error.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import {
  ask,
  chat,
  chatOnce,
  connectRaw,
  dataFrame,
  deadline,
  drain,
  echo,
  echoes,
  emptyMessageFrame,
  first,
  hangUp,
  headersFrame,
  http2Preface,
  ping,
  resetFrame,
  serveForTest,
  settingsFrame,
  signalOf,
  stable,
  textOf,
  type TransportUnderTest,
} from './transport-parts.ts';

/** What no peer may do to a transport, whatever it sends or leaves unsent. */
export function transportHostileSuite(name: string, transport: TransportUnderTest): void {
  suite(`transport contract, ${name}: hostile peers`, () => hostilePeers(transport));
}

function hostilePeers(transport: TransportUnderTest): void {
  const garbage: readonly [string, Buffer][] = [
    ['random bytes', randomBytes(64 * 1024)],
    ['HTTP/1.1', Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n')],
    ['TLS', Buffer.from('16030100c8010000c403', 'hex')],
    [
      'a preface and then random bytes',
      Buffer.concat([Buffer.from(http2Preface), randomBytes(4096)]),
    ],
    [
      'a preface and then a frame that is too large',
      Buffer.concat([
        Buffer.from(http2Preface),
        Buffer.from('ffffff000000000001', 'hex'),
        Buffer.alloc(65536),
      ]),
    ],
  ];
  for (const [what, bytes] of garbage) {
    test(`a peer that speaks ${what} is cut and hurts nobody`, async (context) => {
      const { channel, path, clock } = await serveForTest(context, transport, [echo]);
      const socket = await connectRaw(context, path);
      socket.write(bytes);
      // The tail of a record that never comes is silence.
      await clock.advance(defaultLimits.prefaceMs);
      await hangUp(socket);
      assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
    });
  }

  for (const authority of ['localhost', 'spire_agent', '%2Ftmp%2Fapi.sock']) {
    test(`a caller that names us ${JSON.stringify(authority)} is served`, async (context) => {
      const { path } = await serveForTest(context, transport, [
        serveUnary(ask, (request, { peer }) => {
          seen.resolve(peer.kind);
          return Promise.resolve(request);
        }),
      ]);
      const seen = signalOf<string>();
      const socket = await connectRaw(context, path);
      const frames = [
        Buffer.from(http2Preface),
        settingsFrame,
        headersFrame(ask.path, authority),
        emptyMessageFrame,
      ];
      socket.write(Buffer.concat(frames));
      assert.equal(await seen.promise, 'local');
    });
  }

  const silences: readonly [string, string][] = [
    ['nothing', ''],
    ['half a preface', http2Preface.slice(0, 12)],
  ];
  for (const [what, bytes] of silences) {
    test(`a peer that says ${what} is cut in time and not before`, async (context) => {
      const { path, clock } = await serveForTest(context, transport, [echo]);
      const socket = await connectRaw(context, path);
      socket.write(bytes);
      await stable(() => clock.pending);
      await clock.advance(defaultLimits.prefaceMs - 1);
      assert.ok(!socket.closed);
      await clock.advance(1);
      await hangUp(socket);
    });
  }

  test('a peer that answers no keepalive ping is cut', async (context) => {
    const limits = { keepaliveMs: 20, keepaliveTimeoutMs: 20 };
    const { path, clock } = await serveForTest(context, transport, [echo], { limits });
    const socket = await connectRaw(context, path);
    socket.write(Buffer.concat([Buffer.from(http2Preface), settingsFrame]));
    // grpc-js keeps this time by the machine's clock, our own transport by the injected one.
    while (!socket.closed) await clock.advance(20);
  });

  test('a peer that never reads the answer of a unary call loses the call', async (context) => {
    const closed = signalOf<undefined>();
    const handler = serveUnary(ask, (_request, { signal }) => {
      signal.addEventListener('abort', () => closed.resolve(undefined));
      return Promise.resolve(new Uint8Array(1024 * 1024));
    });
    const { path, clock } = await serveForTest(context, transport, [handler]);
    const socket = await connectRaw(context, path);
    const frames = [http2Preface, settingsFrame, headersFrame(ask.path), emptyMessageFrame];
    socket.write(Buffer.concat(frames.map((frame) => Buffer.from(frame))));
    await stable(() => socket.bytesRead);
    assert.ok(socket.bytesRead < 128 * 1024);
    await clock.advance(defaultLimits.sendMs);
    await closed.promise;
  });

  for (const what of ['/test.Test/Absent', '', '/']) {
    test(`a call of ${JSON.stringify(what)} that is reset in the same packet hurts nobody`, async (context) => {
      const { path, channel } = await serveForTest(context, transport, [echo]);
      const socket = await connectRaw(context, path);
      const frames = [http2Preface, settingsFrame, headersFrame(what), resetFrame];
      socket.end(Buffer.concat(frames.map((frame) => Buffer.from(frame))));
      await hangUp(socket);
      assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
    });
  }

  test('frames with single bytes changed end nothing but their connection', async (context) => {
    const { path, channel } = await serveForTest(context, transport, [echo, echoes]);
    const sound = Buffer.concat([
      settingsFrame,
      headersFrame(chat.path),
      dataFrame(Buffer.from('0000000003616263', 'hex')),
      resetFrame,
    ]);
    for (let at = 0; at < sound.length; at++) {
      const socket = await connectRaw(context, path);
      const spoiled = Buffer.from(sound);
      spoiled.writeUInt8(sound.readUInt8(at) ^ (1 << (at % 8)), at);
      socket.end(Buffer.concat([Buffer.from(http2Preface), spoiled]));
      await hangUp(socket);
    }
    assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
  });

  test('headers over the limit end their call and no other', async (context) => {
    const { channel } = await serveForTest(context, transport, [echo]);
    const metadata = { padding: 'x'.repeat(defaultLimits.maxHeaderBytes) };
    await assert.rejects(channel.unary(ask, ping, { ...deadline, metadata }), RpcError);
    const most = { padding: 'x'.repeat(defaultLimits.maxHeaderBytes - 2048) };
    assert.equal(textOf(await channel.unary(ask, ping, { ...deadline, metadata: most })), 'ping');
  });

  test('a message over the limit ends its call and no other', async (context) => {
    const { channel } = await serveForTest(context, transport, [echo]);
    const tooMuch = channel.unary(ask, new Uint8Array(defaultLimits.maxMessageBytes + 1), deadline);
    await assert.rejects(tooMuch, { code: 'RESOURCE_EXHAUSTED' });
    const most = await channel.unary(ask, new Uint8Array(defaultLimits.maxMessageBytes), deadline);
    assert.equal(most.length, defaultLimits.maxMessageBytes);
  });

  test('a client refuses an answer over its own limit', async (context) => {
    const { path } = await serveForTest(context, transport, [echo]);
    const channel = transport.dialUnix(path, { maxMessageBytes: 1000 });
    context.after(() => channel.close());
    await assert.rejects(channel.unary(ask, new Uint8Array(1001), deadline), {
      code: 'RESOURCE_EXHAUSTED',
    });
  });

  test('a message that cannot be decoded fails its call', async (context) => {
    const strict = {
      ...ask,
      request: {
        ...ask.request,
        decode: () => {
          throw new RangeError('index out of range');
        },
      },
    };
    const { channel } = await serveForTest(context, transport, [
      serveUnary(strict, (request) => Promise.resolve(request)),
      echoes,
    ]);
    await assert.rejects(channel.unary(ask, ping, deadline), { code: 'INTERNAL' });
    assert.equal(await chatOnce(channel), 'ping');
  });

  const crowds = [
    { maxConnections: 2 },
    { maxConnectionsPerUid: 2 },
    { maxConnectionsPerProcess: 2 },
    { maxConnectionsPerContainer: 2 },
  ];
  for (const limits of crowds) {
    const findShare = 'maxConnectionsPerContainer' in limits ? () => 'container c' : undefined;
    test(`connections beyond ${JSON.stringify(limits)} are refused until others end`, async (context) => {
      const options = { limits, ...(findShare !== undefined && { findShare }) };
      const { path, channel } = await serveForTest(context, transport, [echo], options);
      const [one] = [await connectRaw(context, path), await connectRaw(context, path)];
      const third = await connectRaw(context, path);
      await hangUp(third);
      one.destroy();
      await assert.doesNotReject(async () => {
        for (let attempt = 0; ; attempt++) {
          const answer = await channel.unary(ask, ping, deadline).catch((error: unknown) => error);
          if (answer instanceof Uint8Array) return;
          if (attempt === 100) throw answer as Error;
          await stable(() => 0);
        }
      });
    });
  }

  for (const [limits, name] of [
    [{ maxCallsPerProcess: 2 }, 'calls_per_process'],
    [{ maxCallsPerUid: 2 }, 'calls_per_uid'],
    [{ maxCallsPerContainer: 2, maxCallsPerUid: 0 }, 'calls_per_container'],
  ] as const) {
    const findShare = name === 'calls_per_container' ? () => 'container c' : undefined;
    test(`calls beyond ${name} are refused, on all connections, until others end`, async (context) => {
      const methods = [echo, echoes];
      const options = { limits, ...(findShare !== undefined && { findShare }) };
      const { channel, path } = await serveForTest(context, transport, methods, options);
      const other = transport.dialUnix(path);
      context.after(() => other.close());
      const [one, two] = [channel.open(chat), other.open(chat)];
      for (const stream of [one, two]) {
        await stream.send(ping);
        assert.equal(await first(stream.messages), 'ping');
      }
      await assert.rejects(other.unary(ask, ping, deadline), {
        code: 'RESOURCE_EXHAUSTED',
        message: new RegExp(`limit ${name} of 2 is reached`),
      });
      one.end();
      await drain(one.messages);
      assert.deepEqual(Buffer.from(await channel.unary(ask, ping, deadline)), Buffer.from(ping));
    });
  }

  test('streams beyond the limit of a connection wait', async (context) => {
    const { channel } = await serveForTest(context, transport, [echoes], {
      limits: { maxStreamsPerConnection: 2 },
    });
    const two = [channel.open(chat), channel.open(chat)];
    for (const stream of two) {
      await stream.send(ping);
      assert.equal(await first(stream.messages), 'ping');
    }
    let answered = 0;
    const third = chatOnce(channel).then(() => answered++);
    assert.equal(await stable(() => answered), 0);
    for (const stream of two) {
      stream.end();
      await drain(stream.messages);
    }
    await third;
    assert.equal(answered, 1);
  });
}
