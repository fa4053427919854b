import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
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
  await lock.release();
  await (await lockDirectory(folder)).release();
});
