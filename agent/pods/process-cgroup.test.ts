import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FakeProc } from '../../testkit/kube-proc.ts';
import { parseStartTime, readProcess } from './process-cgroup.ts';

const proc = new FakeProc();
after(() => proc.remove());

for (const command of ['a) b (c', '))', '', '('.repeat(15), 'tmux: server']) {
  test(`F021 the start time is found behind the command ${JSON.stringify(command)}`, () => {
    proc.put(1, { command, startTime: 4711, cgroup: '0::/\n' });
    assert.deepEqual(readProcess(proc.path, 1), { startTime: '4711', cgroup: '0::/\n' });
  });
}

for (const stat of ['', '1 app S 1 2 3', '1 (app) S 1 2', '1 (app) S'.padEnd(60, ' x')]) {
  test(`F021 the stat line ${JSON.stringify(stat)} is an error, not a crash`, () => {
    assert.throws(() => parseStartTime(stat), { code: 'INTERNAL' });
  });
}

test('a process that is gone is an error, a kernel without cgroups is not', () => {
  proc.exit(2);
  assert.throws(() => readProcess(proc.path, 2), { code: 'ATTESTATION_FAILED', message: /gone/ });
  proc.put(3, {});
  assert.equal(readProcess(proc.path, 3).cgroup, undefined);
});

test('F018 a cgroup file of 1 MB is refused', () => {
  proc.put(4, { cgroup: '0::/x\n'.repeat(200_000) });
  assert.throws(() => readProcess(proc.path, 4), { code: 'INTERNAL', message: /more than 65536/ });
});

test('our own process is read', () => {
  assert.match(readProcess('/proc', process.pid).startTime, /^\d+$/);
});
