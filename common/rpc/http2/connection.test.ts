import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle, FakeClock } from '../../../testkit/fake-clock.ts';
import { FakeSocket } from '../../../testkit/http2-fake-socket.ts';
import { data, headers, message, ping, rawFrame, settings } from '../../../testkit/http2-frames.ts';
import { echoes, http2Preface } from '../../../testkit/suites/transport-parts.ts';
import { silentLogger } from '../../log/logger.ts';
import { defaultLimits } from '../limits.ts';
import { UnreadAnswers } from '../unread-answers.ts';
import { createHttp2Server } from './server.ts';

/** A connection with one call that is under way while the server drains. */
async function drainedConnection() {
  const socket = new FakeSocket();
  const clock = new FakeClock();
  const closed = new AbortController().signal;
  const server = createHttp2Server({
    methods: [echoes],
    limits: defaultLimits,
    host: {
      interceptors: [],
      clock,
      log: silentLogger,
      sendMs: defaultLimits.sendMs,
      sendLeastBytes: defaultLimits.sendLeastBytes,
      unread: new UnreadAnswers(defaultLimits),
      started: () => undefined,
      over: () => undefined,
      findPeer: (connectionId) => ({ kind: 'remote', connectionId, address: 'x', closed }),
    },
  });
  server.serve(socket.asSocket());
  socket.say(Buffer.concat([Buffer.from(http2Preface), settings(), headers(1)]));
  await settle();
  server.drain();
  await settle();
  assert.equal(socket.writableEnded, false, 'it ends while a call is under way');
  socket.say(data(1, message('last'), { end: true }));
  await settle();
  return { socket, clock };
}

test('a drained connection is ended and left to the peer to close, who may read slowly', async () => {
  const { socket, clock } = await drainedConnection();
  assert.match(Buffer.concat(socket.written).toString('latin1'), /last/);
  assert.equal(socket.writableEnded, true);
  await clock.advance(defaultLimits.sendMs - 1);
  assert.equal(socket.destroyed, false);
  await clock.advance(1);
  assert.equal(socket.destroyed, true);
});

test('on a connection that has ended nothing is answered, and a fault closes it', async () => {
  const { socket } = await drainedConnection();
  const { length } = socket.written;
  socket.say(ping());
  await settle();
  assert.equal(socket.written.length, length);
  assert.equal(socket.destroyed, false);
  // SETTINGS of a stream (RFC 9113 §6.5).
  socket.say(rawFrame(4, 0, 1, Buffer.alloc(0)));
  await settle();
  assert.equal(socket.destroyed, true);
  assert.equal(socket.written.length, length);
});
