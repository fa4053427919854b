import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { enrollmentCodes } from '../server/enrollment/enrollment-codes.ts';

const text = readFileSync(new URL('enrolment.md', import.meta.url), 'utf8');

test('the table of codes says what the code says, row by row', () => {
  const rows = [...text.matchAll(/^\| `(ENR_\w+)` +\| (.+?) +\| (yes|no) +\| (.+?) +\|$/gm)].map(
    ([, code, meaning, heals, advice]) => [code, meaning, heals, advice],
  );
  assert.deepEqual(
    rows,
    Object.entries(enrollmentCodes).map(([code, { meaning, heals, advice }]) => [
      code,
      meaning,
      heals ? 'yes' : 'no',
      advice,
    ]),
  );
});
