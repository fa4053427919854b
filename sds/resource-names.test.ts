import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBundle, anEmptyBundle, anIdentity, aView } from '../testkit/envoy-views.ts';
import { sdsConfigSchema } from './config.ts';
import { everyName, resolveName, type Target } from './resource-names.ts';

const web = anIdentity('spiffe://domain.test/web', { entryId: '1', createdAtMs: 9, hint: 'w' });
const api = anIdentity('spiffe://domain.test/api', { entryId: '2', createdAtMs: 5, hint: 'a' });
const view = aView({
  identities: [web, api],
  federated: [aBundle('zeta.test'), aBundle('beta.test')],
  pending: [{ entryId: '3', spiffeId: 'spiffe://domain.test/new', reason: 'not signed yet' }],
});
const rules = sdsConfigSchema.parse({
  aliases: {
    ROOTCA_PLAIN: { bundle: 'own', flavour: 'rootca' },
    EVERYBODY: { bundle: 'all', flavour: 'spiffe' },
    partner: { bundle: 'beta.test' },
    front: { hint: 'a' },
    back: { spiffe_id: 'spiffe://domain.test/web' },
    'file-root:system': { bundle: 'own', flavour: 'rootca' },
  },
});

function describe(target: Target): string {
  if (target.kind === 'certificate') return target.identity.svid.id;
  if (target.kind !== 'bundles') return target.kind;
  return [target.flavour, ...target.bundles.map((bundle) => bundle.trustDomain)].join(' ');
}

const rows: readonly [name: string, flavour: 'spiffe' | 'rootca', expected: string][] = [
  ['spiffe://domain.test/web', 'spiffe', 'spiffe://domain.test/web'],
  ['spiffe://domain.test/api', 'rootca', 'spiffe://domain.test/api'],
  ['spiffe://domain.test', 'spiffe', 'spiffe domain.test'],
  ['spiffe://beta.test', 'rootca', 'rootca beta.test'],
  ['default', 'spiffe', 'spiffe://domain.test/web'],
  ['ROOTCA', 'rootca', 'rootca domain.test'],
  ['ALL', 'spiffe', 'spiffe beta.test domain.test zeta.test'],
  ['ALL', 'rootca', 'conflict'],
  ['ROOTCA_PLAIN', 'spiffe', 'rootca domain.test'],
  ['EVERYBODY', 'rootca', 'spiffe beta.test domain.test zeta.test'],
  ['partner', 'spiffe', 'spiffe beta.test'],
  ['front', 'spiffe', 'spiffe://domain.test/api'],
  ['back', 'spiffe', 'spiffe://domain.test/web'],
  ['hint:a', 'spiffe', 'spiffe://domain.test/api'],
  ['hint:', 'spiffe', 'unservable'],
  ['hint:x', 'spiffe', 'waiting'],
  ['file-root:system', 'spiffe', 'rootca domain.test'],
  ['file-cert:a~b', 'spiffe', 'unservable'],
  ['kubernetes://secret', 'spiffe', 'unservable'],
  ['sds://x', 'spiffe', 'unservable'],
  ['__proto__', 'spiffe', 'unservable'],
  ['constructor', 'spiffe', 'unservable'],
  ['DEFAULT', 'spiffe', 'unservable'],
  ['spiffe://domain.test/other', 'spiffe', 'waiting'],
  ['spiffe://domain.test/new', 'spiffe', 'coming'],
  ['spiffe://unknown.test', 'spiffe', 'waiting'],
  ['spiffe://', 'spiffe', 'waiting'],
];

for (const [name, flavour, expected] of rows) {
  test(`${JSON.stringify(name)} for an Envoy with ${flavour} means ${expected}`, () => {
    assert.equal(describe(resolveName(name, view, rules, flavour)), expected);
  });
}

test('an alias that is switched off is a name like any other', () => {
  const off = sdsConfigSchema.parse({ default_svid_name: '', default_all_bundles_name: '' });
  assert.equal(describe(resolveName('default', view, off, 'spiffe')), 'unservable');
  assert.equal(describe(resolveName('ALL', view, off, 'spiffe')), 'unservable');
});

test('by hint or age, the default identity is the configured one, then the oldest', () => {
  const byHint = sdsConfigSchema.parse({
    default_identity_order: 'hint-first',
    default_identity_hint: 'w',
  });
  const byAge = sdsConfigSchema.parse({ default_identity_order: 'hint-first' });
  assert.equal(describe(resolveName('default', view, byHint, 'spiffe')), web.svid.id);
  assert.equal(describe(resolveName('default', view, byAge, 'spiffe')), api.svid.id);
});

test('an entry whose SPIFFE ID is a trust domain ID never answers for the bundle', () => {
  const odd = aView({ identities: [anIdentity('spiffe://domain.test')] });
  assert.equal(
    describe(resolveName('spiffe://domain.test', odd, rules, 'spiffe')),
    'spiffe domain.test',
  );
  assert.equal(describe(resolveName('default', odd, rules, 'spiffe')), 'unservable');
  assert.deepEqual(everyName(odd, rules), ['spiffe://domain.test']);
});

test('an empty bundle is waited for, and left out of ALL', () => {
  const empty = aView({ bundle: anEmptyBundle('domain.test'), federated: [aBundle('b.test')] });
  assert.equal(describe(resolveName('ROOTCA', empty, rules, 'spiffe')), 'waiting');
  assert.equal(describe(resolveName('ALL', empty, rules, 'spiffe')), 'waiting');
  const half = aView({ federated: [anEmptyBundle('b.test')] });
  assert.equal(describe(resolveName('ALL', half, rules, 'spiffe')), 'spiffe domain.test');
});

test('everything is the own bundle, federated bundles sorted, and each SPIFFE ID once', () => {
  const twice = aView({
    identities: [web, { ...web, entryId: '9' }, api],
    federated: [aBundle('zeta.test'), aBundle('beta.test')],
  });
  assert.deepEqual(everyName(twice, rules), [
    'spiffe://domain.test',
    'spiffe://beta.test',
    'spiffe://zeta.test',
    'spiffe://domain.test/web',
    'spiffe://domain.test/api',
  ]);
});
