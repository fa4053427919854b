import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clientCommands } from '../agent/cli/client-commands.ts';

const text = readFileSync(new URL('operating-the-agent.md', import.meta.url), 'utf8');

test('every command that is shown exists, with its flags', () => {
  const shown = [...text.matchAll(/^\$ .*?sigil-agent (.+)$/gm)].map((match) => match[1] ?? '');
  assert.ok(shown.length >= 5);
  for (const line of shown) {
    const words = line.split(' ');
    const command = clientCommands.find(({ path }) => path.every((word, at) => words[at] === word));
    assert.ok(command !== undefined, line);
    for (const [, flag = ''] of line.matchAll(/ -(\w+)/g)) {
      assert.ok(Object.hasOwn(command.flags, flag), `${line}: -${flag}`);
    }
  }
});

test('every standing of a name is explained', () => {
  const source = readFileSync(new URL('../sds/subscription.ts', import.meta.url), 'utf8');
  const union = /export type Standing =\s+([^;]+);/.exec(source)?.[1] ?? '';
  const standings = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
  assert.ok(standings.length >= 8);
  for (const standing of standings) {
    assert.match(text, new RegExp(`^\\| \`${standing}\` +\\|`, 'm'), standing);
  }
});
