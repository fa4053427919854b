// Why: the linter's bad configurations must differ from a good one in their fault only. This writes one file per
// fault into envoy/testdata/, named after it, from the sample of the federation; run it after changing the sample.
import { readFileSync, writeFileSync } from 'node:fs';

const sample = readFileSync(new URL('../envoy/samples/federation.yaml', import.meta.url), 'utf8');

const matchers = /\n {18}default_validation_context:\n(?: {20}.*\n)(?: {22}.*\n)+/;

/** Fault, what is replaced, by what. */
const faults: readonly (readonly [name: string, from: string | RegExp, to: string])[] = [
  ['validation-missing', /\n {16}combined_validation_context:\n(?: {18}.*\n)+/, '\n'],
  [
    'combined-validation-missing',
    /\n {16}combined_validation_context:\n(?: {18}.*\n)+/,
    [
      '',
      '                validation_context_sds_secret_config:',
      '                  name: ALL',
      '                  sds_config: *sds',
      '',
    ].join('\n'),
  ],
  ['san-matcher-missing', matchers, '\n                  default_validation_context: {}\n'],
  ['san-matcher-not-uri', /san_type: URI, matcher: \{ prefix/, 'san_type: DNS, matcher: { prefix'],
  ['san-matcher-loose', "partner.example/buyers/'", "partner.example'"],
  [
    'rootca-beside-spiffe-validator',
    'default_validation_context:\n',
    [
      'default_validation_context:',
      '                    custom_validator_config:',
      '                      name: envoy.tls.cert_validator.spiffe',
      '',
    ].join('\n'),
  ],
  ['client-certificate-optional', /\n *require_client_certificate: true/, ''],
  ['bundle-slot-names-svid', 'name: ALL', 'name: spiffe://example.org/orders'],
  ['certificate-slot-names-bundle', /name: spiffe:.*/, 'name: ROOTCA'],
  ['federation-needs-all', 'name: ALL', 'name: ROOTCA'],
  ['node-identity-missing', ', cluster: orders', ''],
  [
    'google-grpc',
    'envoy_grpc: { cluster_name: sigil_agent }',
    'google_grpc: { target_uri: unix:///run/agent.sock, stat_prefix: sds }',
  ],
  ['sds-cluster-not-http2', 'http2_protocol_options', 'http_protocol_options'],
  [
    'sds-socket-wrong',
    'pipe: { path: /tmp/spire-agent/public/api.sock }',
    'socket_address: { address: 127.0.0.1, port_value: 8081 }',
  ],
  ['timeout-short', 'initial_fetch_timeout: 0s', 'initial_fetch_timeout: 1s'],
  ['node-in-every-message', /\n *set_node_on_first_message_only: true/, ''],
  ['admin-exposed', 'address: 127.0.0.1, port_value: 9901', 'address: 0.0.0.0, port_value: 9901'],
];

for (const [name, from, to] of faults) {
  const text = sample.replace(from, () => to);
  if (text === sample) throw new Error(`the sample has nothing to break for ${name}`);
  const lines = text.split('\n').slice(2);
  const header = `# Made by scripts/generate-lint-testdata.ts. Fault: ${name}\n`;
  writeFileSync(
    new URL(`../envoy/testdata/${name}.yaml`, import.meta.url),
    header + lines.join('\n'),
  );
}
