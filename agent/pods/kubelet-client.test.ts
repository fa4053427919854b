import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { silentLogger, type Logger } from '../../common/log/logger.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { FakeKubelet } from '../../testkit/kube-kubelet.ts';
import { createKubePki, type KubePki } from '../../testkit/kube-pki.ts';
import { KubeletClient } from './kubelet-client.ts';
import type { KubeletAuth, SecureKubelet } from './kubelet-credentials.ts';

const signal = new AbortController().signal;
let folder: string;
let pki: KubePki;
let foreignCaPem: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-kubelet-'));
  pki = await createKubePki();
  foreignCaPem = (await createKubePki()).caPem;
});
after(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string): string {
  const path = join(folder, `file-${files++}`);
  writeFileSync(path, content);
  return path;
}

interface Rig {
  readonly kubelet: FakeKubelet;
  readonly clock: FakeClock;
  readonly client: (changes?: Partial<SecureKubelet>, log?: Logger) => KubeletClient;
}

async function rig(t: TestContext, names = ['node-1'], notBefore?: Date): Promise<Rig> {
  const server = await pki.issue(names, { ...(notBefore !== undefined && { notBefore }) });
  const kubelet = await FakeKubelet.start({ server, clientCaPem: pki.caPem });
  t.after(() => kubelet.stop());
  const clock = new FakeClock();
  return {
    kubelet,
    clock,
    client(changes = {}, log = silentLogger) {
      const endpoint = {
        kind: 'secure' as const,
        port: kubelet.port,
        nodeName: undefined,
        caPath: file(pki.caPem),
        auth: { kind: 'anonymous' } as const,
        ...changes,
      };
      const client = new KubeletClient({ endpoint, reloadIntervalMs: 60_000, clock, log });
      t.after(() => client.close());
      return client;
    },
  };
}

test('F048 without node name 127.0.0.1 is dialled and the names of the certificate do not matter', async (t) => {
  const { client } = await rig(t, ['some-node']);
  assert.match((await client().fetchPods(signal)).toString(), /PodList/);
});

test('F048 with a node name that name is dialled and verified', async (t) => {
  const right = await rig(t, ['localhost']);
  await right.client({ nodeName: 'localhost' }).fetchPods(signal);
  const address = await rig(t, ['127.0.0.1']);
  await address.client({ nodeName: '127.0.0.1' }).fetchPods(signal);
  const wrong = await rig(t, ['some-node']);
  await assert.rejects(wrong.client({ nodeName: 'localhost' }).fetchPods(signal), {
    code: 'UNAVAILABLE',
    message: /^unable to perform request: .*does not match certificate's altnames/,
  });
});

for (const nodeName of [undefined, 'localhost']) {
  test(`F048 an expired or foreign certificate fails with node name ${String(nodeName)}`, async (t) => {
    const expired = await rig(t, ['localhost'], new Date('2020-01-01'));
    await assert.rejects(expired.client({ nodeName }).fetchPods(signal), {
      message: /certificate has expired/,
    });
    const foreign = await rig(t, ['localhost']);
    await assert.rejects(
      foreign.client({ nodeName, caPath: file(foreignCaPem) }).fetchPods(signal),
      {
        message: /certificate signature failure/,
      },
    );
  });
}

test("the kubelet's own certificate can be the trust anchor", async (t) => {
  const server = await pki.issue(['node-1']);
  const kubelet = await FakeKubelet.start({ server });
  t.after(() => kubelet.stop());
  const endpoint = {
    kind: 'secure' as const,
    port: kubelet.port,
    nodeName: undefined,
    caPath: file(server.certPem),
    auth: { kind: 'anonymous' } as const,
  };
  const clock = new FakeClock();
  const client = new KubeletClient({ endpoint, reloadIntervalMs: 1, clock, log: silentLogger });
  t.after(() => client.close());
  await client.fetchPods(signal);
  kubelet.replaceCertificate(await pki.issue(['node-1']));
  await assert.rejects(client.fetchPods(signal), { code: 'UNAVAILABLE' });
});

test('verification can be switched off', async (t) => {
  const { client } = await rig(t, ['x'], new Date('2020-01-01'));
  await client({ caPath: undefined }).fetchPods(signal);
});

test('the read-only port is plain HTTP without credentials', async (t) => {
  const kubelet = await FakeKubelet.start();
  t.after(() => kubelet.stop());
  const client = new KubeletClient({
    endpoint: { kind: 'read_only', port: kubelet.port },
    reloadIntervalMs: 1,
    clock: new FakeClock(),
    log: silentLogger,
  });
  t.after(() => client.close());
  await client.fetchPods(signal);
  assert.deepEqual(
    kubelet.requests.map(({ path, authorization }) => [path, authorization]),
    [['/pods', undefined]],
  );
});

test('a token is trimmed, and a refused one is read again at once', async (t) => {
  const { kubelet, client } = await rig(t);
  const tokenPath = file('  first\n');
  const kubeletClient = client({ auth: { kind: 'token', tokenPath } });
  kubelet.token = 'first';
  await kubeletClient.fetchPods(signal);
  kubelet.token = 'second';
  writeFileSync(tokenPath, 'second');
  await kubeletClient.fetchPods(signal);
  kubelet.token = 'third';
  await assert.rejects(kubeletClient.fetchPods(signal), {
    code: 'UNAVAILABLE',
    message: 'unexpected status code on pods response: 401 Unauthorized',
  });
});

test('a client certificate is presented and replaced when it is old', async (t) => {
  const { kubelet, client, clock } = await rig(t);
  const first = await pki.issue(['a'], { commonName: 'agent-1' });
  const second = await pki.issue(['a'], { commonName: 'agent-2' });
  const certificatePath = file(first.certPem);
  const keyPath = file(first.keyPem);
  const kubeletClient = client({ auth: { kind: 'certificate', certificatePath, keyPath } });
  await kubeletClient.fetchPods(signal);
  writeFileSync(certificatePath, second.certPem);
  writeFileSync(keyPath, second.keyPem);
  await kubeletClient.fetchPods(signal);
  await clock.advance(60_000);
  await kubeletClient.fetchPods(signal);
  assert.deepEqual(
    kubelet.requests.map(({ clientName }) => clientName),
    ['agent-1', 'agent-1', 'agent-2'],
  );
});

test('F052 a new CA on disk is used at once when the kubelet shows a new certificate', async (t) => {
  const { kubelet, client } = await rig(t);
  const caPath = file(pki.caPem);
  const kubeletClient = client({ caPath });
  await kubeletClient.fetchPods(signal);
  const renewed = await createKubePki();
  kubelet.replaceCertificate(await renewed.issue(['node-1']));
  writeFileSync(caPath, renewed.caPem);
  await kubeletClient.fetchPods(signal);
  assert.equal(kubelet.requests.length, 2);
});

test('F052 a CA file that became garbage leaves the working client in place and is logged', async (t) => {
  const { client, clock } = await rig(t);
  const errors: unknown[] = [];
  const log = { ...silentLogger, error: (_text: string, fields: unknown) => errors.push(fields) };
  const caPath = file(pki.caPem);
  const kubeletClient = client({ caPath }, log);
  await kubeletClient.fetchPods(signal);
  writeFileSync(caPath, 'garbage');
  await clock.advance(60_000);
  await kubeletClient.fetchPods(signal);
  assert.match(inspect(errors), /unable to parse kubelet CA/);
});

test('F040 a refusal carries the status and at most 1 KiB of the body', async (t) => {
  const { kubelet, client } = await rig(t);
  const text = 'Forbidden (user=system:anonymous, verb=get, resource=nodes, subresource=proxy)';
  kubelet.faults.push({ status: 403, body: text + ' '.repeat(1000) + 'x'.repeat(1_000_000) });
  await assert.rejects(client().fetchPods(signal), (error: Error) => {
    assert.ok(error.message.startsWith(`unexpected status code on pods response: 403 ${text}`));
    assert.ok(error.message.length < 1100);
    return true;
  });
});

test('F042 a kubelet that resets, breaks off or hangs is unavailable', async (t) => {
  const { kubelet, client, clock } = await rig(t);
  const kubeletClient = client();
  kubelet.faults.push('reset', 'truncated', 'hang');
  await assert.rejects(kubeletClient.fetchPods(signal), { code: 'UNAVAILABLE' });
  await assert.rejects(kubeletClient.fetchPods(signal), { code: 'UNAVAILABLE' });
  const hung = assert.rejects(kubeletClient.fetchPods(signal), {
    code: 'UNAVAILABLE',
    message: 'unable to perform request: no answer within 10000 ms',
  });
  while (kubelet.requests.length < 3) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(10_000);
  await hung;
});

test('F053 proxy variables of the environment send nothing to a proxy', async (t) => {
  let connections = 0;
  const proxy = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const { port } = proxy.address() as { port: number };
  const names = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY', 'NODE_USE_ENV_PROXY'];
  for (const name of names) process.env[name] = `http://127.0.0.1:${port}`;
  t.after(() => {
    for (const name of names) Reflect.deleteProperty(process.env, name);
  });
  const { client } = await rig(t);
  await client().fetchPods(signal);
  assert.equal(connections, 0);
});

test('F054 nothing but GET /pods is ever asked for', () => {
  const source = readFileSync(new URL('kubelet-client.ts', import.meta.url), 'utf8');
  assert.deepEqual(
    [...source.matchAll(/\}(\/\w+)`/g)].map(([, path]) => path),
    ['/pods', '/pods'],
  );
});

const badFiles: readonly (readonly [string, () => Partial<SecureKubelet>, RegExp])[] = [
  ['an absent CA', () => ({ caPath: '/absent' }), /^unable to load kubelet CA: "\/absent"$/],
  ['a CA without certificate', () => ({ caPath: file('x') }), /^unable to parse kubelet CA/],
  [
    'an absent token',
    () => ({ auth: { kind: 'token', tokenPath: '/absent' } }),
    /^unable to load token: "\/absent"$/,
  ],
  [
    'an empty token',
    () => ({ auth: { kind: 'token', tokenPath: file(' \n') } }),
    /^unable to load token/,
  ],
  [
    'an absent certificate',
    () => ({ auth: pair('/absent', file('')) }),
    /^unable to load certificate: "\/absent"$/,
  ],
  [
    'an absent key',
    () => ({ auth: pair(file(''), '/absent') }),
    /^unable to load private key: "\/absent"$/,
  ],
  ['a useless key pair', () => ({ auth: pair(file('a'), file('b')) }), /^unable to load keypair/],
];
for (const [name, changes, message] of badFiles) {
  test(`${name} is refused at the start`, async (t) => {
    const { client } = await rig(t);
    assert.throws(() => client(changes()), { code: 'INVALID_ARGUMENT', message });
  });
}

test('a key that belongs to another certificate is refused', async (t) => {
  const { client } = await rig(t);
  const [one, other] = [await pki.issue(['a']), await pki.issue(['a'])];
  assert.throws(() => client({ auth: pair(file(one.certPem), file(other.keyPem)) }), {
    message: /^unable to load keypair/,
  });
});

function pair(certificatePath: string, keyPath: string): KubeletAuth {
  return { kind: 'certificate', certificatePath, keyPath };
}
