import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptAnswers } from './kept-answers.ts';

function counted(bytes: number) {
  const calls = { made: 0 };
  const make = () => {
    calls.made++;
    return new Uint8Array(bytes);
  };
  return { calls, make };
}

test('an answer is made once for its owner and key', () => {
  const kept = new KeptAnswers(100);
  const { calls, make } = counted(10);
  const [a, b] = [{}, {}];
  assert.equal(kept.of(a, 'x', make), kept.of(a, 'x', make));
  kept.of(a, 'y', make);
  kept.of(b, 'x', make);
  assert.equal(calls.made, 3);
  assert.equal(kept.bytes, 30);
});

test('what does not fit is made each time, and what is kept stays', () => {
  const kept = new KeptAnswers(25);
  const { calls, make } = counted(10);
  const owners = [{}, {}, {}];
  for (let round = 0; round < 3; round++) for (const owner of owners) kept.of(owner, 'x', make);
  assert.equal(calls.made, 2 + 3);
  assert.equal(kept.bytes, 20);
});

test('one owner keeps so many answers and no more', () => {
  const kept = new KeptAnswers(1_000_000);
  const { make } = counted(1);
  const owner = {};
  for (let at = 0; at < 1000; at++) kept.of(owner, String(at), make);
  assert.equal(kept.bytes, 200);
});
