import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../testkit/temporary-folder.ts';
import { resolvePepper, tokenPepperSchema } from './pepper-config.ts';

const long = 'x'.repeat(32);

function resolve(block: object, files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const text = JSON.stringify(block).replaceAll('FOLDER', folder);
  const faults: string[] = [];
  const resolved = resolvePepper(tokenPepperSchema.parse(JSON.parse(text)), (key, message) => {
    faults.push(`${key}: ${message.replaceAll(folder, 'FOLDER')}`);
  });
  return { resolved, pepper: resolved?.pepper, faults };
}

test('keys are read from their files, one line break at the end apart', () => {
  const files = { a: `${long}a\n`, b: `${long}b\r\n`, c: `${long}c\n\n` };
  const keys = { a: 'FOLDER/a', b: 'FOLDER/b', c: 'FOLDER/c' };
  const { faults, pepper } = resolve({ write: 'b', keys }, files);
  assert.deepEqual(faults, []);
  const texts = [...pepper!.keys].map(([id, key]) => [id, Buffer.from(key.reveal()).toString()]);
  assert.deepEqual(texts, [
    ['a', `${long}a`],
    ['b', `${long}b`],
    ['c', `${long}c\n`],
  ]);
  assert.equal(pepper?.writeKeyId, 'b');
});

test('only the keys of read are accepted', () => {
  const keys = { a: 'FOLDER/a', b: '/nowhere' };
  const { pepper } = resolve({ write: 'a', read: ['a'], keys }, { a: long });
  assert.deepEqual([...pepper!.keys.keys()], ['a']);
});

test('a block that only forgets has no keys and is good', () => {
  const { faults, resolved } = resolve({ forget: ['a', 'b'] });
  assert.deepEqual([faults, resolved], [[], { forgottenKeyIds: ['a', 'b'] }]);
});

const a = { a: 'FOLDER/a' };
const noWrite = 'write: must name a key of keys; only a block with nothing but forget has none';
const bad: readonly [name: string, block: object, fault: string][] = [
  ['it is empty', {}, noWrite],
  ['keys have no write', { keys: a, forget: ['b'] }, noWrite],
  ['write names no key', { write: 'z', keys: a }, 'write: "z" must be readable, too'],
  [
    'write is not readable',
    { write: 'b', read: ['a'], keys: { ...a, b: 'FOLDER/b' } },
    'write: "b" must be readable, too',
  ],
  ['read names no key', { write: 'a', read: ['a', 'z'], keys: a }, 'read: "z" is not in keys'],
  [
    'a key is short',
    { write: 'a', keys: { a: 'FOLDER/short' } },
    'keys.a: "FOLDER/short" holds 31 bytes; a key has at least 32',
  ],
  [
    'two keys are one',
    { write: 'a', keys: { ...a, twin: 'FOLDER/a' } },
    'keys.twin: is the same key as "a"',
  ],
  [
    'a key ID has a slash',
    { write: 'a', keys: { ...a, 'x/y': 'FOLDER/b' } },
    'keys.x/y: key ID must match ^[A-Za-z0-9._-]{1,64}$',
  ],
  [
    'a forgotten key is readable',
    { write: 'a', keys: a, forget: ['a'] },
    'forget: "a" is still readable',
  ],
];
for (const [name, block, fault] of bad) {
  test(`a block is refused when ${name}`, () => {
    const files = { a: `${long}a`, b: `${long}b`, short: 'y'.repeat(31) };
    const { faults, resolved } = resolve(block, files);
    assert.equal(resolved, undefined);
    assert.deepEqual(faults, [fault]);
  });
}

test('a file that is missing is named, and its content is in no fault', () => {
  const { faults } = resolve(
    { write: 'a', keys: { a: 'FOLDER/none', b: 'FOLDER/b' } },
    { b: 'secret' },
  );
  assert.equal(faults.length, 2);
  assert.match(
    faults[0] ?? '',
    /^keys\.a: unable to read "FOLDER\/none": no such file or directory/,
  );
  assert.doesNotMatch(faults.join(), /secret/);
});
