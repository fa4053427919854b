import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { canonicalSelectors, checkSelector, parseSelector, sameSelectors } from './selector.ts';

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

test('a selector whose type has a colon is refused: its text would be that of another', () => {
  assert.throws(() => checkSelector({ type: 'unix:uid', value: '0' }), {
    code: 'SELECTOR_INVALID',
    message: "selector type contains ':'",
  });
});

test('lists differ by a type, by a value and by a length', () => {
  const uid = parseSelector('unix:uid:1');
  assert.equal(sameSelectors([uid], [{ ...uid }]), true);
  for (const other of [[{ ...uid, type: 'x' }], [{ ...uid, value: 'x' }], [uid, uid], []]) {
    assert.equal(sameSelectors([uid], other), false);
  }
});

test('equal sets become equal lists, whatever their order and repetition', () => {
  const uid = parseSelector('unix:uid:1');
  const gid = parseSelector('unix:gid:1');
  assert.deepEqual(canonicalSelectors([uid, gid, { ...uid }]), canonicalSelectors([gid, uid]));
});
