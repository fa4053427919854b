import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { encodePem } from '../../common/x509/pem.ts';
import { formatAgentData, noAgentData, parseAgentData } from './agent-data.ts';
import { lockDirectory } from './lock.ts';
import { Storage } from './storage.ts';

const root = mkdtempSync(join(tmpdir(), 'agent-storage-'));
after(() => rmSync(root, { recursive: true }));

const leaf = Uint8Array.of(1, 2, 3);
const pemOf = (der: Uint8Array) => Buffer.from(encodePem('CERTIFICATE', der)).toString('base64');

test('the file is SPIRE’s, member by member', () => {
  const text = formatAgentData({ ...noAgentData, svidDer: [leaf], reattestable: true });
  assert.equal(
    text,
    `{"svid":["${pemOf(leaf)}"],"bundle":null,"reattestable":true,"bootstrap_use":0,` +
      '"bootstrap_start_time":"0001-01-01T00:00:00Z","connection_attempts":0}',
  );
  assert.deepEqual(Buffer.from(parseAgentData(text).svidDer[0] ?? []), Buffer.from(leaf));
});

test('members that we do not know survive a write', () => {
  const data = parseAgentData('{"svid":null,"bundle":[],"future":{"a":1}}');
  assert.deepEqual(JSON.parse(formatAgentData(data)), {
    svid: null,
    bundle: null,
    reattestable: false,
    bootstrap_use: 0,
    bootstrap_start_time: '0001-01-01T00:00:00Z',
    connection_attempts: 0,
    future: { a: 1 },
  });
});

test('what was stored is there after a restart, for its owner only', () => {
  const folder = join(root, 'deep', 'data');
  const storage = Storage.open(folder);
  assert.deepEqual(storage.data, noAgentData);
  storage.update({ bundleDer: [leaf] });
  assert.deepEqual(Buffer.from(Storage.open(folder).data.bundleDer[0] ?? []), Buffer.from(leaf));
  assert.equal(statSync(join(folder, 'agent-data.json')).mode & 0o777, 0o600);
});

test('F114: a damaged file is named and left as it is', () => {
  const rows: [name: string, content: string][] = [
    ['empty', ''],
    ['cut off', '{"svid":["LS0t'],
    ['not an object', '[]'],
    ['not base64', '{"svid":["%%%"]}'],
    ['not PEM', '{"bundle":["AAAA"]}'],
    ['wrong types', '{"reattestable":"yes"}'],
    ['an unknown bootstrap state', '{"bootstrap_use":7}'],
  ];
  for (const [at, [name, content]] of rows.entries()) {
    const folder = join(root, `damaged-${at}`);
    const path = join(folder, 'agent-data.json');
    mkdirSync(folder);
    writeFileSync(path, content);
    assert.throws(
      () => Storage.open(folder),
      (error) => hasCode(error, 'STORAGE_CORRUPT') && error.message.includes(path),
      name,
    );
    assert.equal(readFileSync(path, 'utf8'), content, name);
  }
});

test('F112: a folder that cannot be made is reported', () => {
  writeFileSync(join(root, 'file'), '');
  assert.throws(
    () => Storage.open(join(root, 'file', 'data')),
    (error) => hasCode(error, 'STORAGE_FAILED'),
  );
});

test('one agent holds the directory at a time, however long its path', async () => {
  const folder = join(root, 'x'.repeat(150));
  Storage.open(folder);
  const lock = await lockDirectory(folder);
  await assert.rejects(lockDirectory(folder), (error) => hasCode(error, 'FAILED_PRECONDITION'));
  const releasing = lock.release();
  // Who comes while it ends has a lock that stays.
  const next = await lockDirectory(folder);
  await releasing;
  await assert.rejects(lockDirectory(folder), (error) => hasCode(error, 'FAILED_PRECONDITION'));
  await next.release();
});

/** What an agent leaves that was killed while it held the directory. */
function killWhileHolding(folder: string): void {
  const hold = `await (await import(${JSON.stringify(lockModule)})).lockDirectory(process.argv[1]);
    process.kill(process.pid, 'SIGKILL');`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', hold, folder]);
  assert.equal(ended.signal, 'SIGKILL');
  assert.ok(statSync(join(folder, 'agent.lock')).isSocket());
}

const lockModule = new URL('lock.ts', import.meta.url).href;

test('an agent that was killed leaves nothing that keeps the next one out', async () => {
  const folder = mkdtempSync(join(root, 'killed-'));
  killWhileHolding(folder);
  await (await lockDirectory(folder)).release();
});

test('of two agents that start at once over the lock of a dead one, one gets the directory', async () => {
  const folder = mkdtempSync(join(root, 'two-'));
  killWhileHolding(folder);
  const locks = await Promise.allSettled([lockDirectory(folder), lockDirectory(folder)]);
  const held = locks.filter((lock) => lock.status === 'fulfilled').map((lock) => lock.value);
  const refused = locks.filter((lock) => lock.status === 'rejected').map(reasonOf);
  assert.equal(held.length, 1);
  assert.ok(hasCode(refused[0], 'FAILED_PRECONDITION'));
  await assert.rejects(lockDirectory(folder), { code: 'FAILED_PRECONDITION' });
  await held[0]?.release();
});

test('an agent of another process that is stopped holds its directory all the same', async (t) => {
  const folder = mkdtempSync(join(root, 'stopped-'));
  const hold = `await (await import(${JSON.stringify(lockModule)})).lockDirectory(process.argv[1]);
    process.stdout.write('held'); setInterval(() => undefined, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', hold, folder]);
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  holder.kill('SIGSTOP');
  await assert.rejects(lockDirectory(folder), {
    code: 'FAILED_PRECONDITION',
    message: `data directory ${JSON.stringify(folder)} is in use by another agent (${join(folder, 'agent.lock')})`,
  });
});

for (const code of ['EACCES', 'EMFILE', 'ENFILE', 'EPROTOTYPE', 'ETIMEDOUT']) {
  test(`${code} is no sign that the directory is free: the lock is left alone`, async (t) => {
    const folder = mkdtempSync(join(root, 'doubt-'));
    killWhileHolding(folder);
    t.mock.method(Socket.prototype, 'connect', function (this: Socket) {
      return this.destroy(Object.assign(new Error(`connect ${code}`), { code }));
    });
    const lockPath = join(folder, 'agent.lock');
    await assert.rejects(lockDirectory(folder), {
      code: 'STORAGE_FAILED',
      message: `unable to tell whether a process serves the socket ${JSON.stringify(lockPath)}`,
    });
    assert.ok(statSync(lockPath).isSocket());
  });
}

test('a file that is not a lock is never removed, and is named', async () => {
  const folder = mkdtempSync(join(root, 'file-'));
  writeFileSync(join(folder, 'agent.lock'), 'precious');
  await assert.rejects(lockDirectory(folder), {
    code: 'FAILED_PRECONDITION',
    message: `${JSON.stringify(join(folder, 'agent.lock'))} exists and is not a socket`,
  });
  assert.equal(readFileSync(join(folder, 'agent.lock'), 'utf8'), 'precious');
});

function reasonOf({ reason }: PromiseRejectedResult): unknown {
  return reason;
}
