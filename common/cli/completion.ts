import { defineCommand, exitCodes, type Command } from './command.ts';

/**
 * `completion bash` and `completion zsh`: scripts that complete the words and flags of a program's
 * commands. `commands` is asked when one runs, so that these two may be among them.
 */
export function completionCommands(
  program: string,
  commands: () => readonly Command[],
): readonly Command[] {
  const command = (shell: string, script: (tree: CommandTree) => string) =>
    defineCommand({
      path: ['completion', shell],
      summary: `Prints a script for ${shell} that completes the commands of ${program}`,
      flags: {},
      run: (_, io) => {
        io.stdout.write(script(treeOf(program, commands())));
        return Promise.resolve(exitCodes.ok);
      },
    });
  return [command('bash', bashScript), command('zsh', zshScript)];
}

interface CommandTree {
  readonly program: string;
  /** What may follow each run of words, `''` for none, `entry`, `entry create`. */
  readonly nodes: readonly { readonly words: string; readonly next: readonly Choice[] }[];
  /** Flags whose value is looked for among files. */
  readonly fileFlags: readonly string[];
}

interface Choice {
  readonly word: string;
  readonly help: string;
}

function treeOf(program: string, commands: readonly Command[]): CommandTree {
  const nodes = new Map<string, Map<string, string>>();
  const flags = new Set<string>();
  for (const { path, summary, flags: own } of commands) {
    for (const [at, word] of path.entries()) {
      const next = nodeOf(nodes, path.slice(0, at).join(' '));
      if (at === path.length - 1) next.set(word, summary);
      else if (!next.has(word)) next.set(word, '');
    }
    const leaf = nodeOf(nodes, path.join(' '));
    for (const [name, { help }] of Object.entries(own)) {
      leaf.set(`-${name}`, help);
      if (fileFlag.test(name)) flags.add(`-${name}`);
    }
  }
  return {
    program,
    nodes: [...nodes].map(([words, next]) => ({ words, next: choicesOf(next) })),
    fileFlags: [...flags].toSorted(),
  };
}

function nodeOf(nodes: Map<string, Map<string, string>>, words: string): Map<string, string> {
  const node = nodes.get(words) ?? new Map<string, string>();
  nodes.set(words, node);
  return node;
}

function choicesOf(next: ReadonlyMap<string, string>): Choice[] {
  return [...next].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([word, help]) => ({ word, help }));
}

function bashScript({ program, nodes, fileFlags }: CommandTree): string {
  const name = functionName(program);
  const rows = nodes.map(
    ({ words, next }) =>
      `    ${quoted(words)}) choices=${quoted(next.map(({ word }) => word).join(' '))} ;;`,
  );
  return `# bash completion for ${program}; load it with: source <(${program} completion bash)
${name}() {
  local word words='' choices='' at
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "$word" in -*) break ;; esac
    words="\${words:+$words }$word"
  done
  case "$previous" in ${fileFlags.join('|') || '-'})
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return ;;
  esac
  case "$words" in
${rows.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
}
complete -o filenames -F ${name} ${program}
`;
}

function zshScript({ program, nodes, fileFlags }: CommandTree): string {
  const name = functionName(program);
  const rows = nodes.map(
    ({ words, next }) =>
      `    ${quoted(words)}) choices=(${next.map((choice) => quoted(described(choice))).join(' ')}) ;;`,
  );
  return `#compdef ${program}
# zsh completion for ${program}; load it with: source <(${program} completion zsh)
${name}() {
  local word joined='' at
  local -a choices
  for ((at = 2; at < CURRENT; at++)); do
    word="\${words[at]}"
    case "$word" in -*) break ;; esac
    joined="\${joined:+$joined }$word"
  done
  case "\${words[CURRENT-1]}" in ${fileFlags.join('|') || '-'})
    _files
    return ;;
  esac
  case "$joined" in
${rows.join('\n')}
  esac
  _describe -o 'command' choices
}
compdef ${name} ${program}
`;
}

/** `word:help`, where a colon in the word must not end it. */
function described({ word, help }: Choice): string {
  const text = word.replaceAll(':', '\\:');
  return help === '' ? text : `${text}:${help}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function functionName(program: string): string {
  return `_${program.replaceAll(/[^a-z0-9]/gi, '_')}`;
}

const fileFlag = /(path|file|config|data|write|dir)$|^f$/i;
