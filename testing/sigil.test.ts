// Runs with `npm run test:compose`, which brings the Docker engine and the images.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { startSigil, type Sigil } from './sigil.ts';

/** The stand-in images of the suite. */
const images = Object.fromEntries(
  readFileSync(process.env['SIGIL_IMAGES'] ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
);
const web = 'spiffe://shop.test/web';
let sigil: Sigil;

before(async () => {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  sigil = await startSigil({
    trustDomain: 'shop.test',
    images: {
      server: images['SIGIL_SERVER_IMAGE'] ?? '',
      agent: images['SIGIL_AGENT_IMAGE'] ?? '',
      envoy: images['SIGIL_ENVOY_IMAGE'] ?? '',
    },
    dockerSocketPath: process.env['DOCKER_HOST']?.replace('unix://', '') ?? '/var/run/docker.sock',
  });
});

after(() => sigil.stop());

test('a test gets an X509-SVID of its own', async () => {
  const svid = await sigil.mintX509Svid('spiffe://shop.test/the-test');
  const leaf = new X509Certificate(svid.certificatesPem);
  assert.equal(leaf.subjectAltName, 'URI:spiffe://shop.test/the-test');
  assert.ok(leaf.verify(new X509Certificate(svid.bundlePem).publicKey));
  assert.match(svid.privateKeyPem, /^-----BEGIN PRIVATE KEY-----/);
});

test('an Envoy that an entry selects by label takes mTLS from the test', async () => {
  await sigil.addEntry({ spiffeId: web, selectors: ['docker:label:app:web'] });
  const envoy = await sigil.startEnvoy({
    alias: 'web',
    labels: { app: 'web' },
    ports: [8443],
    bootstrap: {
      node_id: 'web',
      inbound: [{ port: 8443, app_port: 8080, allow: ['spiffe://shop.test/the-test'] }],
    },
  });
  const { certificatesPem, privateKeyPem, bundlePem } = await sigil.mintX509Svid(
    'spiffe://shop.test/the-test',
  );
  const socket = connect({
    host: envoy.getHost(),
    port: envoy.getMappedPort(8443),
    cert: certificatesPem,
    key: privateKeyPem,
    ca: bundlePem,
    // SPIFFE IDs are compared, not host names.
    checkServerIdentity: () => undefined,
  });
  await once(socket, 'secureConnect');
  assert.equal(socket.getPeerCertificate().subjectaltname, `URI:${web}`);
  socket.destroy();
});

test('the agent’s socket is there for processes of this machine', async () => {
  const { connect: connectUnix } = await import('node:net');
  const socket = connectUnix(sigil.socketPath);
  await once(socket, 'connect');
  socket.destroy();
});

test('a command that the server refuses is an error with its words', async () => {
  await assert.rejects(sigil.mintX509Svid('spiffe://other.test/web'), /other\.test|trust domain/);
});
