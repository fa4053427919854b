import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLogger } from '../../common/log/logger.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { parsePod } from './pod.ts';
import { PodDirectory } from './pod-directory.ts';
import { PodIndex, type PodSink } from './pod-index.ts';
import type { PodSourceName, PushSource } from './pod-source.ts';

const forever = new AbortController().signal;
const pod = (uid: string) => parsePod({ metadata: { uid } });

/** A source that syncs, fails and is there when the test says so. */
class ScriptedSource implements PushSource {
  readonly name: PodSourceName;
  refreshMs?: number;
  available = true;
  runs = 0;
  relists = 0;
  sink: PodSink | undefined;
  sync = (): void => undefined;
  fail: (error: Error) => void = () => undefined;

  constructor(name: PodSourceName) {
    this.name = name;
  }

  isAvailable(): boolean {
    return this.available;
  }

  run(sink: PodSink, onSynced: () => void, signal: AbortSignal): Promise<never> {
    this.runs++;
    this.sink = sink;
    this.sync = onSynced;
    return new Promise((_resolve, reject) => {
      this.fail = reject;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }

  relist(): Promise<void> {
    this.relists++;
    return Promise.resolve();
  }
}

function rig(t: TestContext, ...push: readonly ScriptedSource[]) {
  const clock = new FakeClock();
  const polls: number[] = [];
  const gauge = new Map<string, number>();
  let pollSink: Pick<PodSink, 'replace'> | undefined;
  const directory = new PodDirectory({
    index: new PodIndex(),
    push,
    poll: (sink) => {
      pollSink = sink;
      const ensure = () => {
        polls.push(clock.monotonic());
        return Promise.resolve();
      };
      return { name: 'kubelet_pods', ensure, close: () => undefined };
    },
    clock,
    log: silentLogger,
    active: { set: (value, labels) => gauge.set(labels?.source ?? '', value) },
    watchIntervalMs: 5_000,
  });
  t.after(() => directory.close());
  directory.start();
  return { clock, directory, polls, gauge, pollSink: () => pollSink };
}

test('the best source that works feeds the index, and the metric names it', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  const watch = new ScriptedSource('api_watch');
  const { directory, gauge } = rig(t, podsApi, watch);
  await settle();
  assert.equal(directory.activeSource, 'kubelet_pods');
  podsApi.sync();
  assert.deepEqual(Object.fromEntries(gauge), { pods_api: 1, api_watch: 0, kubelet_pods: 0 });
  assert.equal(watch.runs, 0);
});

test('when a source fails the next one takes over, and the better one comes back later', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  const watch = new ScriptedSource('api_watch');
  const { directory, clock } = rig(t, podsApi, watch);
  await settle();
  podsApi.sync();
  podsApi.fail(new Error('kubelet restarts'));
  await settle();
  watch.sync();
  assert.equal(directory.activeSource, 'api_watch');
  await clock.advance(5_000);
  assert.equal(podsApi.runs, 2);
  podsApi.sync();
  assert.equal(directory.activeSource, 'pods_api');
});

test('a source that keeps failing is tried at growing distances', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  const { clock } = rig(t, podsApi);
  for (let minute = 0; minute < 10; minute++) {
    for (let second = 0; second < 60; second++) {
      podsApi.fail(new Error('no'));
      await clock.advance(1_000);
    }
  }
  assert.ok(podsApi.runs > 10 && podsApi.runs < 40, `${podsApi.runs} runs`);
});

test('a source that is not there is taken when it appears', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  podsApi.available = false;
  const { clock } = rig(t, podsApi);
  await clock.advance(5_000);
  assert.equal(podsApi.runs, 0);
  podsApi.available = true;
  await clock.advance(5_000);
  assert.equal(podsApi.runs, 1);
});

test('a poll is asked only when nothing pushes, and its late answer does not undo what was pushed', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  const { directory, polls, pollSink } = rig(t, podsApi);
  await directory.ensure(0, forever);
  assert.equal(polls.length, 1);
  podsApi.sync();
  podsApi.sink?.upsert(pod('new'));
  pollSink()?.replace([]);
  await directory.ensure(0, forever);
  assert.equal(polls.length, 1);
  assert.equal(directory.index.size, 1);
});

test('confirming reads anew from whatever source is active', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  const { directory, polls } = rig(t, podsApi);
  await directory.confirm(forever);
  assert.equal(polls.length, 1);
  await settle();
  podsApi.sync();
  await directory.confirm(forever);
  assert.equal(podsApi.relists, 1);
});

test('who waits for a key is woken by it, by a change of the source, and by time', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  const { directory, clock } = rig(t, podsApi);
  await settle();
  podsApi.sync();
  let woken = 0;
  const wait = (key: string) => directory.waitForChange([key], 10_000, forever).then(() => woken++);
  const first = wait('u1');
  directory.index.upsert(pod('other'));
  await settle();
  assert.equal(woken, 0);
  directory.index.upsert(pod('u1'));
  await first;
  const second = wait('u2');
  podsApi.fail(new Error('gone'));
  await second;
  const third = wait('u2');
  await clock.advance(10_000);
  await third;
  assert.equal(woken, 3);
});

test('a source whose events leave something out is read anew while somebody listens', async (t) => {
  const podsApi = new ScriptedSource('pods_api');
  podsApi.refreshMs = 1_000;
  const { directory, clock } = rig(t, podsApi);
  await settle();
  podsApi.sync();
  const relists = () => podsApi.relists;
  await clock.advance(60_000);
  assert.equal(relists(), 0);
  const leave = directory.listen(['u1'], () => undefined);
  await clock.advance(5_000);
  assert.ok(relists() >= 5, String(relists()));
  leave();
  await clock.advance(2_000);
  const before = relists();
  await clock.advance(60_000);
  assert.equal(relists(), before);
});

test('while somebody listens and nothing pushes, the kubelet is polled; else it is left alone', async (t) => {
  const { directory, clock, polls } = rig(t);
  await clock.advance(20_000);
  assert.equal(polls.length, 0);
  let changes = 0;
  const leave = directory.listen(['u1'], () => changes++);
  await clock.advance(9_999);
  assert.equal(polls.length, 2);
  directory.index.upsert(pod('u1'));
  assert.equal(changes, 1);
  leave();
  await clock.advance(60_000);
  assert.equal(polls.length, 2);
});

test('closing leaves no timer behind', async (t) => {
  const { directory, clock } = rig(t, new ScriptedSource('pods_api'));
  await settle();
  directory.close();
  await settle();
  assert.equal(clock.pending, 0);
});
