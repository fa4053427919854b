import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { checkDnsName, checkWildcardOverlap } from './dns-name.ts';

const label63 = 'a'.repeat(63);
const name253 = `${label63}.${label63}.${label63}.${'a'.repeat(61)}`;

const good = [
  'a',
  'web.default.svc',
  '*.example.org',
  '10.0.0.1',
  'xn--mnchen-3ya.de',
  'a-b.c',
  'a_b.c',
  'A.b',
  name253,
];
for (const name of good) {
  test(`DNS name ${name.slice(0, 40)} is accepted`, () => checkDnsName(name));
}

const bad = {
  '': /empty/,
  ' ': /outside ASCII/,
  'a b': /outside ASCII/,
  'münchen.de': /outside ASCII/,
  'a.': /empty label/,
  '.a': /empty label/,
  'a..b': /empty label/,
  '*': /wildcard/,
  '*a.b': /wildcard/,
  'a.*.b': /wildcard/,
  '*.*.b': /wildcard/,
  '*.': /empty label/,
  'a/b.c': /limited to/,
  'a:80': /limited to/,
  '-a.b': /dash/,
  'a-.b': /dash/,
  'ab--c.d': /reserved by IDNA/,
  'xn--a': /reserved by IDNA/,
  [`${label63}a`]: /longer than 63/,
  [`${name253}.a`]: /longer than 253/,
  'a\0b': /outside ASCII/,
};
for (const [name, rule] of Object.entries(bad)) {
  test(`DNS name ${JSON.stringify(name.slice(0, 40))} is refused`, () => {
    assert.throws(
      () => checkDnsName(name),
      (error) => hasCode(error, 'INVALID_ARGUMENT') && rule.test(error.message),
    );
  });
}

test('a name under a wildcard of the same list is refused, others are not', () => {
  checkWildcardOverlap(['*.a.b', 'x.y.a.b', 'a.b', '*.b.c']);
  assert.throws(
    () => checkWildcardOverlap(['x.a.b', '*.a.b']),
    (error) =>
      hasCode(error, 'INVALID_ARGUMENT') &&
      /"x\.a\.b" is covered by "\*\.a\.b"/.test(error.message),
  );
});
