import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCaptured } from '../../testkit/cli-bench.ts';
import { findingsAbout, type CheckHost, type Finding } from '../catalog/finding.ts';
import { createK8sCheck } from './k8s-check.ts';

const { ok, warning, missing } = findingsAbout('NodeAttestor k8s_psat');
const check = (findings: readonly Finding[], words = 'k8s check') => {
  const hosts: CheckHost[] = [];
  const command = createK8sCheck({}, async () => ({
    check: async (host) => {
      hosts.push(host);
      return findings;
    },
  }));
  return runCaptured([command], words.split(' '), { env: { HOST_PROC: '/host/proc' } }).then(
    (result) => ({ ...result, procPath: hosts[0]?.procPath }),
  );
};

test('what is missing comes with its reason and the fix, and fails the command', async () => {
  const findings = [
    ok('get nodes'),
    missing('create tokenreviews', 'no agent can be admitted', 'bind a role'),
    { ...warning('an audience', 'it is empty', 'set one'), about: 'WorkloadAttestor k8s' },
  ];
  const { code, out, procPath } = await check(findings);
  assert.deepEqual([code, procPath], [1, '/host/proc']);
  assert.equal(
    out,
    `NodeAttestor k8s_psat
  ok       get nodes
  missing  create tokenreviews
           no agent can be admitted
           fix: bind a role

WorkloadAttestor k8s
  warning  an audience
           it is empty
           fix: set one

1 missing, 1 to look at, 1 fine.
`,
  );
  const json = await check(findings, 'k8s check -output json');
  assert.deepEqual([json.code, JSON.parse(json.out)], [1, { findings }]);
});

test('a warning does not fail the command', async () => {
  const { code } = await check([warning('an audience', 'it is empty', 'set one')]);
  assert.equal(code, 0);
});

test('a configuration without Kubernetes says so', async () => {
  assert.deepEqual(await check([]), {
    code: 0,
    out: 'No plugin of the configuration needs anything of Kubernetes.\n',
    err: '',
    procPath: '/host/proc',
  });
});
