/**
 * Derives the few Envoy messages that SDS needs from the vendored originals, which pull in hundreds
 * of others. Same packages, names, numbers and oneofs; the test beside proto/ compares them.
 *
 * usage: proto-trim.ts PROTO_DIR OUT_DIR
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';

type Fields = readonly string[];

const kept: Readonly<Record<string, Readonly<Record<string, Fields>>>> = {
  'envoy/type/v3/semantic_version.proto': {
    SemanticVersion: ['major_number', 'minor_number', 'patch'],
  },
  'envoy/config/core/v3/extension.proto': { TypedExtensionConfig: ['name', 'typed_config'] },
  'envoy/config/core/v3/base.proto': {
    BuildVersion: ['version'],
    // Field 9 lists every extension of the Envoy binary, tens of kilobytes: it is skipped unread.
    Node: [
      'id',
      'cluster',
      'metadata',
      'user_agent_name',
      'user_agent_version',
      'user_agent_build_version',
    ],
    ControlPlane: ['identifier'],
    DataSource: ['filename', 'inline_bytes', 'inline_string', 'environment_variable'],
  },
  'envoy/service/discovery/v3/discovery.proto': {
    DiscoveryRequest: [
      'version_info',
      'node',
      'resource_names',
      'type_url',
      'response_nonce',
      'error_detail',
    ],
    DiscoveryResponse: ['version_info', 'resources', 'type_url', 'nonce', 'control_plane'],
    DeltaDiscoveryRequest: [
      'node',
      'type_url',
      'resource_names_subscribe',
      'resource_names_unsubscribe',
      'initial_resource_versions',
      'response_nonce',
      'error_detail',
    ],
    DeltaDiscoveryResponse: [
      'system_version_info',
      'resources',
      'type_url',
      'nonce',
      'removed_resources',
      'control_plane',
    ],
    Resource: ['name', 'version', 'resource'],
  },
  'envoy/extensions/transport_sockets/tls/v3/common.proto': {
    TlsCertificate: ['certificate_chain', 'private_key'],
    CertificateValidationContext: ['trusted_ca', 'custom_validator_config'],
  },
  'envoy/extensions/transport_sockets/tls/v3/secret.proto': {
    Secret: ['name', 'tls_certificate', 'validation_context'],
  },
  'envoy/extensions/transport_sockets/tls/v3/tls_spiffe_validator_config.proto': {
    SPIFFECertValidatorConfig: ['trust_domains'],
    'SPIFFECertValidatorConfig.TrustDomain': ['name', 'trust_bundle'],
  },
};

const [source, target] = process.argv.slice(2);
if (source === undefined || target === undefined)
  throw new Error('usage: proto-trim.ts PROTO_DIR OUT_DIR');
for (const [file, messages] of Object.entries(kept)) {
  const out = join(target, file);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, trim(readFileSync(join(source, file), 'utf8'), file, messages));
}

function trim(text: string, file: string, messages: Readonly<Record<string, Fields>>): string {
  const parsed = protobuf.parse(text, new protobuf.Root(), { keepCase: true });
  const pack = parsed.root.lookup(parsed.package ?? '');
  if (!(pack instanceof protobuf.Namespace)) throw new Error(`${file}: no package`);
  const top = Object.keys(messages).filter((name) => !name.includes('.'));
  const body = top.map((name) => message(pack.lookupType(name), name, messages, ''));
  return [
    `// Derived from ${file} by scripts/proto-trim.ts; do not edit.`,
    'syntax = "proto3";',
    `package ${String(parsed.package)};`,
    '',
    ...[...neededImports(body.join('\n'), file)].sort().map((path) => `import "${path}";`),
    '',
    ...body,
  ].join('\n');
}

function message(
  type: protobuf.Type,
  name: string,
  messages: Readonly<Record<string, Fields>>,
  indent: string,
): string {
  const inner = `${indent}  `;
  const nested = Object.keys(messages)
    .filter((other) => other.startsWith(`${name}.`) && !other.slice(name.length + 1).includes('.'))
    .map((other) => message(type.lookupType(other.slice(name.length + 1)), other, messages, inner));
  const fields = (messages[name] ?? []).map((field) => {
    const found = type.fields[field];
    if (found === undefined) throw new Error(`${type.fullName} has no field ${field}`);
    return found;
  });
  const loose = fields.filter((field) => field.partOf === null).map((field) => inner + line(field));
  const unions = type.oneofsArray.flatMap((oneof) => {
    const members = fields.filter((field) => field.partOf === oneof);
    const lines = members.map((field) => `${inner}  ${line(field)}`);
    return members.length === 0 ? [] : [`${inner}oneof ${oneof.name} {`, ...lines, `${inner}}`];
  });
  return [`${indent}message ${type.name} {`, ...nested, ...loose, ...unions, `${indent}}`, ''].join(
    '\n',
  );
}

function line(field: protobuf.Field): string {
  if (field instanceof protobuf.MapField) {
    return `map<${field.keyType}, ${field.type}> ${field.name} = ${field.id};`;
  }
  return `${field.repeated ? 'repeated ' : ''}${field.type} ${field.name} = ${field.id};`;
}

/** What the kept fields refer to, by the type names that they use. */
function neededImports(body: string, self: string): Set<string> {
  const homes: Record<string, string> = {
    'google.protobuf.Any': 'google/protobuf/any.proto',
    'google.protobuf.Struct': 'google/protobuf/struct.proto',
    'google.rpc.Status': 'google/rpc/status.proto',
    Status: 'google/rpc/status.proto',
  };
  for (const [file, messages] of Object.entries(kept)) {
    for (const name of Object.keys(messages)) homes[name] = file;
  }
  const used = [...body.matchAll(/^\s*(?:repeated )?([\w.]+) \w+ = \d+;$/gm)].map(
    (match) => match[1] ?? '',
  );
  const paths = used.map((type) => homes[type] ?? homes[type.split('.').at(-1) ?? '']);
  return new Set(paths.filter((path) => path !== undefined && path !== self) as string[]);
}
