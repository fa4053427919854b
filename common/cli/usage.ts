import type { Command } from './command.ts';
import type { Flag } from './flags.ts';

/** The usage of one command, in the form of Go's flag package. */
export function commandUsage(command: Command): string {
  const flags = Object.entries(command.flags).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const words = [...command.path, ...(command.operand === undefined ? [] : [command.operand])];
  return [`Usage of ${words.join(' ')}:`, ...flags.map(flagUsage), ''].join('\n');
}

/** The commands under a group, or all of them. */
export function groupUsage(program: string, path: readonly string[], commands: readonly Command[]) {
  const rows = childrenOf(path, commands);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, summary]) => `    ${name.padEnd(width)}    ${summary}`.trimEnd());
  const title =
    path.length === 0
      ? [`Usage: ${program} [--version] [--help] <command> [<args>]`, '', 'Available commands are:']
      : ['This command is accessed by using one of the subcommands below.', '', 'Subcommands:'];
  return [...title, ...lines, '', ''].join('\n');
}

function flagUsage([name, flag]: readonly [string, Flag<unknown>]): string {
  const head = flag.placeholder === '' ? `  -${name}` : `  -${name} ${flag.placeholder}`;
  const shown = flag.shown === undefined ? '' : ` (default ${flag.shown})`;
  return `${head}\n    \t${flag.help}${shown}`;
}

/** The words that may follow, in order, each with its summary. */
export function childrenOf(
  path: readonly string[],
  commands: readonly Command[],
): [string, string][] {
  const children = new Map<string, string>();
  for (const command of commands) {
    const name = command.path[path.length];
    if (name === undefined || !path.every((word, at) => command.path[at] === word)) continue;
    const own = command.path.length === path.length + 1 ? command.summary : '';
    children.set(name, own === '' ? (children.get(name) ?? '') : own);
  }
  return [...children].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
