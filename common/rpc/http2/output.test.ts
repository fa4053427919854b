import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle, FakeClock } from '../../../testkit/fake-clock.ts';
import { FakeTlsSocket } from '../../../testkit/http2-fake-socket.ts';
import { headers, requestWith, settings } from '../../../testkit/http2-frames.ts';
import { http2Preface } from '../../../testkit/suites/transport-parts.ts';
import { silentLogger } from '../../log/logger.ts';
import { defaultLimits } from '../limits.ts';
import { UnreadAnswers } from '../unread-answers.ts';
import { createHttp2Server } from './server.ts';

test('over TLS too a peer that reads nothing is not read, until it reads again', async () => {
  const socket = new FakeTlsSocket();
  createHttp2Server({
    methods: [],
    limits: defaultLimits,
    host: {
      interceptors: [],
      clock: new FakeClock(),
      log: silentLogger,
      sendMs: 30_000,
      sendLeastBytes: defaultLimits.sendLeastBytes,
      unread: new UnreadAnswers(defaultLimits),
      started: () => undefined,
      over: () => undefined,
      findPeer: (connectionId) => ({
        kind: 'remote',
        connectionId,
        address: 'x',
        connectedAtMs: 0,
        closed: new AbortController().signal,
      }),
    },
  }).serve(socket.asSocket());
  socket.say(Buffer.concat([Buffer.from(http2Preface), settings()]));
  const call = (at: number) => headers(2 * at + 1, requestWith({ ':path': '/x.Y/Z' }));
  let said = 0;
  for (; said < 20_000 && !socket.isPaused(); said += 100) {
    socket.say(Buffer.concat(Array.from({ length: 100 }, (_, at) => call(said + at))));
    await settle();
  }
  assert.ok(said < 5_000, `${said} calls are answered to a peer that reads nothing`);
  while (socket.take()) await settle();
  assert.equal(socket.isPaused(), false);
});
