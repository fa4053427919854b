import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errnoSentence, errnoText } from './errno-text.ts';
import { SpiffeError } from './spiffe-error.ts';

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

for (const [run, text, sentence] of [
  [
    () => readFileSync('/nowhere/x'),
    'no such file or directory',
    'open /nowhere/x: no such file or directory',
  ],
  [() => readFileSync('/dev/null/x'), 'not a directory', 'open /dev/null/x: not a directory'],
  [() => readFileSync('/proc'), 'is a directory', 'read: is a directory'],
  [() => mkdirSync('/proc'), 'file exists', 'mkdir /proc: file exists'],
] as const) {
  test(`what the system says is told as ${JSON.stringify(sentence)}`, () => {
    const error = thrownBy(run);
    assert.equal(errnoText(error), text);
    assert.equal(errnoSentence(error), sentence);
  });
}

test('an errno without a text of ours is told by its name', () => {
  const error = Object.assign(new Error('x'), { code: 'EXDEV', syscall: 'rename' });
  assert.equal(errnoSentence(error), 'rename: EXDEV');
});

test('what is no error of the system is none of its business', () => {
  const errors = [new Error('plain'), new SpiffeError('NOT_FOUND', 'x'), 'ENOENT', undefined];
  const coded = Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE', syscall: 'open' });
  for (const error of [...errors, coded]) {
    assert.deepEqual([errnoText(error), errnoSentence(error)], [undefined, undefined]);
  }
});
