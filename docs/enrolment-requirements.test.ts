import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = new URL('..', import.meta.url).pathname;
const text = readFileSync(new URL('enrolment-requirements.md', import.meta.url), 'utf8');
const numbers = [...text.matchAll(/^\| ((?:ENR|SA)-\d+) +\| \S/gm)].map(
  ([, number]) => number ?? '',
);

/** By number: the files with a test whose name begins with it, or with it and others. */
const proofs = new Map<string, string[]>();
for (const path of globSync('**/*.test.ts', { cwd: root, exclude: ['node_modules', 'dist'] })) {
  for (const number of numbersIn(readFileSync(join(root, path), 'utf8'))) {
    proofs.set(number, [...(proofs.get(number) ?? []), path]);
  }
}

/** At the beginning of a name: what `test` or `suite` is given, or what a row of a table of tests begins with. */
function numbersIn(source: string): readonly string[] {
  const names = source.matchAll(
    /(?:\b(?:test|suite)\(|\[|\bwhat:)\s*['"`]((?:(?:ENR|SA|F)-?\d+ ?)+)/g,
  );
  return [...names].flatMap(([, found = '']) => found.match(/(?:ENR|SA)-\d+/g) ?? []);
}

test('the tables have each number once, in order', () => {
  const upTo = (kind: string, last: number) =>
    Array.from({ length: last }, (_, at) => `${kind}-${at + 1}`);
  assert.deepEqual(numbers, [...upTo('ENR', 33), ...upTo('SA', 12)]);
});

test('each number is proved on a real API server, by a test whose name begins with it', () => {
  const isReal = (path: string) => path.startsWith('integration/kubernetes/');
  const unproved = numbers.filter((number) => !(proofs.get(number) ?? []).some(isReal));
  assert.deepEqual(unproved, []);
});

test('no test is named after a number that promises nothing', () => {
  assert.deepEqual(
    [...proofs.keys()].filter((number) => !numbers.includes(number)),
    [],
  );
});

test('a name is read as it is written, and a comment or a text in a test is no name', () => {
  const source = `
    test('ENR-1 ENR-2 SA-3 a name', () => {}); suite(\`SA-4 \${x}\`, () => {});
    const rows = [['ENR-5 SA-6', 'code']]; test(
      'ENR-13 F2 broken by the formatter', () => {});
    // test ENR-7; see 'ENR-8'
    assert.equal(x, 'ENR-9');`;
  const found = ['ENR-1', 'ENR-2', 'SA-3', 'SA-4', 'ENR-5', 'SA-6', 'ENR-13'];
  assert.deepEqual(numbersIn(source), found);
});
