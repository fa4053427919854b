import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { parseSelector, type Selector } from '../../common/spiffe/selector.ts';
import { aView } from '../../testkit/envoy-views.ts';
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
};

test('a process is attested anew, whether it is connected or not', async () => {
  assert.deepEqual(await findSubjects({ kind: 'pid', pid: 4 }, sources, signal), [
    { pids: [4], selectors: one, complete: true, view, asked: ['default'] },
  ]);
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
  ] as const;
  for (const [target, message] of rows) {
    await assert.rejects(findSubjects(target, sources, signal), (error) => {
      assert.ok(hasCode(error, 'NOT_FOUND'));
      assert.match(error.message, message);
      return true;
    });
  }
});
