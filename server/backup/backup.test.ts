import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { bundleService } from '../../common/rpc/services/bundle.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { zetaTest } from '../../testkit/registration.ts';
import { attestWithToken, startTestServer, type TestServer } from '../../testkit/running-server.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { copyDatabase } from '../datastore/sqlite/copy.ts';
import { lockForServer } from '../datastore/sqlite/server-lock.ts';
import { createBackup } from './backup.ts';
import type { Places } from './places.ts';
import { restoreBackup } from './restore.ts';

const clock = systemClock;
const deadline = { timeoutMs: 20_000 };

test('a restored server has the entries, agents and authorities of the backup', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  const token = await joinToken(server);
  const unused = await joinToken(server);
  const agent = await attestWithToken(server, token);
  await create(server, 'kept');
  const bundle = await server.admin.unary(bundleService.GetBundle, {}, deadline);
  const made = backup();
  assert.deepEqual([made.entries, made.agents], [2, 1]);
  await create(server, 'lost');

  await server.restart({
    while: () => {
      const restored = restoreBackup({ places, input: output, force: true, clock });
      assert.ok(restored.putAside.length >= 2);
      assert.equal(restored.forgottenTokens, 1);
    },
  });
  assert.deepEqual(await ids(server), ['kept']);
  assert.deepEqual(
    (await server.admin.unary(bundleService.GetBundle, {}, deadline)).x509_authorities,
    bundle.x509_authorities,
  );
  const stream = server.dial(agent).open(entryService.SyncAuthorizedEntries, deadline);
  await stream.send({});
  stream.end();
  // "kept", and the ID that came with its token.
  for await (const page of stream.messages) assert.equal(page.entries.length, 2);
  // It may have been used after the backup.
  await assert.rejects(attestWithToken(server, unused), { code: 'INVALID_ARGUMENT' });
});

test('a backup is private, complete, and made only where nothing is', async (t) => {
  const { output, backup } = await setUp(t);
  backup();
  assert.deepEqual(readdirSync(output).sort(), ['datastore.sqlite3', 'keys.json', 'manifest.json']);
  for (const name of readdirSync(output)) assert.equal(statSync(join(output, name)).mode & 0o77, 0);
  assert.equal(statSync(output).mode & 0o77, 0);
  assert.throws(backup, { code: 'ALREADY_EXISTS' });
});

test('a database that cannot be copied is told with the reason', () => {
  const source = join(temporaryFolder(), 'source.sqlite3');
  new DatabaseSync(source).close();
  const target = join(temporaryFolder(), 'not', 'there');
  assert.throws(() => copyDatabase(source, target), {
    code: 'STORAGE_FAILED',
    message: `unable to copy database "${source}" to "${target}": unable to open database: ${target}`,
  });
});

test('nothing is replaced unless forced, and what was there is put aside', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  backup();
  await server.restart({
    while() {
      const before = readFileSync(places.databasePath);
      const restore = (force: boolean) => restoreBackup({ places, input: output, force, clock });
      assert.throws(() => restore(false), {
        code: 'ALREADY_EXISTS',
        message: /datastore|db\.sqlite3.* would be replaced/,
      });
      assert.deepEqual(readFileSync(places.databasePath), before);
      const { putAside } = restore(true);
      assert.ok(putAside.some((path) => readFileSync(path).equals(before)));
    },
  });
});

test('a machine whose clock is behind the backup restores nothing, one within a minute does', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  const madeMs = Date.parse(backup().created_at);
  const at = (nowMs: number) => ({ ...clock, now: () => nowMs });
  await server.restart({
    while() {
      const restore = (nowMs: number) =>
        restoreBackup({ places, input: output, force: true, clock: at(nowMs) });
      assert.throws(() => restore(madeMs - 60_001), {
        code: 'FAILED_PRECONDITION',
        message: /^the clock of this machine \(.*\) is behind the time of the backup/,
      });
      restore(madeMs - 60_000);
    },
  });
});

test('a token that an API server a minute ahead issued counts as one of before the restore', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  backup();
  const nowMs = systemClock.now();
  await server.restart({
    while: () =>
      void restoreBackup({
        ...{ places, input: output, force: true },
        clock: { ...clock, now: () => nowMs },
      }),
  });
  const db = new DatabaseSync(places.databasePath, { readOnly: true });
  const row = db.prepare('SELECT restored_at_ms AS value FROM enrollment_restores').get();
  db.close();
  assert.equal(row?.['value'], nowMs + 60_000);
});

const damages: readonly [string, (folder: string) => void][] = [
  ['without its manifest', (folder) => rmSync(join(folder, 'manifest.json'))],
  ['without its keys', (folder) => rmSync(join(folder, 'keys.json'))],
  [
    'with a database that is cut short',
    (folder) => {
      const path = join(folder, 'datastore.sqlite3');
      writeFileSync(path, readFileSync(path).subarray(0, 8192));
    },
  ],
  ['with keys that were changed', (folder) => appendFileSync(join(folder, 'keys.json'), ' ')],
  ['with a manifest of a newer format', (folder) => rewrite(folder, /"format": 1/, '"format": 2')],
];

for (const [what, damage] of damages) {
  test(`a backup ${what} is refused before anything is touched`, async (t) => {
    const { server, places, output, backup } = await setUp(t);
    backup();
    damage(output);
    await server.restart({
      while() {
        const before = readdirSync(join(server.folder, 'data')).sort();
        assert.throws(() => restoreBackup({ places, input: output, force: true, clock }), {
          code: 'STORAGE_CORRUPT',
        });
        assert.deepEqual(readdirSync(join(server.folder, 'data')).sort(), before);
      },
    });
  });
}

test('a backup of another trust domain is refused', async (t) => {
  const { places, output, backup } = await setUp(t);
  backup();
  const others = { ...places, trustDomain: 'other.test' as typeof zetaTest };
  assert.throws(() => restoreBackup({ places: others, input: output, force: true, clock }), {
    code: 'FAILED_PRECONDITION',
    message: 'the backup is of trust domain "zeta.test", not "other.test"',
  });
});

test('keys that are not those of the database are no backup', async (t) => {
  const { places, output, backup } = await setUp(t);
  writeFileSync(places.keysPath ?? '', '{"keys": {}}');
  assert.throws(backup, { code: 'FAILED_PRECONDITION', message: /none of the keys/ });
  assert.equal(existsSync(output), false);
  assert.equal(existsSync(`${output}.unfinished`), false);
});

test('killed at any moment, a backup is there whole or not at all', async (t) => {
  const { places, folder } = await setUp(t);
  for (let round = 0; round < 12; round++) {
    const output = join(folder, `killed-${round}`);
    await killDuring(t, 'createBackup', { places, output }, 5 * round);
    if (!existsSync(output)) {
      createBackup({ places, output, version: 'test', clock });
    }
    const elsewhere = placesIn(mkdtempSync(join(folder, 'elsewhere-')));
    restoreBackup({ places: elsewhere, input: output, force: false, clock });
  }
});

test('killed at any moment, a restore loses neither side and can be run again', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  await create(server, 'kept');
  backup();
  for (let round = 0; round < 12; round++) {
    await create(server, `lost-${round}`);
    await server.restart({
      async while() {
        await killDuring(t, 'restoreBackup', { places, input: output, force: true }, 5 * round);
        if (existsSync(`${places.databasePath}.restoring`)) {
          assert.throws(() => restoreBackup({ places, input: output, force: false, clock }), {
            code: 'ALREADY_EXISTS',
          });
        }
        restoreBackup({ places, input: output, force: true, clock });
      },
    });
    assert.deepEqual(await ids(server), ['kept']);
  }
});

test('a server that runs is noticed by its database, wherever its socket is, and nothing is touched', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  await create(server, 'kept');
  backup();
  const before = readdirSync(dirname(places.databasePath)).sort();
  assert.throws(() => restoreBackup({ places, input: output, force: true, clock }), {
    code: 'FAILED_PRECONDITION',
    message: `database ${JSON.stringify(places.databasePath)} is in use by the server with process ID ${process.pid}: stop it first`,
  });
  assert.deepEqual(readdirSync(dirname(places.databasePath)).sort(), before);
  await create(server, 'more');
  assert.deepEqual(await ids(server), ['kept', 'more']);
});

test('a database that something else than a server has open is not replaced either', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  backup();
  await server.restart({
    while() {
      const other = new DatabaseSync(places.databasePath);
      other.exec('BEGIN IMMEDIATE');
      assert.throws(() => restoreBackup({ places, input: output, force: true, clock }), {
        code: 'FAILED_PRECONDITION',
        message: /is in use by another process: stop every server first/,
      });
      other.close();
    },
  });
});

test('while a restore is under way no server starts', async (t) => {
  const { server, places } = await setUp(t);
  await assert.rejects(
    server.restart({
      while() {
        const lock = lockForServer(places.databasePath);
        t.after(() => lock.release());
      },
    }),
    { code: 'FAILED_PRECONDITION', message: /is in use by the server with process ID \d+/ },
  );
});

test('a database that is damaged is put aside as it is', async (t) => {
  const { server, places, output, backup } = await setUp(t);
  await create(server, 'kept');
  backup();
  await server.restart({
    while() {
      for (const suffix of ['-wal', '-shm']) rmSync(places.databasePath + suffix, { force: true });
      writeFileSync(places.databasePath, 'not a database at all'.repeat(100));
      const { putAside } = restoreBackup({ places, input: output, force: true, clock });
      const aside = putAside.find((path) => path.includes('db.sqlite3')) ?? '';
      assert.match(readFileSync(aside, 'utf8'), /^not a database/);
    },
  });
  assert.deepEqual(await ids(server), ['kept']);
});

test('a server does not start in the middle of a restore', async (t) => {
  const { server, places } = await setUp(t);
  const marker = `${places.databasePath}.restoring`;
  await assert.rejects(server.restart({ while: () => writeFileSync(marker, '') }), {
    code: 'STORAGE_FAILED',
    message: /was not finished: run "sigil-server restore -force" again/,
  });
});

async function setUp(t: TestContext) {
  const server = await startTestServer(t);
  const folder = mkdtempSync(join(tmpdir(), 'sigil-backup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const places: Places = {
    trustDomain: zetaTest,
    socketPath: join(server.folder, 'private', 'api.sock'),
    databasePath: join(server.folder, 'data', 'db.sqlite3'),
    keysPath: join(server.folder, 'keys.json'),
    warnings: [],
  };
  const output = join(folder, 'backup');
  const backup = () => createBackup({ places, output, version: 'test', clock });
  return { server, folder, places, output, backup };
}

function placesIn(folder: string): Places {
  const databasePath = join(folder, 'db.sqlite3');
  const keysPath = join(folder, 'keys.json');
  return { trustDomain: zetaTest, socketPath: '', databasePath, keysPath, warnings: [] };
}

/** Runs one of the two in a process of its own and kills that a moment after it began. */
async function killDuring(
  t: TestContext,
  name: 'createBackup' | 'restoreBackup',
  options: object,
  afterMs: number,
): Promise<void> {
  const file = name === 'createBackup' ? 'backup' : 'restore';
  const script = `
    const { ${name} } = await import(${JSON.stringify(new URL(`${file}.ts`, import.meta.url).href)});
    const clock = { now: () => Date.now() };
    process.stdout.write('go');
    ${name}({ ...${JSON.stringify(options)}, version: 'test', clock });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  await systemClock.sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
}

async function joinToken({ admin }: TestServer): Promise<string> {
  const request = { ttl: 600, agent_id: { trust_domain: 'zeta.test', path: '/node' } };
  return (await admin.unary(agentService.CreateJoinToken, request, deadline)).value;
}

async function create({ admin }: TestServer, id: string): Promise<void> {
  const trust_domain = 'zeta.test';
  const entry = {
    id,
    spiffe_id: { trust_domain, path: `/${id}` },
    parent_id: { trust_domain, path: '/node' },
    selectors: [{ type: 'unix', value: 'uid:33' }],
  };
  const { results } = await admin.unary(
    entryService.BatchCreateEntry,
    { entries: [entry] },
    deadline,
  );
  assert.equal(results[0]?.status?.code, 0);
}

/** Without the entries that came with join tokens. */
async function ids({ admin }: TestServer): Promise<string[]> {
  const filter = { by_parent_id: { trust_domain: 'zeta.test', path: '/node' } };
  const { entries } = await admin.unary(entryService.ListEntries, { filter }, deadline);
  return entries.map((entry) => entry.id);
}

function rewrite(folder: string, pattern: RegExp, text: string): void {
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));
}
