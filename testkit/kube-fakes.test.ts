import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { after, before, test } from 'node:test';
import { readBody, send } from '../common/kube/http.ts';
import { FakeKubeApi } from './kube-api-server.ts';
import { FakeKubelet } from './kube-kubelet.ts';
import { createKubePki, type KubePki } from './kube-pki.ts';

const vectors = new URL('vectors/kubernetes/v1.37.2/', import.meta.url);
const recorded = (name: string) => readFileSync(new URL(name, vectors), 'utf8');

interface Review {
  readonly spec: { readonly audiences?: string[] };
  readonly status: {
    readonly authenticated?: boolean;
    readonly user: { readonly username?: string; readonly extra?: Record<string, string[]> };
    readonly audiences?: string[];
    readonly error?: string;
  };
}

let pki: KubePki;
let api: FakeKubeApi;
let agent: Agent;

before(async () => {
  pki = await createKubePki();
  api = await FakeKubeApi.start(await pki.issue(['127.0.0.1']));
  agent = new Agent({ ca: pki.caPem });
});
after(async () => {
  agent.destroy();
  await api.stop();
});

async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
  const response = await send({
    url: new URL(`https://127.0.0.1:${api.port}${path}`),
    method,
    agent,
    headers: {},
    signal: new AbortController().signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = (await readBody(response, 100_000)).toString();
  return { status: response.statusCode, body: JSON.parse(text) as unknown };
}

const good = (JSON.parse(recorded('tokenreview-good.json')) as Review).status.user;
/** What a token must be like so that a review of it is the recorded one. */
const tokens: Readonly<Record<string, { audiences: string[]; error?: string } | undefined>> = {
  'tokenreview-good.json': { audiences: ['spire-server'] },
  'tokenreview-two-audiences.json': { audiences: ['spire-server'] },
  'tokenreview-wrong-audience.json': { audiences: ['spire-server'] },
  'tokenreview-no-audience.json': { audiences: ['spire-server'] },
  'tokenreview-default-audience.json': { audiences: ['https://kubernetes.default.svc'] },
};

for (const file of readdirSync(vectors).filter((name) => name.startsWith('tokenreview-'))) {
  test(`the fake API server answers as the real one in ${file}`, async () => {
    const real = JSON.parse(recorded(file)) as Review;
    const { error } = real.status;
    const { username = good.username ?? '', extra = good.extra ?? {} } = real.status.user;
    const token = tokens[file] ?? {
      audiences: ['spire-server'],
      ...(error !== undefined && { error }),
    };
    api.tokens.set(file, { username, extra, ...token });
    const review = { spec: { token: file, audiences: real.spec.audiences } };
    const { body } = await call('POST', '/apis/authentication.k8s.io/v1/tokenreviews', review);
    // Nobody reads the UID and the groups of the account.
    const user = without(real.status.user, 'uid', 'groups');
    assert.deepEqual((body as Review).status, { ...real.status, user });
  });
}

test('the fake API server says of a missing pod what the real one says', async () => {
  const { status, body } = await call('GET', '/api/v1/namespaces/spire/pods/absent');
  assert.equal(status, 404);
  const denials = recorded('api-denials.txt').split('\n');
  const line = denials[denials.indexOf('GET /api/v1/namespaces/spire/pods/absent') + 1] ?? '';
  const real = without(JSON.parse(line.replace(/ \d+$/, '')) as object, 'details');
  assert.deepEqual(body, real);
});

test('the fake kubelet refuses with the words of the real one', async (t) => {
  const kubelet = await FakeKubelet.start({ server: await pki.issue(['127.0.0.1']) });
  t.after(() => kubelet.stop());
  kubelet.token = 'right';
  const get = (path: string, token: string) =>
    send({
      url: new URL(`https://127.0.0.1:${kubelet.port}${path}`),
      method: 'GET',
      agent,
      headers: { authorization: `Bearer ${token}` },
      signal: new AbortController().signal,
    });
  const refused = await get('/pods', 'wrong');
  const real = recorded('denial-headers.txt');
  assert.equal(refused.statusCode, 401);
  assert.ok(real.includes(`Content-Type: ${String(refused.headers['content-type'])}`));
  assert.equal((await readBody(refused, 100)).toString(), 'Unauthorized');
  const forbidden = await get('/exec/x', 'right');
  const text = (await readBody(forbidden, 1000)).toString();
  assert.ok(recorded('kubelet-denials.txt').includes(text.trim()));
});

function without(value: object, ...keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
