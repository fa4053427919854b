import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import { FakeKubelet } from '../../../../testkit/kube-kubelet.ts';
import { FakePodsApi } from '../../../../testkit/kube-pods-api.ts';
import { createKubePki } from '../../../../testkit/kube-pki.ts';
import { FakeProc } from '../../../../testkit/kube-proc.ts';
import { checkK8s } from './check.ts';
import { k8sConfig, settingsFrom } from './config.ts';

const own = `0::/kubepods/pod7b1f0c2a-94d3-4e58-a6b7-1d2c3e4f5a60/${'a1'.repeat(32)}\n`;
const pki = await createKubePki();
const signal = new AbortController().signal;

async function rig(t: TestContext) {
  const server = await pki.issue(['127.0.0.1']);
  const kubelet = await FakeKubelet.start({ server });
  kubelet.token = 'good';
  const proc = new FakeProc();
  t.after(async () => {
    proc.remove();
    await kubelet.stop();
  });
  proc.put(1, { cgroup: '0::/init.scope\n' });
  proc.put(42, { cgroup: own });
  symlinkSync('42', join(proc.path, 'self'));
  writeFileSync(join(proc.path, 'token'), 'good');
  writeFileSync(join(proc.path, 'ca.crt'), pki.caPem);
  const check = (changes: object = {}, granted: readonly string[] = []) => {
    const config = k8sConfig.parse({
      kubelet_secure_port: kubelet.port,
      kubelet_ca_path: join(proc.path, 'ca.crt'),
      token_path: join(proc.path, 'token'),
      pods_api_socket_path: '',
      node_name: '127.0.0.1',
      ...changes,
    });
    const api = {
      post: async (path: string, body: unknown) => {
        if (path.endsWith('/selfsubjectreviews')) {
          return { status: { userInfo: { username: 'system:serviceaccount:sigil:sigil-agent' } } };
        }
        const { spec } = body as { spec: { resourceAttributes: { verb: string } } };
        return { status: { allowed: granted.includes(spec.resourceAttributes.verb) } };
      },
    };
    const settings = settingsFrom(config, () => undefined);
    const host = { env: {}, procPath: proc.path, clock: systemClock, signal };
    return checkK8s({ config, settings, api }, host);
  };
  return { kubelet, proc, check };
}

test('an agent that has what it needs is fine, and hears how many pods there are', async (t) => {
  const { kubelet, proc, check } = await rig(t);
  kubelet.pods = [{ metadata: { uid: 'u', name: 'p', namespace: 'n' } }];
  const api = await FakePodsApi.start(join(proc.path, 'pods.sock'), []);
  t.after(() => api.stop());
  const findings = await check({ pods_api_socket_path: api.socketPath });
  assert.deepEqual(
    findings.map(({ outcome, what }) => [outcome, what]),
    [
      ['ok', "the node's PID namespace"],
      ['ok', 'the pods of the kubelet: 1'],
      ['ok', `the Pods API of the kubelet at ${api.socketPath}`],
    ],
  );
});

const hidden: readonly (readonly [name: string, first: string | undefined])[] = [
  ['the agent itself', own],
  ['the sandbox of its pod', own.replaceAll('a1', 'b2')],
  ['the sandbox of its pod, seen from a cgroup namespace', `0::/../${'b2'.repeat(32)}\n`],
  ['nobody that can be read', undefined],
];
for (const [name, first] of hidden) {
  test(`an agent whose first process is ${name} is told to set hostPID`, async (t) => {
    const { proc, check } = await rig(t);
    if (first === undefined) proc.exit(1);
    else proc.put(1, { cgroup: first });
    const [finding] = await check();
    assert.deepEqual(
      [finding?.outcome, /hostPID: true/.test(finding?.fix ?? '')],
      ['missing', true],
    );
  });
}

const faults: readonly (readonly [
  name: string,
  changes: object,
  token: string | undefined,
  fix: RegExp,
])[] = [
  ['refuses the token', {}, 'other', /authentication\.webhook/],
  ['has another authority', { kubelet_ca_path: 'other.crt' }, 'good', /kubelet_ca_path/],
  ['has another name', { node_name: 'localhost' }, 'good', /spec\.nodeName or status\.hostIP/],
  ['is not there', { kubelet_secure_port: 1 }, 'good', /MY_NODE_NAME from status\.hostIP/],
  ['wants a token that is not mounted', { token_path: '/absent' }, 'good', /automount/],
];
for (const [name, changes, token, fix] of faults) {
  test(`a kubelet that ${name} is told of with its own words and the fix`, async (t) => {
    const { kubelet, proc, check } = await rig(t);
    kubelet.token = token;
    writeFileSync(join(proc.path, 'other.crt'), (await createKubePki()).caPem);
    const inFolder = Object.entries(changes as Record<string, unknown>).map(([key, value]) => [
      key,
      value === 'other.crt' ? join(proc.path, value) : value,
    ]);
    const finding = (await check(Object.fromEntries(inFolder) as object))[1];
    assert.equal(finding?.outcome, 'missing');
    assert.match(finding.fix, fix);
    assert.notEqual(finding.detail, '');
  });
}

test('a kubelet that forbids the list is told of with the right to grant', async (t) => {
  const { kubelet, check } = await rig(t);
  kubelet.faults.push({ status: 403, body: 'Forbidden (user=x, verb=get, resource=nodes)' });
  const finding = (await check())[1];
  assert.match(finding?.detail ?? '', /403 Forbidden \(user=x/);
  assert.match(finding?.fix ?? '', /resources: \[nodes\/pods\]/);
});

test('the Pods API is only worth a look when it is not there', async (t) => {
  const { check } = await rig(t);
  const finding = (await check({ pods_api_socket_path: '/absent/pods.sock' }))[2];
  assert.deepEqual([finding?.outcome, /1\.37/.test(finding?.fix ?? '')], ['warning', true]);
});

test('rights at the API server are looked at only when the configuration needs them', async (t) => {
  const { check } = await rig(t);
  const options = {
    experimental: { api_server: { cache: { enabled: true } } },
    enable_namespace_labels: true,
  };
  const findings = (await check(options, ['list'])).slice(2);
  assert.deepEqual(
    findings.map(({ outcome, what }) => [outcome, what]),
    [
      ['ok', 'list pods'],
      ['missing', 'watch pods'],
      ['missing', 'get namespaces'],
    ],
  );
});
