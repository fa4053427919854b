import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { ConfigError, FaultReport } from './config-error.ts';
import { decode, decodeAround } from './decode.ts';
import { readConfig } from './load-config.ts';
import { durationSchema, portSchema, rawBlock } from './schema.ts';

function faultsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults.map((fault) => `${fault.line ?? '-'} ${fault.path}: ${fault.message}`);
  }
  return [];
}

const agent = z.strictObject({
  agent: z.strictObject({
    server_address: z.string().min(1),
    server_port: portSchema(),
    trust_bundle_format: z.enum(['pem', 'spiffe']).default('pem'),
    rebootstrap_delay: durationSchema().default(600_000),
    insecure_bootstrap: z.boolean().default(false),
    log_selectors: z.array(z.string()).default([]),
    sds: z.strictObject({ default_svid_name: z.string().default('default') }).optional(),
  }),
});

test('F154: numbers and strings stand for each other as SPIRE takes them, and keys match in any case', () => {
  const text = `Agent { server_address = 10  SERVER_PORT = "0x1F91" rebootstrap_delay = 0 }`;
  const { agent: section } = decode(readConfig(text), agent);
  assert.equal(section.server_address, '10');
  assert.equal(section.server_port, 8081);
  assert.equal(section.rebootstrap_delay, 0);
  assert.equal(section.trust_bundle_format, 'pem');
});

test('the decoded configuration is frozen all the way down', () => {
  const { agent: section } = decode(
    readConfig('agent { server_address = "a" server_port = 1 log_selectors = ["k8s:ns"] }'),
    agent,
  );
  assert.ok(Object.isFrozen(section));
  assert.ok(Object.isFrozen(section.log_selectors));
});

test('all faults come in one report, in the order of the file, with hints for near misses', () => {
  const text = `
agent {
  server_adress = "localhost"
  server_port = "80a1"
  trust_bundle_format = "PEM"
  rebootstrap_delay = "10"
  insecure_bootstrap = "true"
  log_selectors = ["a", false]
  sds { default-svid-name = "x" zzz = 1 }
}
agnt {}`;
  assert.deepEqual(
    faultsOf(() => decode(readConfig(text, { source: 'agent.conf' }), agent)),
    [
      '2 agent.server_address: is required',
      '3 agent.server_adress: unknown key, did you mean "server_address"?',
      '4 agent.server_port: expected a number, got "80a1"',
      '5 agent.trust_bundle_format: must be one of "pem", "spiffe"',
      '6 agent.rebootstrap_delay: time: missing unit in duration "10"',
      '7 agent.insecure_bootstrap: expected a boolean, got a string: write true without quotes',
      '8 agent.log_selectors[1]: expected a string, got a boolean',
      '9 agent.sds.default-svid-name: unknown key, did you mean "default_svid_name"?',
      '9 agent.sds.zzz: unknown key',
      '11 agnt: unknown key, did you mean "agent"?',
    ],
  );
});

test('a key that belongs into a block is told which, wherever it was put above it', () => {
  const inner = z.strictObject({ zeta: z.number().optional() });
  const schema = z.strictObject({
    server: z.strictObject({
      fleet: z.strictObject({ port: z.number() }).optional(),
      bind_address: z.string().default(''),
      experimental: inner.prefault({}),
    }),
    health: z.strictObject({ bind_address: z.string().default('') }).prefault({}),
  });
  const text = `
server { zeta = 1 port = 2 }
fleet { port = 1 }
Bind_Address = "x"
zeta = 1
other = 1`;
  assert.deepEqual(
    faultsOf(() => decode(readConfig(text), schema)),
    [
      '2 server.zeta: unknown key, it belongs into experimental { }',
      '2 server.port: unknown key, it belongs into fleet { }',
      '3 fleet: unknown key, it belongs into server { }',
      '4 Bind_Address: unknown key, it belongs into server { } or health { }',
      '5 zeta: unknown key, it belongs into server { experimental { } }',
      '6 other: unknown key',
    ],
  );
});

test('F152: the report names the file, line and column of each fault', () => {
  const text = 'agent { server_address = "" server_port = 70000 }';
  assert.throws(() => decode(readConfig(text, { source: 'conf/agent.conf' }), agent), {
    code: 'CONFIG_INVALID',
    message: [
      'invalid configuration, 2 faults:',
      'conf/agent.conf:1:26: agent.server_address: must not be empty',
      'conf/agent.conf:1:43: agent.server_port: must be at most 65535',
    ].join('\n  '),
  });
});

test('a value that is not supported is told with the reason that its key gives', () => {
  const schema = z.strictObject({
    replica: z.literal('', 'is not supported: it may be behind').optional(),
    mode: z.enum(['a', 'b']).optional(),
  });
  const faults = faultsOf(() => decode(readConfig('replica = "x"\nmode = "c"'), schema));
  assert.deepEqual(faults, [
    '1 replica: is not supported: it may be behind',
    '2 mode: must be one of "a", "b"',
  ]);
});

test('F154: a port is a whole number from 1 to 65535, bare or quoted', () => {
  const ports = z.strictObject({ port: portSchema() });
  const rows: readonly (readonly [string, string])[] = [
    ['0', 'must be at least 1'],
    ['-1', 'must be at least 1'],
    ['"70000"', 'must be at most 65535'],
    ['8081.5', 'must be a whole number'],
    ['"8081.5"', 'expected a number, got "8081.5"'],
    ['true', 'expected a number, got a boolean'],
    ['[8081]', 'expected a number, got a list'],
    ['{}', 'expected a number, got a block'],
    ['""', 'expected a number, got ""'],
  ];
  for (const [text, message] of rows) {
    assert.deepEqual(
      faultsOf(() => decode(readConfig(`port = ${text}`), ports)),
      [`1 port: ${message}`],
      text,
    );
  }
});

test('of repeated scalars the last wins, repeated blocks merge and lists append', () => {
  const schema = z.strictObject({
    log_level: z.string(),
    telemetry: z.strictObject({ host: z.string(), port: z.number() }),
    names: z.array(z.string()),
  });
  const text = `
    log_level = "A"  log_level = "B"
    telemetry { host = "a" port = 1 }  telemetry { port = 2 }
    names = ["a"]  names = ["b", "c"]`;
  assert.deepEqual(decode(readConfig(text), schema), {
    log_level: 'B',
    telemetry: { host: 'a', port: 2 },
    names: ['a', 'b', 'c'],
  });
});

test('labels and map keys decode to maps whose keys keep their case', () => {
  const schema = z.strictObject({
    federates_with: z.record(z.string(), z.strictObject({ url: z.string() })),
  });
  const expected = { federates_with: { 'b.test': { url: 'B' }, 'A.test': { url: 'a' } } };
  const texts = [
    'federates_with "b.test" { url = "B" }  federates_with "A.test" { url = "a" }',
    'federates_with { "b.test" { url = "B" } "A.test" = { url = "a" } }',
    'federates_with = { "b.test" = { url = "x" url = "B" }, "A.test" = { url = "a" } }',
    '{"federates_with": {"b.test": {"url": "B"}, "A.test": {"url": "a"}}}',
    '{"federates_with": [{"b.test": [{"url": "B"}]}, {"A.test": {"url": "a"}}]}',
  ];
  for (const text of texts) assert.deepEqual(decode(readConfig(text), schema), expected, text);
});

test('a map key called __proto__ pollutes nothing', () => {
  const schema = z.strictObject({ map: z.record(z.string(), z.unknown()) });
  decode(readConfig('map { "__proto__" { polluted = true } constructor = 1 }'), schema);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('F155: a list of blocks may be repeated blocks, a list, or wrapped as the Helm chart does', () => {
  const schema = z.strictObject({
    brokers: z.array(
      z.strictObject({
        id: z.string(),
        allowed_reference_types: z.array(z.strictObject({ type_url: z.string() })),
      }),
    ),
  });
  const expected = {
    brokers: [
      { id: 'a', allowed_reference_types: [{ type_url: 't' }, { type_url: 'u' }] },
      { id: 'b', allowed_reference_types: [{ type_url: 't' }] },
    ],
  };
  const types = '[{"type_url":"t"},{"type_url":"u"}]';
  const texts = [
    `brokers { id = "a" allowed_reference_types { type_url = "t" } allowed_reference_types { type_url = "u" } }
     brokers { id = "b" allowed_reference_types = [{ type_url = "t" }] }`,
    `{"brokers":[{"id":"a","allowed_reference_types":${types}},{"id":"b","allowed_reference_types":{"type_url":"t"}}]}`,
    `{"brokers":[{"broker":[{"id":"a","allowed_reference_types":[{"type":${types}}]}]},
      {"broker":[{"id":"b","allowed_reference_types":[{"type":[{"type_url":"t"}]}]}]}]}`,
  ];
  for (const text of texts) assert.deepEqual(decode(readConfig(text), schema), expected, text);
});

test('F155: null, an empty list and an absent key are the same for an optional block', () => {
  const schema = z.strictObject({ InMem: z.strictObject({}).optional() });
  for (const text of ['{}', '{"InMem":null}', '{"InMem":[]}', '{"InMem":[null]}']) {
    assert.deepEqual(decode(readConfig(text), schema), {}, text);
  }
  for (const text of ['{"InMem":{}}', '{"InMem":[{}]}', 'InMem {}']) {
    assert.deepEqual(decode(readConfig(text), schema), { InMem: {} }, text);
  }
});

test('a union takes the alternative that fits, or reports the one that comes closest', () => {
  const schema = z.strictObject({
    profile: z.union([
      z.strictObject({ https_web: z.strictObject({ domain: z.string() }) }),
      z.strictObject({ https_spiffe: z.strictObject({}) }),
    ]),
  });
  const fits = decode(readConfig('profile "https_spiffe" {}'), schema);
  assert.deepEqual(fits, { profile: { https_spiffe: {} } });
  assert.deepEqual(
    faultsOf(() => decode(readConfig('profile "https_web" { domian = "x" }'), schema)),
    [
      '1 profile.https_web.domian: unknown key, did you mean "domain"?',
      '1 profile.https_web.domain: is required',
    ],
  );
});

test('a raw block keeps its tree, positions and all, and decodes later on its own', () => {
  const schema = z.strictObject({ data: rawBlock().optional() });
  const { data } = decode(readConfig('\ndata { a = 1 }\ndata { b = "x" }'), schema);
  const inner = z.strictObject({ a: z.number(), b: z.number() });
  assert.deepEqual(
    faultsOf(() => decode(data!, inner, { path: 'plugins.T "n".plugin_data' })),
    ['3 plugins.T "n".plugin_data.b: expected a number, got "x"'],
  );
});

test('a fault never quotes the value of a string', () => {
  const schema = z.strictObject({ join_token: z.string().regex(/^[a-z]+$/) });
  assert.throws(
    () => decode(readConfig('join_token = "S3CRET"'), schema),
    (error: Error) => !error.message.includes('S3CRET'),
  );
});

test('what has no fault is decoded around what has one, so that later checks add theirs', () => {
  const text = `agent {
    server_address = "a" server_port = 1
    trust_bundle_format = "xml"
    log_selectors = ["a", {}]
    insecure_bootstrap = true
    sds { default_svid_nam = "x" }
  }`;
  const report = new FaultReport('agent.conf');
  const around = decodeAround(readConfig(text), agent, report);
  assert.deepEqual(around?.agent, {
    server_address: 'a',
    server_port: 1,
    trust_bundle_format: 'pem',
    rebootstrap_delay: 600_000,
    insecure_bootstrap: true,
    log_selectors: [],
    sds: { default_svid_name: 'default' },
  });
  report.add({ path: 'agent.trust_bundle_format', message: 'adds nothing' });
  report.add({ path: 'agent.server_address', message: 'is not to my taste' });
  assert.deepEqual(
    faultsOf(() => report.end()).map((fault) => fault.split(':')[0]),
    [
      '3 agent.trust_bundle_format',
      '4 agent.log_selectors[1]',
      '6 agent.sds.default_svid_nam',
      '- agent.server_address',
    ],
  );
});

test('nothing is decoded around a required key that is missing', () => {
  const report = new FaultReport();
  assert.equal(decodeAround(readConfig('agent { server_port = 1 }'), agent, report), undefined);
  assert.ok(report.hasFaultIn('agent'));
  assert.ok(!report.hasFaultIn('age'));
});
