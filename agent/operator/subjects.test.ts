import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { parseSelector, type Selector } from '../../common/spiffe/selector.ts';
import { aView } from '../../testkit/envoy-views.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import type { PodExplainer } from '../pods/pod-trace.ts';
import { findSubjects, type SubjectSources } from './subjects.ts';

const one = [parseSelector('unix:uid:1')];
const two = [parseSelector('unix:uid:1'), parseSelector('unix:path:/b')];
const view = aView();
const signal = new AbortController().signal;

function caller(pid: number, uid: number, selectors: readonly Selector[]) {
  const closed = signal;
  const peer = { kind: 'local' as const, connectionId: '', pid, uid, gid: 1, closed };
  return {
    peer: { ...peer, isAlive: () => true },
    selectors,
    selectorsKey: JSON.stringify(selectors),
  };
}

const sources: SubjectSources = {
  attest: async () => ({ selectors: one, complete: true }),
  look: () => view,
  callers: () => [caller(9, 1, one), caller(4, 1, one), caller(5, 1, two), caller(6, 2, one)],
  streams: () => [
    { pid: 4, names: [{ name: 'default' }] },
    { pid: 5, names: [{ name: 'ROOTCA' }] },
  ],
  processExists: (pid) => pid !== 404,
  explainer: () => undefined,
  clock: new FakeClock(),
};

const traceOfPod = {
  cgroup: ['0::/kubepods/pod1/2'],
  named: [],
  chosen: undefined,
  pod: 'shop/web',
  container: 'app',
  source: 'pods_api',
  waitedMs: 3,
  reason: '',
} as const;
const explainer: PodExplainer = {
  trace(pid) {
    if (pid === 8) throw new SpiffeError('ATTESTATION_FAILED', 'process 8 is gone');
    return traceOfPod;
  },
  findPod: async (namespace, name) =>
    name === 'gone'
      ? undefined
      : {
          namespace,
          name,
          source: 'pods_api',
          containers: [
            { name: 'app', containerId: 'c1', pids: [4, 7] },
            { name: 'setup', containerId: 'c2', pids: [] },
            { name: 'late', containerId: undefined, pids: [] },
          ],
        },
};

test('a process is attested anew, whether it is connected or not', async () => {
  assert.deepEqual(await findSubjects({ kind: 'pid', pid: 4 }, sources, signal), [
    {
      pids: [4],
      selectors: one,
      complete: true,
      view,
      asked: ['default'],
      attestedInMs: 0,
      trace: undefined,
    },
  ]);
});

test('a pod is each of its containers: the first process is attested, the others are what it is', async () => {
  const asked: number[] = [];
  const attest: SubjectSources['attest'] = async (pid) => {
    asked.push(pid);
    return { selectors: two, complete: true };
  };
  const pod = { kind: 'pod', namespace: 'shop', name: 'web' } as const;
  const withPods = { ...sources, attest, explainer: () => explainer };
  const found = await findSubjects(pod, withPods, signal);
  assert.deepEqual(asked, [4]);
  assert.deepEqual(
    found.map(({ pids, selectors, asked: names, trace }) => [
      pids,
      selectors,
      names,
      trace?.container,
      trace?.reason,
    ]),
    [
      [[4, 7], two, ['default'], 'app', ''],
      [[], [], [], 'setup', 'no process of the container runs'],
      [
        [],
        [],
        [],
        'late',
        'pods_api tells no ID of the container yet: it waits, or was only just started',
      ],
    ],
  );
});

test('a process that ends while it is explained has no trace', async () => {
  const [found] = await findSubjects(
    { kind: 'pid', pid: 8 },
    { ...sources, explainer: () => explainer },
    signal,
  );
  assert.deepEqual([found?.pids, found?.trace], [[8], undefined]);
});

test('the processes of a user are grouped by what they are', async () => {
  const found = await findSubjects({ kind: 'uid', uid: 1 }, sources, signal);
  assert.deepEqual(
    found.map(({ asked, pids, selectors }) => [pids, selectors, asked]),
    [
      [[4, 9], one, ['default']],
      [[5], two, ['ROOTCA']],
    ],
  );
});

test('a process that no attestor can tell about is explained all the same', async () => {
  const failing = {
    ...sources,
    attest: () => Promise.reject(new SpiffeError('ATTESTATION_FAILED', 'failed')),
  };
  const [found] = await findSubjects({ kind: 'pid', pid: 4 }, failing, signal);
  assert.deepEqual([found?.complete, found?.selectors], [false, []]);
  const broken = { ...sources, attest: () => Promise.reject(new Error('a fault of ours')) };
  await assert.rejects(findSubjects({ kind: 'pid', pid: 4 }, broken, signal), /a fault of ours/);
});

test('who is not there is not found', async () => {
  const rows = [
    [{ kind: 'pid', pid: 404 }, /there is no process with pid 404/],
    [{ kind: 'uid', uid: 3 }, /no process of uid 3 is connected/],
    [
      { kind: 'pod', namespace: 'shop', name: 'gone' },
      /there is no pod "shop\/gone" on the node of this agent/,
    ],
  ] as const;
  const withPods = { ...sources, explainer: () => explainer };
  for (const [target, message] of rows) {
    await assert.rejects(findSubjects(target, withPods, signal), (error) => {
      assert.ok(hasCode(error, 'NOT_FOUND'));
      assert.match(error.message, message);
      return true;
    });
  }
});

test('an agent that knows no pods says so when asked about one', async () => {
  const pod = { kind: 'pod', namespace: 'shop', name: 'web' } as const;
  await assert.rejects(findSubjects(pod, sources, signal), {
    code: 'FAILED_PRECONDITION',
    message: /no workload attestor of this agent knows pods/,
  });
});
