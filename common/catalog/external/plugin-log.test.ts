import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { FakeClock } from '../../../testkit/fake-clock.ts';
import type { Logger, LogFields } from '../../log/logger.ts';
import { longestLineBytes, readLines } from './lines.ts';
import { parsePluginLine, PluginLog } from './plugin-log.ts';

const rows: readonly [string, string, ReturnType<typeof parsePluginLine>][] = [
  [
    'a line of hclog',
    '{"@level":"warn","@message":"low","@module":"m","@timestamp":"2026-01-01T00:00:00.000000Z","left":3,"deep":{"a":[1]}}',
    {
      level: 'warn',
      message: 'low',
      fields: { '@module': 'm', left: 3, deep: '{"a":[1]}' },
    },
  ],
  ['a line without fields', '{"@level":"info","@message":"up"}', { level: 'info', message: 'up' }],
  ['a line of level trace', '{"@level":"trace","@message":"x"}', undefined],
  ['JSON of somebody else', '{"level":"error"}', { level: 'debug', message: '{"level":"error"}' }],
  ['broken JSON', '{"@level":', { level: 'debug', message: '{"@level":' }],
  ['text', 'hello', { level: 'debug', message: 'hello' }],
  ['text with a level', '[ERROR] disk full', { level: 'error', message: '[ERROR] disk full' }],
  ['text of level trace', '[TRACE] x', undefined],
  ['a panic', 'panic: runtime error', { level: 'error', message: 'panic: runtime error' }],
  ['a message that is no text', '{"@level":"info","@message":7}', { level: 'info', message: '' }],
  [
    'fields that sound secret',
    '{"@level":"info","@message":"m","api_token":"abc","dbPassword":"x","privateKey":"y"}',
    {
      level: 'info',
      message: 'm',
      fields: { api_token: '[redacted]', dbPassword: '[redacted]', privateKey: '[redacted]' },
    },
  ],
  [
    'fields that sound secret within others',
    '{"@level":"info","@message":"m","login":{"user":"u","password":"x"}}',
    { level: 'info', message: 'm', fields: { login: '{"user":"u","password":"[redacted]"}' } },
  ],
  [
    'a private key in the text',
    '{"@level":"info","@message":"got -----BEGIN EC PRIVATE KEY-----\\nMHcC\\n-----END EC PRIVATE KEY----- ok"}',
    { level: 'info', message: 'got [redacted] ok' },
  ],
  [
    'a token in the text',
    '[WARN] sent eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln to it',
    { level: 'warn', message: '[WARN] sent [redacted] to it' },
  ],
];
for (const [what, line, expected] of rows) {
  test(`standard error of a plugin: ${what}`, () => {
    assert.deepEqual(parsePluginLine(line), expected);
  });
}

test('after a panic began, what follows is an error too', () => {
  assert.equal(parsePluginLine('goroutine 1 [running]:', true)?.level, 'error');
});

test('fields are bounded in number and size', () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`f${at}`, 'x'.repeat(5000)]),
  );
  const line = JSON.stringify({ '@level': 'info', '@message': 'm', ...many });
  const fields = Object.values(parsePluginLine(line)?.fields ?? {});
  assert.equal(fields.length, 32);
  assert.ok(fields.every((value) => String(value).length === 1024));
});

function createLog() {
  const lines: [string, LogFields | undefined][] = [];
  const write = (message: string, fields?: LogFields) => void lines.push([message, fields]);
  const log: Logger = { error: write, warn: write, info: write, debug: write, child: () => log };
  return { lines, log };
}

test('a flood is cut, counted, and what comes after it is written again', async () => {
  const { lines, log } = createLog();
  const clock = new FakeClock();
  const plugin = new PluginLog(log, clock);
  for (let at = 0; at < 10_000; at++) plugin.write(`line ${at}`);
  assert.equal(lines.length, 500);
  assert.match(plugin.tail, /^line 9995; .*; line 9999$/);
  await clock.advance(1_000);
  plugin.write('later');
  assert.deepEqual(lines.slice(500), [
    ['Plugin wrote more than is logged: lines are missing', { count: 9500 }],
    ['later', {}],
  ]);
});

test('a key that comes line by line does not get into the log', () => {
  const { lines, log } = createLog();
  const plugin = new PluginLog(log, new FakeClock());
  for (const line of ['-----BEGIN PRIVATE KEY-----', 'MHcCAQ+/', 'c2VjcmV0', '', 'eA==']) {
    plugin.write(line);
  }
  plugin.write('-----END PRIVATE KEY-----');
  plugin.write('loaded');
  const texts = lines.map(([text]) => text);
  assert.deepEqual(texts, ['[redacted]', '-----END PRIVATE KEY-----', 'loaded']);
  assert.doesNotMatch(plugin.tail, /MHcC|c2Vj|eA==/);
});

test('what a plugin prints is as little of a secret or a flood as what it logs', () => {
  const { lines, log } = createLog();
  const plugin = new PluginLog(log, new FakeClock());
  // go-plugin cuts it anywhere.
  plugin.output('key:\n-----BEGIN RSA PRIVATE KEY-----\nMHcCAQ+/\nc2Vj');
  plugin.output(
    'cmV0\neA==\n-----END RSA PRIVATE KEY-----\nsent eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
  );
  assert.doesNotMatch(JSON.stringify(lines), /MHcC|c2Vj|cmV0|eA==|eyJ/);
  assert.match(JSON.stringify(lines), /sent \[redacted\]/);
  for (let at = 0; at < 10_000; at++) plugin.output(`line ${at}`);
  assert.equal(lines.length, 500);
});

test('lines come whole however the bytes arrive, and too long ones are cut', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, (line) => lines.push(line));
  const euro = Buffer.from('€\r\nlast');
  stream.write('one\ntw');
  stream.write('o\n');
  stream.write(euro.subarray(0, 1));
  stream.write(euro.subarray(1));
  stream.write(`\n${'z'.repeat(3 * longestLineBytes)}`);
  stream.write('z\nunfinished');
  stream.end();
  await finished(stream);
  assert.deepEqual(lines.slice(0, 4), ['one', 'two', '€', 'last']);
  assert.equal(lines[4]?.length, longestLineBytes);
  assert.equal(lines[5], 'unfinished');
});
