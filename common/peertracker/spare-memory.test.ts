import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { giveBackMemory, loadTrim } from './spare-memory.ts';

test('memory is given back every ten seconds, until the program ends', async () => {
  const clock = new FakeClock();
  let trims = 0;
  const stop = giveBackMemory(clock, () => {
    trims++;
  });
  await clock.advance(9_999);
  assert.equal(trims, 0);
  await clock.advance(1);
  await clock.advance(20_000);
  assert.equal(trims, 3);
  stop();
  await clock.advance(60_000);
  assert.equal(trims, 3);
});

test('the C library of this machine has the call', () => {
  const map = readFileSync('/proc/self/maps', 'utf8');
  const trim = loadTrim();
  assert.doesNotThrow(trim);
  assert.match(map, /libc\.so|musl/);
});

test('without the call, or without native code, nothing is given back and nothing fails', () => {
  const missing = () => {
    throw new Error('no such symbol');
  };
  assert.doesNotThrow(loadTrim(missing));
  assert.doesNotThrow(loadTrim(() => ({ load: () => ({ func: missing }) })));
});
