import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import { noMetrics } from '../../common/telemetry/metrics.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { KubeletPoll } from './kubelet-poll.ts';
import { PodIndex } from './pod-index.ts';

const forever = new AbortController().signal;
const list = (...uids: string[]) =>
  Buffer.from(JSON.stringify({ items: uids.map((uid) => ({ metadata: { uid } })) }));

function rig(log: Logger = silentLogger) {
  const clock = new FakeClock();
  const index = new PodIndex();
  const starts: number[] = [];
  const answers: ((body: Buffer | Error) => void)[] = [];
  const begunMs = clock.monotonic();
  const kubelet = {
    fetchPods: async (signal: AbortSignal) => {
      starts.push(clock.monotonic() - begunMs);
      const { promise, resolve } = Promise.withResolvers<Buffer | Error>();
      answers.push(resolve);
      signal.addEventListener('abort', () => resolve(signal.reason as Error));
      const answer = await promise;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    close: () => undefined,
  };
  const requests = noMetrics.counter('x', 'x', ['result'] as const);
  const poll = new KubeletPoll({ kubelet, sink: index, clock, log, requests, intervalMs: 500 });
  const answer = async (body: Buffer | Error) => {
    answers.shift()?.(body);
    await settle();
  };
  const now = () => clock.monotonic();
  return { clock, index, starts, poll, answer, now };
}

test('F045 300 callers at once cost one request', async () => {
  const { poll, index, starts, answer, now } = rig();
  const all = Array.from({ length: 300 }, () => poll.ensure(now(), forever));
  await settle();
  await answer(list('a'));
  await Promise.all(all);
  assert.deepEqual(starts, [0]);
  assert.equal(index.size, 1);
});

test('a list that is young enough is not asked for again', async () => {
  const { clock, poll, starts, answer, now } = rig();
  const first = poll.ensure(now(), forever);
  await settle();
  await answer(list('a'));
  await first;
  await clock.advance(499);
  await poll.ensure(now() - 500, forever);
  assert.equal(starts.length, 1);
});

test('F027 who needs a newer list waits until the interval is over, counted from the last start', async () => {
  const { clock, poll, starts, answer, now } = rig();
  const first = poll.ensure(now(), forever);
  await settle();
  await clock.advance(100);
  await answer(list());
  await first;
  const second = poll.ensure(now(), forever);
  await clock.advance(399);
  assert.deepEqual(starts, [0]);
  await clock.advance(1);
  await answer(list('a'));
  await second;
  assert.deepEqual(starts, [0, 500]);
});

test('a request that began before the question is too old for it, and never two run at once', async () => {
  const { clock, poll, starts, answer, now } = rig();
  const first = poll.ensure(now(), forever);
  await clock.advance(10);
  const second = poll.ensure(now(), forever);
  await clock.advance(5_000);
  assert.equal(starts.length, 1);
  await answer(list());
  await first;
  await clock.advance(0);
  assert.deepEqual(starts, [0, 5_010]);
  await answer(list());
  await second;
});

test('a failure reaches all who wait, is not remembered, and the next start keeps its distance', async () => {
  const { clock, poll, starts, answer, now } = rig();
  const refused = { code: 'UNAVAILABLE', message: 'kubelet is away' };
  const failing = [1, 2].map(() => assert.rejects(poll.ensure(now(), forever), refused));
  await settle();
  await answer(new SpiffeError('UNAVAILABLE', 'kubelet is away'));
  await Promise.all(failing);
  const next = poll.ensure(now() - 500, forever);
  await clock.advance(499);
  assert.equal(starts.length, 1);
  await clock.advance(1);
  await answer(list());
  await next;
});

test('a caller that leaves does not end what others wait for', async () => {
  const { poll, answer, now } = rig();
  const leaving = new AbortController();
  const left = assert.rejects(poll.ensure(now(), leaving.signal), { message: 'left' });
  const stays = poll.ensure(now(), forever);
  await settle();
  leaving.abort(new Error('left'));
  await left;
  await answer(list());
  await stays;
});

test('the last who waits takes a request that did not start yet along', async () => {
  const { clock, poll, starts, answer, now } = rig();
  const first = poll.ensure(now(), forever);
  await settle();
  await answer(list());
  await first;
  const leaving = new AbortController();
  const second = poll.ensure(now() + 1, leaving.signal);
  await settle();
  leaving.abort(new Error('left'));
  await assert.rejects(second, { message: 'left' });
  await clock.advance(10_000);
  assert.deepEqual(starts, [0]);
  assert.equal(clock.pending, 0);
});

test('closing tells who waits and refuses who comes later', async () => {
  const { poll, now } = rig();
  const waiting = poll.ensure(now(), forever);
  await settle();
  poll.close();
  await assert.rejects(waiting, { code: 'UNAVAILABLE', message: 'closed' });
  await assert.rejects(poll.ensure(now(), forever), { code: 'UNAVAILABLE', message: 'closed' });
});

test('F040 the same failure is one error line a minute, with a hint, until the kubelet answers', async () => {
  const lines: string[] = [];
  const record =
    (level: string) =>
    (text: string, fields: { hint?: string } = {}) =>
      lines.push(`${level} ${text}${fields.hint === undefined ? '' : `: ${fields.hint}`}`);
  const log = { ...silentLogger, error: record('error'), info: record('info') };
  const { clock, poll, answer, now } = rig(log);
  const forbidden = new SpiffeError('UNAVAILABLE', 'unexpected status code on pods response: 403');
  const fail = async () => {
    const failing = assert.rejects(poll.ensure(now(), forever));
    await clock.advance(500);
    await answer(forbidden);
    await failing;
  };
  await fail();
  await fail();
  await clock.advance(60_000);
  await fail();
  const fine = poll.ensure(now(), forever);
  await clock.advance(500);
  await answer(list());
  await fine;
  const refused =
    'error Unable to list pods of the kubelet: grant the agent get on nodes/pods (before Kubernetes 1.33: nodes/proxy)';
  assert.deepEqual(lines, [refused, refused, 'info The kubelet lists pods again']);
});
