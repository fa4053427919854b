import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { FakeClock } from '../../../../testkit/fake-clock.ts';
import { FakeProc } from '../../../../testkit/kube-proc.ts';
import { parsePod } from '../../../pods/pod.ts';
import { PodIndex } from '../../../pods/pod-index.ts';
import { K8sExplainer } from './explainer.ts';

const web = '7b1f0c2a-94d3-4e58-a6b7-1d2c3e4f5a60';
const other = 'c0ffee00-1234-4abc-9def-0123456789ab';
const app = 'a1'.repeat(32);
const debug = 'b2'.repeat(32);
const stranger = 'c3'.repeat(32);
const signal = new AbortController().signal;

function rig(t: TestContext, rules: object = {}) {
  const proc = new FakeProc();
  t.after(() => proc.remove());
  const index = new PodIndex();
  const clock = new FakeClock();
  const ensured: number[] = [];
  const explainer = new K8sExplainer({
    directory: {
      index,
      activeSource: 'kubelet_pods',
      ensure: async (sinceMs) => void ensured.push(clock.monotonic() - sinceMs),
    },
    procPath: proc.path,
    rules: {
      podsRoots: [],
      disableContainerSelectors: false,
      attestEphemeralContainers: false,
      ...rules,
    },
    findWait: (pid) => (pid === 7 ? 12 : undefined),
    clock,
  });
  index.upsert(
    parsePod({
      metadata: { uid: web, name: 'web', namespace: 'shop' },
      status: {
        containerStatuses: [
          { name: 'app', containerID: `containerd://${app}` },
          { name: 'late', state: { waiting: {} } },
        ],
        ephemeralContainerStatuses: [{ name: 'debug', containerID: `containerd://${debug}` }],
      },
    }),
  );
  index.upsert(parsePod({ metadata: { uid: other, name: 'other', namespace: 'shop' } }));
  return { proc, explainer, ensured };
}

const inPod = (uid: string, id: string) => `0::/kubepods/pod${uid}/${id}\n`;

const rows: readonly (readonly [
  name: string,
  cgroup: string,
  pod: string,
  container: string,
  reason: RegExp,
])[] = [
  ['a container', inPod(web, app), 'shop/web', 'app', /^$/],
  ['the sandbox of a pod', inPod(web, stranger), 'shop/web', '', /no such container of the pod/],
  ['a pod of another node', inPod(web.replace('7', '8'), app), '', '', /lists no such pod/],
  ['a login shell', '0::/user.slice/session-1.scope\n', '', '', /names no container/],
  ['a debug container', inPod(web, debug), 'shop/web', '', /ephemeral container "debug"/],
  ['two pods at once', `1:cpu:${inPod(web, app).slice(3)}${inPod(other, app)}`, '', '', /multiple/],
  ['a file that is no cgroup file', '0:/\n', '', '', /invalid cgroup entry/],
  ['a cgroup that is gone', inPod(web, `${app} (deleted)`), '', '', /going away/],
];
for (const [name, cgroup, pod, container, reason] of rows) {
  test(`the trace of ${name} says what it is taken for, and why it is no more`, (t) => {
    const { proc, explainer } = rig(t);
    proc.put(7, { cgroup });
    const trace = explainer.trace(7);
    assert.equal(trace.cgroup.length, cgroup.split('\n').length - 1);
    assert.match(trace.reason, reason);
    assert.deepEqual([trace.pod, trace.container, trace.waitedMs], [pod, container, 12]);
  });
}

test('the trace of a forged cgroup shows every pair, and that the outermost is chosen', (t) => {
  const { proc, explainer } = rig(t);
  proc.put(8, { cgroup: `0::/kubepods/pod${web}/${app}/pod${other}/${stranger}\n` });
  const { named, chosen, pod, waitedMs } = explainer.trace(8);
  assert.deepEqual(named, [
    { podUid: web, containerId: app },
    { podUid: other, containerId: stranger },
  ]);
  assert.deepEqual([chosen, pod, waitedMs], [named[0], 'shop/web', undefined]);
});

test('a process that is gone has no trace', (t) => {
  assert.throws(() => rig(t).explainer.trace(9), { code: 'ATTESTATION_FAILED' });
});

test('a pod is found by its name with the processes of each container, and no others', async (t) => {
  const { proc, explainer, ensured } = rig(t);
  proc.put(30, { cgroup: inPod(web, app) });
  proc.put(4, { cgroup: inPod(web, app) });
  proc.put(5, { cgroup: inPod(web, stranger) });
  proc.put(6, { cgroup: inPod(web, debug) });
  proc.put(11, { cgroup: `0::/kubepods/pod${other}/${stranger}/pod${web}/${app}\n` });
  proc.put(12, { cgroup: `1:cpu:${inPod(other, app).slice(3)}${inPod(web, app)}` });
  assert.deepEqual(await explainer.findPod('shop', 'web', signal), {
    namespace: 'shop',
    name: 'web',
    source: 'kubelet_pods',
    containers: [
      { name: 'app', containerId: app, pids: [4, 30] },
      { name: 'late', containerId: undefined, pids: [] },
      { name: 'debug', containerId: debug, pids: [6] },
    ],
  });
  assert.deepEqual(ensured, [0]);
  assert.equal(await explainer.findPod('shop', 'nobody', signal), undefined);
});
