import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLogger } from '../../../../common/log/logger.ts';
import { FakeClock } from '../../../../testkit/fake-clock.ts';
import { FakeProc } from '../../../../testkit/kube-proc.ts';
import { parsePod } from '../../../pods/pod.ts';
import { PodIndex } from '../../../pods/pod-index.ts';
import { K8sAttestor, type Pods } from './attestor.ts';
import { namespaceLabels, type FindNamespaceLabels } from './namespace-labels.ts';

const uid = '7b1f0c2a-94d3-4e58-a6b7-1d2c3e4f5a60';
const id = 'a1'.repeat(32);
const cgroup = `0::/kubepods/pod${uid}/${id}\n`;
const forever = new AbortController().signal;
const pid = 77;

/** Pods whose every question the test may answer with a deed. */
function rig(t: TestContext, findNamespaceLabels?: FindNamespaceLabels) {
  const proc = new FakeProc();
  t.after(() => proc.remove());
  const clock = new FakeClock();
  const index = new PodIndex();
  const status = { containerStatuses: [{ name: 'main', containerID: `containerd://${id}` }] };
  index.upsert(parsePod({ metadata: { uid, name: 'p', namespace: 'apps' }, status }));
  const asked: number[] = [];
  const hooks = { onEnsure: () => {} };
  const directory: Pods = {
    index,
    activeSource: 'kubelet_pods',
    isPushed: false,
    ensure: (sinceMs) => {
      asked.push(clock.monotonic() - sinceMs);
      hooks.onEnsure();
      return Promise.resolve();
    },
    confirm: () => Promise.resolve(),
    waitForChange: () => Promise.resolve(),
    listen: () => () => undefined,
    close: () => undefined,
  };
  const attestor = new K8sAttestor({
    directory,
    procPath: proc.path,
    rules: { podsRoots: [], disableContainerSelectors: false, attestEphemeralContainers: false },
    maxPollAttempts: 3,
    pollIntervalMs: 500,
    knownProcessStaleMs: 5_000,
    findNamespaceLabels,
    imageDigests: false,
    logLocation: true,
    clock,
    log: silentLogger,
  });
  proc.put(pid, { cgroup });
  return { proc, attestor, asked, hooks, clock };
}

test('F022 a pid that was taken over while its pod was looked up gets nothing', async (t) => {
  const { proc, attestor, hooks } = rig(t);
  hooks.onEnsure = () => proc.put(pid, { cgroup, startTime: 9_999 });
  await assert.rejects(attestor.attest(pid, forever), {
    code: 'ATTESTATION_FAILED',
    message: /process starttime 9999 does not match original caller 1077/,
  });
});

test('a process that was moved to another cgroup meanwhile gets nothing', async (t) => {
  const { proc, attestor, hooks } = rig(t);
  hooks.onEnsure = () => proc.put(pid, { cgroup: '0::/\n' });
  await assert.rejects(attestor.attest(pid, forever), { message: /moved to another cgroup/ });
});

test('a process that exits meanwhile, or was never there, gets nothing', async (t) => {
  const { proc, attestor, hooks } = rig(t);
  hooks.onEnsure = () => proc.exit(pid);
  await assert.rejects(attestor.attest(pid, forever), { message: 'process 77 is gone' });
  await assert.rejects(attestor.attest(123, forever), { message: 'process 123 is gone' });
});

test('a process that was attested before needs no list of this instant, a new one does', async (t) => {
  const { proc, attestor, asked } = rig(t);
  await attestor.attest(pid, forever);
  await attestor.attest(pid, forever);
  proc.put(pid, { cgroup, startTime: 2_000 });
  await attestor.attest(pid, forever);
  assert.deepEqual(asked, [500, 5_000, 500]);
});

test('namespace labels are not optional: without them nothing is attested', async (t) => {
  const { attestor } = rig(
    t,
    namespaceLabels({ get: () => Promise.reject(new Error('forbidden')) }, new FakeClock()),
  );
  await assert.rejects(attestor.attest(pid, forever), {
    code: 'INTERNAL',
    message: 'unable to get namespace labels for "apps"',
  });
});

test('namespace labels are asked for once in some seconds', async (t) => {
  const clock = new FakeClock();
  const paths: string[] = [];
  const get = (path: string) => {
    paths.push(path);
    return Promise.resolve({ metadata: { labels: { team: 'a' } } });
  };
  const { attestor } = rig(t, namespaceLabels({ get }, clock));
  const selectors = await attestor.attest(pid, forever);
  assert.ok(selectors.some(({ value }) => value === 'ns-label:team:a'));
  await attestor.attest(pid, forever);
  await clock.advance(5_000);
  await attestor.attest(pid, forever);
  assert.deepEqual(paths, ['/api/v1/namespaces/apps', '/api/v1/namespaces/apps']);
});
