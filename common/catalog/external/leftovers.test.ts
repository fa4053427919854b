import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { systemClock } from '../../clock/clock.ts';
import { folderPrefix, removeLeftovers } from './leftovers.ts';

const hour = 3_600_000;

test('the folder of a plugin whose host was killed is removed, and what lives stays', async (t) => {
  const place = temporaryFolder();
  const left = mkdtempSync(join(place, folderPrefix));
  await leaveSocket(join(left, 'host-1.sock'));
  writeFileSync(join(left, 'plugin123'), '');
  const alive = mkdtempSync(join(place, folderPrefix));
  const listener = createServer((socket) => socket.end()).listen(join(alive, 'host-1.sock'));
  t.after(() => listener.close());
  await once(listener, 'listening');
  assert.deepEqual(await removeLeftovers(place, systemClock.now() + hour), [left]);
  assert.deepEqual([existsSync(left), existsSync(join(alive, 'host-1.sock'))], [false, true]);
});

test('one that is young is not touched: its host may be about to serve', async () => {
  const place = temporaryFolder();
  const fresh = mkdtempSync(join(place, folderPrefix));
  assert.deepEqual(await removeLeftovers(place, systemClock.now()), []);
  await leaveSocket(join(fresh, 'host-1.sock'));
  assert.deepEqual(await removeLeftovers(place, systemClock.now()), []);
  assert.deepEqual(await removeLeftovers(place, systemClock.now() + 11_000), [fresh]);
  const silent = mkdtempSync(join(place, folderPrefix));
  assert.deepEqual(await removeLeftovers(place, systemClock.now() + 60_000), []);
  assert.deepEqual(await removeLeftovers(place, systemClock.now() + hour), [silent]);
});

test('what others may have put there is left alone', async () => {
  const place = temporaryFolder();
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'precious'), '');
  symlinkSync(elsewhere, join(place, `${folderPrefix}aaaaaa`));
  mkdirSync(join(place, `${folderPrefix}bbbbbb`));
  chmodSync(join(place, `${folderPrefix}bbbbbb`), 0o770);
  mkdirSync(join(place, `${folderPrefix}too-long-a-name`), { mode: 0o700 });
  writeFileSync(join(place, `${folderPrefix}cccccc`), '');
  assert.deepEqual(await removeLeftovers(place, systemClock.now() + hour), []);
  assert.equal(readdirSync(place).length, 4);
  assert.ok(existsSync(join(elsewhere, 'precious')));
});

/** A socket whose process was killed. */
async function leaveSocket(path: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', script]), 'exit');
  assert.ok(existsSync(path));
}
