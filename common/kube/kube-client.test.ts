import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { FakeKubeApi } from '../../testkit/kube-api-server.ts';
import { createKubePki, type KubePki } from '../../testkit/kube-pki.ts';
import { systemClock } from '../clock/clock.ts';
import { apiServerOf } from './api-server.ts';
import { inClusterAccess, type FindClusterAccess } from './cluster-access.ts';
import { KubeClient } from './kube-client.ts';
import { messageWithCauses } from '../errors/spiffe-error.ts';
import { kubeConfigAccess } from './kube-config.ts';

const signal = new AbortController().signal;
let folder: string;
let pki: KubePki;
let api: FakeKubeApi;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-kube-'));
  pki = await createKubePki();
  api = await FakeKubeApi.start(await pki.issue(['127.0.0.1']));
});
after(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  api.requests.length = 0;
  api.faults.length = 0;
  api.bearerToken = 'first';
  api.objects.set('nodes/n1', { metadata: { uid: 'u' } });
  writeFileSync(join(folder, 'ca.crt'), pki.caPem);
  writeFileSync(join(folder, 'token'), 'first\n');
});

const client = (access: FindClusterAccess, options: { maxBodyBytes?: number } = {}) =>
  new KubeClient({ access, clock: systemClock, timeoutMs: 5_000, ...options });
const environment = () => ({
  KUBERNETES_SERVICE_HOST: '127.0.0.1',
  KUBERNETES_SERVICE_PORT: String(api.port),
});
const inCluster = () => inClusterAccess(environment(), folder);

test('the mounted service account is trimmed and read for every call', async () => {
  const kube = client(inCluster());
  await kube.get('/api/v1/nodes/n1', signal);
  api.bearerToken = 'second';
  writeFileSync(join(folder, 'token'), 'second');
  await kube.get('/api/v1/nodes/n1', signal);
  assert.deepEqual(
    api.requests.map(({ authorization }) => authorization),
    ['Bearer first', 'Bearer second'],
  );
});

test('a token that is replaced while it is refused is tried again', async () => {
  let reads = 0;
  const access = inCluster();
  api.bearerToken = 'second';
  const kube = client(async () => {
    if (reads++ === 1) writeFileSync(join(folder, 'token'), 'second');
    return access();
  });
  assert.deepEqual(await kube.get('/api/v1/nodes/n1', signal), { metadata: { uid: 'u' } });
});

test('another authority is not trusted and what is refused names the reason', async () => {
  writeFileSync(join(folder, 'ca.crt'), (await createKubePki()).caPem);
  await assert.rejects(client(inCluster()).get('/api/v1/nodes/n1', signal), {
    code: 'UNAVAILABLE',
    message: /certificate/,
  });
});

test('a pod without service account is told which variables are missing', async () => {
  await assert.rejects(client(inClusterAccess({}, folder)).get('/', signal), {
    code: 'INTERNAL',
    message: /^unable to get clientset: unable to create client config: .*KUBERNETES_SERVICE_HOST/,
  });
});

test('a kubeconfig is read for every call, and its token replaced at once', async () => {
  const path = join(folder, 'kubeconfig');
  const write = (token: string) =>
    writeFileSync(
      path,
      JSON.stringify({
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
        clusters: [
          {
            name: 'k',
            cluster: {
              server: `https://127.0.0.1:${api.port}`,
              'certificate-authority': 'ca.crt',
            },
          },
        ],
        users: [{ name: 'u', user: { token } }],
      }),
    );
  write('first');
  const kube = client(kubeConfigAccess(path));
  await kube.get('/api/v1/nodes/n1', signal);
  api.bearerToken = 'second';
  write('second');
  await kube.get('/api/v1/nodes/n1', signal);
  assert.equal(api.requests.length, 2);
});

/** A kubeconfig that says this of its cluster. */
function kubeConfigWith(cluster: Readonly<Record<string, unknown>>): string {
  const path = join(folder, 'trust-config');
  const text = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    clusters: [{ name: 'k', cluster: { server: `https://127.0.0.1:${api.port}/`, ...cluster } }],
    users: [{ name: 'u', user: { token: 'first' } }],
  };
  writeFileSync(path, JSON.stringify(text));
  return path;
}

test('the pod and a kubeconfig with the same CA lead to the same API server', async () => {
  const own = apiServerOf(await inCluster()());
  assert.equal(own.url, `https://127.0.0.1:${api.port}`);
  assert.match(own.authorities.join(), /^sha256:[0-9a-f]{64}$/);
  writeFileSync(join(folder, 'ca.crt'), pki.caPem);
  const path = kubeConfigWith({ 'certificate-authority': 'ca.crt' });
  assert.deepEqual(apiServerOf(await kubeConfigAccess(path)()), own);
});

test('another CA beside the first is another trust, in whatever order they stand', async () => {
  const other = (await createKubePki()).caPem;
  const serve = (text: string) => {
    writeFileSync(join(folder, 'ca.crt'), text);
    return inCluster()();
  };
  const both = apiServerOf(await serve(`${pki.caPem}\n${other}`));
  assert.equal(both.authorities.length, 2);
  assert.deepEqual(apiServerOf(await serve([other, pki.caPem, other].join('\n'))), both);
  const broken = await serve('nothing');
  assert.throws(() => apiServerOf(broken), { code: 'CERTIFICATE_INVALID' });
});

const trusts: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['names no CA', {}, 'system'],
  ['verifies nothing', { 'insecure-skip-tls-verify': true }, 'none'],
];
for (const [what, cluster, authority] of trusts) {
  test(`a kubeconfig that ${what} trusts ${authority}`, async () => {
    const access = await kubeConfigAccess(kubeConfigWith(cluster))();
    assert.deepEqual(apiServerOf(access).authorities, [authority]);
  });
}

const badFiles: readonly (readonly [string, string | undefined])[] = [
  ['absent', undefined],
  ['no YAML', 'users: [token: "secret-token'],
  ['badly indented', 'users:\n- name: u\n  user:\n     token: secret-token\n    x: y'],
  ['JSON without an end', '{"users":[{"user":{"token":"secret-token"}}'],
  ['with a token that is a reference', 'users: [{user: {token: *secret-token}}]'],
  ['without a context', '{}'],
  [
    'of a plugin that answers no JSON',
    JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
      clusters: [{ name: 'k', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [
        {
          name: 'u',
          user: {
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: 'echo',
              args: ['secret-token'],
            },
          },
        },
      ],
    }),
  ],
];
for (const [name, content] of badFiles) {
  test(`a kubeconfig that is ${name} is refused without quoting it`, async () => {
    const path = join(folder, `bad ${name}`);
    if (content !== undefined) writeFileSync(path, content);
    await assert.rejects(client(kubeConfigAccess(path)).get('/', signal), (error: Error) => {
      assert.match(error.message, /unable to create client config/);
      // As logs have it. Parsers cut what they quote.
      assert.doesNotMatch(messageWithCauses(error), /secret/);
      return true;
    });
  });
}

test('what may pass is tried again, what may not is told at once', async () => {
  const kube = client(inCluster());
  api.faults.push({ status: 503 }, 'reset');
  await kube.get('/api/v1/nodes/n1', signal);
  assert.equal(api.requests.length, 3);
  await assert.rejects(kube.get('/api/v1/nodes/absent', signal), {
    code: 'INTERNAL',
    status: 404,
    message: 'nodes "absent" not found',
  });
  assert.equal(api.requests.length, 4);
});

test('an answer over the limit is refused and not read to its end', async () => {
  await assert.rejects(client(inCluster(), { maxBodyBytes: 10 }).get('/api/v1/nodes/n1', signal), {
    code: 'RESOURCE_EXHAUSTED',
  });
});

test('a caller that leaves ends the call with its own reason', async () => {
  const leaving = new AbortController();
  api.faults.push('hang');
  const call = client(inCluster()).get('/api/v1/nodes/n1', leaving.signal);
  leaving.abort(new Error('gone home'));
  await assert.rejects(call, { message: 'gone home' });
});

test('a watch yields its events and ends with the server', async () => {
  const events: unknown[] = [];
  const watching = (async () => {
    for await (const event of client(inCluster()).watch('/api/v1/pods?watch=true', signal)) {
      events.push(event);
      api.endWatches();
    }
  })();
  while (api.watchers === 0) await systemClock.sleep(5);
  api.sendEvent({ type: 'BOOKMARK' });
  await watching;
  assert.deepEqual(events, [{ type: 'BOOKMARK' }]);
});
