import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  ask,
  chat,
  deadline,
  echo,
  ping,
  serveForTest,
  signalOf,
  textOf,
} from '../../testkit/suites/transport-parts.ts';
import { dialTls, dialUnix } from './rpc-channel.ts';
import { createRpcServer } from './rpc-server.ts';
import { serveStream } from './serve.ts';

const grpcJs = { createServer: createRpcServer, dialUnix, dialTls };
const megabyte = 1024 * 1024;

test('a connection whose streams hold many unfinished messages is ended, and no other', async (context) => {
  const { path, channel } = await serveForTest(context, grpcJs, [echo]);
  const session = greedy(context, path);
  const ended = once(session, 'close');
  for (let stream = 0; stream < 20; stream++) {
    openCall(session, ask.path).write(messageOf(4 * megabyte).subarray(0, megabyte));
  }
  await ended;
  assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
});

test('whole messages that no handler takes count, too', async (context) => {
  const { path } = await serveForTest(context, grpcJs, [neverReads]);
  const session = greedy(context, path);
  const ended = once(session, 'close');
  for (let stream = 0; stream < 20; stream++) {
    openCall(session, chat.path).write(messageOf(megabyte));
  }
  await ended;
});

test('a few compressed bytes count as the largest message that they may become', async (context) => {
  const { path } = await serveForTest(context, grpcJs, [neverReads]);
  const session = greedy(context, path);
  const ended = once(session, 'close');
  const bomb = messageOf(0, gzipSync(Buffer.alloc(megabyte)));
  for (let stream = 0; stream < 20; stream++) {
    openCall(session, chat.path, { 'grpc-encoding': 'gzip' }).write(bomb);
  }
  await ended;
});

test('a stream may send any amount as long as its messages are taken', async (context) => {
  let bytes = 0;
  const counts = serveStream(chat, async (stream) => {
    for await (const message of stream.messages) {
      bytes += message.length;
      await stream.send(Buffer.from('more'));
    }
  });
  const { channel } = await serveForTest(context, grpcJs, [counts]);
  const stream = channel.open(chat);
  const answers = stream.messages[Symbol.asyncIterator]();
  for (let message = 0; message < 24; message++) {
    await stream.send(Buffer.alloc(megabyte));
    await answers.next();
  }
  stream.end();
  assert.equal(bytes, 24 * megabyte);
});

test('calls that are over hold nothing any more', async (context) => {
  const { channel } = await serveForTest(context, grpcJs, [echo]);
  for (let call = 0; call < 12; call++) {
    const answer = await channel.unary(ask, new Uint8Array(2 * megabyte), deadline);
    assert.equal(answer.length, 2 * megabyte);
  }
});

/** A handler that is busy with something else. */
const neverReads = serveStream(chat, async ({ signal }) => {
  const told = signalOf<undefined>();
  signal.addEventListener('abort', () => told.resolve(undefined), { once: true });
  await told.promise;
});

function greedy(context: TestContext, path: string): ClientHttp2Session {
  const session = connectHttp2('http://localhost', { createConnection: () => connect(path) });
  context.after(() => session.destroy());
  // That the connection is reset is what the tests wait for.
  session.on('error', () => undefined);
  return session;
}

function openCall(session: ClientHttp2Session, path: string, headers = {}) {
  const fixed = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc' };
  const stream = session.request({ ...fixed, te: 'trailers', ...headers });
  stream.on('error', () => undefined);
  return stream;
}

/** A gRPC message: zeros, or compressed bytes. */
function messageOf(length: number, compressed?: Buffer): Buffer {
  const content = compressed ?? Buffer.alloc(length);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(compressed === undefined ? 0 : 1);
  prefix.writeUInt32BE(content.length, 1);
  return Buffer.concat([prefix, content]);
}
