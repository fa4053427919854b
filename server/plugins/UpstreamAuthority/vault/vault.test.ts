import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { test, type TestContext } from 'node:test';
import { hasCode } from '../../../../common/errors/spiffe-error.ts';
import { createCsr } from '../../../../common/x509/csr.ts';
import { generateKeyPair } from '../../../../common/x509/keys.ts';
import { certificatesToPem } from '../../../../common/x509/pem.ts';
import { FakeClock, settle, until } from '../../../../testkit/fake-clock.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { createTestCa } from '../../../../testkit/test-ca.ts';
import { vault } from './vault.ts';

const never = new AbortController().signal;
const pair = await generateKeyPair('ec-p256');
const subject = [
  { type: 'C', value: 'US' },
  { type: 'O', value: 'SPIFFE' },
];
const csrDer = createCsr({ ...pair, uri: 'spiffe://example.org', subject });
const mint = { csrDer, preferredTtlMs: 3_600_000 };
const root = await createTestCa({ trustDomain: 'example.org' });
const middle = await createTestCa({ trustDomain: 'example.org', upstream: root });
const leafCa = await createTestCa({ trustDomain: 'example.org', upstream: middle });
const pem = (der: Uint8Array) => certificatesToPem([der]);
const signed = {
  certificate: pem(leafCa.certificateDer),
  issuing_ca: pem(middle.certificateDer),
  ca_chain: [pem(middle.certificateDer), pem(root.rootDer)],
};

interface Asked {
  readonly path: string;
  readonly token: string;
  readonly namespace: string;
  readonly body: Record<string, string>;
}

type Answer = readonly [status: number, body: unknown];

/** Answers as Vault's API documentation says; `answers` may be changed at any time. */
async function setUp(t: TestContext, answers: Record<string, (asked: Asked) => Answer>) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const one = {
        path: request.url ?? '',
        token: String(request.headers['x-vault-token'] ?? ''),
        namespace: String(request.headers['x-vault-namespace'] ?? ''),
        body: text === '' ? {} : (JSON.parse(text) as Record<string, string>),
      };
      asked.push(one);
      const [status, body] = answers[one.path]?.(one) ?? [404, { errors: [] }];
      response.writeHead(status);
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const clock = new FakeClock();
  const ending = new AbortController();
  t.after(() => ending.abort());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = async (settings: object, env = {}) =>
    await vault.create(vault.config.parse({ vault_addr: address, ...settings }), {
      clock,
      env,
      signal: ending.signal,
    });
  const paths = () => asked.map(({ path }) => path);
  return { asked, paths, clock, ending, create, address };
}

const sign = '/v1/pki/root/sign-intermediate';
const lookup = '/v1/auth/token/lookup-self';
const renew = '/v1/auth/token/renew-self';
const forever = { [lookup]: () => [200, { data: { ttl: 0, renewable: false } }] as Answer };
const leased = (seconds: number, token = 't1') => ({
  auth: { client_token: token, lease_duration: seconds, renewable: true },
});
const approle = { approle_auth: { approle_id: 'role', approle_secret_id: 'secret' } };

test('the request has the names and the CSR, the answer becomes chain and root', async (t) => {
  const { asked, create } = await setUp(t, { ...forever, [sign]: () => [200, { data: signed }] });
  const upstream = await create({ token_auth: { token: 'root-token' }, namespace: 'team/a' });
  const { chainDer, roots } = await upstream.mintX509Ca(mint, never);
  const buffers = (ders: readonly Uint8Array[]) => ders.map((der) => Buffer.from(der));
  assert.deepEqual(buffers(chainDer), buffers([leafCa.certificateDer, middle.certificateDer]));
  assert.deepEqual(buffers(roots.map(({ der }) => der)), buffers([root.rootDer]));
  const { csr, ...names } = asked[1]!.body;
  assert.deepEqual(names, {
    common_name: '',
    organization: 'SPIFFE',
    country: 'US',
    uri_sans: 'spiffe://example.org',
    ttl: '3600',
  });
  assert.match(csr ?? '', /^-----BEGIN CERTIFICATE REQUEST-----/);
  assert.deepEqual([asked[1]!.token, asked[1]!.namespace], ['root-token', 'team/a']);
});

test('since Vault 1.11 the chain starts with the certificate itself, which does not come twice', async (t) => {
  const ca_chain = [signed.certificate, ...signed.ca_chain];
  const answer: Answer = [200, { data: { ...signed, ca_chain } }];
  const { create } = await setUp(t, { ...forever, [sign]: () => answer });
  const upstream = await create({ token_auth: { token: 'x' } });
  assert.equal((await upstream.mintX509Ca(mint, never)).chainDer.length, 2);
});

test('without ca_chain the issuer is the root', async (t) => {
  const data = { certificate: pem(middle.certificateDer), issuing_ca: pem(root.rootDer) };
  const { create } = await setUp(t, { ...forever, [sign]: () => [200, { data }] });
  const upstream = await create({ token_auth: { token: 'x' } });
  const { chainDer, roots } = await upstream.mintX509Ca(mint, never);
  assert.equal(chainDer.length, 1);
  assert.deepEqual(Buffer.from(roots[0]!.der), Buffer.from(root.rootDer));
});

const folder = temporaryFolder();
writeFileSync(join(folder, 'jwt'), 'projected-token\n');
const logins: readonly (readonly [string, object, string, object])[] = [
  ['approle', approle, '/v1/auth/approle/login', { role_id: 'role', secret_id: 'secret' }],
  [
    'approle at another mount',
    { approle_auth: { ...approle.approle_auth, approle_auth_mount_point: '/team/roles/' } },
    '/v1/auth/team/roles/login',
    { role_id: 'role', secret_id: 'secret' },
  ],
  [
    'k8s',
    { k8s_auth: { k8s_auth_role_name: 'sigil', token_path: join(folder, 'jwt') } },
    '/v1/auth/kubernetes/login',
    { role: 'sigil', jwt: 'projected-token' },
  ],
];
for (const [what, settings, path, body] of logins) {
  test(`login by ${what}`, async (t) => {
    const { asked, create } = await setUp(t, {
      [path]: () => [200, leased(3600)],
      [sign]: () => [200, { data: signed }],
    });
    const upstream = await create(settings);
    await upstream.mintX509Ca(mint, never);
    assert.deepEqual([asked[0]?.path, asked[0]?.body], [path, body]);
    assert.equal(asked[1]?.token, 't1');
    await upstream.mintX509Ca(mint, never);
    assert.equal(asked.length, 3, 'the token is used again');
  });
}

test('the token is renewed after two thirds of its lease, and fetched anew when that ends', async (t) => {
  let renewable = true;
  const { paths, clock, create } = await setUp(t, {
    '/v1/auth/approle/login': () => [200, leased(300)],
    [renew]: () => (renewable ? [200, leased(300)] : [400, { errors: ['max TTL reached'] }]),
    [sign]: () => [200, { data: signed }],
  });
  const upstream = await create(approle);
  await upstream.mintX509Ca(mint, never);
  const renewals = () => paths().filter((path) => path === renew).length;
  const renewed = async (count: number) => {
    await until(() => renewals() >= count);
    await settle(50);
    assert.equal(renewals(), count);
  };
  await clock.advance(199_000);
  assert.equal(renewals(), 0);
  await clock.advance(1_000);
  await renewed(1);
  renewable = false;
  await clock.advance(200_000);
  await renewed(2);
  await clock.advance(100_000);
  await upstream.mintX509Ca(mint, never);
  assert.equal(paths().filter((path) => path.endsWith('login')).length, 2);
});

test('a token that is refused is replaced once, and the refusal of the new one is told', async (t) => {
  let refusals = 1;
  const { paths, create } = await setUp(t, {
    '/v1/auth/approle/login': () => [200, leased(300)],
    [sign]: () =>
      refusals-- > 0 ? [403, { errors: ['permission denied'] }] : [200, { data: signed }],
  });
  const upstream = await create(approle);
  refusals = 0;
  await upstream.mintX509Ca(mint, never);
  refusals = 1;
  await upstream.mintX509Ca(mint, never);
  assert.equal(paths().filter((path) => path.endsWith('login')).length, 2);
  refusals = 2;
  await assert.rejects(upstream.mintX509Ca(mint, never), (error) => {
    return hasCode(error, 'PERMISSION_DENIED') && error.message.includes('permission denied');
  });
});

const badAnswers: readonly (readonly [string, Answer, RegExp])[] = [
  ['a fault of Vault', [503, { errors: ['Vault is sealed'] }], /status 503: Vault is sealed/],
  ['no JSON', [200, '<html>'], /status 200/],
  ['no data', [200, {}], /certificate is missing/],
  ['no certificate', [200, { data: { ...signed, certificate: 'x' } }], /certificate is not a/],
  ['a chain that is none', [200, { data: { ...signed, ca_chain: 'x' } }], /ca_chain is not a list/],
  ['a number in the chain', [200, { data: { ...signed, ca_chain: [1] } }], /ca_chain is missing/],
  ['an answer without end', [200, ' '.repeat(2_000_000)], /longer than 1048576 bytes/],
];
for (const [what, answer, rule] of badAnswers) {
  test(`told as what it is: ${what}`, async (t) => {
    const { create } = await setUp(t, { ...forever, [sign]: () => answer });
    const upstream = await create({ token_auth: { token: 'x' } });
    await assert.rejects(upstream.mintX509Ca(mint, never), (error) => {
      return hasCode(error, 'UNAVAILABLE') && rule.test(error.message);
    });
  });
}

test('variables of the environment win over the file, as in SPIRE', async (t) => {
  const { asked, create, address } = await setUp(t, {
    ...forever,
    [sign]: () => [200, { data: signed }],
  });
  const env = { VAULT_ADDR: address, VAULT_TOKEN: 'from-env', VAULT_NAMESPACE: 'env' };
  const upstream = await create({ vault_addr: 'http://x.test', token_auth: { token: 'y' } }, env);
  await upstream.mintX509Ca(mint, never);
  assert.deepEqual([asked[0]?.token, asked[0]?.namespace], ['from-env', 'env']);
});

const badSettings: readonly (readonly [string, object, RegExp])[] = [
  ['an empty token', { token_auth: {} }, /token is empty/],
  ['a certificate without key', { cert_auth: { client_cert_path: 'c' } }, /client_key_path are/],
  [
    'an address that is none',
    { vault_addr: 'vault:8200', token_auth: { token: 'x' } },
    /vault_addr "vault:8200" is not an http or https URL/,
  ],
];
for (const [what, settings, rule] of badSettings) {
  test(`refused at the start: ${what}`, async (t) => {
    const { create } = await setUp(t, {});
    await assert.rejects(create(settings), (error) => {
      return hasCode(error, 'CONFIG_INVALID') && rule.test(error.message);
    });
  });
}

test('exactly one way to log in must be configured', () => {
  const two = { ...approle, token_auth: { token: 'x' } };
  for (const settings of [{}, two]) {
    const { error } = vault.config.safeParse(settings);
    assert.match(error?.message ?? '', /exactly one of token_auth, cert_auth, approle_auth/);
  }
});

test('neither the plugin nor its errors show a token', async (t) => {
  const { create } = await setUp(t, {
    ...forever,
    [sign]: () => [403, { errors: ['permission denied'] }],
  });
  const upstream = await create({ token_auth: { token: 'very-secret' } });
  const error: unknown = await upstream.mintX509Ca(mint, never).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof Error);
  assert.ok(!inspect(error, { depth: 10 }).includes('very-secret'));
  assert.ok(!inspect(upstream, { depth: 10 }).includes('very-secret'));
});
