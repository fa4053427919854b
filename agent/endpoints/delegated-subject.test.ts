import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectOf } from './delegated-subject.ts';

const { signal } = new AbortController();
const selectors = [{ type: 'unix', value: 'uid:1' }];

test('a pid that another process took while it was attested names nobody', async () => {
  let startTime = '1';
  const sources = {
    startTimeOf: () => startTime,
    attest: () => {
      startTime = '2';
      return Promise.resolve({ selectors, complete: true });
    },
  };
  await assert.rejects(subjectOf({ pid: 7, selectors: [] }, sources, signal), {
    code: 'UNAUTHENTICATED',
    message: 'process 7 is gone',
  });
});
