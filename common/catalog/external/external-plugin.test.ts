import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import { systemClock, type Clock } from '../../clock/clock.ts';
import { hasCode, messageOf } from '../../errors/spiffe-error.ts';
import type { Logger, LogFields } from '../../log/logger.ts';
import { agentPluginNames } from '../../rpc/services/agent-plugin-names.ts';
import { workloadAttestorService } from '../../rpc/services/agent-plugins.ts';
import { holdProgram } from './checksum.ts';
import { ExternalPlugin, type ExternalPluginOptions } from './external-plugin.ts';
import type { PluginData } from './plugin-data.ts';

const script = new URL('../../../testkit/scripted-plugin.ts', import.meta.url).pathname;

interface World {
  readonly options: ExternalPluginOptions;
  readonly lines: { readonly message: string; readonly fields: LogFields }[];
  notes(): Record<string, unknown>[];
  /** Resolves when a line with this message is written. */
  said(message: string): Promise<LogFields>;
}

function createWorld(mode: string, more: Partial<ExternalPluginOptions> = {}): World {
  const folder = temporaryFolder();
  const command = join(folder, 'plugin');
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`, { mode: 0o755 });
  const lines: World['lines'] = [];
  const waiting = new Map<string, (fields: LogFields) => void>();
  const write = (message: string, fields: LogFields = {}) => {
    lines.push({ message, fields });
    waiting.get(message)?.(fields);
  };
  const log: Logger = { error: write, warn: write, info: write, debug: write, child: () => log };
  const path = join(folder, 'notes');
  writeFileSync(path, '');
  return {
    lines,
    options: {
      type: 'WorkloadAttestor',
      name: 'scripted',
      command,
      args: [mode, path],
      checksum: '',
      trustDomain: 'domain.test',
      data: undefined,
      wanted: [agentPluginNames.WorkloadAttestor],
      env: { PATH: process.env['PATH'], OURS: 'handed down' },
      hostServices: { names: ['test.Host'], methods: [] },
      log,
      clock: systemClock,
      temporary: temporaryFolder(),
      ...more,
    },
    notes: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    said: (message) => new Promise((found) => waiting.set(message, found)),
  };
}

async function start(t: TestContext, world: World): Promise<ExternalPlugin> {
  const plugin = await ExternalPlugin.start(world.options);
  t.after(() => plugin.stop());
  return plugin;
}

const attest = (plugin: ExternalPlugin, pid: number) =>
  plugin.unary(workloadAttestorService.Attest, { pid }, { timeoutMs: 10_000 });

/** A configuration that the test changes. */
function changing(text: string): PluginData & { text: string } {
  const data = { text, isDynamic: true, load: () => data.text };
  return data;
}

test('a plugin is started with the environment of go-plugin, told of the host, configured and called', async (t) => {
  const world = createWorld('env', { data: changing('a = 1') });
  const plugin = await start(t, world);
  const [env = {}, ...rest] = world.notes();
  assert.deepEqual(
    [
      'WorkloadAttestor',
      'PLUGIN_MIN_PORT',
      'PLUGIN_MAX_PORT',
      'PLUGIN_PROTOCOL_VERSIONS',
      'OURS',
    ].map((name) => env[name]),
    ['WorkloadAttestor', '10000', '25000', '1', 'handed down'],
  );
  assert.equal('PLUGIN_CLIENT_CERT' in env, false);
  const announced = rest.find((one) => 'announced' in one);
  assert.deepEqual([announced?.['announced'], announced?.['network']], [1, 'unix']);
  assert.deepEqual(rest.find((one) => 'init' in one)?.['init'], ['test.Host']);
  assert.equal(rest.find((one) => 'configure' in one)?.['configure'], 'a = 1');
  assert.deepEqual((await attest(plugin, 7)).selector_values, ['pid:7']);
  const said = world.lines.map(({ message }) => message);
  assert.ok(said.includes('Plugin checksum not configured'));
  assert.ok(said.includes('Unsupported plugin service found'));
});

test('errors of a plugin keep their code and have the mark of the facade once', async (t) => {
  const plugin = await start(t, createWorld('good'));
  const expected = (error: unknown) =>
    hasCode(error, 'NOT_FOUND') && error.message === 'workloadattestor(scripted): not mine';
  await assert.rejects(attest(plugin, 2), expected);
  await assert.rejects(attest(plugin, 3), expected);
});

const refusals: readonly [string, string, RegExp][] = [
  ['prints something else', 'garbage', /Unrecognized remote plugin message: "hello there"/],
  ['ends at once', 'exit', /exited before we could connect: exit code 3; it wrote: no such device/],
  ['speaks another core version', 'core', /incompatible core API version .*"2", expected 1/],
  ['listens on TCP', 'tcp', /listens on "tcp" "127.0.0.1:10000": only Unix sockets/],
  [
    'serves nothing of its kind',
    'stranger',
    /no supported plugin interface found in: \["test.Stranger"\]/,
  ],
];
for (const [what, mode, expected] of refusals) {
  test(`a plugin that ${what} is refused, and its process and folder are gone`, async () => {
    const world = createWorld(mode);
    await assert.rejects(
      ExternalPlugin.start(world.options),
      (error) => hasCode(error, 'FAILED_PRECONDITION') && expected.test(error.message),
    );
    assert.deepEqual(readdirSync(world.options.temporary ?? ''), []);
  });
}

test('a plugin that says nothing is given up after a minute', async () => {
  const clock = new FakeClock();
  const world = createWorld('hang', { clock, args: ['-e', ''] });
  writeFileSync(world.options.command, '#!/bin/sh\nexec sleep 600\n');
  const refused = assert.rejects(
    ExternalPlugin.start(world.options),
    /timeout while waiting for plugin to start: no handshake in 60 s/,
  );
  await untilPending(clock);
  await clock.advance(60_000);
  await refused;
});

async function untilPending(clock: FakeClock): Promise<void> {
  while (clock.pending === 0) await new Promise((next) => setImmediate(next));
}

test('a configuration that the plugin refuses is the error, and so is one for a plugin that takes none', async () => {
  const bad = createWorld('good', { data: changing('bad') });
  await assert.rejects(
    ExternalPlugin.start(bad.options),
    (error) =>
      hasCode(error, 'INVALID_ARGUMENT') &&
      error.message === 'failed to configure plugin "scripted": bad config',
  );
  const plain = createWorld('plain', { data: changing('a = 1') });
  await assert.rejects(
    ExternalPlugin.start(plain.options),
    /no supported configuration interface found/,
  );
});

test('validation returns the notes of the plugin, and none for a good configuration', async () => {
  const bad = createWorld('good', { data: changing('bad') });
  assert.deepEqual(await ExternalPlugin.validate(bad.options), ['bad it is']);
  const good = createWorld('good', { data: changing('a = 1') });
  assert.deepEqual(await ExternalPlugin.validate(good.options), []);
});

test('only a changed file is given to the plugin anew, and what it refuses changes nothing', async (t) => {
  const data = changing('a = 1');
  const world = createWorld('good', { data });
  const plugin = await start(t, world);
  const given = () =>
    world.notes().flatMap((one) => ('configure' in one ? [one['configure']] : []));
  await plugin.reconfigure();
  assert.deepEqual(given(), ['a = 1']);
  data.text = 'bad';
  await plugin.reconfigure();
  data.text = 'a = 2';
  await plugin.reconfigure();
  assert.deepEqual(given(), ['a = 1', 'bad', 'a = 2']);
  const said = world.lines.map(({ message }) => message);
  assert.equal(said.filter((one) => one === 'Failed to reconfigure plugin').length, 1);
  assert.equal(said.filter((one) => one === 'Plugin reconfigured').length, 1);
});

test('a plugin that ended is started again with what it took last; calls fail UNAVAILABLE meanwhile', async (t) => {
  const data = changing('a = 1');
  const world = createWorld('good', { data });
  const plugin = await start(t, world);
  let restarts = 0;
  plugin.onRestart(() => restarts++);
  data.text = 'changed since, and not given';
  const exited = world.said('Plugin process exited');
  const again = world.said('Plugin started again');
  await assert.rejects(attest(plugin, 1), (error) => hasCode(error, 'UNAVAILABLE'));
  assert.equal((await exited).reason, 'exit code 9');
  await assert.rejects(
    attest(plugin, 7),
    (error) =>
      hasCode(error, 'UNAVAILABLE') &&
      messageOf(error) ===
        'workloadattestor(scripted): plugin is not running; it is being started again',
  );
  await again;
  assert.deepEqual((await attest(plugin, 7)).selector_values, ['pid:7']);
  assert.equal(restarts, 1);
  const given = world.notes().filter((one) => 'configure' in one);
  assert.deepEqual(
    given.map((one) => one['configure']),
    ['a = 1', 'a = 1'],
  );
  assert.notEqual(given[0]?.['pid'], given[1]?.['pid']);
});

test('a configuration that came while the plugin was started again is given to it then', async (t) => {
  const data = changing('a = 1');
  const world = createWorld('good', { data });
  const plugin = await start(t, world);
  const exited = world.said('Plugin process exited');
  const reconfigured = world.said('Plugin reconfigured');
  await assert.rejects(attest(plugin, 1), (error) => hasCode(error, 'UNAVAILABLE'));
  await exited;
  data.text = 'a = 2';
  await plugin.reconfigure();
  data.text = 'a = 3';
  await reconfigured;
  const given = () =>
    world.notes().flatMap((one) => ('configure' in one ? [one['configure']] : []));
  assert.deepEqual(given(), ['a = 1', 'a = 1', 'a = 3']);
});

test('a configuration at which the plugin ends is given once more when it is back', async (t) => {
  const data = changing('a = 1');
  const world = createWorld('good', { data });
  const plugin = await start(t, world);
  const failed = world.said('Failed to reconfigure plugin');
  const again = world.said('Plugin started again');
  data.text = 'die';
  await plugin.reconfigure();
  await failed;
  data.text = 'a = 2';
  await again;
  await world.said('Plugin reconfigured');
  assert.deepEqual(
    world.notes().flatMap((one) => ('configure' in one ? [one['configure']] : [])),
    ['a = 1', 'die', 'a = 1', 'a = 2'],
  );
});

test('a plugin that does not end when asked is killed, and stays ended', async () => {
  const world = createWorld('stubborn', { clock: hurried });
  const plugin = await ExternalPlugin.start(world.options);
  await plugin.stop();
  assert.ok(world.lines.some(({ message }) => message === 'Plugin failed to exit gracefully'));
  await assert.rejects(attest(plugin, 7), /plugin is stopped/);
});

/** Waits of this clock are a hundredth as long. */
const hurried: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms / 100, run),
};

test('what runs is the file whose checksum was compared, whatever lies at its path afterwards', async (t) => {
  const world = createWorld('good');
  const { command } = world.options;
  const checksum = createHash('sha256').update(readFileSync(command)).digest('hex');
  const held = await holdProgram(command, checksum.toUpperCase());
  t.after(() => held.close());
  writeFileSync(`${command}.new`, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  renameSync(`${command}.new`, command);
  assert.match(readFileSync(`/proc/self/fd/${held.fd}`, 'utf8'), /scripted-plugin/);
  await assert.rejects(
    ExternalPlugin.start({ ...world.options, checksum }),
    /failed to launch plugin: checksums did not match/,
  );
});

test('a plugin with the right checksum runs, also when it is a script', async (t) => {
  const world = createWorld('good');
  const checksum = createHash('sha256').update(readFileSync(world.options.command)).digest('hex');
  const options = { ...world.options, checksum };
  const plugin = await start(t, { ...world, options });
  assert.deepEqual((await attest(plugin, 7)).selector_values, ['pid:7']);
});

const commands: readonly [string, string][] = [
  ['is not there', '/nowhere/plugin'],
  ['is a folder', tmpdir()],
  ['is not executable', script],
];
for (const [what, command] of commands) {
  test(`a plugin_cmd that ${what} is refused by name`, async () => {
    await assert.rejects(
      ExternalPlugin.start(createWorld('good', { command }).options),
      (error) => hasCode(error, 'FAILED_PRECONDITION') && error.message.includes(command),
    );
  });
}

test('a program that is told to end does not wait for a plugin that says nothing', async () => {
  const ending = new AbortController();
  const clock = new FakeClock();
  const world = createWorld('hang', { clock, ending: ending.signal });
  writeFileSync(world.options.command, '#!/bin/sh\nexec sleep 600\n');
  const refused = assert.rejects(ExternalPlugin.start(world.options), /told to end/);
  await untilPending(clock);
  ending.abort(new Error('told to end'));
  await refused;
});

test('nor for one that shook hands and does not answer what it is asked next', async () => {
  const ending = new AbortController();
  const world = createWorld('mute', { ending: ending.signal });
  const asked = world.said('it was asked');
  const refused = assert.rejects(ExternalPlugin.start(world.options), /failed to initialize/);
  await asked;
  const startedMs = systemClock.monotonic();
  ending.abort(new Error('told to end'));
  await refused;
  assert.ok(systemClock.monotonic() - startedMs < 20_000);
});
