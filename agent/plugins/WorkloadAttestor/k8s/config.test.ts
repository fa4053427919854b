import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../../../common/config/decode.ts';
import { parseHcl } from '../../../../common/config/hcl-parser.ts';
import { k8sConfig, settingsFrom } from './config.ts';

const read = (hcl: string) => decode(parseHcl(hcl), k8sConfig);
const settings = (hcl: string, environment: Record<string, string> = {}) =>
  settingsFrom(read(hcl), (name) => environment[name]);
const mounted = '/var/run/secrets/kubernetes.io/serviceaccount';

test('without any key the secure port of 127.0.0.1 is asked with the mounted token', () => {
  assert.deepEqual(settings(''), {
    kubelet: {
      kind: 'secure',
      port: 10_250,
      nodeName: undefined,
      caPath: `${mounted}/ca.crt`,
      auth: { kind: 'token', tokenPath: `${mounted}/token` },
    },
    nodeName: undefined,
    maxPollAttempts: 60,
    pollIntervalMs: 500,
    reloadIntervalMs: 60_000,
    watchApiServer: false,
  });
});

test('zero and negative numbers mean the default', () => {
  const { maxPollAttempts, pollIntervalMs, reloadIntervalMs } = settings(
    'max_poll_attempts = -1\npoll_retry_interval = "0s"\nreload_interval = "-1m"',
  );
  assert.deepEqual([maxPollAttempts, pollIntervalMs, reloadIntervalMs], [60, 500, 60_000]);
});

const nodeNames: readonly (readonly [
  string,
  string,
  Record<string, string>,
  string | undefined,
])[] = [
  ['the default variable', '', { MY_NODE_NAME: 'n1' }, 'n1'],
  ['a named variable', 'node_name_env = "X"', { X: 'n2', MY_NODE_NAME: 'n1' }, 'n2'],
  ['the key', 'node_name = "n3"', { MY_NODE_NAME: 'n1' }, 'n3'],
  ['an empty variable', '', { MY_NODE_NAME: '' }, undefined],
];
for (const [name, hcl, environment, expected] of nodeNames) {
  test(`the node name comes from ${name}`, () => {
    assert.equal(settings(hcl, environment).nodeName, expected);
  });
}

const auths: readonly (readonly [string, unknown])[] = [
  ['token_path = "/t"', { kind: 'token', tokenPath: '/t' }],
  [
    'certificate_path = "/c"\nprivate_key_path = "/k"',
    { kind: 'certificate', certificatePath: '/c', keyPath: '/k' },
  ],
  [
    'certificate_path = "/c"\nprivate_key_path = "/k"\nuse_anonymous_authentication = true',
    { kind: 'anonymous' },
  ],
];
for (const [hcl, auth] of auths) {
  test(`${JSON.stringify(hcl)} authenticates so`, () => {
    const { kubelet } = settings(hcl);
    assert.deepEqual(kubelet?.kind === 'secure' ? kubelet.auth : undefined, auth);
  });
}

test('the other ways to the kubelet', () => {
  assert.deepEqual(settings('kubelet_read_only_port = 10255').kubelet, {
    kind: 'read_only',
    port: 10_255,
  });
  assert.deepEqual(settings('disable_kubelet_client = true').kubelet, undefined);
  const skipping = settings('skip_kubelet_verification = true').kubelet;
  assert.equal(skipping?.kind === 'secure' ? skipping.caPath : 'wrong kind', undefined);
});

test('the watch of the API server needs the name of the node', () => {
  const hcl = 'experimental { api_server { cache { enabled = true } } }';
  assert.equal(settings(hcl, { MY_NODE_NAME: 'n1' }).watchApiServer, true);
  assert.throws(() => settings(hcl), { code: 'INVALID_ARGUMENT', message: /spec.nodeName/ });
});

const refused: readonly (readonly [string, RegExp])[] = [
  [
    'kubelet_read_only_port = 1\nkubelet_secure_port = 2',
    /cannot use both the read-only and secure port/,
  ],
  ['certificate_path = "/c"', /the private key path is required with the certificate path/],
  ['private_key_path = "/k"', /the certificate path is required with the private key path/],
  [
    'disable_kubelet_client = true\ntoken_path = "/t"',
    /disable_kubelet_client cannot be used with token_path/,
  ],
  [
    'disable_kubelet_client = true\nreload_interval = "1m"',
    /disable_kubelet_client cannot be used with reload_interval/,
  ],
  ['poll_retry_interval = "x"', /time: invalid duration/],
  ['reload_interval = "5"', /time: missing unit in duration/],
  ['use_new_container_locator = false', /innermost pod/],
  ['sigstore { }', /sigstore.*is not supported yet/],
  ['experimental { broker { } }', /broker.*is not supported yet/],
  ['experimental { sigstore { } }', /sigstore/],
  ['broker { }', /broker/],
  ['kubelet_port = 1', /kubelet_port/],
  ['kubelet_secure_port = 70000', /65535/],
  ['pods_cgroup_roots = ["kubepods"]', /pods_cgroup_roots/],
];
for (const [hcl, message] of refused) {
  test(`${JSON.stringify(hcl)} is refused with the reason`, () => {
    assert.throws(() => settings(hcl), { message });
  });
}
