import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { signCertificate } from '../../common/x509/certificate-builder.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { extensionOids, parseSubjectAltNames } from '../../common/x509/extensions.ts';
import { generateKeyPair } from '../../common/x509/keys.ts';
import { parseName } from '../../common/x509/name.ts';
import { signerOf } from '../../common/x509/signature.ts';
import { uniqueId } from '../plugins/CredentialComposer/uniqueid/uniqueid.ts';
import { composeCa, composeCsr, composeJwtSvid, composeSvid } from './composition.ts';
import type { CredentialComposer } from './credential-composer.ts';
import { selfSignedCaTemplate, spireProfile, svidTemplate } from './profile.ts';

const trustDomain = parseTrustDomain('domain.test');
const profile = { ...spireProfile, trustDomain };
const spiffeId = parseSpiffeId('spiffe://domain.test/web');
const now = Date.UTC(2026, 0, 1);
const pair = await generateKeyPair('ec-p256');
const { publicKeyDer } = pair;
const caTemplate = selfSignedCaTemplate(profile, { publicKeyDer, ttlMs: 3_600_000 }, now);
const ca = parseCertificate(await signCertificate(caTemplate, signerOf(pair)));
const request = { spiffeId, publicKeyDer, ttlMs: 60_000, dnsNames: ['web.test'] };
const template = svidTemplate(profile, ca, request, now);

const unit = (value: string) => ({ type: 'OU', value });
const ca1: CredentialComposer = {
  name: 'first',
  composeServerX509Ca: (attributes) =>
    Promise.resolve({
      subject: [...attributes.subject, unit('first')],
      policies: ['1.3.6.1.4.1.55555.7', '2.5.29.32.0'],
      extraExtensions: [{ oid: '1.2.3', critical: false, value: Buffer.from([5, 0]) }],
    }),
};
const ca2: CredentialComposer = {
  name: 'second',
  composeServerX509Ca: (attributes) =>
    Promise.resolve({ ...attributes, subject: [...attributes.subject, unit('second')] }),
};

test('without composers a template stays the very same', async () => {
  assert.equal(await composeCa(caTemplate, []), caTemplate);
  assert.equal(await composeSvid(template, 'workload', request, []), template);
});

test('composers change a CA one after the other, and it still is its own issuer', async () => {
  const composed = await composeCa(caTemplate, [ca1, { name: 'none' }, ca2]);
  const certificate = parseCertificate(await signCertificate(composed, signerOf(pair)));
  assert.deepEqual(parseName(certificate.subjectDer).slice(-2), [unit('first'), unit('second')]);
  assert.deepEqual(certificate.issuerDer, certificate.subjectDer);
  assert.deepEqual(certificate.extensions.get('1.2.3')?.value, Buffer.from([5, 0]));
  const policies = certificate.extensions.get(extensionOids.certificatePolicies);
  assert.equal(
    Buffer.from(policies?.value ?? []).toString('hex'),
    '3015300b06092b0601040183b2030730060604551d2000',
  );
});

test('the request to an upstream authority has the composed subject and extensions', async () => {
  const content = { publicKeyDer, subject: [{ type: 'O', value: 'SPIFFE' }] };
  const composed = await composeCsr(content, [ca1]);
  assert.deepEqual(composed.subject, [{ type: 'O', value: 'SPIFFE' }, unit('first')]);
  assert.equal(composed.extraExtensions?.length, 1);
});

test('each kind of X509-SVID asks in its own way; names and extensions take the place of ours', async () => {
  const asked: string[] = [];
  const change = (kind: string) => (attributes: { dnsNames: readonly string[] }) => {
    asked.push(kind);
    return Promise.resolve({
      subject: [unit(kind)],
      dnsNames: [...attributes.dnsNames, `${kind}.test`],
      extraExtensions: [
        { oid: extensionOids.keyUsage, critical: true, value: Buffer.from([3, 2, 7, 128]) },
      ],
    });
  };
  const composer: CredentialComposer = {
    name: 'all',
    composeServerX509Svid: change('server'),
    composeAgentX509Svid: change('agent'),
    composeWorkloadX509Svid: change('workload'),
  };
  for (const kind of ['server', 'agent', 'workload'] as const) {
    const composed = await composeSvid(template, kind, request, [composer]);
    const certificate = parseCertificate(await signCertificate(composed, signerOf(pair)));
    assert.deepEqual(parseName(certificate.subjectDer), [unit(kind)]);
    assert.deepEqual(certificate.dnsNames, ['web.test', `${kind}.test`]);
    assert.deepEqual(certificate.uris, [spiffeId]);
    assert.equal(certificate.keyUsage, 1);
  }
  assert.deepEqual(asked, ['server', 'agent', 'workload']);
});

test('without a subject the alternative names are critical (RFC 5280 §4.2.1.6)', async () => {
  const composer: CredentialComposer = {
    name: 'bare',
    composeWorkloadX509Svid: (attributes) => Promise.resolve({ ...attributes, subject: [] }),
  };
  const { extensions } = await composeSvid(template, 'workload', request, [composer]);
  const names = extensions.find(({ oid }) => oid === extensionOids.subjectAltName);
  assert.equal(names?.critical, true);
  assert.deepEqual(parseSubjectAltNames(names).uris, [spiffeId]);
});

test('uniqueid gives each workload the identifier that SPIRE gives it, and nothing to others', async () => {
  const composer = await uniqueId.create({}, undefined);
  const composed = await composeSvid(template, 'workload', request, [composer, composer]);
  const value = createHash('sha256').update(spiffeId).digest('hex').slice(0, 32);
  const name = parseName(composed.subjectDer);
  assert.deepEqual(
    name.filter(({ type }) => type === '2.5.4.45'),
    [{ type: '2.5.4.45', value }],
  );
  const agent = await composeSvid(template, 'agent', request, [composer]);
  assert.deepEqual(agent.subjectDer, template.subjectDer);
});

const claims = { sub: spiffeId, aud: ['a'], iat: now / 1000, exp: now / 1000 + 60 };
const times = { nowMs: now, latestMs: now + 120_000 };
const adding = (more: object): CredentialComposer => ({
  name: 'adding',
  composeWorkloadJwtSvid: (given) => Promise.resolve({ ...given, ...more }),
});

test('claims are added, and times are whole seconds', async () => {
  const more = { team: { name: 'x' }, exp: now / 1000 + 30.5 };
  assert.deepEqual(await composeJwtSvid(claims, spiffeId, [adding(more)], times), {
    ...claims,
    team: { name: 'x' },
    exp: now / 1000 + 30,
  });
});

const spoiled: readonly [object, RegExp][] = [
  [{ sub: 'spiffe://domain.test/root' }, /claim sub must be "spiffe:\/\/domain.test\/web"/],
  [{ aud: [] }, /claim aud must name an audience/],
  [{ aud: [''] }, /claim aud/],
  [{ aud: undefined }, /claim aud/],
  [{ exp: now / 1000 }, /claim exp must lie ahead/],
  [{ exp: 'never' }, /claim exp must lie ahead/],
  [{ exp: now / 1000 + 121 }, /claim exp must not lie after the end of the signing key/],
];
for (const [more, expected] of spoiled) {
  test(`a JWT-SVID is not signed when a composer sets ${JSON.stringify(more)}`, async () => {
    await assert.rejects(
      composeJwtSvid(claims, spiffeId, [adding(more)], times),
      (error) => hasCode(error, 'INTERNAL') && expected.test(error.message),
    );
  });
}
