import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import protobuf from 'protobufjs';
import { envoy, google } from './gen/envoy-sds.js';
import { spire } from './gen/spire-api.js';
import { X509SVIDResponse } from './gen/workload-api.js';

const folder = import.meta.dirname;
const trimmed = globSync('**/*.proto', { cwd: join(folder, 'gen/trimmed') });

test('there are trimmed files to compare', () => {
  assert.ok(trimmed.length >= 7);
});

for (const file of trimmed) {
  test(`every field of the trimmed ${file} has the number, type and label of the original`, () => {
    const original = typesIn(join(folder, file));
    const ours = typesIn(join(folder, 'gen/trimmed', file));
    assert.ok(ours.size > 0);
    for (const [name, fields] of ours) {
      const wanted = original.get(name);
      assert.ok(wanted !== undefined, name);
      assert.deepEqual(
        fields,
        fields.map((field) => wanted.find(({ id }) => id === field.id)),
        name,
      );
    }
  });
}

test('64-bit integers are plain numbers, negative and unset ones too', () => {
  const { X509SVID } = spire.api.types;
  for (const expires_at of [1_893_456_000, -1, 2 ** 53 - 1, 0]) {
    assert.equal(X509SVID.decode(X509SVID.encode({ expires_at }).finish()).expires_at, expires_at);
  }
  const { Bundle } = spire.api.types;
  const bundle = Bundle.decode(Bundle.encode({ refresh_hint: 300, sequence_number: 7 }).finish());
  assert.deepEqual([bundle.refresh_hint, bundle.sequence_number], [300, 7]);
});

test('all generated modules get protobufjs from the one place that configures it', () => {
  const modules = globSync('gen/*.js', { cwd: folder }).filter(
    // Where it is configured, and what is data only.
    (file) => !/\/(?:runtime|descriptors)\.js$/.test(file),
  );
  assert.ok(modules.length >= 7);
  for (const file of modules) {
    const imports = readFileSync(join(folder, file), 'utf8').match(/^import .*$/gm);
    assert.deepEqual(imports, ['import $protobuf from "./runtime.js";'], file);
  }
});

test('an absent message is null, an absent list is empty, an absent scalar is its default', () => {
  const request = envoy.service.discovery.v3.DiscoveryRequest.decode(new Uint8Array());
  assert.equal(request.node, null);
  assert.deepEqual(request.resource_names, []);
  assert.equal(request.version_info, '');
  const answer = spire.api.server.agent.v1.AttestAgentResponse.decode(new Uint8Array());
  assert.deepEqual([answer.step, answer.result, answer.challenge], [undefined, null, null]);
});

test('an empty member of a oneof is sent', () => {
  const { AttestAgentResponse } = spire.api.server.agent.v1;
  const bytes = AttestAgentResponse.encode({ challenge: new Uint8Array() }).finish();
  assert.equal(AttestAgentResponse.decode(bytes).step, 'challenge');
});

test('modules do not overwrite the nested messages of each other', () => {
  const secret = envoy.extensions.transport_sockets.tls.v3.Secret.encode({
    name: 'ROOTCA',
    validation_context: { trusted_ca: { inline_bytes: Uint8Array.of(1) } },
  }).finish();
  const any = google.protobuf.Any.encode({ type_url: 't', value: secret }).finish();
  const inner = envoy.extensions.transport_sockets.tls.v3.Secret.decode(
    google.protobuf.Any.decode(any).value,
  );
  assert.deepEqual(Array.from(inner.validation_context?.trusted_ca?.inline_bytes ?? []), [1]);
});

test('unknown fields are skipped, not kept', () => {
  const { Secret } = envoy.extensions.transport_sockets.tls.v3;
  const bytes = Buffer.concat([
    Secret.encode({ name: 'a' }).finish(),
    Buffer.from('fa0104aabbccdd', 'hex'),
  ]);
  assert.deepEqual(Object.keys(Secret.decode(bytes)), ['name']);
});

const hostile: readonly [string, () => unknown][] = [
  ['a message cut short', () => X509SVIDResponse.decode(Buffer.from('0a05', 'hex'))],
  [
    'a length that runs past the end',
    () => X509SVIDResponse.decode(Buffer.from('0affffffff0f00', 'hex')),
  ],
  ['a wire type that does not exist', () => X509SVIDResponse.decode(Buffer.from('0f00', 'hex'))],
  ['structures nested a thousand deep', () => google.protobuf.Value.decode(nested(1000))],
];
for (const [what, decode] of hostile) {
  test(`${what} is refused`, () => {
    assert.throws(decode, Error);
  });
}

test('a map key named __proto__ is data, not a prototype', () => {
  const value = google.protobuf.Value.encode({ stringValue: 'x' }).finish();
  const key = protobuf.Writer.create().uint32(10).string('__proto__');
  const entry = key.uint32(18).bytes(value).finish();
  const bytes = protobuf.Writer.create().uint32(10).bytes(entry).finish();
  const { fields } = google.protobuf.Struct.decode(bytes);
  assert.deepEqual(Object.keys(fields), ['__proto__']);
  assert.equal(Object.getPrototypeOf(fields), Object.prototype);
});

function nested(depth: number): Uint8Array {
  const { Value } = google.protobuf;
  let bytes = Value.encode({ stringValue: 'x' }).finish();
  for (let level = 0; level < depth; level++) {
    // Value.list_value (6) holding ListValue.values (1).
    const list = protobuf.Writer.create().uint32(10).bytes(bytes).finish();
    bytes = protobuf.Writer.create().uint32(50).bytes(list).finish();
  }
  return bytes;
}

interface FieldShape {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly repeated: boolean;
  readonly oneof: string | undefined;
}

function typesIn(path: string): Map<string, FieldShape[]> {
  const { root } = protobuf.parse(readFileSync(path, 'utf8'), new protobuf.Root(), {
    keepCase: true,
  });
  const found = new Map<string, FieldShape[]>();
  const visit = (item: protobuf.ReflectionObject) => {
    if (item instanceof protobuf.Type) found.set(item.fullName, item.fieldsArray.map(shapeOf));
    if (item instanceof protobuf.Namespace) item.nestedArray.forEach(visit);
  };
  visit(root);
  return found;
}

function shapeOf(field: protobuf.Field): FieldShape {
  const key = field instanceof protobuf.MapField ? `${field.keyType} to ` : '';
  return {
    id: field.id,
    name: field.name,
    type: key + field.type,
    repeated: field.repeated,
    oneof: field.partOf?.name,
  };
}
