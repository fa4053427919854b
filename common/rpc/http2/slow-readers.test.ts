import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import type { FakeClock } from '../../../testkit/fake-clock.ts';
import {
  data,
  headers,
  message,
  requestWith,
  windowUpdate,
} from '../../../testkit/http2-frames.ts';
import { rawClient } from '../../../testkit/http2-raw-client.ts';
import { ask, connectRaw, serveForTest, stable } from '../../../testkit/suites/transport-parts.ts';
import { credentialsOf, handshake, serveTls } from '../../../testkit/suites/transport-tls-parts.ts';
import { defaultLimits, type RpcLimits } from '../limits.ts';
import { dialTls, dialUnix } from '../rpc-channel.ts';
import { createRpcServer, type RpcServerOptions } from '../rpc-server.ts';
import { serveUnary } from '../serve.ts';
import { errorCode } from './faults.ts';

const own = {
  createServer: (options: RpcServerOptions) =>
    createRpcServer({ ...options, unixTransport: 'own', tlsTransport: 'own' }),
  dialUnix,
  dialTls,
};

const answerBytes = 1024 * 1024;
const answer = serveUnary(ask, () => Promise.resolve(new Uint8Array(answerBytes)));
const askIn = (id: number) =>
  Buffer.concat([
    headers(id, requestWith({ ':path': ask.path })),
    data(id, message(''), { end: true }),
  ]);

interface Served {
  readonly clock: FakeClock;
  /** A new connection of the same peer. */
  readonly connect: () => Promise<Socket>;
}

type Serve = (context: TestContext, limits: Partial<RpcLimits>) => Promise<Served>;

const serveOnSocket: Serve = async (context, limits) => {
  const { clock, path } = await serveForTest(context, own, [answer], { limits });
  return { clock, connect: () => connectRaw(context, path) };
};

const serveOnPort: Serve = async (context, limits) => {
  const { address, ca, clock } = await serveTls(context, own, { limits, methods: [answer] });
  const svid = credentialsOf(await ca.issue('spiffe://example.org/agent'));
  const certificate = { cert: svid.chainPem, key: svid.keyPem };
  return { clock, connect: () => handshake(context, address, certificate) };
};

for (const [where, serve] of [
  ['the Unix socket', serveOnSocket],
  ['the TLS port', serveOnPort],
] as const) {
  suite(`slow readers of ${where}`, () => {
    /** A client whose window is as large as what it must take in 30 seconds, with one call begun. */
    const begin = async (context: TestContext, limits: Partial<RpcLimits> = {}) => {
      const { clock, connect } = await serve(context, limits);
      const client = await rawClient(context, await connect(), {
        windowBytes: defaultLimits.sendLeastBytes,
      });
      const read = () => client.seen(1)?.body.length ?? 0;
      client.say(askIn(1));
      await stable(read);
      return { clock, connect, client, read };
    };
    const least = defaultLimits.sendLeastBytes;

    test('a large answer over a slow line takes its time and arrives whole', async (context) => {
      const { client, clock, read } = await begin(context);
      const opened = Math.ceil(answerBytes / least);
      for (let round = 0; round < opened; round++) {
        client.say(windowUpdate(0, least), windowUpdate(1, least));
        await stable(read);
        await clock.advance(defaultLimits.sendMs - 1);
      }
      const { body, fields } = await client.answer(1);
      assert.equal(body.length, answerBytes + 5);
      assert.equal(fields['grpc-status'], '0');
    });

    const idle: readonly (readonly [
      string,
      (client: Awaited<ReturnType<typeof begin>>) => void,
    ])[] = [
      ['nothing', () => undefined],
      ['a byte', ({ client }) => client.say(windowUpdate(0, 1), windowUpdate(1, 1))],
      [
        'a byte less than the floor',
        ({ client }) => client.say(windowUpdate(0, least - 1), windowUpdate(1, least - 1)),
      ],
    ];
    for (const [what, act] of idle) {
      test(`who reads ${what} in 30 seconds loses the answer`, async (context) => {
        const begun = await begin(context);
        await begun.clock.advance(defaultLimits.sendMs - 1_000);
        act(begun);
        await stable(begun.read);
        await begun.clock.advance(1_000);
        assert.equal((await begun.client.answer(1)).reset, errorCode.CANCEL);
      });
    }

    test('who reads one stream and opens no window for another loses the other', async (context) => {
      const { client, clock } = await begin(context);
      client.say(askIn(3));
      const readSecond = () => client.seen(3)?.body.length ?? 0;
      for (let spent = 0; spent < defaultLimits.sendMs; spent += 10_000) {
        client.say(windowUpdate(0, 3 * least), windowUpdate(3, 3 * least));
        await stable(readSecond);
        await clock.advance(10_000);
      }
      assert.equal((await client.answer(1)).reset, errorCode.CANCEL);
      assert.equal(client.seen(3)?.reset, undefined);
    });
  });
}

test('answers of one SPIFFE ID that wait have a bound over all its connections', async (context) => {
  const limits = { maxUnreadBytesPerSpiffeId: 2 * answerBytes + 100 };
  const { connect, clock } = await serveOnPort(context, limits);
  const clients: Awaited<ReturnType<typeof rawClient>>[] = [];
  for (let at = 0; at < 3; at++) {
    const client = await rawClient(context, await connect(), { windowBytes: 1024 });
    clients.push(client);
    client.say(askIn(1));
    await stable(() => client.seen(1)?.body.length ?? 0);
  }
  const resets = () => clients.map((client) => client.seen(1)?.reset);
  assert.deepEqual(resets(), [undefined, undefined, errorCode.ENHANCE_YOUR_CALM]);
  await clock.advance(defaultLimits.sendMs);
  await clients[0]?.answer(1);
  // Those two are given up, which makes room.
  clients[2]?.say(askIn(3));
  await stable(() => clients[2]?.seen(3)?.body.length ?? 0);
  assert.equal(clients[2]?.seen(3)?.reset, undefined);
});
