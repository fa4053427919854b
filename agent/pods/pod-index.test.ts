import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePod, type Pod } from './pod.ts';
import { PodIndex } from './pod-index.ts';

const pod = (uid: string, ids: readonly string[] = [], labels: Record<string, string> = {}): Pod =>
  parsePod({
    metadata: { uid, name: uid, namespace: 'apps', labels },
    status: {
      containerStatuses: ids.map((id) => ({ name: id, containerID: `containerd://${id}` })),
    },
  });

test('pods are found by UID, by container ID and by name', () => {
  const index = new PodIndex();
  index.replace([pod('u1', ['c1', 'c2']), pod('u2', ['c3'])]);
  assert.equal(index.findPod('u1')?.name, 'u1');
  assert.deepEqual(
    index.podsWithContainer('c3').map(({ uid }) => uid),
    ['u2'],
  );
  assert.equal(index.findByName('apps', 'u2')?.uid, 'u2');
  assert.equal(index.findPod('u3'), undefined);
});

test('a list replaces all, so that what it leaves out is gone', () => {
  const index = new PodIndex();
  index.replace([pod('u1', ['c1']), pod('u2', ['c2'])]);
  index.replace([pod('u2', ['c2'])]);
  assert.equal(index.findPod('u1'), undefined);
  assert.deepEqual(index.podsWithContainer('c1'), []);
  assert.equal(index.size, 1);
});

test('a restarted container takes its old ID away', () => {
  const index = new PodIndex();
  index.upsert(pod('u1', ['old']));
  index.upsert(pod('u1', ['new']));
  assert.deepEqual(index.podsWithContainer('old'), []);
  assert.equal(index.podsWithContainer('new').length, 1);
});

test('only who named a key of a changed pod is called, and once for each change', () => {
  const index = new PodIndex();
  const calls: string[] = [];
  index.listen(['u1', 'c1'], () => calls.push('u1'));
  index.listen(['u2'], () => calls.push('u2'));
  index.upsert(pod('u1', ['c1']));
  index.replace([pod('u1', ['c1'], { app: 'web' }), pod('u2')]);
  index.remove('u1');
  assert.deepEqual(calls, ['u1', 'u1', 'u2', 'u1']);
});

test('a pod that says the same again, with labels in another order, wakes nobody', () => {
  const index = new PodIndex();
  let calls = 0;
  index.upsert(pod('u1', ['c1'], { a: '1', b: '2' }));
  index.listen(['u1'], () => calls++);
  index.upsert(pod('u1', ['c1'], { b: '2', a: '1' }));
  index.replace([pod('u1', ['c1'], { a: '1', b: '2' })]);
  assert.equal(calls, 0);
});

test('who stopped listening is not called', () => {
  const index = new PodIndex();
  let calls = 0;
  const leave = index.listen(['u1'], () => calls++);
  leave();
  index.upsert(pod('u1'));
  assert.equal(calls, 0);
});
