import assert from 'node:assert/strict';
import test from 'node:test';
import { findGoTime, formatGoTime, formatRfc3339 } from './go-time.ts';

test('times print as Go prints them in UTC', () => {
  const ms = Date.UTC(2026, 10, 30, 10, 16, 54) + 999;
  assert.equal(formatGoTime(ms), '2026-11-30 10:16:54 +0000 UTC');
  assert.equal(formatRfc3339(ms), '2026-11-30T10:16:54Z');
  assert.equal(formatGoTime(0), '1970-01-01 00:00:00 +0000 UTC');
  assert.match(formatGoTime(Infinity), /^\+275760-09-13 /);
});

test('the form of -expiresBefore is read with its offset', () => {
  assert.equal(findGoTime('2026-01-02 15:04:05 +0000 +00'), Date.UTC(2026, 0, 2, 15, 4, 5));
  assert.equal(findGoTime('2026-01-02 15:04:05 -0730 -07'), Date.UTC(2026, 0, 2, 22, 34, 5));
  for (const text of ['', 'xx', '2026-02-30 00:00:00 +0000 +00', '2026-01-02T15:04:05Z']) {
    assert.equal(findGoTime(text), undefined, text);
  }
});
