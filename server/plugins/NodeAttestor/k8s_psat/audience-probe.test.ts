import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import { KubeClient } from '../../../../common/kube/kube-client.ts';
import { Secret } from '../../../../common/secret/secret.ts';
import { FakeKubeApi, type FakeToken } from '../../../../testkit/kube-api-server.ts';
import { createKubePki, type KubePki } from '../../../../testkit/kube-pki.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { probeAudience } from './audience-probe.ts';

const signal = new AbortController().signal;
const apiAudience = 'https://kubernetes.default.svc';
const folder = temporaryFolder();
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
beforeEach(() => {
  api.tokens.clear();
  api.faults.length = 0;
});

/** A connection that opens the API with this header. */
function connection(authorization: string | undefined) {
  const access = () =>
    Promise.resolve({
      server: new URL(`https://127.0.0.1:${api.port}`),
      agent,
      trust: { caPem: pki.caPem },
      headers: new Secret<Record<string, string>>(authorization ? { authorization } : {}),
    });
  const client = new KubeClient({ access, clock: systemClock, timeoutMs: 1_000 });
  return { api: client, accesses: async () => [await access()] };
}

function tokenFor(...audiences: string[]): FakeToken {
  return { username: 'system:serviceaccount:spire:spire-server', audiences };
}

const probe = (authorization: string | undefined, tokenPath = '') =>
  probeAudience(connection(authorization), tokenPath, 'spire-server', signal);

/** A file with a token that says these audiences of itself. */
function tokenFile(...aud: string[]): { readonly path: string; readonly token: string } {
  const path = join(folder, 'token');
  const token = `e30.${Buffer.from(JSON.stringify({ aud })).toString('base64url')}.c2ln`;
  writeFileSync(path, `${token}\n`);
  return { path, token };
}

test('ENR-26 the own token, which opens the API, tells whether its audiences are apart', async () => {
  api.tokens.set('own', tokenFor(apiAudience));
  assert.equal(await probe('Bearer own'), 'separate');
  api.tokens.set('own', tokenFor(apiAudience, 'spire-server'));
  assert.equal(await probe('Bearer own'), 'api');
});

test('ENR-26 a token that was made for enrolment must not open the API', async () => {
  const { path, token } = tokenFile('spire-server');
  api.tokens.set(token, tokenFor('spire-server'));
  assert.equal(await probe(undefined, path), 'separate');
  api.ownAudience = 'spire-server';
  try {
    assert.equal(await probe(undefined, path), 'api');
  } finally {
    api.ownAudience = apiAudience;
  }
  const reviews = api.requests.slice(-1).map(({ body }) => JSON.parse(body) as { spec: object });
  assert.deepEqual(Object.keys(reviews[0]?.spec ?? {}), ['token'], 'no audience is asked for');
});

test('a token that was made for something else says nothing, so the own one is asked', async () => {
  const { path, token } = tokenFile('vault');
  api.tokens.set(token, tokenFor('vault'));
  assert.equal(await probe(undefined, path), 'unknown');
  api.tokens.set('own', tokenFor(apiAudience, 'spire-server'));
  assert.equal(await probe('Bearer own', path), 'api');
});

test('without a token that a review knows nothing is said', async () => {
  assert.equal(await probe(undefined), 'unknown');
  assert.equal(await probe('Basic dXNlcjpwYXNz'), 'unknown');
  assert.equal(await probe('Bearer of-a-cloud'), 'unknown');
});

test('a file that is not there and an API server that is away are told apart from an answer', async () => {
  await assert.rejects(probe('Bearer own', join(folder, 'none')), {
    code: 'UNAVAILABLE',
    message: /unable to read probe_token_path ".*none"/,
  });
  api.faults.push({ status: 403 });
  await assert.rejects(probe('Bearer own'), { code: 'INTERNAL' });
});
