import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import { RunningServer, startServer } from '../harness/server.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
let first: RunningServer;
let second: RunningServer;
let database: string;

before(async () => {
  workspace = new Workspace();
  first = await startServer(workspace);
  database = join(first.dataDir, 'datastore.sqlite3');
  const datastore = [
    'database_type = "sqlite3"',
    `connection_string = ${JSON.stringify(database)}`,
  ];
  second = new RunningServer(workspace, { name: 'second', datastore }, await freePort());
});
after(() => workspace.dispose());

test('a second server on the same SQLite file, with a port and a socket of its own, ends with 1', async () => {
  const { code } = await second.launch().ended();
  assert.equal(code, 1);
  const { output } = second.process;
  assert.ok(output.includes(database), output.slice(-1000));
  assert.match(output, new RegExp(`process ID ${first.process.pid}\\b`));
  assert.equal((await first.cli('healthcheck')).code, 0);
});

test('a backup is made beside the server that has the file', async () => {
  const folder = workspace.path('backup');
  const made = await first.cli('backup', '-config', first.configPath, '-to', folder);
  assert.equal(made.code, 0, made.stderr);
  assert.ok(existsSync(join(folder, 'datastore.sqlite3')));
});

test('once the first was killed, the second starts on its file at once', async () => {
  await first.process.stop('SIGKILL');
  await second.start();
  await second.process.stop();
});
