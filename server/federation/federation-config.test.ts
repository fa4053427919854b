import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '../../common/config/config-error.ts';
import { loadServerConfig } from '../../testkit/load-config.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';

function load(federation: string, more = '') {
  const folder = temporaryFolder();
  const path = join(folder, 'server.conf');
  const server = `trust_domain = "own.test"\ndata_dir = "/x"\n${more}\nfederation {\n${federation}\n}`;
  writeFileSync(path, `server {\n${server}\n}\nplugins { }`);
  const { federation: found, warnings } = loadServerConfig({ path });
  return { ...found, warnings };
}

const endpoint = (lines: string) => `bundle_endpoint { port = 8443\n${lines}\n}`;
const files = 'serving_cert_file { cert_file_path = "/c", key_file_path = "/k" }';
const acme = 'acme { domain_name = "b.test", email = "a@b.test", tos_accepted = true }';

test('without a block nothing is federated and nothing is served', () => {
  const { bundleEndpoint, federatesWith, oidcDiscovery, warnings } = load('');
  assert.deepEqual(
    [bundleEndpoint, federatesWith, oidcDiscovery, warnings],
    [undefined, [], undefined, []],
  );
});

const auths: readonly [string, string, object][] = [
  ['its own X509-SVID', 'profile "https_spiffe" { }', { kind: 'svid' }],
  [
    'files',
    `profile "https_web" { ${files} }`,
    { kind: 'files', files: { certFilePath: '/c', keyFilePath: '/k', syncIntervalMs: 3_600_000 } },
  ],
  [
    'ACME',
    `profile "https_web" { ${acme} }`,
    {
      kind: 'acme',
      acme: {
        directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
        domainName: 'b.test',
        email: 'a@b.test',
        tosAccepted: true,
      },
    },
  ],
];
for (const [what, profile, auth] of auths) {
  test(`a bundle endpoint shows ${what}`, () => {
    const { bundleEndpoint, warnings } = load(endpoint(profile));
    assert.deepEqual(bundleEndpoint, {
      host: '0.0.0.0',
      port: 8443,
      refreshHintSeconds: 300,
      auth,
    });
    assert.deepEqual(warnings, []);
  });
}

test('an endpoint without a profile shows its X509-SVID, or uses acme where SPIRE had it, with a warning', () => {
  const bare = load(endpoint(''));
  assert.equal(bare.bundleEndpoint?.auth.kind, 'svid');
  assert.match(bare.warnings.join(), /has no profile: https_spiffe is served/);
  const old = load(endpoint(acme));
  assert.equal(old.bundleEndpoint?.auth.kind, 'acme');
  assert.match(old.warnings.join(), /has no profile: https_web is served/);
});

for (const [hint, word] of [
  ['24h', 'long'],
  ['59s', 'short'],
] as const) {
  test(`a refresh hint of ${hint} is warned about`, () => {
    const lines = `profile "https_spiffe" { }\nrefresh_hint = "${hint}"`;
    assert.match(load(endpoint(lines)).warnings.join(), new RegExp(`is ${word}: partners`));
  });
}

test('relationships of both profiles are read, in the JSON form of the Helm chart too', () => {
  const { federatesWith } = load(
    `federates_with "web.test" {
       bundle_endpoint_url = "https://web.test/bundle"
       bundle_endpoint_profile "https_web" {}
     }
     federates_with "spiffe.test" {
       bundle_endpoint_url = "https://spiffe.test:8443"
       bundle_endpoint_profile "https_spiffe" { endpoint_spiffe_id = "spiffe://spiffe.test/spire/server" }
     }`,
  );
  assert.deepEqual(federatesWith, [
    {
      trustDomain: 'web.test',
      bundleEndpointUrl: 'https://web.test/bundle',
      bundleEndpointProfile: { name: 'https_web' },
    },
    {
      trustDomain: 'spiffe.test',
      bundleEndpointUrl: 'https://spiffe.test:8443',
      bundleEndpointProfile: {
        name: 'https_spiffe',
        endpointSpiffeId: 'spiffe://spiffe.test/spire/server',
      },
    },
  ]);
});

test('OIDC discovery is served for the issuer of JWT-SVIDs', () => {
  const { oidcDiscovery } = load(
    `oidc_discovery { port = 8444\n${files} }`,
    'jwt_issuer = "https://oidc.own.test"',
  );
  assert.deepEqual(oidcDiscovery, {
    host: '127.0.0.1',
    port: 8444,
    issuer: 'https://oidc.own.test',
    files: { certFilePath: '/c', keyFilePath: '/k', syncIntervalMs: 3_600_000 },
  });
});

const partner = (url: string, profile: string) =>
  `federates_with "p.test" { bundle_endpoint_url = "${url}"\n${profile} }`;
const web = 'bundle_endpoint_profile "https_web" {}';
const faulty: readonly [string, RegExp][] = [
  [endpoint('profile "https_web" { }'), /must have exactly one of serving_cert_file and acme/],
  [
    endpoint(`profile "https_web" { ${files} ${acme} }`),
    /must have exactly one of serving_cert_file and acme/,
  ],
  [
    endpoint('profile "https_spiffe" { }\nprofile "https_web" { }'),
    /profile: must be exactly one of "https_spiffe" and "https_web"/,
  ],
  [endpoint(`profile "https_spiffe" { }\n${acme}`), /acme cannot be set together with profile/],
  [endpoint('profile "https_spifee" { }'), /unknown key, did you mean "https_spiffe"\?/],
  ['bundle_endpoint { }', /bundle_endpoint\.port: is required/],
  [partner('http://p.test', web), /bundle endpoint URL must use the https scheme/],
  [partner('https://', web), /bundle endpoint URL must specify the host/],
  [partner('https://u:p@p.test', web), /bundle endpoint URL must not contain user info/],
  [partner('https://p.test', ''), /bundle_endpoint_profile: is required/],
  [
    partner('https://p.test', 'bundle_endpoint_profile "https_spiffe" {}'),
    /endpoint_spiffe_id: is required/,
  ],
  [
    partner(
      'https://p.test',
      'bundle_endpoint_profile "https_spiffe" { endpoint_spiffe_id = "p.test" }',
    ),
    /SPIFFE ID "p\.test": scheme is missing/,
  ],
  ...['-5m', '0s', '999ms'].map((hint): [string, RegExp] => [
    endpoint(`profile "https_spiffe" { }\nrefresh_hint = "${hint}"`),
    /refresh_hint: must be at least 1s/,
  ]),
  [`federates_with "P.test" { bundle_endpoint_url = "https://x"\n${web} }`, /P\.test/],
];
for (const [federation, message] of faulty) {
  test(`refused: ${federation.replaceAll(/\s+/g, ' ').slice(0, 90)} as ${message.source.slice(0, 40)}`, () => {
    assert.throws(
      () => load(federation),
      (error) => error instanceof ConfigError && message.test(error.message),
    );
  });
}
