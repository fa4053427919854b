import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { canonicalSelectors, parseSelector } from './selector.ts';

test('only the first colon parts a selector, so values keep theirs', () => {
  assert.deepEqual(parseSelector('k8s:ns:prod'), { type: 'k8s', value: 'ns:prod' });
});

for (const text of ['unix', ':uid', 'unix:', '']) {
  test(`the selector "${text}" is refused`, () => {
    assert.throws(
      () => parseSelector(text),
      (error) => hasCode(error, 'SELECTOR_INVALID'),
    );
  });
}

test('equal sets become equal lists, whatever their order and repetition', () => {
  const uid = parseSelector('unix:uid:1');
  const gid = parseSelector('unix:gid:1');
  assert.deepEqual(canonicalSelectors([uid, gid, { ...uid }]), canonicalSelectors([gid, uid]));
});
