import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { Call } from '../../common/rpc/contract.ts';
import { defaultLimits } from '../../common/rpc/limits.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import {
  ask,
  chat,
  connectRaw,
  deadline,
  drain,
  echo,
  echoes,
  first,
  headersFrame,
  http2Preface,
  ping,
  resetFrame,
  serveForTest,
  settingsFrame,
  signalOf,
  stable,
  textOf,
  watch,
  type TransportUnderTest,
} from './transport-parts.ts';

/** How calls end before their time: cancelled, late, stalled or cut. */
export function transportEndingsSuite(name: string, transport: TransportUnderTest): void {
  suite(`transport contract, ${name}: endings`, () => endings(transport));
  suite(`transport contract, ${name}: slow readers`, () => slowReaders(transport));
}

function endings(transport: TransportUnderTest): void {
  /** A handler that waits for its signal and tells the test what came. */
  const waiting = () => {
    const started = signalOf<Call>();
    const ended = signalOf<unknown>();
    const wait = async (call: Call) => {
      started.resolve(call);
      await new Promise((resolve) => {
        call.signal.addEventListener('abort', resolve, { once: true });
        if (call.signal.aborted) resolve(undefined);
      });
      ended.resolve(call.signal.reason);
      throw call.signal.reason as Error;
    };
    return { started: started.promise, ended: ended.promise, wait };
  };

  test('a cancelled unary call reaches the signal of its handler', async (context) => {
    const { started, ended, wait } = waiting();
    const handler = serveUnary(ask, async (request, call) => wait(call).then(() => request));
    const { channel } = await serveForTest(context, transport, [handler]);
    const cancel = new AbortController();
    const call = channel.unary(ask, ping, { signal: cancel.signal });
    await started;
    cancel.abort(new Error('changed my mind'));
    await assert.rejects(call, { code: 'CANCELLED' });
    assert.ok(hasCode(await ended, 'CANCELLED'));
  });

  test('a cancelled stream reaches the signal of its handler', async (context) => {
    const { started, ended, wait } = waiting();
    const { channel } = await serveForTest(context, transport, [serveStream(chat, wait)]);
    const stream = channel.open(chat);
    await started;
    stream.cancel();
    assert.ok(hasCode(await ended, 'CANCELLED'));
    await assert.rejects(drain(stream.messages), { code: 'CANCELLED' });
  });

  test('a stream that is reset ends its messages with an error, not like a half-close', async (context) => {
    const started = signalOf<undefined>();
    const ended = signalOf<unknown>();
    const handler = serveStream(chat, async (stream) => {
      started.resolve(undefined);
      await drain(stream.messages).catch((error: unknown) => ended.resolve(error));
    });
    const { path } = await serveForTest(context, transport, [handler]);
    const socket = await connectRaw(context, path);
    socket.write(
      Buffer.concat([Buffer.from(http2Preface), settingsFrame, headersFrame(chat.path)]),
    );
    await started.promise;
    socket.write(resetFrame);
    assert.ok(hasCode(await ended.promise, 'CANCELLED'));
  });

  test('a receiver hears of a reset as an error', async (context) => {
    const started = signalOf<undefined>();
    const ended = signalOf<unknown>();
    const handler = serveStream(chat, (stream) => {
      started.resolve(undefined);
      stream.receive({ message: () => undefined, ended: (error) => ended.resolve(error) });
      return ended.promise.then(() => undefined);
    });
    const { path } = await serveForTest(context, transport, [handler]);
    const socket = await connectRaw(context, path);
    socket.write(
      Buffer.concat([Buffer.from(http2Preface), settingsFrame, headersFrame(chat.path)]),
    );
    await started.promise;
    socket.write(resetFrame);
    assert.ok(hasCode(await ended.promise, 'CANCELLED'));
  });

  test('a deadline ends the call on both sides', async (context) => {
    const { started, ended, wait } = waiting();
    const handler = serveUnary(ask, async (request, call) => wait(call).then(() => request));
    const { channel } = await serveForTest(context, transport, [handler]);
    let isStarted = false;
    void started.then(() => (isStarted = true));
    // On a busy machine a deadline may be over before the call is there.
    for (let timeoutMs = 50; !isStarted; timeoutMs *= 2) {
      await assert.rejects(channel.unary(ask, ping, { timeoutMs }), { code: 'DEADLINE_EXCEEDED' });
    }
    assert.ok(hasCode(await ended, 'CANCELLED'));
  });

  test('a call whose signal is aborted already is cancelled', async (context) => {
    const { channel } = await serveForTest(context, transport, [echo]);
    const signal = AbortSignal.abort(new Error('never mind'));
    await assert.rejects(channel.unary(ask, ping, { signal }), { code: 'CANCELLED' });
  });

  test('a peer that hangs up ends its calls and its connection', async (context) => {
    const { started, ended, wait } = waiting();
    const { channel } = await serveForTest(context, transport, [serveStream(chat, wait)]);
    const stream = channel.open(chat);
    const { peer } = await started;
    assert.ok(!peer.closed.aborted);
    const closed = new Promise((resolve) => peer.closed.addEventListener('abort', resolve));
    stream.cancel();
    channel.close();
    assert.ok(hasCode(await ended, 'CANCELLED'));
    await closed;
    assert.ok(peer.kind === 'local' && !peer.isAlive());
  });

  test('a channel dials again when its server comes back', async (context) => {
    const first = await serveForTest(context, transport, [echo]);
    await first.channel.unary(ask, ping, deadline);
    const closed = first.server.close({ graceMs: 0 });
    await first.clock.advance(1);
    await closed;
    await assert.rejects(first.channel.unary(ask, ping, deadline), { code: 'UNAVAILABLE' });
    const second = await serveForTest(context, transport, [echo]);
    const again = transport.dialUnix(second.path);
    context.after(() => again.close());
    assert.equal(textOf(await again.unary(ask, ping, deadline)), 'ping');
  });
}

function slowReaders(transport: TransportUnderTest): void {
  const chunk = new Uint8Array(64 * 1024);
  /** Sends for ever; counts what the transport took. */
  const flood = () => {
    const state = { sent: 0, failed: signalOf<unknown>() };
    const handler = serveStream(watch, async (stream) => {
      try {
        for (;;) {
          await stream.send(chunk);
          state.sent++;
        }
      } catch (error) {
        state.failed.resolve(error);
        throw error;
      }
    });
    return { state, handler };
  };

  test('a reader that stalls holds the sender back, and loses its stream in time', async (context) => {
    const { state, handler } = flood();
    const { channel, clock } = await serveForTest(context, transport, [handler, echo]);
    const stream = channel.open(watch);
    await stream.send(ping);
    stream.end();
    const taken = await stable(() => state.sent);
    assert.ok(taken > 0 && taken < 64, `${taken} chunks were taken`);
    await clock.advance(defaultLimits.sendMs - 1);
    assert.equal(state.sent, taken);
    await clock.advance(1);
    assert.ok(hasCode(await state.failed.promise, 'CANCELLED'));
    assert.equal(state.sent, taken);
    assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
    await assert.rejects(drain(stream.messages));
  });

  test('a stalled stream and a busy one share a connection, and only the stalled one ends', async (context) => {
    const { state, handler } = flood();
    const { channel, clock } = await serveForTest(context, transport, [handler, echoes]);
    const busy = channel.open(chat);
    await busy.send(Buffer.from('before'));
    assert.equal(await first(busy.messages), 'before');
    const stalled = channel.open(watch);
    await stalled.send(ping);
    stalled.end();
    await stable(() => state.sent);
    await clock.advance(defaultLimits.sendMs);
    assert.ok(hasCode(await state.failed.promise, 'CANCELLED'));
    await busy.send(Buffer.from('after'));
    assert.equal(await first(busy.messages), 'after');
    busy.end();
  });

  test('a second message while one is in flight is refused', async (context) => {
    const outcome = signalOf<unknown>();
    const handler = serveStream(chat, async (stream) => {
      // More than the window of the peer: it cannot be taken at once.
      const sending = stream.send(Buffer.alloc(1024 * 1024));
      await stream.send(ping)?.catch((error: unknown) => outcome.resolve(error));
      await sending;
    });
    const { channel } = await serveForTest(context, transport, [handler]);
    const stream = channel.open(chat, deadline);
    assert.equal((await first(stream.messages)).length, 1024 * 1024);
    assert.ok(hasCode(await outcome.promise, 'INTERNAL'));
  });

  test('a slow handler holds a fast client back', async (context) => {
    const release = signalOf<undefined>();
    let received = 0;
    const handler = serveStream(chat, async (stream) => {
      await release.promise;
      for await (const message of stream.messages) received += message.length;
    });
    const { channel } = await serveForTest(context, transport, [handler]);
    const stream = channel.open(chat);
    let sent = 0;
    const sending = (async () => {
      for (; sent < 100; sent++) await stream.send(chunk);
      stream.end();
    })();
    assert.ok((await stable(() => sent)) < 64);
    release.resolve(undefined);
    await sending;
    await drain(stream.messages);
    assert.equal(received, 100 * chunk.length);
  });
}
