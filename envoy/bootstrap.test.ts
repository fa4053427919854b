import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { hasCode } from '../common/errors/spiffe-error.ts';
import { envoyBinary } from '../testkit/envoy-binary.ts';
import { renderBootstrap } from './bootstrap.ts';
import type { BootstrapInput } from './bootstrap-options.ts';
import { bootstrapKeys } from './config-kind.ts';
import { lintEnvoyConfig } from './lint.ts';

const run = promisify(execFile);
const web = 'spiffe://example.org/web';

const only = { port: 8443, app_port: 8080, allow: [web] };
const minimal: BootstrapInput = { node_id: 'web-1', inbound: [only] };

const upstream = { port: 9000, host: '10.0.0.1', remote_port: 8443, expect: [web] };

const accepted: readonly (readonly [name: string, options: BootstrapInput])[] = [
  ['one inbound HTTP listener', minimal],
  ['one inbound TCP listener', { ...minimal, inbound: [{ ...only, protocol: 'tcp' }] }],
  ['one HTTP upstream by address', { node_id: 'a', upstreams: [upstream] }],
  [
    'one HTTP upstream by name',
    { node_id: 'a', upstreams: [{ ...upstream, host: 'db.internal' }] },
  ],
  ['an IPv6 upstream', { node_id: 'a', upstreams: [{ ...upstream, host: '2001:db8::1' }] }],
  [
    'one TCP upstream',
    { node_id: 'a', upstreams: [{ ...upstream, protocol: 'tcp', sni: 'db.x' }] },
  ],
  [
    'an upstream with every option',
    {
      node_id: 'a',
      upstreams: [
        {
          ...upstream,
          name: 'db',
          address: '127.0.0.2',
          max_requests_per_connection: 1,
          max_connection_duration_ms: 1500,
          peer_id_header: 'x-peer',
          sni: 'db.internal',
        },
      ],
    },
  ],
  ['both directions', { ...minimal, upstreams: [upstream] }],
  [
    'connections that never end',
    { ...minimal, inbound: [{ ...only, max_connection_duration_ms: 0 }] },
  ],
  ['DELTA_GRPC', { ...minimal, api_type: 'DELTA_GRPC' }],
  ['explicit names', { ...minimal, svid_name: web, bundle_name: 'spiffe://example.org' }],
  [
    'peers of two trust domains',
    {
      ...minimal,
      bundle_name: 'ALL',
      inbound: [{ ...only, allow: [web, 'spiffe://b.test/*'] }],
    },
  ],
  ['a fetch timeout', { ...minimal, initial_fetch_timeout_ms: 15_500 }],
  ['admin on IPv6', { ...minimal, admin_address: '::1' }],
  ['no admin', { ...minimal, admin_port: 0 }],
  ['a socket path of 107 bytes', { ...minimal, socket_path: `/${'s'.repeat(106)}` }],
  ...['on', 'No', '0777', '1:30:00', '1e3', 'null', '1_000', '-'].map((text) => {
    const options = { ...minimal, node_id: text, node_cluster: text, sds_cluster: text };
    return [`the text "${text}" for names`, options] as const;
  }),
];

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-bootstrap-'));
});
after(() => {
  rmSync(folder, { recursive: true });
});

test('every generated bootstrap is valid for a real Envoy and has no finding', async (t) => {
  const envoy = envoyBinary();
  for (const [name, options] of accepted) {
    await t.test(name, async () => {
      const text = renderBootstrap(options);
      assert.deepEqual(lintEnvoyConfig(text), []);
      const path = join(folder, 'bootstrap.yaml');
      writeFileSync(path, text);
      await validate(envoy, path);
    });
  }
});

test('every sample is valid for a real Envoy', async (t) => {
  const envoy = envoyBinary();
  const samples = fileURLToPath(new URL('./samples/', import.meta.url));
  for (const name of readdirSync(samples)) {
    await t.test(name, () => validate(envoy, join(samples, name)));
  }
});

test('a real Envoy refuses a bootstrap that is damaged, so the validation is no formality', async () => {
  const path = join(folder, 'damaged.yaml');
  writeFileSync(path, renderBootstrap(minimal).replace('resource_api_version', 'resource_version'));
  await assert.rejects(validate(envoyBinary(), path), /resource_version/);
});

test('the real Envoy knows every key that the linter takes in a bootstrap, and no other', async () => {
  const path = join(folder, 'keys.json');
  const unset = bootstrapKeys.map((key) => [key, null] as const);
  writeFileSync(path, JSON.stringify(Object.fromEntries(unset)));
  await validate(envoyBinary(), path);
  writeFileSync(path, JSON.stringify({ services: null }));
  await assert.rejects(validate(envoyBinary(), path), /services/);
});

test('every TLS context is combined with SAN matchers and asks for the client certificate', () => {
  const text = renderBootstrap({ ...minimal, upstreams: [upstream] });
  assert.equal(text.match(/combined_validation_context/g)?.length, 2);
  assert.equal(text.match(/match_typed_subject_alt_names/g)?.length, 2);
  assert.equal(text.match(/set_node_on_first_message_only: true/g)?.length, 4);
  assert.equal(text.match(/require_client_certificate: true/g)?.length, 1);
});

test('a pattern becomes a prefix that ends with a slash, an ID is matched exactly', () => {
  const allow = ['spiffe://example.org/*', 'spiffe://example.org/shop/*', web];
  const text = renderBootstrap({ ...minimal, inbound: [{ ...only, allow }] });
  const matchers = [...text.matchAll(/matcher:\n *(exact|prefix): (\S+)/g)].map((m) => [
    m[1],
    m[2],
  ]);
  assert.deepEqual(matchers, [
    ['prefix', 'spiffe://example.org/'],
    ['prefix', 'spiffe://example.org/shop/'],
    ['exact', web],
  ]);
});

test('the SDS cluster comes first and speaks HTTP/2 with keepalive over the given socket', () => {
  const text = renderBootstrap({ ...minimal, socket_path: '/run/agent.sock' });
  const bootstrap = parse(text) as { static_resources: { clusters: unknown[] } };
  const first = JSON.stringify(bootstrap.static_resources.clusters[0]);
  assert.match(first, /"pipe":\{"path":"\/run\/agent.sock"\}/);
  assert.match(first, /"http2_protocol_options":\{"connection_keepalive":\{"interval":"30s"/);
});

const refused: readonly (readonly [name: string, options: unknown, fault: RegExp])[] = [
  ['no listener at all', { node_id: 'a' }, /inbound: needs at least one/],
  ['no node id', { ...minimal, node_id: undefined }, /node_id: /],
  ['an empty node cluster', { ...minimal, node_cluster: '' }, /node_cluster: /],
  ['a line break in the node id', { ...minimal, node_id: 'a\nadmin: b' }, /node_id: /],
  ['a relative socket path', { ...minimal, socket_path: 'a.sock' }, /socket_path: must be an abs/],
  ['a socket path of 108 bytes', { ...minimal, socket_path: `/${'s'.repeat(107)}` }, /at most 107/],
  ['an unknown API type', { ...minimal, api_type: 'REST' }, /api_type: /],
  [
    'admin on every address',
    { ...minimal, admin_address: '0.0.0.0' },
    /admin_address: must be a l/,
  ],
  ['a bundle where an SVID belongs', { ...minimal, svid_name: 'ROOTCA' }, /svid_name: /],
  [
    'a trust domain where an SVID belongs',
    { ...minimal, svid_name: 'spiffe://a.test' },
    /svid_name/,
  ],
  ['an SVID where a bundle belongs', { ...minimal, bundle_name: web }, /bundle_name: /],
  [
    'equal names',
    { ...minimal, svid_name: 'same', bundle_name: 'same' },
    /bundle_name: must differ/,
  ],
  [
    'a bare trust domain as peer',
    inboundWith({ allow: ['spiffe://a.test'] }),
    /allow\[0\]: must be/,
  ],
  ['a peer of another scheme', inboundWith({ allow: [web, 'http://a/b'] }), /allow\[1\]: must be/],
  ['a star inside a peer', inboundWith({ allow: ['spiffe://*/web'] }), /inbound\[0\]\.allow\[0\]/],
  ['no peer', inboundWith({ allow: [] }), /inbound\[0\]\.allow: needs at least one peer/],
  ['two trust domains under ROOTCA', inboundWith({ allow: [web, 'spiffe://b.test/*'] }), /"ALL"/],
  ['no port', inboundWith({ port: undefined }), /inbound\[0\]\.port: is required/],
  ['port 0', inboundWith({ port: 0 }), /inbound\[0\]\.port: must be at least 1$/],
  ['the port of admin', inboundWith({ port: 9901 }), /inbound\[0\]\.port: repeats port 9901/],
  [
    'a name twice',
    { ...minimal, inbound: [{ ...only, name: 'a' }], upstreams: [{ ...upstream, name: 'a' }] },
    /upstreams\[0\]\.name: repeats "a"/,
  ],
  [
    'a plain listener on every address',
    { node_id: 'a', upstreams: [{ ...upstream, address: '0.0.0.0' }] },
    /upstreams\[0\]\.address: must be a loopback/,
  ],
  [
    'a header on TCP',
    { node_id: 'a', upstreams: [{ ...upstream, protocol: 'tcp', peer_id_header: 'x' }] },
    /peer_id_header: needs protocol "http"/,
  ],
  ['no connection at all', { ...minimal, max_connections: 0 }, /max_connections: /],
  ['a negative time', { ...minimal, initial_fetch_timeout_ms: -1 }, /initial_fetch_timeout_ms: /],
  ['an unknown option', { ...minimal, insecure: true }, /: insecure: unknown key$/],
  [
    'a misspelt key of a listener',
    inboundWith({ alow: [web] }),
    /: inbound\[0\]\.alow: unknown key, did you mean "allow"\?$/,
  ],
];

for (const [name, options, fault] of refused) {
  test(`options with ${name} are refused and the text names the field`, () => {
    assert.throws(
      () => renderBootstrap(options as BootstrapInput),
      (error: Error) => hasCode(error, 'CONFIG_INVALID') && fault.test(error.message),
    );
  });
}

test('all faults are reported at once', () => {
  const options = { ...minimal, node_id: '', socket_path: 'x', api_type: 'REST' };
  assert.throws(
    () => renderBootstrap(options as BootstrapInput),
    /node_id: .*; socket_path: .*; api_type: /,
  );
});

function inboundWith(change: object): unknown {
  return { ...minimal, inbound: [{ ...only, ...change }] };
}

async function validate(envoy: string, path: string): Promise<void> {
  await run(envoy, ['--mode', 'validate', '-c', path, '--log-level', 'error']);
}
