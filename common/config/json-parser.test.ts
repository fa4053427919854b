import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigError } from './config-error.ts';
import { readConfig } from './load-config.ts';

test('a text that begins with a brace is JSON, and positions are kept', () => {
  const tree = readConfig('\n{"a": {"b":\n [1, null, true, "x\\u0041"]}}');
  assert.equal(tree.format, 'json');
  const [a] = tree.root.items;
  assert.deepEqual(a?.keys, [{ text: 'a', position: { line: 2, column: 2 } }]);
  assert.deepEqual(a.value, {
    kind: 'object',
    position: { line: 2, column: 7 },
    items: [
      {
        keys: [{ text: 'b', position: { line: 2, column: 8 } }],
        value: {
          kind: 'list',
          position: { line: 3, column: 2 },
          items: [
            { kind: 'number', position: { line: 3, column: 3 }, raw: '1', value: 1 },
            { kind: 'null', position: { line: 3, column: 6 } },
            { kind: 'boolean', position: { line: 3, column: 12 }, value: true },
            { kind: 'string', position: { line: 3, column: 18 }, value: 'xA' },
          ],
        },
      },
    ],
  });
});

test('malformed JSON tells its line, its column and the rule', () => {
  const rows: readonly (readonly [string, number, number, string])[] = [
    ['{', 1, 1, 'expected "}" to close'],
    ['{ not a config }', 1, 3, 'expected a key in quotes, got "n"'],
    ['{"a" 1}', 1, 6, 'expected ":" after a key, got "1"'],
    ['{"a":1,}', 1, 8, 'expected an element after ","'],
    ['{"a":[1,]}', 1, 9, 'expected an element after ","'],
    ['{"a":[1 2]}', 1, 9, 'expected "," or "]", got "2"'],
    ['{"a":[1', 1, 6, 'expected "]" to close'],
    ['{"a":01}', 1, 7, 'expected "," or "}", got "1"'],
    ['{"a":"\n"}', 1, 6, 'malformed string'],
    ['{"a":"\\x"}', 1, 6, 'malformed string'],
    ['{"a":nul}', 1, 6, 'expected a value, got "n"'],
    ['{"a":1e999}', 1, 6, 'malformed number'],
    ['{}\n{}', 2, 1, 'expected the end of the file, got "{"'],
  ];
  for (const [text, line, column, message] of rows) {
    assert.throws(
      () => readConfig(text),
      (error) => {
        assert.ok(error instanceof ConfigError, text);
        assert.deepEqual(error.faults, [{ path: '', line, column, message }], text);
        return true;
      },
    );
  }
});

test('nesting has a limit', () => {
  assert.throws(
    () => readConfig(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`),
    /nested too deep: at most 64 levels/,
  );
});

test('a long string costs no stack', () => {
  const long = 'x'.repeat(900_000);
  const [item] = readConfig(`{"a":"${long}"}`).root.items;
  assert.equal(item?.value.kind, 'string');
});
