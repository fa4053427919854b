import assert from 'node:assert/strict';
import test from 'node:test';
import { expandEnvironment } from './expand-env.ts';

test('variables are expanded in the raw text as Go expands them', () => {
  const env = { NAME: 'web', A_1: 'x', QUOTED: 'a"b' };
  const rows: readonly (readonly [string, string])[] = [
    ['socket = "/run/$NAME.sock"', 'socket = "/run/web.sock"'],
    ['${NAME}s', 'webs'],
    ['$NAMEs', ''],
    ['$A_1-', 'x-'],
    ['$MISSING.', '.'],
    ['cost $$5', 'cost $5'],
    ['5 $ and $"', '5 $ and $"'],
    ['# comment ${NAME}', '# comment web'],
    ['"${QUOTED}"', '"a"b"'],
    ['${', ''],
    ['${}x', 'x'],
    ['$1x', 'x'],
  ];
  for (const [text, expanded] of rows) assert.equal(expandEnvironment(text, env), expanded, text);
});

test('a name from the prototype of objects is not a variable', () => {
  assert.equal(expandEnvironment('$toString|${constructor}', {}), '|');
});
