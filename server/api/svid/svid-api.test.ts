import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { agentService } from '../../../common/rpc/services/agent.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { svidService } from '../../../common/rpc/services/svid.ts';
import { parseCertificate } from '../../../common/x509/certificate.ts';
import { createCsr } from '../../../common/x509/csr.ts';
import { generateKeyPair } from '../../../common/x509/keys.ts';
import { attestWithToken, startTestServer } from '../../../testkit/running-server.ts';

const trust_domain = 'zeta.test';
const timeoutMs = 20_000;
const key = await generateKeyPair('ec-p256');
const uri = 'spiffe://zeta.test/web';

async function withAgent(t: TestContext, server = '') {
  const running = await startTestServer(t, { server });
  const { admin } = running;
  await admin.unary(agentService.CreateJoinToken, { ttl: 60, token: 'a' }, { timeoutMs });
  const agent = running.dial(await attestWithToken(running, 'a'));
  const entry = {
    id: 'web',
    spiffe_id: { trust_domain, path: '/web' },
    parent_id: { trust_domain, path: '/spire/agent/join_token/a' },
    selectors: [{ type: 'unix', value: 'uid:1' }],
    dns_names: ['web.test', 'alt.test'],
    x509_svid_ttl: 120,
  };
  await admin.unary(entryService.BatchCreateEntry, { entries: [entry] }, { timeoutMs });
  return { running, admin, agent };
}

test('500 certificates in one call are signed in order, 501 and none are refused', async (t) => {
  const { agent } = await withAgent(t);
  const param = { entry_id: 'web', csr: createCsr(key) };
  const call = (count: number) => {
    const params = Array.from({ length: count }, (_, at) =>
      at === 7 ? { ...param, csr: Buffer.of() } : param,
    );
    return agent.unary(svidService.BatchNewX509SVID, { params }, { timeoutMs });
  };
  await assert.rejects(call(0), { code: 'INVALID_ARGUMENT', message: 'missing parameters' });
  await assert.rejects(call(501), {
    code: 'RESOURCE_EXHAUSTED',
    message: /rate \(501\) exceeds burst size \(500\)$/,
  });
  const { results } = await call(500);
  assert.equal(results.length, 500);
  assert.deepEqual(
    results.flatMap(({ status, svid }, at) =>
      status?.code === 0 && svid ? [] : [[at, status?.message]],
    ),
    [[7, 'missing CSR']],
  );
});

test('an SVID has the DNS names and the life of its entry', async (t) => {
  const { agent } = await withAgent(t);
  const params = [{ entry_id: 'web', csr: createCsr(key) }];
  const { results } = await agent.unary(svidService.BatchNewX509SVID, { params }, { timeoutMs });
  const svid = results[0]?.svid;
  const leaf = parseCertificate(svid?.cert_chain[0] ?? new Uint8Array());
  assert.deepEqual(leaf.dnsNames, ['web.test', 'alt.test']);
  assert.match(leaf.subject, /CN=web\.test/);
  // 10 s of the life lie before the moment of signing.
  assert.ok(Math.abs(leaf.notAfterMs - leaf.notBeforeMs - 130_000) < 2000);
  assert.equal(svid?.expires_at, Math.floor(leaf.notAfterMs / 1000));
});

test('a minted SVID has the URI, DNS names and subject of the CSR', async (t) => {
  const { admin } = await startTestServer(t);
  const csr = createCsr({
    ...key,
    uri,
    dnsNames: ['a.test'],
    subject: [{ type: 'O', value: 'Own' }],
  });
  const { svid } = await admin.unary(svidService.MintX509SVID, { csr, ttl: 60 }, { timeoutMs });
  const leaf = parseCertificate(svid?.cert_chain[0] ?? new Uint8Array());
  assert.deepEqual([leaf.uris, leaf.dnsNames, leaf.subject], [[uri], ['a.test'], 'O=Own']);
});

const badCsrs: readonly [Uint8Array, RegExp][] = [
  [Buffer.of(), /^missing CSR$/],
  [Buffer.from('rubbish'), /^malformed CSR: /],
  [createCsr(key), /^CSR URI SAN is required$/],
  [createCsr({ ...key, uri: 'https://x' }), /^CSR URI SAN is not a valid SPIFFE ID: /],
  [
    createCsr({ ...key, uri: 'spiffe://other.test/x' }),
    /^CSR URI SAN is invalid: "spiffe:\/\/other\.test\/x" is not a member/,
  ],
  [
    createCsr({ ...key, uri: 'spiffe://zeta.test/spire/server' }),
    /^CSR URI SAN is invalid: .*reserved namespace$/,
  ],
  [createCsr({ ...key, uri, dnsNames: ['a:b'] }), /^CSR DNS name is not valid: /],
  [
    createCsr({ ...key, uri, dnsNames: ['*.a.test', 'x.a.test'] }),
    /^CSR DNS name is not valid: .*covered/,
  ],
];
for (const [csr, message] of badCsrs) {
  test(`minting is refused: ${message.source}`, async (t) => {
    const { admin } = await startTestServer(t);
    await assert.rejects(admin.unary(svidService.MintX509SVID, { csr }, { timeoutMs }), {
      code: 'INVALID_ARGUMENT',
      message,
    });
  });
}

test('JWT-SVIDs are signed for entries of the agent and by operators', async (t) => {
  const { admin, agent } = await withAgent(t, 'jwt_issuer = "https://issuer.test"');
  const audience = ['api'];
  const { svid } = await agent.unary(
    svidService.NewJWTSVID,
    { entry_id: 'web', audience },
    { timeoutMs },
  );
  const [, claims = ''] = svid?.token.split('.') ?? [];
  const { sub, aud, iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  assert.deepEqual([sub, aud, iss, exp], [uri, audience, 'https://issuer.test', svid?.expires_at]);
  const minted = await admin.unary(
    svidService.MintJWTSVID,
    { id: { trust_domain, path: '/x' }, audience },
    { timeoutMs },
  );
  assert.equal(minted.svid?.id?.path, '/x');
  await assert.rejects(agent.unary(svidService.NewJWTSVID, { entry_id: 'web' }, { timeoutMs }), {
    code: 'INVALID_ARGUMENT',
    message: 'at least one audience is required',
  });
  await assert.rejects(
    agent.unary(svidService.NewJWTSVID, { entry_id: 'nope', audience }, { timeoutMs }),
    {
      code: 'NOT_FOUND',
      message: 'entry not found or not authorized',
    },
  );
});

test('with disable_jwt_svids nothing signs a JWT-SVID', async (t) => {
  const { agent } = await withAgent(t, 'disable_jwt_svids = true');
  await assert.rejects(
    agent.unary(svidService.NewJWTSVID, { entry_id: 'web', audience: ['x'] }, { timeoutMs }),
    { code: 'UNIMPLEMENTED', message: 'JWT functionality is disabled' },
  );
  const { jwt_authorities: keys } = await agent.unary(bundleService.GetBundle, {}, { timeoutMs });
  assert.deepEqual(keys, []);
});

async function withNested(t: TestContext) {
  const { running, admin, agent } = await withAgent(t);
  const entries = [
    {
      id: 'nested',
      spiffe_id: { trust_domain, path: '/nested' },
      parent_id: { trust_domain, path: '/spire/agent/join_token/a' },
      selectors: [{ type: 'unix', value: 'uid:2' }],
      downstream: true,
    },
  ];
  await admin.unary(entryService.BatchCreateEntry, { entries }, { timeoutMs });
  const params = [{ entry_id: 'nested', csr: createCsr(key) }];
  const { results } = await agent.unary(svidService.BatchNewX509SVID, { params }, { timeoutMs });
  const nested = running.dial({ chainDer: results[0]?.svid?.cert_chain ?? [], keyPair: key });
  return { admin, agent, nested };
}

test('a downstream entry gets a CA and the roots', async (t) => {
  const { agent, nested } = await withNested(t);
  const csr = createCsr(await generateKeyPair('ec-p256'));
  const reply = await nested.unary(svidService.NewDownstreamX509CA, { csr }, { timeoutMs });
  const ca = parseCertificate(reply.ca_cert_chain[0] ?? new Uint8Array());
  assert.deepEqual([ca.isCa, ca.uris], [true, ['spiffe://zeta.test']]);
  assert.match(ca.subject, /^C=US, O=SPIFFE, OU=DOWNSTREAM-1, /);
  assert.equal(reply.x509_authorities.length, 1);
  await assert.rejects(agent.unary(svidService.NewDownstreamX509CA, { csr }, { timeoutMs }), {
    code: 'PERMISSION_DENIED',
  });
});

test('a downstream entry publishes its JWT key for the whole trust domain, and nobody else may', async (t) => {
  const { admin, agent, nested } = await withNested(t);
  const jwt_authority = {
    key_id: 'below',
    public_key: key.publicKeyDer,
    expires_at: 4_000_000_000,
  };
  const publish = (channel: typeof nested, request = { jwt_authority }) =>
    channel.unary(bundleService.PublishJWTAuthority, request, { timeoutMs });
  const { jwt_authorities: keys } = await publish(nested);
  assert.deepEqual([keys.length, keys[1]?.key_id], [2, 'below']);
  const bundle = await admin.unary(bundleService.GetBundle, {}, { timeoutMs });
  assert.deepEqual(
    bundle.jwt_authorities.map(({ key_id: id }) => id),
    keys.map(({ key_id: id }) => id),
  );
  assert.equal((await publish(nested)).jwt_authorities.length, 2, 'the same key comes once');
  await assert.rejects(nested.unary(bundleService.PublishJWTAuthority, {}, { timeoutMs }), {
    code: 'INVALID_ARGUMENT',
    message: 'missing JWT authority',
  });
  const malformed = { jwt_authority: { ...jwt_authority, public_key: Buffer.from('no') } };
  await assert.rejects(publish(nested, malformed), { code: 'INVALID_ARGUMENT' });
  for (const other of [admin, agent]) {
    await assert.rejects(publish(other), { code: 'PERMISSION_DENIED' });
  }
});
