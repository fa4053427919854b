import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { createLog } from './pino-logger.ts';

const json = { level: 'INFO', format: 'json', stdout: new PassThrough() } as const;

test('after a reopen lines go to a new file, and the rotated one is left', () => {
  const path = join(temporaryFolder(), 'logs', 'agent.log');
  const log = createLog({ ...json, file: path });
  log.logger.info('First');
  renameSync(path, `${path}.1`);
  log.reopen();
  log.logger.info('Second');
  assert.match(readFileSync(`${path}.1`, 'utf8'), /First[^\n]*\n$/);
  assert.match(readFileSync(path, 'utf8'), /^[^\n]*Second[^\n]*\n$/);
});

test('a file that cannot be opened anew leaves the old one in use, and says so there', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'logs', 'agent.log');
  const log = createLog({ ...json, file: path });
  renameSync(join(folder, 'logs'), join(folder, 'old'));
  writeFileSync(join(folder, 'logs'), 'in the way');
  log.reopen();
  log.logger.info('Still here');
  const text = readFileSync(join(folder, 'old', 'agent.log'), 'utf8');
  assert.match(text, /unable to open log file/);
  assert.match(text, /Still here/);
});

test('a log file on a full disk costs the lines and nothing else', () => {
  // Linux answers every write to this device as a full disk does.
  const { logger } = createLog({ ...json, file: '/dev/full' });
  assert.doesNotThrow(() => logger.info('Lost'));
});

test('an output that fails costs the lines and nothing else', async () => {
  const failed = Promise.withResolvers<undefined>();
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  stdout.on('error', () => failed.resolve(undefined));
  const { logger } = createLog({ ...json, stdout });
  assert.ok(stdout.listenerCount('error') > 1);
  logger.info('Lost');
  await failed.promise;
});

for (const path of ['/dev/null/agent.log', '/proc/sigil/agent.log', tmpdir()]) {
  test(`a log file at ${JSON.stringify(path)} is refused at the start`, () => {
    assert.throws(() => createLog({ ...json, file: path }), {
      code: 'STORAGE_FAILED',
      message: `unable to open log file ${JSON.stringify(path)}`,
    });
  });
}
