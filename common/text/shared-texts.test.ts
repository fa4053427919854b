import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedTexts } from './shared-texts.ts';

test('texts come back as they are, however many and however long', () => {
  const texts = new SharedTexts(8, 4);
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 20; at++) {
      for (const text of [`${at}`, `${at}`.repeat(9), '']) assert.equal(texts.share(text), text);
    }
  }
});
