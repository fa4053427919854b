import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncodedParts } from './encoded-parts.ts';

const parts = ['ab', '', 'cde', 'f'].map((text) => Buffer.from(text));

test('parts are one message, of their length together', () => {
  const message = new EncodedParts(parts);
  assert.equal(message.length, 6);
  assert.equal(message.join().toString(), 'abcdef');
  assert.equal(new EncodedParts([]).length, 0);
});

test('any range of a message is copied, wherever its parts begin', () => {
  const message = new EncodedParts(parts);
  for (let from = 0; from <= 6; from++) {
    for (let to = from; to <= 6; to++) {
      const out = Buffer.alloc(10, '.');
      const end = message.copy(out, 2, from, to);
      const copied = 'abcdef'.slice(from, to);
      assert.equal(out.toString(), `..${copied}`.padEnd(10, '.'));
      assert.equal(end, 2 + copied.length);
    }
  }
});
