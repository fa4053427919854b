import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { test } from 'node:test';
import { createPublicKey, verify, type X509Certificate } from 'node:crypto';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { svidService } from '../../common/rpc/services/svid.ts';
import { certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { startTestServer } from '../../testkit/running-server.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { ServingCertificate } from './serving-certificate.ts';

const timeoutMs = 10_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The leaf that a TLS server shows to a client that verifies nothing. */
async function leafAt(port: number): Promise<X509Certificate> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const leaf = socket.getPeerX509Certificate();
  socket.destroy();
  assert.ok(leaf);
  return leaf;
}

function getPlain(port: number, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

test('with https_spiffe the endpoint shows the server X509-SVID and asks for no client certificate', async (t) => {
  const port = await freePort();
  await startTestServer(t, {
    server: `federation { bundle_endpoint { address = "127.0.0.1", port = ${port}, profile "https_spiffe" {} } }`,
  });
  const leaf = await leafAt(port);
  assert.equal(leaf.subjectAltName, 'URI:spiffe://zeta.test/spire/server');
});

test('an endpoint whose port is taken ends the start with the address', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const server = `federation { bundle_endpoint { address = "127.0.0.1", port = ${port}, profile "https_spiffe" {} } }`;
  await assert.rejects(startTestServer(t, { server }), {
    code: 'UNAVAILABLE',
    message: `unable to listen on "127.0.0.1:${port}"`,
  });
});

function servingFiles() {
  const folder = temporaryFolder();
  const files = { certFilePath: join(folder, 'c.pem'), keyFilePath: join(folder, 'k.pem') };
  const write = async () => {
    const ca = await createTestCa({ trustDomain: 'web.test' });
    const svid = await ca.issue('spiffe://web.test/x', { dnsNames: ['localhost'] });
    const [certPem, keyPem] = [
      certificatesToPem(svid.chainDer),
      encodePem('PRIVATE KEY', svid.privateKeyDer.reveal()),
    ];
    writeFileSync(files.certFilePath, certPem);
    writeFileSync(files.keyFilePath, keyPem);
    return certPem;
  };
  return { files, write };
}

test('files of a certificate are read again in their interval; a pair that does not fit is left out', async () => {
  const clock = new FakeClock();
  const { files, write } = servingFiles();
  const options = { files: { ...files, syncIntervalMs: 1000 }, clock, log: silentLogger };
  await assert.rejects(ServingCertificate.open(options), { code: 'FAILED_PRECONDITION' });
  const first = await write();
  const certificate = await ServingCertificate.open(options);
  assert.equal(certificate.current().certPem, first);
  const second = await write();
  writeFileSync(files.certFilePath, first);
  await certificate.reload();
  assert.equal(certificate.current().certPem, first);
  writeFileSync(files.certFilePath, second);
  await certificate.reload();
  assert.equal(certificate.current().certPem, second);
});

test('a JWT-SVID verifies by what OIDC discovery says of its issuer', async (t) => {
  const port = await freePort();
  const { admin } = await startTestServer(t, {
    server: `jwt_issuer = "https://oidc.zeta.test/issuer"
      federation { oidc_discovery { port = ${port} } }`,
  });
  const discovery = await getPlain(port, '/issuer/.well-known/openid-configuration');
  const { issuer, jwks_uri: jwksUri } = JSON.parse(discovery.body) as Record<string, string>;
  assert.equal(issuer, 'https://oidc.zeta.test/issuer');
  assert.equal(jwksUri, 'https://oidc.zeta.test/issuer/keys');
  const { keys } = JSON.parse((await getPlain(port, '/issuer/keys')).body) as {
    keys: { kid: string; alg: string; use: string }[];
  };
  const minted = await admin.unary(
    svidService.MintJWTSVID,
    { id: { trust_domain: 'zeta.test', path: '/web' }, audience: ['a'] },
    { timeoutMs },
  );
  const [header = '', claims = '', signature = ''] = minted.svid?.token.split('.') ?? [];
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as (typeof keys)[0];
  const jwk = keys.find((key) => key.kid === kid);
  assert.deepEqual([jwk?.alg, jwk?.use, alg], ['ES256', 'sig', 'ES256']);
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const how = { key, dsaEncoding: 'ieee-p1363' as const };
  assert.equal(verify('sha256', signed, how, Buffer.from(signature, 'base64url')), true);
  assert.equal((await getPlain(port, '/keys')).status, 404);
  const own = await admin.unary(bundleService.GetBundle, {}, { timeoutMs });
  assert.deepEqual(
    keys.map((one) => one.kid),
    own.jwt_authorities.map((one) => one.key_id),
  );
});
