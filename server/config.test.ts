import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '../common/config/config-error.ts';
import type { ServerConfig, ServerFlags } from './config.ts';
import { loadServerConfig, prepareServerPlugins } from '../testkit/load-config.ts';
import { temporaryFolder } from '../testkit/temporary-folder.ts';

const minimal = 'trust_domain = "zeta.test"\ndata_dir = "/tmp/x"';
const plugins = `
  DataStore "sql" { plugin_data { database_type = "sqlite3", connection_string = "x.db" } }
  KeyManager "memory" { plugin_data {} }`;

function load(text: string, flags: ServerFlags = {}): ServerConfig {
  const folder = temporaryFolder();
  const path = join(folder, 'server.conf');
  writeFileSync(path, text);
  return loadServerConfig({ path, expandEnv: true, env: { TD: 'env.test' }, flags });
}

function fileOf(server: string, more = `plugins { ${plugins} }`): string {
  return `server {\n${server}\n}\n${more}`;
}

function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.faults.map(({ path, message }) => `${path}: ${message}`);
    }
    throw error;
  }
  return [];
}

test('defaults are those of SPIRE', () => {
  const config = load(fileOf(minimal));
  assert.deepEqual(config.bind, { host: '0.0.0.0', port: 8081 });
  assert.equal(config.socketPath, '/tmp/spire-server/private/api.sock');
  assert.deepEqual(
    [config.ca.ttlMs, config.x509SvidTtlMs, config.agentTtlMs, config.jwtSvidTtlMs],
    [86_400_000, 3_600_000, 3_600_000, 300_000],
  );
  assert.deepEqual([config.ca.keyType, config.ca.jwtKeyType], ['ec-p256', 'ec-p256']);
  assert.deepEqual(config.rateLimits, { attestation: true, signing: true });
  assert.equal(config.agentPruning.expiredForMs, undefined);
  assert.deepEqual(config.warnings, []);
});

test('the full sample is valid, its plugins too, and documents every default as it is', async () => {
  const path = new URL('../docs/configuration/server_full.conf', import.meta.url).pathname;
  const full = loadServerConfig({ path });
  await prepareServerPlugins(full.plugins);
  const { readFileSync } = await import('node:fs');
  const uncommented = readFileSync(path, 'utf8')
    // Alternatives that exclude one another; nothing of it holds by default.
    .replace(/^ {4}federation \{[^]*?^ {4}\}$/m, '')
    .replace(/^ {4}# (token_pepper|fleet) \{[^]*?^ {4}# \}$/gm, '')
    .replace(/^ {4}# UpstreamAuthority [^]*?^ {4}# \}$/gm, '')
    .split('\n')
    // Only lines that show a default: `# key = value`, blocks, and what is inside them.
    .map((line) =>
      line.replace(/^(\s*)# (\s*(?:[A-Za-z_0-9]+ = |[a-z_]+ \{$|Prometheus \{|\}$))/, '$1$2'),
    )
    .filter(
      (line) =>
        !/(prune_attested_nodes_expired_for|full_cache_reload_interval|event_timeout) =/.test(line),
    )
    .join('\n');
  const spelledOut = load(uncommented);
  const comparable = (config: ServerConfig) => ({
    ...config,
    plugins: undefined,
    ca: { ...config.ca, subject: undefined },
    telemetry: {
      ...config.telemetry,
      Prometheus: undefined,
      InMem: undefined,
      Statsd: undefined,
      DogStatsd: undefined,
    },
  });
  assert.deepEqual(comparable(spelledOut), comparable(full));
  assert.deepEqual(full.warnings, []);
  assert.deepEqual(spelledOut.ca.subject, [
    { type: 'C', value: 'US' },
    { type: 'O', value: 'SPIFFE' },
  ]);
});

test('the upstream authorities of the full sample are valid, except for files that are not there', async () => {
  const { readFileSync } = await import('node:fs');
  const path = new URL('../docs/configuration/server_full.conf', import.meta.url);
  const blocks =
    readFileSync(path, 'utf8').match(/^ {4}# UpstreamAuthority [^]*?^ {4}# \}$/gm) ?? [];
  assert.equal(blocks.length, 3);
  for (const block of blocks) {
    const text = `${plugins} ${block.replaceAll(/^ {4}# /gm, '')}`;
    await prepareServerPlugins(load(fileOf(minimal, `plugins { ${text} }`)).plugins);
  }
});

test('every key of the schema is in the full sample', async () => {
  const { readFileSync } = await import('node:fs');
  const { serverFileSchema, serverBlockSchema } = await import('./config-schema.ts');
  const text = readFileSync(
    new URL('../docs/configuration/server_full.conf', import.meta.url),
    'utf8',
  );
  const keys = [
    ...Object.keys(serverBlockSchema.shape),
    ...Object.keys(serverBlockSchema.shape.experimental.unwrap().shape),
    ...Object.keys(serverBlockSchema.shape.experimental.unwrap().shape.port_limits.unwrap().shape),
    ...Object.keys(serverBlockSchema.shape.ratelimit.unwrap().shape),
    ...Object.keys(serverBlockSchema.shape.federation.unwrap().shape),
    ...Object.keys(serverBlockSchema.shape.enrollment.unwrap().shape),
    ...Object.keys(serverBlockSchema.shape.fleet.unwrap().shape),
    ...Object.keys(serverFileSchema.shape.telemetry.unwrap().shape),
    ...Object.keys(serverFileSchema.shape.health_checks.unwrap().shape),
  ];
  assert.deepEqual(
    keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(text)),
    [],
  );
});

test('flags win over the file, and the environment is expanded', () => {
  const flags = { trust_domain: 'flag.test', bind_port: 9, bind_address: '', log_level: 'DEBUG' };
  const config = load(fileOf('trust_domain = "$TD"\ndata_dir = "/tmp/x"'), flags);
  assert.equal(config.trustDomain, 'flag.test');
  assert.deepEqual(config.bind, { host: '0.0.0.0', port: 9 });
  assert.equal(config.log.level, 'DEBUG');
  assert.equal(load(fileOf('trust_domain = "$TD"\ndata_dir = "/x"')).trustDomain, 'env.test');
});

test('all faults are in one report', () => {
  const faults = faultsOf(() =>
    load(
      fileOf(
        'bind_port = 0\nca_ttl = "1x"\nbind_adress = "x"\nprofiling_enabled = true',
        'plugins = 7',
      ),
    ),
  );
  assert.deepEqual(faults.map((fault) => fault.split(':')[0]).sort(), [
    'plugins',
    'plugins',
    'server.bind_adress',
    'server.bind_port',
    'server.ca_ttl',
    'server.data_dir',
    'server.profiling_enabled',
    'server.trust_domain',
  ]);
});

const faulty: readonly [string, RegExp][] = [
  ['data_dir = "/x"', /^server\.trust_domain: must be configured$/],
  ['trust_domain = "zeta.test"', /^server\.data_dir: must be configured$/],
  ['trust_domain = "Zeta"\ndata_dir = "/x"', /^server\.trust_domain: .*lowercase/],
  [`${minimal}\nadmin_ids = ["zeta.test/x"]`, /^server\.admin_ids: SPIFFE ID "zeta\.test\/x"/],
  [`${minimal}\nca_key_type = "ec-p521"`, /^server\.ca_key_type: key type "ec-p521" is unknown/],
  [
    `${minimal}\nlog_level = "LOUD"`,
    /^server\.log_level: unknown level "LOUD", must be one of debug, info, warn, error$/,
  ],
  [`${minimal}\nlog_format = "xml"`, /^server\.log_format: must be "text" or "json"$/],
  [
    `${minimal}\nexperimental { port_limits { calls_per_spiffe_id = 0 } }`,
    /^server\.experimental\.port_limits\.calls_per_spiffe_id: must be more than 0$/,
  ],
  [
    `${minimal}\nexperimental { port_limits { handshakes = 7 } }`,
    /^server\.experimental\.port_limits\.handshakes: /,
  ],
  [`${minimal}\nca_ttl = "0s"`, /^server\.ca_ttl: must be longer than 0$/],
  [`${minimal}\nratelimit { signing = "yes" }`, /^server\.ratelimit\.signing: expected a boolean/],
  [
    `${minimal}\nfederation { federates_with "zeta.test" { bundle_endpoint_url = "https://x", bundle_endpoint_profile "https_web" {} } }`,
    /^server\.federation\.federates_with\."zeta\.test": is the server's own trust domain$/,
  ],
  [
    `${minimal}\nfederation { oidc_discovery { port = 8444 } }`,
    /^server\.jwt_issuer: must be an https URL for federation\.oidc_discovery$/,
  ],
  [
    `${minimal}\nproxy_protocol_trusted_cidrs = ["10.0.0.0/8"]`,
    /^server\.proxy_protocol_trusted_cidrs: is not supported/,
  ],
  [
    `${minimal}\nexperimental { feature_flags = ["x"] }`,
    /^server\.experimental\.feature_flags: is not supported: no feature flag is known$/,
  ],
  [
    `${minimal}\nexperimental { event_timeout = "1m", sql_transaction_timeout = "1m" }`,
    /^server\.experimental\.event_timeout: cannot be set together/,
  ],
];
for (const [server, expected] of faulty) {
  test(`refused: ${server.split('\n').at(-1) ?? ''}`, () => {
    const faults = faultsOf(() => load(fileOf(server)));
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults[0] ?? '', expected);
  });
}

test('lives that the CA cannot grant and keys without effect are warned about', () => {
  const { warnings } = load(
    fileOf(`${minimal}\nca_ttl = "1h"\nmax_attested_node_info_staleness = "5s"`),
  );
  assert.deepEqual(warnings, [
    'default_x509_svid_ttl of 1h0m0s is too long for ca_ttl: lives longer than 10m0s may be cut short',
    'max_attested_node_info_staleness has no effect: agents are kept in memory and followed',
  ]);
});

const badPlugins: readonly [string, string, RegExp][] = [
  [
    'no datastore',
    'KeyManager "memory" {}',
    /"DataStore" constraint not satisfied: expected exactly 1 but got 0/,
  ],
  [
    'two key managers',
    `${plugins} KeyManager "disk" { plugin_data { keys_path = "k" } }`,
    /"KeyManager" .*got 2/,
  ],
  ['an unknown type', `${plugins} Oracle "delphi" {}`, /unsupported plugin type "Oracle"/],
  [
    'a type from the prototype',
    `${plugins} constructor "name" {}`,
    /unsupported plugin type "constructor"/,
  ],
  [
    'a plugin that is not served',
    `${plugins} UpstreamAuthority "aws_pca" {}`,
    /no built-in plugin "aws_pca" .*: the built-in upstream authorities are disk, spire and vault/,
  ],
  [
    'an external datastore',
    'DataStore "x" { plugin_cmd = "/bin/x" } KeyManager "memory" {}',
    /built in and cannot be external/,
  ],
  [
    'MySQL',
    'DataStore "sql" { plugin_data { database_type = "mysql", connection_string = "x" } } KeyManager "memory" {}',
    /database type "mysql" is not supported: there is no MySQL datastore/,
  ],
  [
    'a wrong key of a plugin',
    `${plugins} NodeAttestor "join_token" { plugin_data { x = 1 } }`,
    /unknown key/,
  ],
];
for (const [what, text, expected] of badPlugins) {
  test(`plugins are refused: ${what}`, async () => {
    const config = load(fileOf(minimal, `plugins { ${text} }`));
    await assert.rejects(prepareServerPlugins(config.plugins), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, expected);
      return true;
    });
  });
}

test('a plugin that is switched off does not count', async () => {
  const text = `${plugins} UpstreamAuthority "vault" { enabled = false }`;
  await prepareServerPlugins(load(fileOf(minimal, `plugins { ${text} }`)).plugins);
});

test('PostgreSQL is accepted as the datastore', async () => {
  const data = `database_type = "postgres", connection_string = "host=db sslmode=disable"`;
  const text = `DataStore "sql" { plugin_data { ${data} } } KeyManager "memory" {}`;
  await prepareServerPlugins(load(fileOf(minimal, `plugins { ${text} }`)).plugins);
});

function pepperBlock(more = ''): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'k1'), 'x'.repeat(32));
  return `token_pepper { write = "k1" keys { k1 = "${folder}/k1" } ${more} }`;
}

test('the pepper is read and the fleet endpoint has its defaults', () => {
  const config = load(fileOf(`${minimal}\n${pepperBlock()}\nfleet { }`));
  assert.deepEqual([...config.pepper!.keys.keys()], ['k1']);
  assert.deepEqual(config.fleet, {
    host: '0.0.0.0',
    port: 8083,
    heartbeatIntervalMs: 60_000,
    tokenTtlMs: 3_600_000,
    mostConnections: 4096,
    mostConnectionsPerAddress: 1024,
    handshakeTimeoutMs: 10_000,
  });
  assert.equal(config.spireJoinTokenIds, false);
});

test('a pepper that only forgets leaves none, and no fleet', () => {
  const off = `${minimal}\ntoken_pepper { forget = ["k1"] }`;
  const config = load(fileOf(off));
  assert.deepEqual([config.pepper, config.forgottenKeyIds], [undefined, ['k1']]);
  assert.match(
    faultsOf(() => load(fileOf(`${off}\nfleet { }`))).join(),
    /^server\.fleet: needs keys in server\.token_pepper/,
  );
});

test('faults of the pepper and the fleet endpoint name their keys', () => {
  const wrong = `${minimal}
    token_pepper { write = "k9" keys { k1 = "/nowhere/k1" } }
    fleet {
      heartbeat_interval = "1ms" token_ttl = "48h" advertised_address = "nobody"
      max_connections = 0 max_connections_per_address = -1 handshake_timeout = "1h"
    }`;
  assert.deepEqual(
    faultsOf(() => load(fileOf(wrong))).map((fault) => fault.split(': ')[0]),
    [
      'server.fleet.advertised_address',
      'server.fleet.heartbeat_interval',
      'server.fleet.token_ttl',
      'server.fleet.max_connections',
      'server.fleet.max_connections_per_address',
      'server.fleet.handshake_timeout',
      'server.token_pepper.write',
      'server.token_pepper.keys.k1',
    ],
  );
  assert.match(
    faultsOf(() => load(fileOf(`${minimal}\nfleet { }`))).join(),
    /^server\.fleet: needs keys in server\.token_pepper/,
  );
});
