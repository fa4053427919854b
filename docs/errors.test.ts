import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorCodes } from '../common/errors/codes.ts';

test('docs/errors.md lists every error code with its meaning, status and retry, and no other', () => {
  const text = readFileSync(new URL('./errors.md', import.meta.url), 'utf8');
  const documented = [
    ...text.matchAll(/^\| `([A-Z0-9_]+)` +\| (.+?) +\| `([A-Z_]+)` +\| (yes|no) +\|$/gm),
  ].map((row) => row.slice(1, 5));
  const registered = Object.entries(errorCodes).map(([code, { meaning, grpc, retryable }]) => [
    code,
    meaning,
    grpc,
    retryable ? 'yes' : 'no',
  ]);
  assert.deepEqual(documented, registered);
});
