import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { suite, test } from 'node:test';
import { asError, hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import type { Call, Interceptor } from '../../common/rpc/contract.ts';
import { RpcError } from '../../common/rpc/rpc-error.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import {
  ask,
  chat,
  chatOnce,
  connectRaw,
  deadline,
  drain,
  echo,
  echoes,
  first,
  hangUp,
  http2Preface,
  ping,
  serveForTest,
  settingsFrame,
  signalOf,
  textOf,
  watch,
  type TransportUnderTest,
} from './transport-parts.ts';

/** What any transport behind the RPC contract promises, seen from its peers: calls, failures, shutdown. */
export function transportSuite(name: string, transport: TransportUnderTest): void {
  suite(`transport contract, ${name}: calls`, () => calls(transport));
  suite(`transport contract, ${name}: failures`, () => failures(transport));
  suite(`transport contract, ${name}: shutdown`, () => shutdown(transport));
}

function calls(transport: TransportUnderTest): void {
  test('a unary call is answered, with an empty message too', async (context) => {
    const { channel } = await serveForTest(context, transport, [echo]);
    assert.equal(textOf(await channel.unary(ask, ping, deadline)), 'ping');
    assert.equal((await channel.unary(ask, new Uint8Array(), deadline)).length, 0);
  });

  test('messages of a stream arrive in order and a half-close ends it', async (context) => {
    const { channel } = await serveForTest(context, transport, [echoes]);
    const stream = channel.open(chat, deadline);
    for (const text of ['a', 'b', 'c']) await stream.send(Buffer.from(text));
    stream.end();
    const got: string[] = [];
    for await (const message of stream.messages) got.push(textOf(message));
    assert.deepEqual(got, ['a', 'b', 'c']);
  });

  test('a loop over messages that is left goes on where it stopped', async (context) => {
    const { channel } = await serveForTest(context, transport, [echoes]);
    const stream = channel.open(chat, deadline);
    const next = async () => {
      for await (const message of stream.messages) return textOf(message);
      return 'nothing';
    };
    await stream.send(Buffer.from('challenge'));
    assert.equal(await next(), 'challenge');
    await stream.send(Buffer.from('result'));
    assert.equal(await next(), 'result');
    stream.end();
    assert.equal(await next(), 'nothing');
  });

  test('a receiver gets messages in order, those too that came before it, and hears of the half-close', async (context) => {
    const isOpen = signalOf<undefined>();
    const got: string[] = [];
    const handler = serveStream(chat, async (stream) => {
      await isOpen.promise;
      await new Promise<void>((resolve, reject) =>
        stream.receive({
          message: (message) => void got.push(textOf(message)),
          ended: (error) => (error === undefined ? resolve() : reject(asError(error))),
        }),
      );
      await stream.send(Buffer.from(got.join(' ')));
    });
    const { channel } = await serveForTest(context, transport, [handler]);
    const stream = channel.open(chat, deadline);
    await stream.send(Buffer.from('a'));
    isOpen.resolve(undefined);
    for (const text of ['b', 'c']) await stream.send(Buffer.from(text));
    stream.end();
    assert.equal(await first(stream.messages), 'a b c');
    await drain(stream.messages);
  });

  test('what a receiver throws comes back to it, once, and nothing after it', async (context) => {
    const got: unknown[] = [];
    const handler = serveStream(chat, (stream) => {
      return new Promise<void>((_, reject) =>
        stream.receive({
          message: (message) => {
            got.push(textOf(message));
            throw new SpiffeError('INVALID_ARGUMENT', 'not this');
          },
          ended: (error) => {
            got.push(error instanceof SpiffeError ? error.code : error);
            reject(asError(error));
          },
        }),
      );
    });
    const { channel } = await serveForTest(context, transport, [handler]);
    const stream = channel.open(chat, deadline);
    await stream.send(ping);
    await assert.rejects(drain(stream.messages), { code: 'INVALID_ARGUMENT', message: 'not this' });
    assert.deepEqual(got, ['ping', 'INVALID_ARGUMENT']);
  });

  test('a server stream gets its one request and sends until it returns', async (context) => {
    const countdown = serveStream(watch, async (stream) => {
      for await (const request of stream.messages) {
        for (let left = request.length; left > 0; left--) await stream.send(new Uint8Array(left));
      }
    });
    const { channel } = await serveForTest(context, transport, [countdown]);
    const stream = channel.open(watch, deadline);
    await stream.send(new Uint8Array(3));
    stream.end();
    const sizes: number[] = [];
    for await (const message of stream.messages) sizes.push(message.length);
    assert.deepEqual(sizes, [3, 2, 1]);
  });

  test('the handler knows the process, the headers and the path of a call', async (context) => {
    const seen = signalOf<Call>();
    const handler = serveUnary(ask, (request, call) => {
      seen.resolve(call);
      return Promise.resolve(request);
    });
    const { channel } = await serveForTest(context, transport, [handler]);
    await channel.unary(ask, ping, { ...deadline, metadata: { 'workload.spiffe.io': 'true' } });
    const { peer, metadata, path } = await seen.promise;
    assert.deepEqual(metadata.get('workload.spiffe.io'), ['true']);
    assert.deepEqual(metadata.get('absent'), []);
    assert.equal(path, '/test.Test/Ask');
    assert.ok(peer.kind === 'local' && peer.isAlive());
    assert.deepEqual(
      [peer.pid, peer.uid, peer.gid],
      [process.pid, process.getuid?.(), process.getgid?.()],
    );
  });

  test('interceptors wrap a call, outermost first, and may refuse it', async (context) => {
    const order: string[] = [];
    const interceptors = ['outer', 'inner'].map(
      (label) => async (call: Call, next: () => Promise<void>, request?: unknown) => {
        order.push(`${label} ${textOf(request as Uint8Array)}`);
        if (call.metadata.get('refuse').includes(label))
          throw new SpiffeError('PERMISSION_DENIED', `refused by ${label}`);
        await next();
        order.push(`${label} done`);
      },
    );
    const { channel } = await serveForTest(context, transport, [echo], { interceptors });
    await channel.unary(ask, ping, deadline);
    assert.deepEqual(order, ['outer ping', 'inner ping', 'inner done', 'outer done']);
    const refused = channel.unary(ask, ping, { ...deadline, metadata: { refuse: 'inner' } });
    await assert.rejects(refused, { code: 'PERMISSION_DENIED', message: 'refused by inner' });
  });

  test('an interceptor hears once when a call is over, and how it failed', async (context) => {
    const ends: unknown[] = [];
    const interceptor: Interceptor = (call, next) => {
      call.whenOver(({ path }, error) => {
        ends.push([path, error instanceof SpiffeError ? error.code : error]);
      });
      return next();
    };
    const refusing = serveStream(watch, () =>
      Promise.reject(new SpiffeError('PERMISSION_DENIED', 'no')),
    );
    // One that is told to stop and does has not failed: SPIRE counts it as OK.
    const stopped = signalOf<undefined>();
    const stopping = serveStream(chat, async (stream) => {
      for await (const message of stream.messages) {
        await stream.send(message);
        stream.signal.addEventListener('abort', () => stopped.resolve(undefined));
        await stopped.promise;
        return;
      }
    });
    const options = { interceptors: [interceptor] };
    const methods = [echo, refusing, stopping];
    const { channel } = await serveForTest(context, transport, methods, options);
    await channel.unary(ask, ping, deadline);
    const stream = channel.open(watch, deadline);
    await stream.send(ping);
    stream.end();
    await assert.rejects(drain(stream.messages), { code: 'PERMISSION_DENIED' });
    const left = channel.open(chat, deadline);
    await left.send(ping);
    await first(left.messages);
    left.cancel();
    await stopped.promise;
    await channel.unary(ask, ping, deadline);
    assert.deepEqual(ends.slice(0, 3), [
      [ask.path, undefined],
      [watch.path, 'PERMISSION_DENIED'],
      [chat.path, undefined],
    ]);
  });

  test('a method that is not served is unimplemented', async (context) => {
    const { channel } = await serveForTest(context, transport, [echo]);
    const stream = channel.open(chat, deadline);
    stream.end();
    await assert.rejects(drain(stream.messages), { code: 'UNIMPLEMENTED' });
  });
}

function failures(transport: TransportUnderTest): void {
  const thrown: readonly [string, unknown, object][] = [
    [
      'a registered error',
      new SpiffeError('NOT_FOUND', 'entry "x" not found'),
      { code: 'NOT_FOUND', grpcCode: 'NOT_FOUND', message: 'entry "x" not found' },
    ],
    [
      'an error with text that HTTP/2 cannot carry',
      new SpiffeError('NOT_FOUND', 'bad "\ud800\n\u0000é%"'),
      { code: 'NOT_FOUND', message: 'bad "\ufffd\n\u0000é%"' },
    ],
    [
      'a refused agent',
      new SpiffeError('AGENT_BANNED', 'agent is banned'),
      {
        code: 'AGENT_BANNED',
        details: 'AGENT_BANNED',
        grpcCode: 'PERMISSION_DENIED',
        message: 'agent is banned',
      },
    ],
    [
      'an unknown error',
      new Error('secret of ours'),
      { code: 'INTERNAL', message: 'internal error' },
    ],
    ['a thing that is no error', 'secret of ours', { code: 'INTERNAL', message: 'internal error' }],
  ];
  for (const [what, error, expected] of thrown) {
    test(`a unary handler that rejects with ${what} gives its status`, async (context) => {
      const handler = serveUnary(ask, () => Promise.reject(asError(error)));
      const { channel } = await serveForTest(context, transport, [handler]);
      await assert.rejects(channel.unary(ask, ping, deadline), expected);
    });

    test(`a stream that throws ${what} after a message gives both`, async (context) => {
      const handler = serveStream(chat, async (stream) => {
        await stream.send(ping);
        throw error;
      });
      const { channel } = await serveForTest(context, transport, [handler]);
      const got: string[] = [];
      const stream = channel.open(chat, deadline);
      await assert.rejects(async () => {
        for await (const message of stream.messages) got.push(textOf(message));
      }, expected);
      assert.deepEqual(got, ['ping']);
    });
  }

  test('a handler that throws before it returns a promise fails its call only', async (context) => {
    const handler = serveUnary(ask, () => {
      throw new SpiffeError('INVALID_ARGUMENT', 'too early');
    });
    const { channel } = await serveForTest(context, transport, [handler, echoes]);
    await assert.rejects(channel.unary(ask, ping, deadline), { code: 'INVALID_ARGUMENT' });
    assert.equal(await chatOnce(channel), 'ping');
  });

  test('the cause of an unknown error is in the log only', async (context) => {
    const lines: unknown[] = [];
    const log: Logger = {
      ...silentLogger,
      error: (message, fields) => lines.push([message, fields?.error]),
    };
    const cause = new Error('secret of ours');
    const handler = serveUnary(ask, () => Promise.reject(cause));
    const { channel } = await serveForTest(context, transport, [handler], { log });
    await assert.rejects(channel.unary(ask, ping, deadline), { message: 'internal error' });
    assert.deepEqual(lines, [['Call failed', cause]]);
  });

  for (const code of [
    'AGENT_EXPIRED',
    'AGENT_NOT_ATTESTED',
    'AGENT_NOT_ACTIVE',
    'AGENT_MUST_REATTEST',
  ] as const) {
    test(`the reason ${code} survives the trailer`, async (context) => {
      const handler = serveUnary(ask, () => Promise.reject(new SpiffeError(code, 'no')));
      const { channel } = await serveForTest(context, transport, [handler]);
      const error = await channel.unary(ask, ping, deadline).catch((caught: unknown) => caught);
      assert.ok(error instanceof RpcError && hasCode(error, code));
      assert.equal(error.details, code);
    });
  }

  test('a response that cannot be encoded fails its call, and the log says why', async (context) => {
    const lines: unknown[] = [];
    const log: Logger = {
      ...silentLogger,
      error: (_message, fields) => lines.push(fields?.error),
    };
    const cause = new TypeError('not a message');
    const encode = () => {
      throw cause;
    };
    const methods = [
      serveUnary({ ...ask, response: { ...ask.response, encode } }, () =>
        Promise.resolve([] as never),
      ),
      serveStream({ ...chat, response: { ...chat.response, encode } }, async (stream) => {
        await stream.send([] as never);
      }),
    ];
    const { channel } = await serveForTest(context, transport, methods, { log });
    await assert.rejects(channel.unary(ask, ping, deadline), { message: 'internal error' });
    const stream = channel.open(chat, deadline);
    await assert.rejects(drain(stream.messages), { message: 'internal error' });
    assert.deepEqual(lines, [cause, cause]);
  });

  test('an interceptor that swallows a call fails it', async (context) => {
    const interceptors = [() => Promise.resolve()];
    const { channel } = await serveForTest(context, transport, [echo], { interceptors });
    await assert.rejects(channel.unary(ask, ping, deadline), { code: 'INTERNAL' });
  });

  test('a client with nobody to talk to gets UNAVAILABLE', async (context) => {
    const channel = transport.dialUnix('/nonexistent/api.sock');
    context.after(() => channel.close());
    await assert.rejects(channel.unary(ask, ping, deadline), { code: 'UNAVAILABLE' });
    const stream = channel.open(chat, deadline);
    await assert.rejects(drain(stream.messages), { code: 'UNAVAILABLE' });
  });
}

function shutdown(transport: TransportUnderTest): void {
  test('it ends every connection, silent, idle and busy, and accepts no new one', async (context) => {
    const { server, channel, path, clock } = await serveForTest(context, transport, [echoes]);
    const stream = channel.open(chat);
    await stream.send(ping);
    assert.equal(await first(stream.messages), 'ping');
    const silent = await connectRaw(context, path);
    const idle = await connectRaw(context, path);
    idle.write(Buffer.concat([Buffer.from(http2Preface), settingsFrame]));
    const closed = server.close({ graceMs: 5000 });
    await assert.rejects(drain(stream.messages), {
      code: 'UNAVAILABLE',
      message: 'the server is shutting down',
    });
    await Promise.all([hangUp(silent), hangUp(idle)]);
    await closed;
    assert.equal(clock.now() - new Date('2026-01-01T00:00:00Z').getTime(), 0);
    assert.ok(!existsSync(path));
    await assert.rejects(connectRaw(context, path));
  });

  test('a unary call may finish within the grace time', async (context) => {
    const started = signalOf<Call>();
    const release = signalOf<Uint8Array>();
    const handler = serveUnary(ask, (_request, call) => {
      started.resolve(call);
      return release.promise;
    });
    const { server, channel } = await serveForTest(context, transport, [handler]);
    const answer = channel.unary(ask, ping, deadline);
    const call = await started.promise;
    const closed = server.close({ graceMs: 5000 });
    assert.ok(!call.signal.aborted);
    release.resolve(Buffer.from('in time'));
    assert.equal(textOf(await answer), 'in time');
    await closed;
  });

  test('a unary call that takes longer is aborted and cut', async (context) => {
    const started = signalOf<Call>();
    const handler = serveUnary(ask, (_request, call) => {
      started.resolve(call);
      return new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => reject(call.signal.reason as Error));
      });
    });
    const { server, channel, clock } = await serveForTest(context, transport, [handler]);
    const answer = channel.unary(ask, ping, deadline);
    const call = await started.promise;
    const closed = server.close({ graceMs: 5000 });
    const outcome = assert.rejects(answer, { code: 'UNAVAILABLE' });
    await clock.advance(4999);
    assert.ok(!call.signal.aborted);
    await clock.advance(1);
    await closed;
    assert.ok(hasCode(call.signal.reason, 'UNAVAILABLE'));
    await outcome;
  });
}
