import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startTestServer } from '../../../testkit/running-server.ts';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { copyDatabase } from './copy.ts';
import { databasePathOf } from './database-path.ts';
import { lockForServer } from './server-lock.ts';
import { openSqliteDatastore } from './sqlite-datastore.ts';

const options = { disableMigration: false, codeVersion: 'test', nowMs: 0, oneServer: true };

test('the second server on a file is refused, and told whose it is', async (t) => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const pid = await holdElsewhere(t, path);
  assert.throws(() => openSqliteDatastore({ ...options, path }), {
    code: 'FAILED_PRECONDITION',
    message: `database ${JSON.stringify(path)} is in use by the server with process ID ${pid}: several servers share a PostgreSQL, not a file`,
  });
});

test('a server that was killed leaves nothing that keeps the next one out', async (t) => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  const pid = await holdElsewhere(t, path);
  process.kill(pid, 'SIGKILL');
  // Within the time that a start waits for a server that ends.
  await openSqliteDatastore({ ...options, path }).close();
});

test('a server that stops lets the next one start, whatever its port', async (t) => {
  const server = await startTestServer(t);
  const path = join(server.folder, 'data', 'db.sqlite3');
  assert.throws(() => openSqliteDatastore({ ...options, path }), { code: 'FAILED_PRECONDITION' });
  await server.restart();
  assert.throws(() => openSqliteDatastore({ ...options, path }), { code: 'FAILED_PRECONDITION' });
});

test('another way to the same file is the same database', (t) => {
  const folder = temporaryFolder();
  const path = join(folder, 'db.sqlite3');
  const lock = lockForServer(path);
  t.after(() => lock.release());
  writeFileSync(path, '');
  symlinkSync(path, join(folder, 'other.sqlite3'));
  symlinkSync(folder, join(folder, 'folder'));
  for (const other of ['other.sqlite3', 'folder/db.sqlite3']) {
    assert.throws(() => lockForServer(join(folder, other)), { code: 'FAILED_PRECONDITION' });
  }
  assert.throws(() => openSqliteDatastore({ ...options, path: `file:${path}` }), {
    code: 'FAILED_PRECONDITION',
  });
});

test('a link to a database that is still to be made is that database', async (t) => {
  const folder = temporaryFolder();
  const [path, link] = [join(folder, 'db.sqlite3'), join(folder, 'link.sqlite3')];
  symlinkSync('db.sqlite3', link);
  const store = openSqliteDatastore({ ...options, path: link });
  t.after(() => store.close());
  for (const other of [path, link]) {
    assert.throws(() => lockForServer(other), { code: 'FAILED_PRECONDITION' });
  }
  symlinkSync('loop', join(folder, 'loop'));
  assert.throws(() => openSqliteDatastore({ ...options, path: join(folder, 'loop') }), {
    code: 'STORAGE_FAILED',
  });
});

test('a backup of a database that a server has is made, and the server keeps its lock', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'db.sqlite3');
  const store = openSqliteDatastore({ ...options, path });
  copyDatabase(path, join(folder, 'copy.sqlite3'));
  assert.throws(() => lockForServer(path), { code: 'FAILED_PRECONDITION' });
  await store.close();
  lockForServer(path).release();
});

test('a start that fails lets go of the database', () => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  writeFileSync(path, 'not a database at all'.repeat(100));
  assert.throws(() => openSqliteDatastore({ ...options, path }), { code: 'STORAGE_FAILED' });
  lockForServer(path).release();
});

test('the lock is readable to nobody else, and a database in memory has none', async () => {
  const path = join(temporaryFolder(), 'db.sqlite3');
  lockForServer(path).release();
  assert.equal(statSync(`${path}.lock`).mode & 0o777, 0o600);
  for (const name of [':memory:', 'file::memory:', 'file::memory:?cache=shared']) {
    assert.equal(databasePathOf(name), undefined, name);
  }
  const stores = [1, 2].map(() => openSqliteDatastore({ ...options, path: ':memory:' }));
  for (const store of stores) await store.close();
});

const planted: readonly (readonly [string, (path: string) => void])[] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a file of somebody else', (path) => writeFileSync(path, 'precious'.repeat(1000))],
];
for (const [what, plant] of planted) {
  test(`${what} in the place of the lock is named, and nothing is opened`, () => {
    const path = join(temporaryFolder(), 'db.sqlite3');
    plant(`${path}.lock`);
    assert.throws(() => openSqliteDatastore({ ...options, path }), {
      code: 'STORAGE_FAILED',
      message: `unable to lock database ${JSON.stringify(path)} (${path}.lock)`,
    });
    assert.equal(statSync(path, { throwIfNoEntry: false }), undefined);
  });
}

/** A process of its own that has the database as a server has it. */
async function holdElsewhere(t: TestContext, path: string): Promise<number> {
  const module = new URL('sqlite-datastore.ts', import.meta.url).href;
  const script = `
    const { openSqliteDatastore } = await import(${JSON.stringify(module)});
    globalThis.store = openSqliteDatastore(${JSON.stringify({ ...options, path })});
    process.stdout.write('held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}
