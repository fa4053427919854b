import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envoy } from '../proto/gen/envoy-sds.js';
import { encodeSotw, secretType } from '../testkit/envoy-client.ts';
import { decodeNode, flavourOf, versionText } from './node-metadata.ts';
import { decodeDeltaRequest, decodeDiscoveryRequest } from './request.ts';

const limits = { names_per_stream: 4, name_bytes: 32 };
const { DeltaDiscoveryRequest } = envoy.service.discovery.v3;
const { Node } = envoy.config.core.v3;

test('a request is read as a protobuf encoder wrote it, names without doubles and blanks', () => {
  const bytes = encodeSotw({
    version_info: 'v',
    node: { id: 'n' },
    resource_names: ['a', '', 'b', 'a'],
    response_nonce: 'nonce',
    error_detail: { code: 13, message: 'no' },
  });
  const { node, ...request } = decodeDiscoveryRequest(bytes, limits);
  assert.deepEqual(request, {
    versionInfo: 'v',
    names: ['a', 'b'],
    typeUrl: secretType,
    nonce: 'nonce',
    refusal: 'no',
  });
  assert.equal(decodeNode(node ?? new Uint8Array()).id, 'n');
});

test('an error without a text is still a refusal', () => {
  const bytes = encodeSotw({ error_detail: {} });
  assert.equal(decodeDiscoveryRequest(bytes, limits).refusal, '');
});

test('a Delta request is read as a protobuf encoder wrote it', () => {
  const bytes = DeltaDiscoveryRequest.encode({
    resource_names_subscribe: ['a', 'a'],
    resource_names_unsubscribe: ['b'],
    initial_resource_versions: { c: '1', d: '2' },
    response_nonce: 'nonce',
  }).finish();
  assert.deepEqual(decodeDeltaRequest(bytes, limits), {
    node: undefined,
    typeUrl: '',
    subscribe: ['a'],
    unsubscribe: ['b'],
    held: new Set(['c', 'd']),
    nonce: 'nonce',
    refusal: undefined,
  });
});

const bad: readonly [string, Uint8Array, RegExp][] = [
  ['five names', encodeSotw({ resource_names: ['a', 'b', 'c', 'd', 'e'] }), /at most 4 names/],
  ['a long name', encodeSotw({ resource_names: ['x'.repeat(33)] }), /33 bytes, at most 32/],
  ['a long type URL', encodeSotw({ type_url: 'x'.repeat(257) }), /type_url/],
  ['a field that ends too early', new Uint8Array([0x1a, 0x05, 0x61]), /ends inside a field/],
  ['a length without end', new Uint8Array([0x1a, 0xff, 0xff]), /ends inside a number/],
  [
    'a number of eleven bytes',
    new Uint8Array([0xc0, 2, ...Array<number>(11).fill(0xff)]),
    /too long/,
  ],
  ['a huge length', new Uint8Array([0x1a, ...Array<number>(9).fill(0xff), 1]), /ends inside/],
  ['a group', new Uint8Array([0x43]), /wire type/],
  ['field zero', new Uint8Array([0x02, 0x00]), /field number/],
  ['text as a number', new Uint8Array([0x18, 0x01]), /wire type does not fit/],
];

for (const [what, bytes, message] of bad) {
  test(`a request with ${what} is refused`, () => {
    assert.throws(() => decodeDiscoveryRequest(bytes, limits), {
      code: 'INVALID_ARGUMENT',
      message,
    });
  });
}

test('of a Node only what matters is read, among fields of every kind', () => {
  const bytes = Buffer.concat([
    // Extensions and features that are skipped, and unknown fields of each wire type.
    Buffer.from([0x4a, 2, 0x0a, 0, 0x52, 1, 0x61, 0xf8, 1, 5, 0xf9, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from([0xfd, 1, 0, 0, 0, 0]),
    Node.encode({
      id: 'id',
      cluster: 'cluster',
      metadata: {
        fields: {
          other: {
            structValue: { fields: { disable_spiffe_cert_validation: { boolValue: false } } },
          },
          disable_spiffe_cert_validation: { stringValue: 'T' },
        },
      },
      user_agent_build_version: { version: { major_number: 1, minor_number: 40, patch: 2 } },
    }).finish(),
  ]);
  assert.deepEqual(decodeNode(bytes), {
    id: 'id',
    cluster: 'cluster',
    disableSpiffeCertValidation: true,
    version: { major: 1, minor: 40, patch: 2 },
  });
});

test('a build version without its numbers is an unknown version, not an old one', () => {
  const node = decodeNode(Node.encode({ user_agent_build_version: {} }).finish());
  assert.equal(versionText(node.version), '');
  assert.equal(flavourOf(node, { disable_spiffe_cert_validation: false }), 'spiffe');
});

test('Envoy 0.x and 1.17 get plain roots, 1.18 and 2.0 the SPIFFE validator', () => {
  const flavours = [
    [0, 99],
    [1, 17],
    [1, 18],
    [2, 0],
  ].map(([major = 0, minor = 0]) =>
    flavourOf(
      { id: '', cluster: '', version: { major, minor, patch: 0 } },
      { disable_spiffe_cert_validation: false },
    ),
  );
  assert.deepEqual(flavours, ['rootca', 'rootca', 'spiffe', 'spiffe']);
});
