import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { defaultLimits } from '../../common/rpc/limits.ts';
import type { RpcChannel } from '../../common/rpc/rpc-channel.ts';
import { RecordedMetrics } from '../envoy-service.ts';
import type { FakeClock } from '../fake-clock.ts';
import {
  ask,
  chat,
  connectRaw,
  deadline,
  drain,
  first,
  hangUp,
  headersFrame,
  http2Preface,
  ping,
  settingsFrame,
  stable,
  textOf,
  type TransportUnderTest,
} from './transport-parts.ts';
import { credentialsOf, handshake, serveTls } from './transport-tls-parts.ts';

/** What no stranger may do to a TCP port, below and above TLS. */
export function transportTlsHostileSuite(name: string, transport: TransportUnderTest): void {
  suite(`transport contract, ${name}: hostile TLS peers`, () => {
    slowPeers(transport);
    rubbish(transport);
    crowds(transport);
  });
}

function slowPeers(transport: TransportUnderTest): void {
  test('a handshake that goes on byte by byte is cut in time', async (context) => {
    const { address, clock, dial } = await serveTls(context, transport);
    const socket = await connectRaw(context, address);
    // A ClientHello of 512 bytes that never comes to its end.
    socket.write(Buffer.from('160301020001000201fc0303', 'hex'));
    await drip(socket, clock, defaultLimits.tlsHandshakeMs, () => randomBytes(1));
    await hangUp(socket);
    await served(dial({}));
  });

  test('an HTTP/2 preface that goes on byte by byte is cut in time', async (context) => {
    const { address, clock, dial } = await serveTls(context, transport);
    const socket = await handshake(context, address);
    const bytes = Buffer.from(http2Preface).values();
    await drip(socket, clock, defaultLimits.prefaceMs, () => Buffer.of(bytes.next().value ?? 0));
    await hangUp(socket);
    await served(dial({}));
  });

  const unfinished: readonly [string, readonly Uint8Array[]][] = [
    ['says no more after its preface', []],
    ['begins a call and never sends its message', [headersFrame(ask.path)]],
    ['begins a stream and is silent', [headersFrame(chat.path)]],
  ];
  for (const [what, frames] of unfinished) {
    test(`a stranger that ${what} is cut after the stay of strangers`, async (context) => {
      const { address, clock, dial } = await serveTls(context, transport);
      const socket = await handshake(context, address);
      answerPings(socket);
      const bytes = [Buffer.from(http2Preface), settingsFrame, ...frames];
      socket.write(Buffer.concat(bytes));
      await stable(() => socket.bytesRead);
      for (let waitedMs = 0; waitedMs < defaultLimits.strangerMs; waitedMs += 10_000) {
        await clock.advance(10_000);
      }
      await hangUp(socket);
      await served(dial({}));
    });
  }

  test('a peer that closes its half is closed, in its handshake and after it', async (context) => {
    const { address, dial } = await serveTls(context, transport);
    const raw = await connectRaw(context, address);
    const greeted = await handshake(context, address);
    raw.end(Buffer.from('1603', 'hex'));
    greeted.end();
    await Promise.all([hangUp(raw), hangUp(greeted)]);
    await served(dial({}));
  });
}

function rubbish(transport: TransportUnderTest): void {
  test('TLS 1.2 is never renegotiated', async (context) => {
    const { address, dial, clock } = await serveTls(context, transport);
    const socket = await handshake(context, address, {
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
    });
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    socket.renegotiate({ rejectUnauthorized: false }, resolve);
    socket.once('close', () => resolve(new Error('closed')));
    // OpenSSL's client waits when it is told no, and so is silent.
    await stable(() => socket.bytesRead);
    await clock.advance(defaultLimits.prefaceMs);
    assert.ok((await promise) instanceof Error);
    await served(dial({}));
  });

  test('rubbish below TLS, after the handshake, ends its connection and hurts nobody', async (context) => {
    const { address, dial } = await serveTls(context, transport);
    const raw = await connectRawPaused(context, address);
    const socket = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
    socket.on('error', () => undefined).resume();
    await once(socket, 'secureConnect');
    raw.write(randomBytes(4096));
    await hangUp(raw);
    await served(dial({}));
  });

  test('handshakes with single bytes changed end nothing but their connection', async (context) => {
    const { address, dial } = await serveTls(context, transport);
    const hello = await clientHello(context);
    for (let at = 0; at < hello.length; at += 3) {
      const socket = await connectRaw(context, address);
      const spoiled = Buffer.from(hello);
      spoiled.writeUInt8(hello.readUInt8(at) ^ (1 << (at % 8)), at);
      socket.end(spoiled);
      await hangUp(socket);
    }
    await served(dial({}));
  });
}

function crowds(transport: TransportUnderTest): void {
  test('calls beyond calls_per_spiffe_id are refused on all connections, until others end', async (context) => {
    const metrics = new RecordedMetrics();
    const limits = { maxCallsPerSpiffeId: 2 };
    const { ca, dial } = await serveTls(context, transport, { limits, metrics });
    const dialAs = async (id: string) => {
      const credentials = credentialsOf(await ca.issue(id));
      return dial({ credentials: () => credentials });
    };
    const agent = 'spiffe://example.org/agent';
    const [one, two] = [await dialAs(agent), await dialAs(agent)];
    const [ending, lasting] = [one.open(chat, deadline), two.open(chat, deadline)];
    for (const stream of [ending, lasting]) {
      await stream.send(ping);
      assert.equal(await first(stream.messages), 'ping');
    }
    await assert.rejects(two.unary(ask, ping, deadline), {
      code: 'RESOURCE_EXHAUSTED',
      message: /limit calls_per_spiffe_id of 2 is reached/,
    });
    assert.equal(metrics.total('rpc_limited_calls'), 1);
    await served(await dialAs('spiffe://example.org/other'));
    await served(dial({}));
    ending.end();
    await drain(ending.messages);
    await served(two);
  });

  test('connections beyond those of one SPIFFE ID are refused and counted', async (context) => {
    const metrics = new RecordedMetrics();
    const limits = { maxConnectionsPerSpiffeId: 1 };
    const { ca, dial } = await serveTls(context, transport, { limits, metrics });
    const credentials = credentialsOf(await ca.issue('spiffe://example.org/agent'));
    await served(dial({ credentials: () => credentials }));
    const second = dial({ credentials: () => credentials });
    await assert.rejects(second.unary(ask, ping, deadline), { code: 'UNAVAILABLE' });
    assert.ok(metrics.total('rpc_limited_connections') > 0);
  });

  test('handshakes beyond the budget of an address are refused before they cost one, until time passes', async (context) => {
    const metrics = new RecordedMetrics();
    const limits = { handshakesBurst: 2, handshakesPerSecond: 1 };
    const { address, clock, dial } = await serveTls(context, transport, { limits, metrics });
    await handshake(context, address);
    const known = dial({});
    await served(known);
    for (let at = 0; at < 20; at++) await hangUp(await connectRaw(context, address));
    assert.equal(metrics.total('rpc_limited_connections'), 20);
    // Who is connected is not concerned.
    await served(known);
    await clock.advance(1_000);
    await served(dial({}));
  });

  test('a flood from one address keeps out nobody of another, and ends no agent', async (context) => {
    const limits = { maxConnections: 32 };
    const { address, ca, dial, peers } = await serveTls(context, transport, { limits });
    const svid = credentialsOf(await ca.issue('spiffe://example.org/agent'));
    const newcomer = dial({});
    await served(newcomer);
    const agent = dial({ credentials: () => svid });
    const stream = agent.open(chat, deadline);
    await stream.send(ping);
    const answers = stream.messages[Symbol.asyncIterator]();
    await answers.next();
    const flood = await Promise.all(
      Array.from({ length: 200 }, () => connectFrom(context, '127.0.0.2', address)),
    );
    const refused = await stable(() => flood.filter((socket) => socket.closed).length);
    assert.ok(refused >= flood.length - limits.maxConnections, `${refused}`);
    await served(newcomer);
    assert.equal(new Set(peers.map(({ connectionId }) => connectionId)).size, 1);
    await served(dial({}));
    await served(dial({ credentials: () => svid }));
    await stream.send(ping);
    assert.equal(textOf((await answers.next()).value as Uint8Array), 'ping');
  });

  test('many that are idle after TLS neither hinder others nor stay', async (context) => {
    const { address, clock, dial } = await serveTls(context, transport);
    const idle = await Promise.all(Array.from({ length: 200 }, () => handshake(context, address)));
    await served(dial({}));
    await stable(() => clock.pending);
    await clock.advance(defaultLimits.prefaceMs);
    await Promise.all(idle.map(hangUp));
    await served(dial({}));
  });
}

/** Sends a byte now and then until the time is up; what is cut early is a failure. */
async function drip(
  socket: Socket,
  clock: FakeClock,
  forMs: number,
  next: () => Uint8Array,
): Promise<void> {
  await stable(() => clock.pending);
  const steps = 10;
  for (let step = 0; step < steps; step++) {
    socket.write(next());
    await stable(() => socket.bytesWritten);
    assert.ok(!socket.closed);
    await clock.advance(forMs / steps);
  }
}

/** Answers each PING, as who wants to stay does. */
function answerPings(socket: TLSSocket): void {
  socket.on('data', (bytes: Buffer) => {
    for (let at = 0; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
      const isPing = bytes.readUInt8(at + 3) === 6 && bytes.readUInt8(at + 4) === 0;
      if (!isPing) continue;
      const answer = Buffer.from(bytes.subarray(at, at + 17));
      answer.writeUInt8(1, 4);
      socket.write(answer);
    }
  });
}

/** The first flight of a real client. */
async function clientHello(context: TestContext): Promise<Buffer> {
  const listener = createServer().listen(0, '127.0.0.1');
  context.after(() => listener.close());
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const socket = connectTls({ host: '127.0.0.1', port, ALPNProtocols: ['h2'] });
  context.after(() => socket.destroy());
  socket.on('error', () => undefined);
  const [accepted] = (await once(listener, 'connection')) as [Socket];
  context.after(() => accepted.destroy());
  const [hello] = (await once(accepted, 'data')) as [Buffer];
  return hello;
}

async function connectRawPaused(
  context: TestContext,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Socket> {
  const socket = connect(port, host);
  context.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

async function connectFrom(
  context: TestContext,
  localAddress: string,
  to: { readonly host: string; readonly port: number },
): Promise<Socket> {
  const socket = connect({ ...to, localAddress });
  context.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket.on('error', () => undefined).resume();
}

async function served(channel: RpcChannel): Promise<void> {
  assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
}
