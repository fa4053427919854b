import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { settle, until } from '../../testkit/fake-clock.ts';
import { hasCode, SpiffeError } from '../errors/spiffe-error.ts';
import { createLog, findLogLevel } from './pino-logger.ts';

function capture() {
  const lines: string[] = [];
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, stdout };
}

test('a JSON line has level, msg and time as SPIRE writes them, and the fields', () => {
  const { lines, stdout } = capture();
  createLog({ level: 'INFO', format: 'json', stdout }).logger.warn('Odd peer', { pid: 7 });
  const line = JSON.parse(lines.join('')) as Record<string, unknown>;
  assert.deepEqual(Object.keys(line).sort(), ['level', 'msg', 'pid', 'time']);
  assert.equal(line['level'], 'warning');
  assert.equal(line['msg'], 'Odd peer');
  assert.ok(!Number.isNaN(Date.parse(String(line['time']))));
});

test('a text line is logfmt with sorted fields and quoted values', () => {
  const { lines, stdout } = capture();
  createLog({ level: 'INFO', format: 'text', stdout })
    .logger.child({ subsystem_name: 'manager' })
    .info('Entry created', { spiffe_id: 'spiffe://a.test/web', reason: 'two words' });
  assert.match(
    lines.join(''),
    /^time="?[^ ]+"? level=info msg="Entry created" reason="two words" spiffe_id=spiffe:\/\/a.test\/web subsystem_name=manager\n$/,
  );
});

test('an expected error shows its causes in one line and no stack', () => {
  const { lines, stdout } = capture();
  const error = new SpiffeError('STORAGE_FAILED', 'unable to write "x"', {
    cause: new Error('disk full'),
  });
  createLog({ level: 'INFO', format: 'json', stdout }).logger.error('Failed to save', { error });
  const line = JSON.parse(lines.join('')) as Record<string, unknown>;
  assert.equal(line['error'], 'unable to write "x": disk full');
});

test('lines that nobody reads cost a bounded part of the memory, and their number is told afterwards', async () => {
  const { lines, stdout: reader } = capture();
  const stdout = new PassThrough({ highWaterMark: 1 });
  const { logger } = createLog({ level: 'INFO', format: 'text', stdout });
  const line = 'x'.repeat(1_000);
  for (let at = 0; at < 10_000; at++) logger.info(line);
  assert.ok(stdout.writableLength < 1.1 * 1024 * 1024, `${stdout.writableLength} wait`);
  stdout.pipe(reader);
  await until(() => lines.at(-1)?.includes('left out') === true);
  const written = lines.length - 1;
  assert.ok(written > 500);
  const told = /level=warning msg="Lines of the log were left out, .*" count=(\d+)/;
  assert.equal(Number(told.exec(lines.at(-1) ?? '')?.[1]), 10_000 - written);
  logger.info('goes on');
  await until(() => lines.at(-1)?.includes('goes on') === true);
});

test('a reader that went away ends nothing', async () => {
  const stdout = new PassThrough();
  const { logger } = createLog({ level: 'INFO', format: 'text', stdout });
  stdout.destroy(new Error('write EPIPE'));
  for (let at = 0; at < 10; at++) logger.info('into the void');
  await settle();
  assert.equal(stdout.writableLength, 0);
});

test('the level can be changed while running', () => {
  const { lines, stdout } = capture();
  const log = createLog({ level: 'ERROR', format: 'json', stdout });
  log.logger.info('Unseen');
  log.setLevel('debug');
  log.logger.debug('Seen');
  assert.equal(lines.length, 1);
  assert.match(lines.join(''), /Seen/);
});

test("SPIRE's level names are known in any case, others are refused by name", () => {
  const names = ['panic', 'FATAL', 'Error', 'warn', 'WARNING', 'info', 'DEBUG', 'trace'];
  assert.deepEqual(names.map(findLogLevel), [
    'error',
    'error',
    'error',
    'warn',
    'warn',
    'info',
    'debug',
    'debug',
  ]);
  assert.throws(
    () => createLog({ level: 'loud', format: 'json', stdout: capture().stdout }),
    (error) => hasCode(error, 'CONFIG_INVALID') && error.message.includes('"loud"'),
  );
});
