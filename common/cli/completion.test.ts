import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { runCaptured } from '../../testkit/cli-bench.ts';
import { defineCommand, type Command } from './command.ts';
import { completionCommands } from './completion.ts';
import { stringFlag } from './flags.ts';

const none = () => Promise.resolve(0);
const commands: Command[] = [
  defineCommand({
    path: ['entry', 'create'],
    summary: "Creates an entry; it's new",
    flags: { spiffeID: stringFlag('The ID: of it'), data: stringFlag('A file') },
    run: none,
  }),
  defineCommand({ path: ['entry', 'show'], summary: 'Shows entries', flags: {}, run: none }),
];
commands.push(...completionCommands('sigil-test', () => commands));

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runCaptured(commands, ['completion', shell]);
  assert.equal(code, 0);
  return out;
}

/** What bash offers for a line whose last word is not finished. */
async function completed(...words: readonly string[]): Promise<string> {
  const program = `${await scriptFor('bash')}
COMP_WORDS=(sigil-test "$@"); COMP_CWORD=$#
_sigil_test
echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', program, 'bash', ...words], { encoding: 'utf8' }).trim();
}

const rows: readonly (readonly [readonly string[], string])[] = [
  [[''], 'completion entry'],
  [['e'], 'entry'],
  [['entry', ''], 'create show'],
  [['entry', 'c'], 'create'],
  [['entry', 'create', '-'], '-data -spiffeID'],
  [['entry', 'create', '-spiffeID', 'spiffe://a', '-d'], '-data'],
  [['entry', 'create', '-data', '/proc/self/cmdlin'], '/proc/self/cmdline'],
  [['completion', ''], 'bash zsh'],
  [['nonsense', ''], ''],
];
for (const [words, offered] of rows) {
  test(`bash completes ${JSON.stringify(words.join(' '))}`, async () => {
    assert.equal(await completed(...words), offered);
  });
}

test('the script for zsh has every command and flag with its help, quoted', async () => {
  const script = await scriptFor('zsh');
  assert.match(script, /^#compdef sigil-test\n/);
  assert.ok(script.includes(`'entry') choices=('create:Creates an entry; it'\\''s new' 'show:`));
  assert.ok(script.includes(`'-spiffeID:The ID: of it'`));
});
