import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { createPeerTracker, type FindShare } from '../../common/peertracker/peer-tracker.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import type { DialOptions, RpcChannel, TlsDialOptions } from '../../common/rpc/rpc-channel.ts';
import type { RpcServer, RpcServerOptions } from '../../common/rpc/rpc-server.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import { bidi, rawCodec, serverStream, unary } from '../../common/rpc/services/method.ts';
import { FakeClock } from '../fake-clock.ts';

/** What the transport suite is run on. */
export interface TransportUnderTest {
  createServer(options: RpcServerOptions): RpcServer;
  dialUnix(path: string, options?: DialOptions): RpcChannel;
  dialTls(options: TlsDialOptions): RpcChannel;
}

export const ask = unary('test.Test/Ask', rawCodec, rawCodec);
export const watch = serverStream('test.Test/Watch', rawCodec, rawCodec);
export const chat = bidi('test.Test/Chat', rawCodec, rawCodec);

export const http2Preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** Hand-made HTTP/2 frames (RFC 9113 §4.1), for what no client library sends. */
export const settingsFrame = frame(4, 0, 0, Buffer.alloc(0));
/** RST_STREAM of stream 1 with CANCEL. */
export const resetFrame = frame(3, 0, 1, Buffer.from([0, 0, 0, 8]));
/** DATA of stream 1: one empty gRPC message, and the end of the request. */
export const emptyMessageFrame = frame(0, 1, 1, Buffer.alloc(5));

/** DATA of stream 1, which stays open. */
export function dataFrame(payload: Buffer): Buffer {
  return frame(0, 0, 1, payload);
}

/** HEADERS that open stream 1 as a gRPC call of `path`. */
export function headersFrame(path: string, authority = 'localhost'): Buffer {
  const fields = Object.entries({
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': authority,
    te: 'trailers',
    'content-type': 'application/grpc',
  });
  // Literal fields without indexing and without Huffman codes (RFC 7541 §6.2.2).
  const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
  const block = fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]);
  return frame(1, 4, 1, Buffer.concat(block));
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A server on a Unix socket in a folder of its own, with a clock that the test moves; all ends with the test. */
export async function serveForTest(
  context: TestContext,
  transport: TransportUnderTest,
  methods: readonly ServedMethod[],
  { findShare, ...options }: Partial<RpcServerOptions> & { readonly findShare?: FindShare } = {},
) {
  const clock = new FakeClock();
  const server = transport.createServer({ methods, log: silentLogger, clock, ...options });
  const path = join(temporaryFolder(context), 'api.sock');
  const trackPeers = createPeerTracker(undefined, undefined, findShare);
  await server.listenUnix({ path, mode: 0o777, trackPeers });
  const channel = transport.dialUnix(path);
  context.after(async () => {
    channel.close();
    const closed = server.close({ graceMs: 0 });
    await clock.advance(1);
    await closed;
  });
  return { server, clock, path, channel };
}

/** Readable by every user, so that children with other uids reach sockets in it. */
export function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-rpc-'));
  chmodSync(folder, 0o755);
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A connected socket with nothing said on it. */
export async function connectRaw(
  context: TestContext,
  to: string | { readonly host: string; readonly port: number },
): Promise<Socket> {
  const socket = typeof to === 'string' ? connect(to) : connect(to.port, to.host);
  context.after(() => socket.destroy());
  await once(socket, 'connect');
  // What the far end says does not matter, that it hangs up does.
  socket.on('error', () => undefined).resume();
  return socket;
}

/** Resolves when the far end has closed the connection. */
export async function hangUp(socket: Socket): Promise<void> {
  // events.once would reject when the connection is reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

/** Polls until `value` has been the same for a while: the only way to see that nothing more happens. */
export async function stable(value: () => number): Promise<number> {
  for (let last = value(), same = 0; ; last = value()) {
    await systemClock.sleep(10);
    same = value() === last ? same + 1 : 0;
    if (same === 10) return last;
  }
}

/** A promise with its handles, to await an event of a handler. */
export function signalOf<Value>() {
  return Promise.withResolvers<Value>();
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** Reads to the end. */
export async function drain(messages: AsyncIterable<unknown>): Promise<void> {
  const iterator = messages[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** The next message as text; the loop may go on later. */
export async function first(messages: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const message of messages) return textOf(message);
  throw new Error('the stream ended');
}

/** One message there and back, to see that others are still served. */
export async function chatOnce(channel: RpcChannel): Promise<string> {
  const stream = channel.open(chat, deadline);
  await stream.send(ping);
  const text = await first(stream.messages);
  stream.end();
  return text;
}

/** Answers what it is asked. */
export const echo = serveUnary(ask, (request) => Promise.resolve(request));

/** Sends back every message. */
export const echoes = serveStream(chat, async (stream) => {
  for await (const message of stream.messages) await stream.send(message);
});

/** For calls that must not hang. */
export const deadline = { timeoutMs: 20_000 };
export const ping = Buffer.from('ping');
