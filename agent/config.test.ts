import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { ConfigError } from '../common/config/config-error.ts';
import { agentFileSchema } from './config-schema.ts';
import type { AgentConfig, AgentFlags } from './config.ts';
import { loadAgentConfig, prepareAgentPlugins } from '../testkit/load-config.ts';
import { temporaryFolder } from '../testkit/temporary-folder.ts';

const folder = temporaryFolder();
const fullSample = fileURLToPath(new URL('../docs/configuration/agent_full.conf', import.meta.url));

/** SPIRE's own sample, `conf/agent/agent.conf`. */
const spireSample = `
agent {
    data_dir = "./data/agent"
    log_level = "DEBUG"
    trust_domain = "example.org"
    server_address = "localhost"
    server_port = 8081
    insecure_bootstrap = true
}
plugins {
   KeyManager "disk" {
        plugin_data {
            directory = "./data/agent"
        }
    }
    NodeAttestor "join_token" {
        plugin_data {}
    }
    WorkloadAttestor "unix" {
        plugin_data {}
    }
}`;

function load(text: string, flags: AgentFlags = {}, env = {}): AgentConfig {
  const path = join(folder, 'agent.conf');
  writeFileSync(path, text);
  return loadAgentConfig({ path, expandEnv: Object.keys(env).length > 0, env, flags });
}

function faultsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

const minimal = (agent: string, rest = '') => `
agent {
  trust_domain = "example.org"
  server_address = "localhost"
  server_port = 8081
  ${agent}
}
plugins {}
${rest}`;

test('F155: SPIRE’s sample loads unchanged, and as the JSON that its Helm chart writes', () => {
  const config = load(spireSample);
  assert.deepEqual(
    [config.trustDomain, config.server, config.trustBundle, config.log, config.socketPath],
    [
      'example.org',
      { host: 'localhost', port: 8081 },
      { kind: 'insecure' },
      { level: 'DEBUG', format: 'text' },
      '/tmp/spire-agent/public/api.sock',
    ],
  );
  const json = load(
    JSON.stringify({
      agent: {
        trust_domain: 'example.org',
        server_address: 'localhost',
        server_port: '8081',
        insecure_bootstrap: true,
      },
      plugins: {
        KeyManager: { memory: { plugin_data: null } },
        NodeAttestor: { join_token: { plugin_data: {} } },
        WorkloadAttestor: { unix: { plugin_data: {} } },
      },
      health_checks: { listener_enabled: true, bind_port: '9982' },
      telemetry: [{ Prometheus: [{ host: '0.0.0.0', port: '9988' }] }],
    }),
  );
  assert.deepEqual([json.server.port, json.healthChecks.bind_port], [8081, 9982]);
  assert.equal(json.telemetry.Prometheus?.port, 9988);
});

test('profiles are served when they are enabled and have a port, and what has no effect is told', () => {
  const on = load(
    minimal('insecure_bootstrap = true\nprofiling_enabled = true\nprofiling_port = 6060'),
  );
  assert.deepEqual([on.profilingPort, on.warnings], [6060, []]);
  const noPort = load(
    minimal(`insecure_bootstrap = true
    profiling_enabled = true
    profiling_freq = 60
    profiling_names = ["goroutine"]`),
  );
  assert.equal(noPort.profilingPort, undefined);
  assert.deepEqual(noPort.warnings, [
    'profiling_enabled has no effect without profiling_port',
    'profiling_freq has no effect: profiles are taken when somebody asks for one',
    'profiling_names has no effect: profiles are taken when somebody asks for one',
  ]);
  const off = load(minimal('insecure_bootstrap = true\nprofiling_port = 6060'));
  assert.equal(off.profilingPort, undefined);
});

test('the full sample shows the defaults, and its plugins load', async () => {
  const full = loadAgentConfig({ path: fullSample });
  await prepareAgentPlugins(full.plugins);
  const bare = load(
    minimal('trust_bundle_path = "/etc/sigil/bundle.pem"').replace('localhost', 'sigil-server'),
  );
  const comparable = (config: AgentConfig) => ({
    ...config,
    plugins: [],
    rateLimits: {},
    telemetry: { ...config.telemetry, Prometheus: undefined },
  });
  assert.deepEqual(comparable(full), comparable(bare));
});

test('the full sample names every key that is known', () => {
  const text = readFileSync(fullSample, 'utf8');
  const { agent, health_checks: health, telemetry } = agentFileSchema.shape;
  const { experimental } = agent.unwrap().shape;
  const schemas = [agent, experimental, experimental.unwrap().shape.ratelimit, telemetry, health];
  const keys = schemas.flatMap((schema) => Object.keys(schema.unwrap().shape));
  assert.ok(keys.length > 60);
  assert.deepEqual(
    keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(text)),
    [],
  );
});

test('the command line wins over the file, unless what it says is empty', () => {
  const config = load(spireSample, { data_dir: '/elsewhere', log_level: '', server_port: 0 });
  assert.deepEqual(
    [config.dataDir, config.log.level, config.server.port],
    ['/elsewhere', 'DEBUG', 8081],
  );
});

test('every fault is in one report', () => {
  const faults = faultsOf(() =>
    load(
      minimal(
        'server_port = 0 trust_bundle_format = "der" log_level = "loud" rebootstrap_mode = "so"',
      ).replace('example.org', 'Example'),
    ),
  );
  assert.equal(faults.length, 6, faults.join('\n'));
});

test('what breaks a rule is refused with the key and the rule', () => {
  const rows: [name: string, agent: string, expected: RegExp][] = [
    ['no source of trust', '', /must be configured unless insecure_bootstrap/],
    ['two sources', 'insecure_bootstrap = true trust_bundle_path = "a"', /only one of/],
    ['http', 'trust_bundle_url = "http://a/"', /trust_bundle_url: must start with https/],
    ['an unknown key', 'insecure_bootstrap = true retry_bootstrap = true', /retry_bootstrap/],
    ['a short target', 'insecure_bootstrap = true availability_target = "1h"', /at least 24h0m0s/],
    [
      'an admin socket beside',
      'insecure_bootstrap = true socket_path = "/a/b" admin_socket_path = "/a/c"',
      /admin_socket_path: cannot be in the same directory/,
    ],
    [
      'two tokens',
      'insecure_bootstrap = true join_token = "a" join_token_file = "b"',
      /only one of join_token/,
    ],
    [
      'a missing token file',
      'insecure_bootstrap = true join_token_file = "/nowhere/token"',
      /join_token_file: \/nowhere\/token cannot be read: no such file or directory/,
    ],
    [
      'an RSA key of 1024 bits',
      'insecure_bootstrap = true workload_x509_svid_key_type = "rsa-1024"',
      /"rsa-1024" is unknown/,
    ],
    ['a quoted boolean', 'insecure_bootstrap = "true"', /without quotes/],
    [
      'a hit timeout of 1s',
      'insecure_bootstrap = true experimental { jwt_svid_cache_hit_timeout = "1s" }',
      /at least 5s/,
    ],
    [
      'insecure rebootstrap',
      'insecure_bootstrap = true rebootstrap_mode = "auto"',
      /cannot be combined with insecure_bootstrap/,
    ],
    [
      'delegates',
      'insecure_bootstrap = true authorized_delegates = ["spiffe://a/b"]',
      /authorized_delegates: "spiffe:\/\/a\/b" is not a member of trust domain "example.org"/,
    ],
    [
      'a broker',
      'insecure_bootstrap = true experimental { broker { socket_path = "/a" } }',
      /experimental.broker: is not supported/,
    ],
    [
      'post-quantum only',
      'insecure_bootstrap = true experimental { require_pq_kem = true }',
      /require_pq_kem: is not supported/,
    ],
  ];
  for (const [name, agent, expected] of rows) {
    const faults = faultsOf(() => load(minimal(agent)));
    assert.ok(
      faults.some((fault) => expected.test(fault)),
      `${name}: ${faults.join(' | ')}`,
    );
  }
  const m3 = 'telemetry { M3 = [{ address = "a:1" env = "prod" }] Statsd = [{ address = "a" }] }';
  const faults = faultsOf(() => load(minimal('insecure_bootstrap = true', m3)));
  assert.match(faults.join(), /M3: is not supported: the protocol of M3/);
  assert.match(faults.join(), /Statsd.*address: must be a host and a port/);
});

test('F152: keys of real files that nobody knows are refused by name', () => {
  for (const key of ['trust_bundle_refresh_hint = "5m"', 'retry_bootstrap = true']) {
    const [fault = '', ...others] = faultsOf(() =>
      load(minimal(`insecure_bootstrap = true\n${key}`)),
    );
    assert.deepEqual(others, []);
    assert.equal(fault, `agent.${key.split(' ')[0] ?? ''}: unknown key`);
  }
});

test('F159: a public socket above the admin socket is refused, whatever way the path is written', () => {
  const at = (socket: string, admin: string) => () =>
    load(
      minimal(`insecure_bootstrap = true socket_path = "${socket}" admin_socket_path = "${admin}"`),
    );
  for (const admin of ['/run/s/admin.sock', '/run/s/below/admin.sock', '/run/x/../s/admin.sock']) {
    assert.match(faultsOf(at('/run/s/api.sock', admin)).join(), /cannot be in the same directory/);
  }
  assert.equal(at('/run/s/api.sock', '/run/s2/admin.sock')().adminSocketPath, '/run/s2/admin.sock');
});

test('F158: of the sources of trust exactly one is taken, and plain HTTP only over a Unix socket', () => {
  const url = 'trust_bundle_url = "http://h/b" trust_bundle_unix_socket = "/s"';
  const workloadApi = 'trust_bundle_spiffe_workload_api = "unix:///s"';
  const sources: readonly (readonly [string, string])[] = [
    ['trust_bundle_path = "/b"', 'file'],
    ['trust_bundle_url = "https://h/b"', 'url'],
    [url, 'unix_url'],
    [workloadApi, 'workload_api'],
    ['insecure_bootstrap = true', 'insecure'],
  ];
  for (const [agent, kind] of sources) assert.equal(load(minimal(agent)).trustBundle.kind, kind);
  const pairs = sources.flatMap(([one], at) => sources.slice(at + 1).map(([two]) => [one, two]));
  for (const [one = '', two = ''] of pairs.filter(
    ([a, b]) => a?.split(' ')[0] !== b?.split(' ')[0],
  )) {
    const faults = faultsOf(() => load(minimal(`${one} ${two}`)));
    assert.match(faults.join(), /only one of .* can be specified/, `${one} ${two}`);
  }
  for (const [agent, expected] of [
    ['', /must be configured unless insecure_bootstrap is set/],
    ['trust_bundle_url = "http://h/b"', /trust_bundle_url: must start with https:\/\//],
    ['trust_bundle_path = "/b" trust_bundle_unix_socket = "/s"', /needs a trust_bundle_url/],
    [
      `${workloadApi} trust_bundle_unix_socket = "/s"`,
      /cannot be combined with trust_bundle_spiffe/,
    ],
    [url.replace('http:', 'https:'), /must start with http:\/\/ when used with trust_bundle_unix/],
    [url.replace('/b', '/b?spire-x=1'), /query params can not start with spire-/],
    [url.replace('/b', '/b?spiffe-x=1'), /query params can not start with spiffe-/],
    ['trust_bundle_spiffe_workload_api = "tcp://1.2.3.4:5"', /must be "unix:\/\/" and an absolute/],
  ] as const) {
    assert.match(faultsOf(() => load(minimal(agent))).join(), expected, agent);
  }
});

test('plugins are checked before anything starts', async () => {
  const rows: [name: string, plugins: string, expected: RegExp][] = [
    ['none', '', /"KeyManager" constraint not satisfied: expected exactly 1 but got 0/],
    [
      'two',
      'KeyManager "disk" { plugin_data { directory = "a" } } KeyManager "memory" {}',
      /expected exactly 1 but got 2/,
    ],
    ['unknown type', 'Quz "a" {}', /unsupported plugin type "Quz"/],
    ['unknown name', 'KeyManager "quz" {}', /no built-in plugin "quz" for type "KeyManager"/],
    [
      'external key manager',
      'KeyManager "quz" { plugin_cmd = "/bin/quz" }',
      /not supported by the agent: its key signs TLS handshakes/,
    ],
    ['bad data', 'KeyManager "disk" {}', /directory/],
  ];
  for (const [name, plugins, expected] of rows) {
    const text = minimal('insecure_bootstrap = true').replace(
      'plugins {}',
      `plugins { ${plugins} }`,
    );
    const { plugins: blocks } = load(text);
    await assert.rejects(prepareAgentPlugins(blocks), expected, name);
  }
});

test('a join token shows in no print of the configuration', () => {
  const path = join(folder, 'token');
  writeFileSync(path, ' very-secret \n');
  for (const agent of ['join_token = "very-secret"', `join_token_file = "${path}"`]) {
    const config = load(minimal(`insecure_bootstrap = true ${agent}`));
    assert.equal(config.joinToken?.reveal(), 'very-secret');
    assert.doesNotMatch(inspect(config, { depth: 9 }) + JSON.stringify(config), /very-secret/);
  }
});

test('the environment is expanded only when asked for', () => {
  const text = minimal('insecure_bootstrap = true').replace('localhost', '$HOST_NAME');
  assert.equal(load(text).server.host, '$HOST_NAME');
  assert.equal(load(text, {}, { HOST_NAME: 'there' }).server.host, 'there');
});
