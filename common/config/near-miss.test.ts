import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMeant } from './near-miss.ts';

const known = ['config', 'configFile', 'expandEnv', 'data', 'joinToken', 'joinTokenFile'];

for (const [name, meant] of [
  ['confg', 'config'],
  ['conf', undefined],
  ['exp', 'expandEnv'],
  ['EXPAND', 'expandEnv'],
  ['ex', undefined],
  ['join', undefined],
  ['dat', 'data'],
  ['nothing', undefined],
  ['x'.repeat(10_000), undefined],
] as const) {
  test(`${JSON.stringify(name.slice(0, 20))} was meant to be ${String(meant)}`, () => {
    assert.equal(findMeant(name, known), meant);
  });
}
