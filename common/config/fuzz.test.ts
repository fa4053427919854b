import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { z } from 'zod';
import { hasCode } from '../errors/spiffe-error.ts';
import { decode } from './decode.ts';
import { printHcl } from './hcl-printer.ts';
import { readConfig } from './load-config.ts';
import { FaultReport } from './config-error.ts';
import { decodePlugins } from './plugins.ts';
import { durationSchema, portSchema, rawBlock } from './schema.ts';

const agentHcl = `agent {
  data_dir = "/run/spire" # comment
  log_level = "DEBUG"
  server_address = "spire-server"
  server_port = "8081"
  sync_interval = "1h30m"
  log_selectors = ["k8s:ns", "k8s:sa",]
  sds { default_svid_name = "default" }
}
plugins {
  NodeAttestor "k8s_psat" { plugin_data { cluster = "demo" n = -0x1F f = 1.5e3 } }
  KeyManager "memory" { plugin_data {} }
  WorkloadAttestor "unix" { plugin_data = { list = [{ a = true }, [1]] s = "\\u00e9\${x}" } }
}
/* end */ text = <<-EOF
  one
  EOF
federates_with "td.test" { bundle_endpoint_profile "https_spiffe" { id = "x" } }`;

const agentJson = `{"agent":{"server_address":"spire-server","server_port":"8081","sds":[{}],
"log_selectors":["k8s:ns"],"sync_interval":"5s","data_dir":null},
"plugins":{"KeyManager":{"memory":{"plugin_data":null}},
"NodeAttestor":[{"k8s_psat":{"plugin_data":{"cluster":"demo","n":[-1.5e3,true]}}}]},
"federates_with":{"td.test":{"bundle_endpoint_profile":{"https_spiffe":{"id":"x"}}}}}`;

const profile = z.union([
  z.strictObject({ https_web: z.strictObject({}) }),
  z.strictObject({ https_spiffe: z.strictObject({ id: z.string() }) }),
]);

const schema = z.strictObject({
  agent: z.strictObject({
    data_dir: z.string().default('.'),
    log_level: z.enum(['DEBUG', 'INFO']).default('INFO'),
    server_address: z.string().min(1),
    server_port: portSchema(),
    sync_interval: durationSchema(),
    log_selectors: z.array(z.string()).max(8),
    sds: z.strictObject({ default_svid_name: z.string().optional() }).optional(),
  }),
  plugins: rawBlock(),
  text: z.unknown(),
  federates_with: z.record(z.string(), z.strictObject({ bundle_endpoint_profile: profile })),
});

const pieces = [
  ...Array.from('{}[]"=,\\$#\n\0<-0x.é\uD800\uFEFF'),
  '/*',
  '*/',
  '${',
  '<<EOF\n',
  'EOF',
  '\\u',
  'null',
  'true',
  '1e999',
  '__proto__',
  'agent',
  '[[[[[[[[',
  '{"a":',
];

/** A stream of numbers that is the same in every run. */
function* numbers(seed: string): Generator<number> {
  for (let block = 0; ; block++) {
    const bytes = createHash('sha256').update(`${seed}/${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32BE(at);
  }
}

function mutate(text: string, random: () => number): string {
  let mutated = text;
  for (let left = 1 + (random() % 4); left > 0; left--) {
    const at = random() % (mutated.length + 1);
    const length = random() % 12;
    const from = random() % (text.length + 1);
    const inserted = [
      '',
      pieces[random() % pieces.length] ?? '',
      text.slice(from, from + (random() % 200)),
    ][random() % 3];
    mutated = mutated.slice(0, at) + (inserted ?? '') + mutated.slice(at + length);
  }
  return mutated;
}

test('20,000 mutations of real files give a configuration or CONFIG_INVALID, and nothing else', () => {
  const stream = numbers('config');
  const random = () => stream.next().value as number;
  const outcomes = { decoded: 0, refused: 0 };
  for (let round = 0; round < 20_000; round++) {
    const text = mutate(round % 2 === 0 ? agentHcl : agentJson, random);
    for (const run of [
      () => decode(readConfig(text), schema),
      () => {
        const report = new FaultReport();
        decodePlugins(readConfig(text), report);
        report.end();
      },
    ]) {
      try {
        run();
        outcomes.decoded++;
      } catch (error) {
        assert.ok(hasCode(error, 'CONFIG_INVALID'), `${String(error)} for ${JSON.stringify(text)}`);
        outcomes.refused++;
      }
    }
  }
  assert.ok(outcomes.decoded > 1000 && outcomes.refused > 1000, JSON.stringify(outcomes));
});

test('whatever parses prints as HCL that parses to the same print', () => {
  const stream = numbers('print');
  const random = () => stream.next().value as number;
  let printed = 0;
  for (let round = 0; round < 4000; round++) {
    const text = mutate(round % 2 === 0 ? agentHcl : agentJson, random);
    let tree;
    try {
      tree = readConfig(text);
    } catch {
      continue; // Refusals are the other test's.
    }
    const once = printHcl(tree.root);
    assert.equal(printHcl(readConfig(once, { format: 'hcl' }).root), once, JSON.stringify(text));
    printed++;
  }
  assert.ok(printed > 200, String(printed));
});

test('large hostile files are read or refused in a moment', () => {
  const size = 200_000;
  const texts = [
    '{'.repeat(size),
    'a{'.repeat(size),
    '['.repeat(size),
    `a = "${'${'.repeat(size)}`,
    `a = "${'\\x41'.repeat(size)}"`,
    'zzzzzzzzzzzzzzzzzzzzzz = 1\n'.repeat(20_000),
    `agent {${'sds {} '.repeat(50_000)}}`,
    `federates_with {${'"x" {} '.repeat(50_000)}}`,
    `{"a":"${'\\u0041'.repeat(150_000)}"}`,
    '#'.repeat(size),
    '/*'.repeat(size),
    'a = <<E\n' + 'E \n'.repeat(100_000),
    '$'.repeat(size),
  ];
  for (const text of texts) {
    assert.throws(
      () => decode(readConfig(text), schema),
      (error) => hasCode(error, 'CONFIG_INVALID'),
      text.slice(0, 20),
    );
  }
});
