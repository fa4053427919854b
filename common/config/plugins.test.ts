import assert from 'node:assert/strict';
import test from 'node:test';
import { FaultReport, type Fault } from './config-error.ts';
import { printHcl } from './hcl-printer.ts';
import { readConfig } from './load-config.ts';
import { decodePlugins, pluginDataPath } from './plugins.ts';

function pluginsOf(text: string, warn?: (fault: Fault) => void) {
  const report = new FaultReport();
  const plugins = decodePlugins(readConfig(text), report, warn);
  report.end();
  return plugins;
}

const summary = (text: string) =>
  pluginsOf(text).map(({ type, name, pluginData, enabled }) => ({
    id: `${type}/${name}`,
    data: pluginData === undefined ? '' : printHcl(pluginData).trim(),
    enabled,
  }));

test('plugins come in file order, whichever way they were written', () => {
  const expected = [
    { id: 'NodeAttestor/k8s_psat', data: '"cluster" = "demo"', enabled: true },
    { id: 'KeyManager/memory', data: '', enabled: true },
    { id: 'WorkloadAttestor/unix', data: '', enabled: false },
  ];
  const texts = [
    `plugins {
      NodeAttestor "k8s_psat" { plugin_data { cluster = "demo" } }
      KeyManager "memory" { plugin_data = {} }
      WorkloadAttestor "unix" { enabled = false }
    }`,
    `plugins {
      "NodeAttestor" { k8s_psat { plugin_data = { cluster = "demo" } } }
      KeyManager { "memory" {} }
      WorkloadAttestor "unix" { enabled = false }
    }`,
    `{"plugins":{"NodeAttestor":{"k8s_psat":{"plugin_data":{"cluster":"demo"}}},
      "KeyManager":[{"memory":{"plugin_data":null}}],
      "WorkloadAttestor":{"unix":[{"plugin_data":[],"enabled":false}]}}}`,
    `{"plugins":[{"NodeAttestor":[{"k8s_psat":[{"plugin_data":[{"cluster":"demo"}]}]}]},
      {"KeyManager":{"memory":null},"WorkloadAttestor":{"unix":{"enabled":false}}}]}`,
  ];
  for (const text of texts) assert.deepEqual(summary(text), expected, text);
});

test('an external plugin keeps its command, arguments and checksum', () => {
  const [plugin] = pluginsOf(`plugins { NodeAttestor "ext" {
      plugin_cmd = "/bin/ext" plugin_args = ["-a", 1] plugin_checksum = "ab" plugin_data_file = "f" } }`);
  assert.deepEqual(
    { ...plugin, position: undefined },
    {
      type: 'NodeAttestor',
      name: 'ext',
      position: undefined,
      enabled: true,
      plugin_args: ['-a', '1'],
      plugin_cmd: '/bin/ext',
      plugin_checksum: 'ab',
      plugin_data_file: 'f',
    },
  );
  assert.equal(pluginDataPath(plugin!), 'plugins.NodeAttestor "ext".plugin_data');
});

test('every fault of every plugin is in one report', () => {
  const text = `plugins {
    NodeAttestor "a" { plugin_dta {} }
    NodeAttestor "b" { plugin_data {} plugin_data_file = "f" }
    NodeAttestor "c" {}
    NodeAttestor "c" {}
    KeyManager = "memory"
    KeyManager "disk" { plugin_data = "x" }
  }`;
  assert.throws(() => pluginsOf(text), {
    code: 'CONFIG_INVALID',
    message: [
      'invalid configuration, 5 faults:',
      '2:24: plugins.NodeAttestor "a".plugin_dta: unknown key, did you mean "plugin_data"?',
      '3:18: plugins.NodeAttestor "b": only one of [plugin_data, plugin_data_file] can be used',
      '5:18: plugins.NodeAttestor "c": plugin "NodeAttestor"/"c" declared more than once',
      '6:18: plugins.KeyManager: expected a block',
      '7:39: plugins.KeyManager "disk".plugin_data: expected a block, got a string',
    ].join('\n  '),
  });
});

test('the plugins block is required, and a second one is ignored aloud', () => {
  assert.throws(() => pluginsOf('agent {}'), /plugins: is required/);
  const warnings: unknown[] = [];
  const text = 'plugins { A "one" {} }\nplugins { A "two" {} }';
  const plugins = pluginsOf(text, (fault) => warnings.push([fault.line, fault.message]));
  assert.deepEqual(
    plugins.map((plugin) => plugin.name),
    ['one'],
  );
  assert.deepEqual(warnings, [[2, 'a second plugins block is ignored']]);
});

test('what is printed as HCL reads back as the same tree', () => {
  const texts = [
    '',
    `a = 1 b = -0x1F c = "x\\n\\"y\\" \\\\" "d e" "f" { g = [1, "two", [true], { h = 1.50 }] } i {}`,
    'x = "${env("A\nB")} \\x24{ \\x01"',
    '{"a":{"b":null,"c":[null,{"d":"$${"}]}}',
  ];
  const withoutPlace = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'position' ? 0 : inner)));
  for (const text of texts) {
    const once = printHcl(readConfig(text).root);
    const again = readConfig(once, { format: 'hcl' }).root;
    assert.equal(printHcl(again), once, text);
    if (!text.startsWith('{')) {
      assert.deepEqual(withoutPlace(again), withoutPlace(readConfig(text).root), text);
    }
  }
});

test('a plugin with a fault does not hide the others', () => {
  const report = new FaultReport();
  const tree = readConfig('plugins { A "bad" { enabled = "perhaps" } B "good" {} }');
  const plugins = decodePlugins(tree, report);
  assert.deepEqual(
    plugins.map(({ name }) => name),
    ['good'],
  );
  assert.throws(() => report.end(), /plugins\.A "bad"\.enabled/);
});
