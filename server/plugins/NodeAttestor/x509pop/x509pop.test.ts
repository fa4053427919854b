import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import type { ErrorCode } from '../../../../common/errors/codes.ts';
import { hasCode } from '../../../../common/errors/spiffe-error.ts';
import { parseTrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { keyUsages } from '../../../../common/x509/extensions.ts';
import { certificatesToPem } from '../../../../common/x509/pem.ts';
import { answerPopChallenge } from '../../../../common/x509/proof-of-possession.ts';
import { issueNodeIdentity, type NodeIdentity } from '../../../../testkit/node-pki.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { createTestCa } from '../../../../testkit/test-ca.ts';
import type { Challenge } from '../../../attestation/node-attestor.ts';
import { x509Pop } from './x509pop.ts';

const trustDomain = parseTrustDomain('example.org');
const named = (value: string) => [{ type: 'CN', value }];
const root = await issueNodeIdentity(undefined, { name: named('root'), isCa: true });
const middle = await issueNodeIdentity(root, { name: named('middle'), isCa: true });
const serialHex = '0a1b2c3d4e5f';
const leaf = await issueNodeIdentity(middle, {
  name: named('COMMONNAME'),
  serialHex,
  uris: [
    'x509pop://example.org/datacenter/us-east-1',
    'x509pop://example.org/environment/production',
    'x509pop://example.org/key/path/to/value',
    'x509pop://example.org/alone',
    'x509pop://other.org/datacenter/elsewhere',
  ],
  ips: [Uint8Array.of(127, 0, 0, 1), Buffer.from('00000000000000000000000000000001', 'hex')],
});
const sha1 = ({ der }: NodeIdentity) => createHash('sha1').update(der).digest('hex');
const payloadOf = (...ders: readonly Uint8Array[]) => ({
  certificates: ders.map((der) => Buffer.from(der).toString('base64')),
});
const honest =
  ({ keyPair }: NodeIdentity): Challenge =>
  (challenge) =>
    Promise.resolve(answerPopChallenge(keyPair.privateKey, challenge));

function caFile(...authorities: readonly NodeIdentity[]): string {
  const path = join(temporaryFolder(), 'ca.pem');
  writeFileSync(path, certificatesToPem(authorities.map(({ der }) => der)));
  return path;
}

interface Case {
  readonly config?: Record<string, unknown>;
  readonly payload?: unknown;
  readonly respond?: Challenge;
  readonly address?: string;
  readonly ownRoots?: readonly Uint8Array[];
}

async function attest(given: Case = {}) {
  const external = given.config?.['mode'] === 'spiffe' ? {} : { ca_bundle_path: caFile(root) };
  const config = x509Pop.config.parse({ ...external, ...given.config });
  const ownBundle = () => ({
    trustDomain,
    x509Authorities: (given.ownRoots ?? []).map((der) => ({ der, tainted: false })),
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 1,
  });
  const attestor = await x509Pop.create(config, { trustDomain, clock: systemClock, ownBundle });
  const payload = given.payload ?? payloadOf(leaf.der, middle.der);
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const node = given.address === undefined ? {} : { address: given.address };
  const { signal } = new AbortController();
  return attestor.attest(bytes, given.respond ?? honest(leaf), signal, node);
}

test('a node of an outside PKI becomes an agent named by its fingerprint, with SPIRE’s selectors', async () => {
  const { agentId, canReattest, selectors } = await attest();
  assert.equal(agentId, `spiffe://example.org/spire/agent/x509pop/${sha1(leaf)}`);
  assert.equal(canReattest, true);
  assert.deepEqual(
    selectors.map(({ type, value }) => `${type}:${value}`),
    [
      'x509pop:subject:cn:COMMONNAME',
      `x509pop:ca:fingerprint:${sha1(middle)}`,
      `x509pop:ca:fingerprint:${sha1(root)}`,
      `x509pop:serialnumber:${serialHex}`,
      'x509pop:san:datacenter:us-east-1',
      'x509pop:san:environment:production',
      'x509pop:san:key:path/to/value',
    ],
  );
});

const other = await issueNodeIdentity(undefined, { name: named('other'), isCa: true });
test('several CA files count together, and every path to a root gives its selectors', async () => {
  // The same middle CA, certified by two roots.
  const { keyPair } = middle;
  const crossed = await issueNodeIdentity(other, { name: named('middle'), isCa: true, keyPair });
  const { selectors } = await attest({
    config: { ca_bundle_path: '', ca_bundle_paths: [caFile(root), caFile(other)] },
    payload: payloadOf(leaf.der, middle.der, crossed.der),
  });
  const authorities = selectors.filter(({ value }) => value.startsWith('ca:'));
  assert.deepEqual(
    new Set(authorities.map(({ value }) => value)),
    new Set([root, middle, other, crossed].map((one) => `ca:fingerprint:${sha1(one)}`)),
  );
  assert.equal(authorities.length, 4);
});

const templates: readonly (readonly [string, string])[] = [
  ['/cn/{{ .Subject.CommonName }}', '/cn/COMMONNAME'],
  ['/serialnumber/{{ .SerialNumberHex }}', `/serialnumber/${serialHex}`],
  [
    '/foo/{{ .URISanSelectors.datacenter }}/{{ .URISanSelectors.environment }}/{{ .URISanSelectors.key }}',
    '/foo/us-east-1/production/path/to/value',
  ],
  ['/{{.PluginName}}/{{ .Subject.CommonName | lower | trimPrefix "common" }}', '/x509pop/name'],
  ['/{{ .TrustDomain }}/{{ .Issuer.CommonName }}', '/example.org/middle'],
  ['/a{{- /* nothing */ -}}/{{ index .IPAddresses 0 }}', '/a/127.0.0.1'],
  ['/{{ default "none" (join "-" .Subject.Organization) }}', '/none'],
];
for (const [template, expected] of templates) {
  test(`the path template ${template} makes ${expected}`, async () => {
    const { agentId } = await attest({ config: { agent_path_template: template } });
    assert.equal(agentId, `spiffe://example.org/spire/agent${expected}`);
  });
}

const svidCa = await createTestCa({ trustDomain: 'example.org' });
const exchange = await svidCa.issue('spiffe://example.org/spire-exchange/testhost');
const plain = await svidCa.issue('spiffe://example.org/web');
const keyOf = async (svid: typeof exchange): Promise<Challenge> => {
  const { createPrivateKey } = await import('node:crypto');
  const key = Buffer.from(svid.privateKeyDer.reveal());
  const privateKey = createPrivateKey({ key, type: 'pkcs8', format: 'der' });
  return (challenge) => Promise.resolve(answerPopChallenge(privateKey, challenge));
};
const spiffe = { config: { mode: 'spiffe' }, ownRoots: [svidCa.rootDer] };

test('an SVID of the own trust domain is exchanged for an agent of its path', async () => {
  const given = { payload: payloadOf(...exchange.chainDer), respond: await keyOf(exchange) };
  const { agentId } = await attest({ ...spiffe, ...given });
  assert.equal(agentId, 'spiffe://example.org/spire/agent/x509pop/testhost');
  const config = { mode: 'spiffe', spiffe_prefix: '/spire-exchange/test' };
  await rejects(
    attest({ ...spiffe, ...given, config }),
    'PERMISSION_DENIED',
    /: x509 cert doesnt match SVID prefix$/,
  );
});

test('an SVID outside the prefix, of no SPIFFE ID, or of another CA is not exchanged', async () => {
  await rejects(
    attest({ ...spiffe, payload: payloadOf(...plain.chainDer), respond: await keyOf(plain) }),
    'PERMISSION_DENIED',
    /: x509 cert doesnt match SVID prefix$/,
  );
  await rejects(
    attest({ ...spiffe, ownRoots: [root.der] }),
    'PERMISSION_DENIED',
    /: valid SVID x509 cert not found$/,
  );
  await rejects(
    attest({ ...spiffe, ownRoots: [], payload: payloadOf(...exchange.chainDer) }),
    'PERMISSION_DENIED',
    /: certificate verification failed: x509: certificate signed by unknown authority$/,
  );
  await rejects(
    attest({
      ...spiffe,
      ownRoots: [Uint8Array.of(1)],
      payload: payloadOf(...exchange.chainDer),
    }),
    'INTERNAL',
    /: failed to get trust bundle: certificate /,
  );
});

for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1']) {
  test(`verify_client_ip takes a node that calls from ${address}, which its certificate names`, async () => {
    await attest({ config: { verify_client_ip: true }, address });
  });
}

const client = { config: { verify_client_ip: true } };
const weak = await issueNodeIdentity(root, { keyUsage: keyUsages.keyAgreement });
const rsa = await issueNodeIdentity(root, { keyType: 'rsa-4096' });
const late = await issueNodeIdentity(root, { notAfterMs: systemClock.now() - 30_000 });
const forgedCa = await issueNodeIdentity(root, { name: named('no CA') });
const forged = await issueNodeIdentity(forgedCa, {});
const say =
  (text: string): Challenge =>
  () =>
    Promise.resolve(Buffer.from(text));
const refusals: readonly (readonly [string, Case, ErrorCode, RegExp])[] = [
  ['no JSON', { payload: '{' }, 'INVALID_ARGUMENT', /failed to unmarshal data: not JSON/],
  ['a list', { payload: '[]' }, 'INVALID_ARGUMENT', /failed to unmarshal data: expected an object/],
  ['numbers', { payload: '{"certificates":[1]}' }, 'INVALID_ARGUMENT', /failed to unmarshal data/],
  ['nothing', { payload: '{}' }, 'INVALID_ARGUMENT', /: no certificate to attest$/],
  ['null', { payload: '{"certificates":null}' }, 'INVALID_ARGUMENT', /: no certificate to attest$/],
  [
    'too many certificates',
    { payload: payloadOf(leaf.der, ...Array.from({ length: 5 }, () => middle.der)) },
    'INVALID_ARGUMENT',
    /: too many intermediate certificates$/,
  ],
  [
    'too many of anything, before any is looked at',
    { payload: JSON.stringify({ certificates: Array.from({ length: 6 }, () => 1) }) },
    'INVALID_ARGUMENT',
    /: too many intermediate certificates$/,
  ],
  [
    'a leaf that is none',
    { payload: payloadOf(Uint8Array.of(48, 0)) },
    'INVALID_ARGUMENT',
    /: unable to parse leaf certificate: /,
  ],
  [
    'an intermediate that is none',
    { payload: payloadOf(leaf.der, middle.der, Uint8Array.of(1)) },
    'INVALID_ARGUMENT',
    /: unable to parse intermediate certificate 1: /,
  ],
  [
    'a leaf whose key is too large',
    { payload: payloadOf(rsa.der), config: { max_rsa_key_size: 2048 } },
    'INVALID_ARGUMENT',
    /: leaf certificate key size too large$/,
  ],
  [
    'an intermediate whose key is too large',
    { payload: payloadOf(leaf.der, rsa.der), config: { max_rsa_key_size: 4095 } },
    'INVALID_ARGUMENT',
    /: intermediate certificate 0 key size too large$/,
  ],
  [
    'a chain with a gap',
    { payload: payloadOf(leaf.der) },
    'PERMISSION_DENIED',
    /: certificate verification failed: x509: certificate signed by unknown authority$/,
  ],
  [
    'a certificate that has ended',
    { payload: payloadOf(late.der) },
    'PERMISSION_DENIED',
    /: certificate verification failed: x509: certificate has expired/,
  ],
  [
    'a certificate signed by one that is no CA',
    { payload: payloadOf(forged.der, forgedCa.der) },
    'PERMISSION_DENIED',
    /: certificate verification failed: signing certificate "CN=no CA" must have CA flag/,
  ],
  ['no address', client, 'INTERNAL', /: client IP not available for verification$/],
  [
    'another address',
    { ...client, address: '127.0.0.2' },
    'PERMISSION_DENIED',
    /: client IP 127.0.0.2 does not match any certificate IP SAN$/,
  ],
  [
    'a key that is not for signatures',
    { payload: payloadOf(weak.der) },
    'INTERNAL',
    /: unable to generate challenge: certificate not intended for digital signature use$/,
  ],
  [
    'an answer that is no JSON',
    { respond: say('x') },
    'INVALID_ARGUMENT',
    /: unable to unmarshal challenge response: not JSON$/,
  ],
  [
    'an empty answer',
    { respond: say('{}') },
    'PERMISSION_DENIED',
    /: challenge response verification failed: expecting ECDSA response$/,
  ],
  [
    "somebody else's key",
    { respond: honest(middle) },
    'PERMISSION_DENIED',
    /: challenge response verification failed: ECDSA signature verify failed$/,
  ],
  [
    'a template that names what is not there',
    { config: { agent_path_template: '/{{ .Foo }}' } },
    'INTERNAL',
    /: failed to make spiffe id: template can't evaluate field Foo$/,
  ],
  [
    'a name that cannot be a path',
    { config: { agent_path_template: 'no-slash' } },
    'INTERNAL',
    /: failed to make spiffe id: /,
  ],
];
for (const [what, given, code, text] of refusals) {
  test(`refused: ${what}`, () => rejects(attest(given), code, text));
}

test('a chain as long as allowed is taken, and keys of CAs without key usage', async () => {
  const bare = await issueNodeIdentity(root, {
    name: named('bare'),
    isCa: true,
    keyUsage: undefined,
  });
  const below = await issueNodeIdentity(bare, { name: named('below') });
  const given = { payload: payloadOf(below.der, bare.der), respond: honest(below) };
  await attest({ ...given, config: { max_intermediates: 1 } });
});

test('a self-signed certificate that is among the CAs is its own path', async () => {
  const alone = await issueNodeIdentity(undefined, { name: named('alone') });
  const config = { ca_bundle_path: caFile(alone) };
  const given = { payload: payloadOf(alone.der), respond: honest(alone), config };
  const { selectors } = await attest(given);
  assert.equal(
    selectors.some(({ value }) => value.startsWith('ca:')),
    false,
  );
});

const file = '/nowhere/ca.pem';
const badConfigs: readonly (readonly [Record<string, unknown>, RegExp])[] = [
  [{}, /one of ca_bundle_path or ca_bundle_paths must be configured/],
  [
    { ca_bundle_path: file, ca_bundle_paths: [file] },
    /only one of ca_bundle_path or ca_bundle_paths/,
  ],
  [{ ca_bundle_path: file }, /unable to load trust bundle "\/nowhere\/ca.pem": ENOENT/],
  [
    { mode: 'spiffe', ca_bundle_path: file },
    /you can not use ca_bundle_path or ca_bundle_paths in/,
  ],
  [
    { mode: 'spiffe', ca_bundle_paths: [file] },
    /you can not use ca_bundle_path or ca_bundle_paths/,
  ],
  [{ mode: 'other' }, /mode can only be either spiffe or external_pki/],
  [{ mode: 'spiffe', max_intermediates: 0 }, /max_intermediates must be greater than 0/],
  [{ mode: 'spiffe', max_rsa_key_size: -1 }, /max_rsa_key_size must be greater than 0/],
  [
    { mode: 'spiffe', agent_path_template: '/{{ .A' },
    /failed to parse agent svid template: "\/{{ .A": template has an action that does not end/,
  ],
  [
    { mode: 'spiffe', agent_path_template: '/{{ range .A }}' },
    /template uses "range", which is not/,
  ],
  [{ mode: 'spiffe', bad: 'juju' }, /bad/],
];
for (const [config, text] of badConfigs) {
  test(`refused at the start: ${JSON.stringify(config)}`, () => {
    const { error } = x509Pop.config.safeParse(config);
    assert.match(
      JSON.stringify(error?.issues.map(({ message }) => message).join(' ') ?? '').replaceAll(
        '\\',
        '',
      ),
      text,
    );
  });
}

async function rejects(work: Promise<unknown>, code: ErrorCode, text: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(hasCode(error, code), String(error));
    assert.match(error.message, /^nodeattestor\(x509pop\): /);
    assert.match(error.message, text);
    return true;
  });
}
