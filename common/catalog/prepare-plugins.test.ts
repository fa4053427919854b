import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { ConfigError, FaultReport } from '../config/config-error.ts';
import type { PluginBlock } from '../config/plugins.ts';
import { definePlugin } from './plugin.ts';
import { systemClock } from '../clock/clock.ts';
import { messageOf } from '../errors/spiffe-error.ts';
import { silentLogger } from '../log/logger.ts';
import { PluginRuntime } from './plugin-runtime.ts';
import {
  checkAll,
  preparePluginBlocks,
  validateExternals,
  type Catalog,
  type RuntimeHost,
} from './prepare-plugins.ts';

interface Host extends RuntimeHost {
  readonly unit: string;
}

const runtime = new PluginRuntime(
  'domain.test',
  { clock: systemClock, log: silentLogger, env: {} },
  () => ({ names: [], methods: [] }),
);
const loaded: string[] = [];
const disk = definePlugin({
  type: 'KeyManager',
  name: 'disk',
  config: z.strictObject({ size: z.int().default(7) }),
  create: ({ size }, host: { readonly unit: string }) => `${size} ${host.unit}`,
});
const catalog: Catalog<Host> = {
  counts: { KeyManager: [1, 1], Notifier: [0, 1], WorkloadAttestor: [0, Infinity] },
  findBuiltIn(type, name) {
    if (type !== 'KeyManager' || name !== 'disk') return undefined;
    return () => {
      loaded.push(name);
      return Promise.resolve(disk);
    };
  },
  findExternal(type) {
    if (type === 'Notifier') return 'a notifier cannot be external here';
    return () => Promise.resolve({ services: ['test.Attestor'], create: () => undefined });
  },
  findSwap: (type) => (type === 'KeyManager' ? (current) => current : undefined),
};

function block(type: string, name: string, more: Partial<PluginBlock> = {}): PluginBlock {
  return { type, name, position: { line: 1, column: 1 }, plugin_args: [], enabled: true, ...more };
}

async function faultsOf(blocks: readonly PluginBlock[], counts = catalog.counts) {
  const report = new FaultReport();
  await preparePluginBlocks(blocks, { ...catalog, counts }, report);
  try {
    report.end();
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults.map(({ message }) => message);
  }
  return [];
}

test('a prepared plugin is created with its decoded data, as often as it is asked', async () => {
  const report = new FaultReport();
  const [one] = await preparePluginBlocks([block('KeyManager', 'disk')], catalog, report);
  report.end();
  assert.equal(await one?.create({ unit: 'keys', runtime }), '7 keys');
  assert.equal(await one?.create({ unit: 'files', runtime }), '7 files');
});

const good = block('KeyManager', 'disk');
const rows: readonly [string, readonly PluginBlock[], readonly RegExp[]][] = [
  ['an unknown type', [good, block('Oracle', 'x')], [/^unsupported plugin type "Oracle"$/]],
  [
    'a type from the prototype',
    [good, block('constructor', 'name')],
    [/^unsupported plugin type "constructor"$/],
  ],
  [
    'an unknown type that is switched off',
    [good, block('Oracle', 'x', { enabled: false })],
    [/^unsupported plugin type "Oracle"$/],
  ],
  [
    'an unknown name',
    [good, block('Notifier', 'toString')],
    [/^no built-in plugin "toString" for type "Notifier"$/],
  ],
  [
    'an external plugin of a type that cannot be one',
    [good, block('Notifier', 'x', { plugin_cmd: '/bin/x' })],
    [/^a notifier cannot be external here$/],
  ],
  [
    'a checksum that is not hex',
    [good, block('WorkloadAttestor', 'x', { plugin_cmd: '/bin/x', plugin_checksum: 'not hex' })],
    [/^failed to load plugin "x": checksum is not a valid hex string$/],
  ],
  [
    'a checksum that is too short',
    [good, block('WorkloadAttestor', 'x', { plugin_cmd: '/bin/x', plugin_checksum: 'abcd0123' })],
    [/^failed to load plugin "x": expected checksum of length 64; got 8$/],
  ],
  ['one too few', [], [/"KeyManager" .*expected exactly 1 but got 0$/]],
  ['one too many', [good, good], [/"KeyManager" .*expected exactly 1 but got 2$/]],
];
for (const [what, blocks, expected] of rows) {
  test(`refused: ${what}`, async () => {
    const faults = await faultsOf(blocks);
    assert.equal(faults.length, expected.length, faults.join('\n'));
    expected.forEach((rule, at) => assert.match(faults[at] ?? '', rule));
  });
}

test('bounds that are not exact are told as the one that was missed', async () => {
  const several: typeof catalog.counts = { KeyManager: [2, Infinity] };
  assert.match((await faultsOf([good], several))[0] ?? '', /expected at least 2 but got 1$/);
  const few: typeof catalog.counts = { KeyManager: [0, 1] };
  assert.match((await faultsOf([good, good], few))[0] ?? '', /expected at most 1 but got 2$/);
});

test('a plugin that is switched off is neither loaded nor counted', async () => {
  loaded.length = 0;
  assert.deepEqual(await faultsOf([block('KeyManager', 'disk', { enabled: false })]), [
    'plugin type "KeyManager" constraint not satisfied: expected exactly 1 but got 0',
  ]);
  assert.deepEqual(loaded, []);
});

test('as in SPIRE an empty plugin_cmd names a built-in', async () => {
  assert.deepEqual(await faultsOf([block('KeyManager', 'disk', { plugin_cmd: '' })]), []);
});

test('a built-in with a configuration file follows the file', async () => {
  const path = join(temporaryFolder(), 'plugin.conf');
  writeFileSync(path, 'size = 1');
  const report = new FaultReport();
  const blocks = [block('KeyManager', 'disk', { plugin_data_file: path })];
  const [prepared] = await preparePluginBlocks(blocks, catalog, report);
  report.end();
  const current = (await prepared?.create({ unit: 'keys', runtime })) as { get(): unknown };
  assert.equal(current.get(), '1 keys');
  writeFileSync(path, 'size = 2');
  await runtime.reconfigure();
  assert.equal(current.get(), '2 keys');
  writeFileSync(path, 'size = "many"');
  await runtime.reconfigure();
  assert.equal(current.get(), '2 keys');
});

test('an external plugin is prepared without being started, and named when it cannot be', async () => {
  const report = new FaultReport();
  const external = block('WorkloadAttestor', 'x', { plugin_cmd: '/nowhere/x' });
  const prepared = await preparePluginBlocks([good, external], catalog, report);
  report.end();
  assert.deepEqual(await checkAll(prepared, {} as never), []);
  const expected = /^failed to load plugin "x": failed to launch plugin: plugin_cmd "\/nowhere\/x"/;
  const isExpected = (error: unknown) => expected.test(messageOf(error));
  await assert.rejects(prepared[1]?.create({ unit: '', runtime }) ?? assert.fail(), isExpected);
  await assert.rejects(validateExternals(prepared, runtime), isExpected);
});
