import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keyManagerSuite } from '../../testkit/suites/key-manager-suite.ts';
import { temporaryFolder } from '../../testkit/temporary-folder.ts';
import { hasCode } from '../errors/spiffe-error.ts';
import { createDiskKeyManager } from './disk-key-manager.ts';

const root = temporaryFolder();

const newPath = () => join(mkdtempSync(join(root, 'case-')), 'keys.json');

keyManagerSuite('disk', () => createDiskKeyManager(newPath()));

test('a second manager on the same file finds the same keys', async () => {
  const path = newPath();
  const first = await createDiskKeyManager(path).generateKey('agent-svid-A', 'ec-p384');
  const found = createDiskKeyManager(path).getKey('agent-svid-A');
  assert.equal(found?.type, 'ec-p384');
  assert.deepEqual(found.publicKeyDer, first.publicKeyDer);
});

test('the file has the form of SPIRE 1.15: tabs, sorted ids, base64 of PKCS#8, for its owner only', async () => {
  const path = newPath();
  const keys = createDiskKeyManager(path);
  await keys.generateKey('b', 'ec-p256');
  await keys.generateKey('a', 'ec-p256');
  assert.match(
    readFileSync(path, 'utf8'),
    /^\{\n\t"keys": \{\n\t\t"a": "[A-Za-z0-9+/=]+",\n\t\t"b": "[A-Za-z0-9+/=]+"\n\t\}\n\}$/,
  );
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a key that OpenSSL made is read', () => {
  const path = newPath();
  const pem = execFileSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout']);
  const der = execFileSync('openssl', ['pkcs8', '-topk8', '-nocrypt', '-outform', 'DER'], {
    input: pem,
  });
  writeFileSync(path, JSON.stringify({ keys: { a: der.toString('base64') } }));
  assert.equal(createDiskKeyManager(path).getKey('a')?.type, 'ec-p256');
});

test('members that we do not know are still there after a new key', async () => {
  const path = newPath();
  writeFileSync(path, '{"keys":{},"version":7,"more":{"x":[1]}}');
  await createDiskKeyManager(path).generateKey('a', 'ec-p256');
  const { keys, ...others } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  assert.deepEqual(others, { version: 7, more: { x: [1] } });
  assert.deepEqual(Object.keys(keys ?? {}), ['a']);
});

const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' })
  .privateKey.export({ type: 'pkcs8', format: 'der' })
  .toString('base64');

const corrupt: readonly { name: string; content: string; text: RegExp }[] = [
  { name: 'an empty file', content: '', text: /is not JSON; it may be truncated/ },
  { name: 'a truncated file', content: '{\n\t"keys": {\n\t\t"a": "MIGHAgEA', text: /truncated/ },
  { name: 'a file of another program', content: 'PK\x03\x04', text: /is not JSON/ },
  { name: 'a JSON list', content: '[]', text: /is not a JSON object/ },
  { name: 'an object without keys', content: '{"svid":[]}', text: /has no "keys" object/ },
  { name: 'a key that is not base64', content: '{"keys":{"a":"&&"}}', text: /"a" is not base64/ },
  { name: 'a key that is not PKCS#8', content: '{"keys":{"a":"AAAA"}}', text: /is not PKCS#8/ },
  { name: 'a P-521 key', content: `{"keys":{"a":"${p521}"}}`, text: /must be EC P-256, EC P-384/ },
];
for (const { name, content, text } of corrupt) {
  test(`${name} is refused by name, and left as it is`, () => {
    const path = newPath();
    writeFileSync(path, content);
    assert.throws(
      () => createDiskKeyManager(path),
      (error) =>
        hasCode(error, 'STORAGE_CORRUPT') &&
        text.test(error.message) &&
        error.message.includes(path),
    );
    assert.equal(readFileSync(path, 'utf8'), content);
  });
}

test('a corrupt file is not quoted in the error', () => {
  const path = newPath();
  writeFileSync(path, '{"keys":{"a":"SECRETSECRETSECRET" oops');
  assert.throws(
    () => createDiskKeyManager(path),
    (error) =>
      error instanceof Error && !/SECRET|oops/.test(String(error.stack) + String(error.cause)),
  );
});

test('two programs on one file lose no key: the second that makes one is told', async () => {
  const path = newPath();
  const [first, second] = [createDiskKeyManager(path), createDiskKeyManager(path)];
  const kept = await first.generateKey('a', 'ec-p256');
  await assert.rejects(second.generateKey('a', 'ec-p256'), {
    code: 'FAILED_PRECONDITION',
    message: `key file ${JSON.stringify(path)} was written by somebody else: no two programs may use one, and none while it is restored`,
  });
  assert.equal(second.getKey('a'), undefined);
  assert.deepEqual(createDiskKeyManager(path).getKey('a')?.publicKeyDer, kept.publicKeyDer);
  await first.generateKey('b', 'ec-p256');
});

test('a file that somebody removed is written anew', async () => {
  const path = newPath();
  const manager = createDiskKeyManager(path);
  await manager.generateKey('a', 'ec-p256');
  rmSync(path);
  await manager.generateKey('b', 'ec-p256');
  assert.deepEqual(
    createDiskKeyManager(path)
      .getKeys()
      .map(({ id }) => id),
    ['a', 'b'],
  );
});

test('when the file cannot be written, the old key stays in use', async () => {
  const path = newPath();
  const keys = createDiskKeyManager(path);
  const old = await keys.generateKey('a', 'ec-p256');
  rmSync(path);
  mkdirSync(path);
  await assert.rejects(keys.generateKey('a', 'ec-p256'), (error) =>
    hasCode(error, 'STORAGE_FAILED'),
  );
  assert.equal(keys.getKey('a'), old);
  assert.deepEqual(readdirSync(join(path, '..')), ['keys.json']);
});
