import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCode } from '../../../../common/errors/spiffe-error.ts';
import { parseCertificate } from '../../../../common/x509/certificate.ts';
import { pkcs8Of } from '../../../../common/x509/keys.ts';
import { certificatesToPem, encodePem } from '../../../../common/x509/pem.ts';
import {
  createPopChallenge,
  encodePopChallenge,
  verifyPopAnswer,
} from '../../../../common/x509/proof-of-possession.ts';
import { issueNodeIdentity } from '../../../../testkit/node-pki.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { x509Pop } from './x509pop.ts';

const root = await issueNodeIdentity(undefined, { isCa: true });
const middle = await issueNodeIdentity(root, { isCa: true });
const upper = await issueNodeIdentity(root, { isCa: true });
const leaf = await issueNodeIdentity(middle);
const { signal } = new AbortController();

function files(written: { readonly certificate?: string; readonly key?: string } = {}) {
  const folder = temporaryFolder();
  const paths = {
    certificate_path: join(folder, 'node.crt'),
    private_key_path: join(folder, 'node.key'),
    intermediates_path: join(folder, 'middle.crt'),
  };
  writeFileSync(
    paths.certificate_path,
    written.certificate ?? certificatesToPem([leaf.der, middle.der]),
  );
  const key = encodePem('PRIVATE KEY', pkcs8Of(leaf.keyPair.privateKey));
  writeFileSync(paths.private_key_path, written.key ?? key);
  writeFileSync(paths.intermediates_path, certificatesToPem([upper.der]));
  return paths;
}

const create = async (config: Record<string, unknown>) =>
  x509Pop.create(x509Pop.config.parse(config), {});

test('the payload holds leaf, chain and intermediates in this order, and the answer proves the key', async () => {
  const attestor = await create(files());
  assert.equal(attestor.type, 'x509pop');
  const session = await attestor.begin(signal);
  const { certificates } = JSON.parse(Buffer.from(session.payload.reveal()).toString()) as {
    certificates: string[];
  };
  assert.deepEqual(
    certificates,
    [leaf, middle, upper].map(({ der }) => Buffer.from(der).toString('base64')),
  );
  const { publicKey } = leaf.keyPair;
  const challenge = createPopChallenge(parseCertificate(leaf.der), publicKey);
  verifyPopAnswer(publicKey, challenge, await session.answer(encodePopChallenge(challenge)));
});

test('a certificate that was replaced is shown at the next attestation', async () => {
  const paths = files();
  const attestor = await create(paths);
  const renewed = await issueNodeIdentity(root, { keyPair: leaf.keyPair });
  writeFileSync(paths.certificate_path, certificatesToPem([renewed.der]));
  const { payload } = await attestor.begin(signal);
  const text = Buffer.from(payload.reveal()).toString();
  assert.ok(text.includes(Buffer.from(renewed.der).toString('base64')));
});

for (const [what, challenge, expected] of [
  [
    'not JSON',
    'x',
    /: failed to calculate challenge response: unable to unmarshal challenge: not JSON$/,
  ],
  ['empty', '{}', /: failed to calculate challenge response: expecting ECDSA challenge$/],
] as const) {
  test(`a challenge that is ${what} ends the attestation`, async () => {
    const session = await (await create(files())).begin(signal);
    await assert.rejects(
      session.answer(Buffer.from(challenge)),
      (error) => hasCode(error, 'INTERNAL') && expected.test(error.message),
    );
  });
}

const stranger = await issueNodeIdentity(root);
const otherKey = encodePem('PRIVATE KEY', pkcs8Of(stranger.keyPair.privateKey));
const missing = '/nowhere/node.crt';
for (const [what, config, expected] of [
  [
    'a missing file',
    { ...files(), certificate_path: missing },
    /unable to load keypair: ENOENT.*\/nowhere\/node.crt/,
  ],
  [
    'no PEM',
    files({ certificate: 'text' }),
    /unable to load keypair: PEM has no CERTIFICATE block/,
  ],
  [
    'no key',
    files({ key: 'secret text' }),
    /unable to load keypair: .*node.key has no private key that can be read$/,
  ],
  [
    "another's key",
    files({ key: otherKey }),
    /unable to load keypair: the key in .* does not fit the certificate/,
  ],
  [
    'no intermediates',
    { ...files(), intermediates_path: missing },
    /unable to load intermediate certificates: ENOENT/,
  ],
] as const) {
  test(`the plugin does not start with ${what}`, async () => {
    await assert.rejects(create(config), (error) => {
      assert.ok(hasCode(error, 'INVALID_ARGUMENT'), String(error));
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });
}

for (const [config, expected] of [
  [{}, /private_key_path is required.*certificate_path is required/],
  [{ private_key_path: 'k' }, /certificate_path is required/],
  [{ spiffe_endpoint_socket: 'tcp://1.2.3.4:5' }, /must be "unix:\/\/" and an absolute path/],
  [{ ...files(), bad: 'juju' }, /bad/],
] as const) {
  test(`refused in the configuration: ${JSON.stringify(config)}`, () => {
    const { error } = x509Pop.config.safeParse(config);
    const text = JSON.stringify(error?.issues.map(({ message }) => message).join(' '));
    assert.match(text.replaceAll('\\', ''), expected);
  });
}

test('a Workload API that nobody serves delays the attestation, with its path', async () => {
  const socket = join(temporaryFolder(), 'no.sock');
  const attestor = await create({ spiffe_endpoint_socket: `unix://${socket}` });
  await assert.rejects(
    attestor.begin(signal),
    (error) =>
      hasCode(error, 'UNAVAILABLE') &&
      error.message.includes('unable to fetch SVID from workload API: ') &&
      error.message.includes(socket),
  );
});
