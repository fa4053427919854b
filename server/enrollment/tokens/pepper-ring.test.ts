import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Secret } from '../../../common/secret/secret.ts';
import { ringOf } from '../../../testkit/tokens.ts';
import { PepperRing } from './pepper-ring.ts';
import { findTokenId, newToken } from './token-text.ts';

const place = { id: 'some-id' };

test('ENR-22 what is stored is HMAC-SHA-256 under the key for writing', () => {
  const key = new Uint8Array(32).fill(1);
  const ring = new PepperRing({
    writeKeyId: 'k1',
    keys: new Map([['k1', new Secret(key)]]),
  });
  const { hash, ...rest } = ring.digestOf('secret', place);
  const expected = createHmac('sha256', key).update('sigil token hash v1\0secret').digest();
  assert.deepEqual(Buffer.from(hash), expected);
  assert.deepEqual(rest, { id: 'some-id', keyId: 'k1' });
});

test('ENR-23 a token stored under any readable key is good, and is moved to the key for writing', () => {
  const stored = ringOf('k1').digestOf('secret', place);
  const verdict = (ring: PepperRing) => ring.presented('secret', place).check(stored);
  assert.deepEqual(verdict(ringOf('k1', ['k1', 'k2'])), { kind: 'good' });
  const rehash = ringOf('k2').digestOf('secret', place);
  assert.deepEqual(verdict(ringOf('k2', ['k1', 'k2'])), { kind: 'good', rehash });
});

const bad = [
  ['another token', 'other', {}, 'wrong'],
  ['a shorter hash', 'secret', { hash: new Uint8Array(31) }, 'wrong'],
  ['no hash', 'secret', { hash: new Uint8Array() }, 'wrong'],
  ['an unreadable key', 'secret', { keyId: 'k9' }, 'unknown_key'],
  ['a key ID of the prototype', 'secret', { keyId: '__proto__' }, 'unknown_key'],
  ['a hash under another readable key', 'secret', { keyId: 'k2' }, 'wrong'],
] as const;
for (const [name, token, change, kind] of bad) {
  test(`ENR-23 ${name} is ${kind}`, () => {
    const ring = ringOf('k1', ['k1', 'k2']);
    const stored = { ...ring.digestOf('secret', place), ...change };
    assert.deepEqual(ring.presented(token, place).check(stored), { kind });
  });
}

test('a token that an operator chose is looked for under every readable key', () => {
  const { ids } = ringOf('k2', ['k1', 'k2']).presented('sesame', 'chosen');
  assert.deepEqual(
    ids,
    ['k1', 'k2'].map((keyId) => ringOf(keyId).digestOf('sesame', 'chosen').id),
  );
});

test('the ID of a chosen token is neither its hash nor a hash that needs no key', () => {
  const { hash, id } = ringOf('k1').digestOf('sesame', 'chosen');
  assert.match(id, /^chosen-[0-9a-f]{64}$/);
  assert.notEqual(id.slice(7), Buffer.from(hash).toString('hex'));
  assert.notEqual(id, ringOf('k2').digestOf('sesame', 'chosen').id);
});

test('a ring shows no key', () => {
  const secret = 'canary-canary-canary-canary-canary';
  const ring = new PepperRing({
    writeKeyId: 'k1',
    keys: new Map([['k1', new Secret(Buffer.from(secret))]]),
  });
  const shown = inspect(ring, { depth: 9, showHidden: true }) + JSON.stringify(ring);
  assert.doesNotMatch(shown, /canary|63 61 6e 61/);
});

test('new tokens name their kind and their ID, and differ', () => {
  const { id, text } = newToken('cluster');
  assert.equal(findTokenId(text, ['join', 'cluster']), id);
  assert.equal(findTokenId(text, ['node']), undefined);
  assert.notEqual(newToken('cluster').text.split('.')[2], text.split('.')[2]);
  assert.match(text, /^[A-Za-z0-9._-]+$/);
});

for (const text of [
  '',
  'sesame',
  'sigil-join.x.y',
  `x${newToken('join').text}`,
  `${newToken('join').text}\n`,
]) {
  test(`${JSON.stringify(text.slice(0, 16))} names no token`, () => {
    assert.equal(findTokenId(text, ['join', 'cluster', 'node']), undefined);
  });
}
