import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { telemetrySchema } from '../telemetry/telemetry-schema.ts';
import { healthChecksSchema } from '../http/health.ts';
import { runProgram, type Program } from './run-program.ts';

function createWorld(start: Program['start'], file?: string) {
  const stdout = new PassThrough();
  const ending = new AbortController();
  const errors: string[] = [];
  const program: Program = {
    name: 'tester',
    config: {
      trustDomain: 'example.org',
      log: { level: 'INFO', format: 'json', ...(file === undefined ? {} : { file }) },
      telemetry: telemetrySchema('test').parse({}),
      healthChecks: healthChecksSchema.parse({}),
      warnings: ['x has no effect'],
    },
    warning: 'Ignored',
    starting: ['Starting tester', { data_dir: '/data' }],
    stopped: 'Tester stopped gracefully',
    crashed: 'Tester crashed',
    stdout,
    start,
  };
  const io = {
    stdout: { write: () => true },
    stderr: { write: (text: string) => errors.push(text) },
    stdin: (async function* () {})(),
    env: {},
    signal: ending.signal,
  };
  const messages = async (last: string) => {
    const said: string[] = [];
    for await (const line of createInterface({ input: stdout })) {
      said.push((JSON.parse(line) as { msg: string }).msg);
      if (said.at(-1) === last) break;
    }
    return said;
  };
  return { run: () => runProgram(program, io), ending, errors, messages };
}

test('a program runs until it is told to end, then stops and succeeds', async () => {
  const stops: string[] = [];
  const world = createWorld(() => {
    world.ending.abort();
    return Promise.resolve({
      checks: {},
      reconfigure: () => Promise.resolve(),
      stop: () => Promise.resolve(void stops.push('stopped')),
    });
  });
  assert.equal(await world.run(), 0);
  assert.deepEqual(stops, ['stopped']);
  assert.deepEqual(await world.messages('Tester stopped gracefully'), [
    'Ignored',
    'Starting tester',
    'Shutting down',
    'Tester stopped gracefully',
  ]);
  assert.deepEqual(world.errors, []);
});

test('a program that cannot start says why in its log, and fails', async () => {
  const cause = new Error('the disk is full');
  const world = createWorld(() => Promise.reject(new Error('no room', { cause })));
  assert.equal(await world.run(), 1);
  assert.deepEqual(await world.messages('Tester crashed'), [
    'Ignored',
    'Starting tester',
    'Tester crashed',
  ]);
  assert.deepEqual(world.errors, []);
});

test('a program whose log is a file says on stderr too why it cannot start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-run-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const cause = new Error('the disk is full');
  const world = createWorld(() => Promise.reject(new Error('no room', { cause })), file);
  assert.equal(await world.run(), 1);
  assert.deepEqual(world.errors, ['no room: the disk is full\n']);
  assert.match(readFileSync(file, 'utf8'), /"msg":"Tester crashed"/);
});

test('the signals it listens to are given back', async () => {
  const before = process.listenerCount('SIGUSR1') + process.listenerCount('SIGUSR2');
  const world = createWorld(() => Promise.reject(new Error('no room')));
  await world.run();
  assert.equal(process.listenerCount('SIGUSR1') + process.listenerCount('SIGUSR2'), before);
});

test('a program that is told to end while it still starts stops and succeeds', async () => {
  const world = createWorld(({ ending }) => {
    const { promise, reject } = Promise.withResolvers<never>();
    ending.addEventListener('abort', () => reject(ending.reason as Error));
    world.ending.abort();
    return promise;
  });
  assert.equal(await world.run(), 0);
  assert.deepEqual(await world.messages('Tester stopped gracefully'), [
    'Ignored',
    'Starting tester',
    'Shutting down',
    'Tester stopped gracefully',
  ]);
  assert.deepEqual(world.errors, []);
});
