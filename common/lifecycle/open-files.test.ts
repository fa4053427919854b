import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFileLimit, parseOpenFileLimit } from './open-files.ts';

test("the soft limit of open files is read out of the kernel's table", () => {
  const table = (soft: string) =>
    `Limit                     Soft Limit           Hard Limit           Units     \nMax processes             1                    2                    processes \nMax open files            ${soft.padEnd(21)}1048576              files     \n`;
  assert.equal(parseOpenFileLimit(table('20000')), 20_000);
  assert.equal(parseOpenFileLimit(table('unlimited')), Number.MAX_SAFE_INTEGER);
  assert.equal(parseOpenFileLimit(''), 1024);
  assert.ok(openFileLimit() >= 64);
});
