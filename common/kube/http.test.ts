import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { BodyReader } from './http.ts';

/** A body in these pieces. */
const response = (...pieces: readonly string[]) =>
  Readable.from(pieces.map((piece) => Buffer.from(piece)));

test('bodies that are read one after the other are each whole, longer or shorter than the last', async () => {
  const reader = new BodyReader(100);
  for (const pieces of [['ab', 'cd'], ['x'], [], ['efghij', 'k', 'lmnopqrstuvwxyz']]) {
    assert.equal((await reader.read(response(...pieces))).toString(), pieces.join(''));
  }
});

test('a body over the limit is refused, and one at the limit is not', async () => {
  const reader = new BodyReader(4);
  assert.equal((await reader.read(response('ab', 'cd'))).toString(), 'abcd');
  await assert.rejects(reader.read(response('ab', 'cde')), {
    code: 'RESOURCE_EXHAUSTED',
    message: 'response exceeds the limit of 4 bytes',
  });
  assert.equal((await reader.read(response('again'.slice(0, 4)))).toString(), 'agai');
});
