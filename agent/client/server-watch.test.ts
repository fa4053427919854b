import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { ServerWatch } from './server-watch.ts';

interface Attempt {
  readonly atMs: number;
  readonly signal: AbortSignal;
  notice(): void;
  end(): void;
  fail(error: Error): void;
}

/** A watch whose every attempt the test answers by hand. */
function createWorld(t: TestContext) {
  const clock = new FakeClock();
  const startMs = clock.now();
  const attempts: Attempt[] = [];
  const lines: string[] = [];
  let changes = 0;
  const write = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const log: Logger = {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: () => undefined,
    child: () => log,
  };
  const watch = new ServerWatch({
    watch: (onNotice, signal) =>
      new Promise((resolve, reject) => {
        const atMs = clock.now() - startMs;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        attempts.push({ atMs, signal, notice: onNotice, end: () => resolve(), fail: reject });
      }),
    onChange: () => {
      changes++;
    },
    clock,
    log,
    random: () => 0.5,
  });
  const ending = new AbortController();
  const over = watch.run(ending.signal).catch(() => 'over');
  t.after(() => ending.abort());
  return {
    clock,
    watch,
    attempts,
    lines,
    stop: () => {
      ending.abort(new Error('shutting down'));
      return over;
    },
    changes: () => changes,
    times: () => attempts.map(({ atMs }) => atMs),
    last: () => attempts.at(-1) ?? assert.fail('nothing was tried'),
  };
}

const away = new SpiffeError('UNAVAILABLE', 'connection refused');
const unserved = new SpiffeError('UNIMPLEMENTED', 'unknown service sigil.server.v1.Watch');

test('nothing is asked before the agent is connected', async (t) => {
  const { clock, times, watch } = createWorld(t);
  await clock.advance(3_600_000);
  assert.deepEqual(times(), []);
  watch.connected();
  await settle();
  assert.deepEqual(times(), [3_600_000]);
});

test('every notice is a reason to sync, the first too: what changed before it was not told', async (t) => {
  const { changes, last, watch } = createWorld(t);
  watch.connected();
  await settle();
  assert.equal(changes(), 0);
  last().notice();
  assert.equal(changes(), 1);
  last().notice();
  last().notice();
  assert.equal(changes(), 3);
});

test('a server without the method is asked once for each connection, and nobody is alarmed', async (t) => {
  const { clock, last, lines, times, watch } = createWorld(t);
  watch.connected();
  await settle();
  last().fail(unserved);
  await clock.advance(3_600_000);
  watch.serverAnswered();
  await clock.advance(3_600_000);
  assert.deepEqual(times(), [0]);
  assert.deepEqual(lines, ['info: The server does not tell of changes; polling']);
  watch.connected();
  await settle();
  assert.deepEqual(times(), [0, 7_200_000]);
});

test('an outage may have brought another server: the method is asked for again after it', async (t) => {
  const { clock, last, times, watch } = createWorld(t);
  watch.connected();
  await settle();
  last().fail(unserved);
  await clock.advance(10_000);
  watch.serverFailed(new SpiffeError('INVALID_ARGUMENT', 'malformed CSR'));
  watch.serverAnswered();
  await settle();
  assert.deepEqual(times(), [0]);
  watch.serverFailed(away);
  watch.serverAnswered();
  watch.serverAnswered();
  await clock.advance(10_000);
  assert.deepEqual(times(), [0, 10_000]);
});

test('a server that was restarted between two polls is asked again on the connection made anew', async (t) => {
  const { clock, last, times, watch } = createWorld(t);
  watch.connected();
  watch.reconnected();
  await settle();
  last().fail(unserved);
  await clock.advance(10_000);
  watch.serverFailed(away);
  watch.reconnected();
  await settle();
  last().fail(unserved);
  watch.serverAnswered();
  await settle();
  assert.deepEqual(times(), [0, 10_000]);
  await clock.advance(10_000);
  watch.reconnected();
  await settle();
  last().notice();
  watch.reconnected();
  await clock.advance(60_000);
  assert.deepEqual(times(), [0, 10_000, 20_000]);
  assert.equal(last().signal.aborted, false);
});

test('a server that ends its connections every few minutes, as SPIRE does, is spoken of once', async (t) => {
  const { clock, last, lines, times, watch } = createWorld(t);
  watch.connected();
  await settle();
  for (let connection = 0; connection < 20; connection++) {
    last().fail(unserved);
    await clock.advance(180_000);
    watch.reconnected();
    await settle();
  }
  assert.equal(times().length, 21);
  assert.deepEqual(lines, ['info: The server does not tell of changes; polling']);
});

test('a lost watch is tried again at growing intervals, and its return resets them', async (t) => {
  const { attempts, clock, last, times, watch } = createWorld(t);
  watch.connected();
  await settle();
  for (let at = 0; at < 4; at++) {
    last().fail(away);
    await clock.advance(at < 3 ? 1_000 * 1.5 ** at : 3_375);
  }
  assert.deepEqual(times(), [0, 1_000, 2_500, 4_750, 8_125]);
  last().notice();
  await clock.advance(5_000);
  last().fail(away);
  await clock.advance(1_000);
  assert.equal(attempts.length, 6);
});

test('the interval grows to a minute and no further', async (t) => {
  const { clock, last, times, watch } = createWorld(t);
  watch.connected();
  await settle();
  for (let at = 0; at < 20; at++) {
    last().fail(away);
    await clock.advance(60_000);
  }
  const [before = 0, latest = 0] = times().slice(-2);
  assert.equal(latest - before, 60_000);
});

test('a watch that the server ends in peace after a while is opened again at once', async (t) => {
  const { clock, last, times, watch } = createWorld(t);
  watch.connected();
  await clock.advance(210_000);
  last().end();
  await settle();
  assert.deepEqual(times(), [0, 210_000]);
});

test('a server that ends every watch at once is not asked in a loop', async (t) => {
  const { clock, last, times, watch } = createWorld(t);
  watch.connected();
  await settle();
  last().end();
  await clock.advance(999);
  assert.deepEqual(times(), [0]);
  await clock.advance(1);
  last().end();
  await clock.advance(1_500);
  assert.deepEqual(times(), [0, 1_000, 2_500]);
});

test('a new connection takes the watch over at once, and the old one is let go', async (t) => {
  const { attempts, clock, times, watch } = createWorld(t);
  watch.connected();
  await clock.advance(60_000);
  watch.connected();
  await settle();
  assert.deepEqual(times(), [0, 60_000]);
  assert.deepEqual(
    attempts.map(({ signal }) => signal.aborted),
    [true, false],
  );
  await clock.advance(3_600_000);
  assert.equal(attempts.length, 2);
});

test('an agent that is evicted while it watches syncs to learn of it; one that is refused does not', async (t) => {
  const { changes, clock, last, watch } = createWorld(t);
  const evicted = new SpiffeError('AGENT_NOT_ATTESTED', 'agent "x" is not attested');
  watch.connected();
  await settle();
  last().notice();
  last().fail(evicted);
  await settle();
  assert.equal(changes(), 2);
  await clock.advance(1_000);
  last().fail(evicted);
  await clock.advance(1_500);
  last().fail(evicted);
  await settle();
  assert.equal(changes(), 2);
});

test('it ends with its agent, and leaves no timer behind', async (t) => {
  const { clock, last, stop, watch } = createWorld(t);
  watch.connected();
  await settle();
  const { signal } = last();
  assert.equal(await stop(), 'over');
  assert.equal(signal.aborted, true);
  assert.equal(clock.pending, 0);
});
