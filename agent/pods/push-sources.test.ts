import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { KubeClient } from '../../common/kube/kube-client.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { dialUnix } from '../../common/rpc/rpc-channel.ts';
import { Secret } from '../../common/secret/secret.ts';
import { k8s } from '../../proto/gen/kubernetes-pods.js';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { FakeKubeApi } from '../../testkit/kube-api-server.ts';
import { createKubePki } from '../../testkit/kube-pki.ts';
import { FakePodsApi } from '../../testkit/kube-pods-api.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { ApiWatchSource } from './api-watch-source.ts';
import { PodIndex } from './pod-index.ts';
import type { PushSource } from './pod-source.ts';
import { PodsApiSource } from './pods-api-source.ts';

const vectors = new URL('../../testkit/vectors/kubernetes/v1.37.2/', import.meta.url);
const recordedPods = readdirSync(new URL('podsapi/', vectors))
  .filter((name) => name.endsWith('.pb'))
  .map((name) => readFileSync(new URL(`podsapi/${name}`, vectors)));
const podBytes = (uid: string, name = uid) =>
  k8s.io.api.core.v1.Pod.encode({ metadata: { uid, name } }).finish();

/** Runs a source until the test ends; `synced` resolves with its first sync. */
function run(t: TestContext, source: PushSource) {
  const index = new PodIndex();
  const ending = new AbortController();
  const { promise: synced, resolve } = Promise.withResolvers<undefined>();
  const ended = source
    .run(index, () => resolve(undefined), ending.signal)
    .catch((error: unknown) => error);
  t.after(async () => {
    ending.abort(new Error('test is over'));
    await ended;
  });
  return { index, synced, ended };
}

/** Resolves at the next change of the pod. */
function change(index: PodIndex, uid: string): Promise<void> {
  return new Promise((resolve) => {
    const leave = index.listen([uid], () => {
      leave();
      resolve();
    });
  });
}

async function podsApiRig(pods: readonly Uint8Array[] = recordedPods) {
  const folder = temporaryFolder();
  const api = await FakePodsApi.start(join(folder, 'pods.sock'), pods);
  const clock = new FakeClock();
  const dial = (path: string) => dialUnix(path, { maxMessageBytes: 64 * 1024 * 1024 });
  const { socketPath } = api;
  const source = new PodsApiSource({ socketPath, dial, clock, log: silentLogger });
  return { api, clock, source };
}

test('the Pods API fills the index with what was there, then with each change', async (t) => {
  const { api, source } = await podsApiRig();
  t.after(() => api.stop());
  assert.equal(source.isAvailable(), true);
  const { index, synced } = run(t, source);
  await synced;
  assert.equal(index.size, recordedPods.length);
  assert.equal(index.findByName('apps', 'guaranteed')?.ephemeralContainers[0]?.name, 'dbg');
  const added = change(index, 'new');
  await api.put(podBytes('new'));
  await added;
  const removed = change(index, 'new');
  await api.delete('new');
  await removed;
  assert.equal(index.findPod('new'), undefined);
});

test('events that the kubelet dropped are made up for by a list now and then', async (t) => {
  const { api, source, clock } = await podsApiRig([podBytes('a'), podBytes('b')]);
  t.after(() => api.stop());
  const { index, synced } = run(t, source);
  await synced;
  api.lose('a');
  const gone = change(index, 'a');
  await clock.advance(60_000);
  await gone;
  assert.equal(index.size, 1);
});

test('confirming lists the pods of the kubelet anew', async (t) => {
  const { api, source } = await podsApiRig([podBytes('a')]);
  t.after(() => api.stop());
  const { index, synced } = run(t, source);
  await synced;
  api.lose('a');
  await source.relist(new AbortController().signal);
  assert.equal(index.size, 0);
});

test('a pod that cannot be decoded is skipped and the others stay', async (t) => {
  const { api, source } = await podsApiRig([podBytes('a')]);
  t.after(() => api.stop());
  api.pods.set('broken', Buffer.from([0x0a, 0xff, 0xff]));
  const { index, synced } = run(t, source);
  await synced;
  assert.equal(index.size, 1);
});

test('the run ends when the kubelet goes, and what is known stays in the index', async (t) => {
  const { api, source } = await podsApiRig([podBytes('a')]);
  const { index, synced, ended } = run(t, source);
  await synced;
  await api.stop();
  assert.ok((await ended) instanceof Error);
  assert.equal(index.size, 1);
  assert.equal(source.isAvailable(), false);
});

async function watchRig(t: TestContext) {
  const pki = await createKubePki();
  const api = await FakeKubeApi.start(await pki.issue(['127.0.0.1']));
  const agent = new Agent({ ca: pki.caPem });
  t.after(async () => {
    agent.destroy();
    await api.stop();
  });
  const access = () =>
    Promise.resolve({
      server: new URL(`https://127.0.0.1:${api.port}`),
      agent,
      trust: 'system' as const,
      headers: new Secret({}),
    });
  const reader = new KubeClient({ access, clock: systemClock });
  return { api, source: new ApiWatchSource({ reader, nodeName: 'n1', log: silentLogger }) };
}

const apiPod = (uid: string, labels: Record<string, string> = {}) => ({
  metadata: { uid, name: uid, namespace: 'apps', labels },
});

async function untilWatched(api: FakeKubeApi): Promise<void> {
  while (api.watchers === 0) await systemClock.sleep(5);
}

test('the watch of the API server asks for this node only and follows its events', async (t) => {
  const { api, source } = await watchRig(t);
  api.putPod(apiPod('a'));
  const { index, synced } = run(t, source);
  await synced;
  await untilWatched(api);
  const changed = change(index, 'a');
  api.putPod(apiPod('a', { app: 'web' }), 'MODIFIED');
  await changed;
  assert.deepEqual(index.findPod('a')?.labels, [['app', 'web']]);
  const gone = change(index, 'a');
  api.deletePod(apiPod('a'));
  await gone;
  for (const { path } of api.requests) assert.match(path, /fieldSelector=spec.nodeName%3Dn1/);
});

test('a watch that the server ends is taken up where it stopped', async (t) => {
  const { api, source } = await watchRig(t);
  const { index, synced } = run(t, source);
  await synced;
  await untilWatched(api);
  const first = change(index, 'a');
  api.putPod(apiPod('a'));
  await first;
  api.endWatches();
  await untilWatched(api);
  assert.match(api.requests.at(-1)?.path ?? '', /watch=true.*resourceVersion=2/);
});

test('a watch whose version is too old ends the run, so that all is listed again', async (t) => {
  const { api, source } = await watchRig(t);
  const { synced, ended } = run(t, source);
  await synced;
  await untilWatched(api);
  api.sendEvent({ type: 'ERROR', object: { code: 410, message: 'too old resource version' } });
  assert.match(String(await ended), /the watch failed: too old resource version/);
});
