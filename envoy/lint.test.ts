import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { hasCode } from '../common/errors/spiffe-error.ts';
import { renderBootstrap } from './bootstrap.ts';
import { lintEnvoyConfig, lintRules } from './lint.ts';

const folder = (name: string) => new URL(`./${name}/`, import.meta.url);
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Bad file, then the text of the line that each finding points at. */
const faults: readonly (readonly [rule: string, ...lines: string[]])[] = [
  ['admin-exposed', 'address: { socket_address: { address: 0.0.0.0, port_value: 9901 } }'],
  ['bundle-slot-names-svid', 'validation_context_sds_secret_config:'],
  ['certificate-slot-names-bundle', '- name: ROOTCA'],
  ['client-certificate-optional', 'common_tls_context:'],
  ['combined-validation-missing', 'validation_context_sds_secret_config:'],
  ['federation-needs-all', 'validation_context_sds_secret_config:'],
  [
    'google-grpc',
    '- google_grpc: { target_uri: unix:///run/agent.sock, stat_prefix: sds }',
    'sds_config: *sds',
  ],
  ['node-identity-missing', 'node: { id: orders-1 }'],
  ['node-in-every-message', 'api_config_source:', 'sds_config: *sds'],
  ['rootca-beside-spiffe-validator', 'custom_validator_config:'],
  ['san-matcher-loose', "- { san_type: URI, matcher: { prefix: 'spiffe://partner.example' } }"],
  ['san-matcher-missing', 'default_validation_context: {}'],
  [
    'san-matcher-not-uri',
    "- { san_type: DNS, matcher: { prefix: 'spiffe://partner.example/buyers/' } }",
  ],
  ['sds-cluster-not-http2', '- name: sigil_agent'],
  [
    'sds-socket-wrong',
    '- endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 8081 } } }',
  ],
  ['timeout-short', 'initial_fetch_timeout: 1s', 'sds_config: *sds'],
  ['validation-missing', 'common_tls_context:'],
];

for (const [rule, ...expected] of faults) {
  test(`a configuration with the fault ${rule} has that finding only, at its line`, () => {
    const text = read(`testdata/${rule}.yaml`);
    const findings = lintEnvoyConfig(text);
    const lines = text.split('\n');
    assert.deepEqual(
      findings.map((one) => [one.rule, lines[one.line - 1]?.trim()]),
      expected.map((line) => [rule, line]),
    );
  });
}

test('every rule has a bad file, and every bad file a rule', () => {
  const rules = lintRules.map((one) => one.rule).sort();
  const files = readdirSync(folder('testdata')).map((name) => name.replace('.yaml', ''));
  assert.deepEqual(files.sort(), rules);
  assert.deepEqual(faults.map(([rule]) => rule).sort(), rules);
});

test('every rule says what may happen and what to do, in the style of an error text', () => {
  for (const one of lintRules) {
    for (const text of [one.risk, one.fix]) assert.match(text, /^[a-zE].{20,}[^.]$/, one.rule);
  }
});

test('the samples have no finding', () => {
  const names = readdirSync(folder('samples'));
  assert.ok(names.length >= 2);
  for (const name of names) assert.deepEqual(lintEnvoyConfig(read(`samples/${name}`)), [], name);
});

test('a generated bootstrap has no finding, in YAML and in JSON with either spelling of names', () => {
  const yaml = renderBootstrap({
    node_id: 'web-1',
    inbound: [{ port: 8443, app_port: 8080, allow: ['spiffe://example.org/*'] }],
    upstreams: [
      { port: 9000, host: 'db.internal', remote_port: 8443, expect: ['spiffe://example.org/db'] },
    ],
  });
  const json = JSON.stringify(parse(yaml), null, 2);
  assert.deepEqual(lintEnvoyConfig(yaml), []);
  assert.deepEqual(lintEnvoyConfig(json), []);
  assert.deepEqual(lintEnvoyConfig(camelCased(json)), []);
});

test('a fault in camel case JSON is found at its line', () => {
  const bad = JSON.stringify(parse(read('testdata/node-in-every-message.yaml')), null, 2);
  const text = camelCased(bad);
  const at = text.split('\n').findIndex((line) => line.includes('"apiConfigSource"')) + 1;
  const [first] = lintEnvoyConfig(text);
  assert.deepEqual([first?.rule, first?.line], ['node-in-every-message', at]);
});

test('another socket than that of the agent is a finding when the socket is known', () => {
  const text = read('samples/web-sidecar.yaml');
  const known = (socketPath: string) => lintEnvoyConfig(text, { socketPath });
  assert.deepEqual(known('/tmp/spire-agent/public/api.sock'), []);
  assert.deepEqual(
    known('/run/sigil/agent.sock').map((one) => one.rule),
    ['sds-socket-wrong'],
  );
});

for (const [name, path] of [
  ['a relative path', 'agent.sock'],
  ['an abstract name', "'@agent'"],
  ['a path over 107 bytes', `/${'a'.repeat(107)}`],
] as const) {
  test(`an agent socket with ${name} is wrong`, () => {
    const text = read('samples/web-sidecar.yaml').replace('/tmp/spire-agent/public/api.sock', path);
    assert.deepEqual(
      lintEnvoyConfig(text).map((one) => one.rule),
      ['sds-socket-wrong'],
    );
  });
}

test('an SDS cluster that does not exist is a wrong socket', () => {
  const text = read('samples/federation.yaml').replace('- name: sigil_agent', '- name: other');
  assert.deepEqual(
    lintEnvoyConfig(text).map((one) => one.rule),
    ['sds-socket-wrong', 'sds-socket-wrong'],
  );
});

test('secrets from files, over ADS, and contexts without SDS are left alone', () => {
  const plain = parse(read('samples/federation.yaml')) as Bootstrap;
  const context =
    plain.static_resources.listeners[0]!.filter_chains[0]!.transport_socket.typed_config;
  context['common_tls_context'] = {
    tls_certificate_sds_secret_configs: [
      { name: 'own', sds_config: { path_config_source: { path: '/etc/own.yaml' } } },
      { name: 'ads', sds_config: { ads: {} } },
    ],
  };
  assert.deepEqual(lintEnvoyConfig(stringify(plain)), []);
});

for (const [name, text, expected] of [
  ['no map', '- a\n- b\n', /^line 1: expected an Envoy configuration/],
  ['nothing', '', /^line 1: expected an Envoy configuration/],
  ['broken YAML', 'node: {id: a\nadmin: x\n', /^line \d+: /],
  ['broken JSON', '{"node": {"id": "a"},\n "admin": ', /^line \d+: /],
  ['a key twice', 'node: {}\nnode: {}\n', /^line 2: /],
] as const) {
  test(`a text with ${name} is refused with its line`, () => {
    assert.throws(
      () => lintEnvoyConfig(text),
      (error: Error) => hasCode(error, 'CONFIG_INVALID') && expected.test(error.message),
    );
  });
}

for (const [name, text, expected] of [
  [
    'of a package',
    '{\n"name": "x",\n"version": "1"}',
    /^line 2: unknown key "name" in an Envoy bootstrap$/,
  ],
  ['of Compose', 'services:\n  web: {}\n', /^line 1: unknown key "services"/],
  ['of Kubernetes', 'apiVersion: v1\nkind: Pod\n', /unknown key "apiVersion"/],
  ['that is empty', '{}', /^line 1: an Envoy bootstrap must have a map static_resources or/],
  ['with a node alone', 'node: { id: a, cluster: b }', /must have a map static_resources/],
  ['with a body that is no map', 'static_resources: yes', /must have a map static_resources/],
  [
    'with a slip of the pen',
    'node: {}\nstatic_resource: {}\n',
    /^line 2: unknown key "static_resource" .*, did you mean "static_resources"\?$/,
  ],
  [
    'of a listener',
    'name: a\nfilter_chains: []\n',
    /^line 1: filter_chains is of an Envoy listener alone/,
  ],
  ['of a cluster', 'name: a\nloadAssignment: {}\n', /load_assignment is of an Envoy cluster alone/],
  ['of a secret', 'tls_certificate: {}\n', /tls_certificate is of an Envoy secret alone/],
  ['of an xDS response', 'resources: []\n', /resources is of an Envoy xDS response alone/],
  ['of an empty dump', 'configs: []\n', /^line 1: configs has neither a bootstrap nor/],
  [
    'of a part of a dump',
    'configs: [{ "@type": type.googleapis.com/envoy.admin.v3.RoutesConfigDump }]\n',
    /configs has neither a bootstrap nor listeners nor clusters/,
  ],
  [
    'with configs and more',
    'configs: []\nname: x\n',
    /unknown key "name" in a \/config_dump answer/,
  ],
  ['with a long key', `${'k'.repeat(900)}: 1\n`, /^.{100,200}$/],
] as const) {
  test(`a map ${name} is no configuration that could pass`, () => {
    assert.throws(
      () => lintEnvoyConfig(text),
      (error: Error) => hasCode(error, 'CONFIG_INVALID') && expected.test(error.message),
    );
  });
}

test('anchors that repeat each other without end do not stop the linter', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`);
  const text = ['static_resources:', '  clusters:', '  - l0: &l0 [x]'];
  const nested = rows.map((row) => `    ${row}`);
  assert.deepEqual(lintEnvoyConfig([...text, ...nested, ''].join('\n')), []);
});

interface Bootstrap {
  static_resources: {
    listeners: {
      filter_chains: { transport_socket: { typed_config: Record<string, unknown> } }[];
    }[];
  };
}

/** Keys of messages in camel case, as protobuf's own JSON printer writes them. */
function camelCased(json: string): string {
  return json.replace(/"([a-z0-9_]+)":/g, (_, key: string) => {
    return `"${key.replace(/_([a-z])/g, (_part, letter: string) => letter.toUpperCase())}":`;
  });
}
