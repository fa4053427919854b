import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigError } from './config-error.ts';
import type { ConfigObject, ConfigValue } from './config-tree.ts';
import { deepestNesting } from './hcl-parser.ts';
import { readConfig } from './load-config.ts';

/** The tree as nested lists, without positions. */
function outline(value: ConfigValue): unknown {
  if (value.kind === 'null') return null;
  if (value.kind === 'list') return value.items.map(outline);
  if (value.kind !== 'object') return value.value;
  return {
    items: value.items.map((item) => [item.keys.map((key) => key.text), outline(item.value)]),
  };
}

const parse = (text: string): ConfigObject => readConfig(text, { format: 'hcl' }).root;
const valueOf = (text: string): unknown => {
  const [item] = parse(`key = ${text}`).items;
  return outline(item!.value);
};

test('blocks, labels, attributes and lists keep their order and their keys', () => {
  const text = `
    # one
    agent { socket_path = "/run/api.sock" /* two */ trust_domain = "example.org" }
    // three
    plugins {
      NodeAttestor "k8s_psat" { plugin_data = {} }
      "WorkloadAttestor" "unix" {}
    }
    list = [1, "two", true, { a = 1, b = 2 }, [],]
    list = []`;
  assert.deepEqual(outline(parse(text)), {
    items: [
      [
        ['agent'],
        {
          items: [
            [['socket_path'], '/run/api.sock'],
            [['trust_domain'], 'example.org'],
          ],
        },
      ],
      [
        ['plugins'],
        {
          items: [
            [['NodeAttestor', 'k8s_psat'], { items: [[['plugin_data'], { items: [] }]] }],
            [['WorkloadAttestor', 'unix'], { items: [] }],
          ],
        },
      ],
      [
        ['list'],
        [
          1,
          'two',
          true,
          {
            items: [
              [['a'], 1],
              [['b'], 2],
            ],
          },
          [],
        ],
      ],
      [['list'], []],
    ],
  });
});

test('each kind of scalar is read as HCL 1 reads it', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['0x1F', 31],
    ['010', 8],
    ['-12', -12],
    ['1.5e3', 1500],
    ['false', false],
    ['"plain"', 'plain'],
    ['"a\\tb\\n\\"q\\" \\\\ \\a\\b\\f\\r\\v"', 'a\tb\n"q" \\ \x07\b\f\r\v'],
    ['"\\x41\\101\\u00e9\\U0001F600"', 'AAé😀'],
    ['"\\xc3\\xa9"', 'é'],
    ['"${env("A")} \\\\ $5 $$"', '${env("A")} \\ $5 $$'],
    ['"${a {\n} "\\" }"', '${a {\n} "\\" }'],
    ['<<EOF\n one\ntwo\nEOF\n', ' one\ntwo\n'],
    ['<<-EOF\n    one\n      two\n    EOF', 'one\n  two\n'],
    ['<<-EOF\n  one\n    EOF', '  one\n'],
    ['<<EOF\r\na\r\nEOF\r\n', 'a\n'],
    ['<<EOF\nEOF', ''],
  ];
  for (const [text, value] of rows) assert.deepEqual(valueOf(text), value, text);
});

test('identifiers may hold letters of any script, digits, dashes and dots', () => {
  const keys = parse('a-b.c_1 = 1\n_x = 1\nclé = 1').items.map((item) => item.keys[0].text);
  assert.deepEqual(keys, ['a-b.c_1', '_x', 'clé']);
});

test('a byte order mark and CRLF line ends do not matter', () => {
  const { items } = readConfig('\uFEFFa = 1\r\nb = 2\r\n').root;
  assert.deepEqual(
    items.map((item) => item.keys[0].position),
    [
      { line: 1, column: 1 },
      { line: 2, column: 1 },
    ],
  );
});

test('a syntax error tells its line, its column and the rule', () => {
  const rows: readonly (readonly [string, number, number, string])[] = [
    ['a', 1, 2, 'expected "=" or "{" after key "a", got the end of the file'],
    ['a =', 1, 4, 'expected a value, got the end of the file'],
    ['\n  a = b', 2, 7, 'expected a value: a string must be quoted, got "b"'],
    ['a b = {}', 1, 5, 'expected "{" after labels of "a b", got "="'],
    ['a: 1', 1, 2, 'expected "=" or "{" after key "a", got ":"'],
    ['a = 1;', 1, 6, 'expected a key, got ";"'],
    ['a {', 1, 3, 'block not closed: expected "}"'],
    ['a {}\n}', 2, 1, '"}" without a block to close'],
    ['a = [1 2]', 1, 8, 'expected "," or "]" in list, got "2"'],
    ['a = [1,', 1, 5, 'list not closed: expected "]"'],
    ['a = [,]', 1, 6, 'expected a value, got ","'],
    [',a = 1', 1, 1, 'expected a key, got ","'],
    ['a = "x\ny"', 1, 5, 'string not terminated'],
    ['a = "\\q"', 1, 6, 'illegal escape in string'],
    ['a = "\\ud800"', 1, 6, 'illegal escape in string'],
    ['a = "\\U00110000"', 1, 6, 'illegal escape in string'],
    ['a = "\\477"', 1, 6, 'illegal escape in string'],
    ['a = "${x"', 1, 6, '"${" not closed'],
    ['a = "\\xff"', 1, 10, 'escaped bytes are not UTF-8'],
    ['a = <<EOF\nx', 1, 5, 'heredoc not terminated'],
    ['a = <<EOF\nx\n', 1, 5, 'heredoc not terminated'],
    ['a = << EOF\n', 1, 5, 'heredoc needs an anchor and then a new line'],
    ['a = 0x', 1, 5, 'malformed number'],
    ['a = 1.2.3', 1, 5, 'malformed number'],
    ['a = 80a1', 1, 5, 'malformed number'],
    ['a = -', 1, 5, 'malformed number'],
    ['a = 1e999', 1, 5, 'malformed number'],
    ['/* a', 1, 1, 'comment not terminated'],
    ['a = 1 }', 1, 7, '"}" without a block to close'],
  ];
  for (const [text, line, column, message] of rows) {
    assert.throws(
      () => parse(text),
      (error) => {
        assert.ok(error instanceof ConfigError, text);
        assert.deepEqual(error.faults, [{ path: '', line, column, message }], text);
        return true;
      },
    );
  }
});

test('nesting has a limit for blocks, lists and labels', () => {
  const deep = deepestNesting * 4;
  const texts = [
    'a {'.repeat(deep) + '}'.repeat(deep),
    `a = ${'['.repeat(deep)}${']'.repeat(deep)}`,
    `${'a '.repeat(deep)}{}`,
  ];
  for (const text of texts) assert.throws(() => parse(text), /nested too deep: at most 64 levels/);
});

test('a text that is too large is refused before it is parsed', () => {
  assert.throws(() => parse(' '.repeat(1024 * 1024 + 1)), /is longer than 1048576 characters/);
});
