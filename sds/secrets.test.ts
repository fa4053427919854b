import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EncodedParts } from '../common/rpc/encoded-parts.ts';
import { Secret } from '../common/secret/secret.ts';
import { settle } from '../testkit/fake-clock.ts';
import { aBundle, anEmptyBundle, anIdentity, canaryKey } from '../testkit/envoy-views.ts';
import vectors from '../testkit/vectors/sds-secrets.json' with { type: 'json' };
import { encodeDeltaResponse, encodeDiscoveryResponse } from './responses.ts';
import { SecretStore, type ServedResource } from './secrets.ts';
import type { Sendable } from './subscription.ts';

const own = aBundle('domain.test');
const other = aBundle('otherdomain.test');
const { svid } = anIdentity('spiffe://domain.test/workload');

function newStore(): { store: SecretStore; encodes: () => number } {
  let encodes = 0;
  return { store: new SecretStore(() => encodes++), encodes: () => encodes };
}

test('secrets are byte for byte what a protobuf encoder makes of them', () => {
  const { store } = newStore();
  const made: Record<string, ServedResource | undefined> = {
    certificate: store.certificate('default', svid),
    rootca: store.validationContext('ROOTCA', [own], 'rootca'),
    spiffe: store.validationContext('ROOTCA', [own], 'spiffe'),
    all: store.validationContext('ALL', [own, other], 'spiffe'),
  };
  for (const [name, resource] of Object.entries(made)) {
    const hex = Buffer.from(resource?.any ?? []).toString('hex');
    assert.equal(hex, vectors[name as keyof typeof vectors], name);
  }
});

test('equal content is one object, encoded once, though it comes in new objects', () => {
  const { store, encodes } = newStore();
  const first = store.validationContext('ROOTCA', [own], 'spiffe');
  const again = store.validationContext(
    'ROOTCA',
    [{ ...aBundle('domain.test'), sequenceNumber: 7 }],
    'spiffe',
  );
  assert.equal(again, first);
  assert.equal(encodes(), 1);
});

test('name, flavour, content and kind each make another version', () => {
  const { store } = newStore();
  const versions = [
    store.validationContext('ROOTCA', [own], 'spiffe'),
    store.validationContext('other', [own], 'spiffe'),
    store.validationContext('ROOTCA', [own], 'rootca'),
    store.validationContext('ROOTCA', [aBundle('domain.test', 'new')], 'spiffe'),
    store.validationContext('ROOTCA', [own, other], 'spiffe'),
    store.certificate('ROOTCA', svid),
  ].map((resource) => resource?.version);
  assert.equal(new Set(versions).size, versions.length);
});

test('the version of a certificate says nothing about its key', () => {
  const rekeyed = { ...svid, privateKeyDer: new Secret(new Uint8Array([1, 2, 3])) };
  assert.equal(
    newStore().store.certificate('default', rekeyed)?.version,
    newStore().store.certificate('default', svid)?.version,
  );
});

const refused: readonly [string, (store: SecretStore) => ServedResource | undefined][] = [
  ['no bundle', (store) => store.validationContext('x', [], 'spiffe')],
  ['an empty bundle', (store) => store.validationContext('x', [anEmptyBundle('a.test')], 'rootca')],
  [
    'one empty bundle among several',
    (store) => store.validationContext('x', [own, anEmptyBundle('a.test')], 'spiffe'),
  ],
  [
    'plain roots of two trust domains',
    (store) => store.validationContext('x', [own, other], 'rootca'),
  ],
  ['no chain', (store) => store.certificate('x', { ...svid, chainDer: [] })],
  [
    'no key',
    (store) => store.certificate('x', { ...svid, privateKeyDer: new Secret(new Uint8Array()) }),
  ],
];

for (const [what, make] of refused) {
  test(`${what} makes no secret, because Envoy would stop verifying peers`, () => {
    const { store, encodes } = newStore();
    assert.equal(make(store), undefined);
    assert.equal(encodes(), 0);
  });
}

test('a served resource prints without its bytes', () => {
  const resource = newStore().store.certificate('default', svid);
  const printed = `${inspect(resource, { depth: 9 })} ${JSON.stringify(resource)}`;
  assert.ok(!printed.includes(canaryKey));
  assert.ok(!printed.includes(Buffer.from(canaryKey).toString('base64').slice(0, 16)));
  assert.match(printed, /ServedResource\(certificate default [0-9a-f]{32}\)/);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('what nobody holds any more is forgotten and its bytes are zeroed', async () => {
  const { store } = newStore();
  const bytes = (() => store.certificate('default', svid)?.any)();
  assert.ok(bytes !== undefined && bytes.some((byte) => byte !== 0));
  for (let turn = 0; turn < 50 && store.size > 0; turn++) {
    await settle();
    collect();
  }
  assert.equal(store.size, 0);
  assert.ok(bytes.every((byte) => byte === 0));
});

const envelope = { typeUrl: 'type', identifier: 'sigil' };
const encoders: readonly (readonly [what: string, encode: (item: Sendable) => EncodedParts])[] = [
  [
    'a response',
    (item) => encodeDiscoveryResponse({ versionInfo: '1', nonce: '1', items: [item] }, envelope),
  ],
  [
    'a delta response',
    (item) => encodeDeltaResponse({ systemVersionInfo: '1', nonce: '1', item }, envelope),
  ],
];
for (const [what, encode] of encoders) {
  test(`${what} that waits for its Envoy to read keeps the key that nobody else holds`, async () => {
    const { store } = newStore();
    const response = (() => {
      const resource = store.certificate('default', svid);
      assert.ok(resource !== undefined);
      return encode({ resource, version: resource.version });
    })();
    const before = response.join();
    assert.match(before.toString('latin1'), /PRIVATE KEY/);
    for (let turn = 0; turn < 10; turn++) {
      await settle();
      collect();
    }
    assert.deepEqual(response.join(), before);
    assert.equal(store.size, 1);
  });
}
