import { Command as Commander, CommanderError, Option } from 'commander';
import { errnoSentence, errnoText } from '../errors/errno-text.ts';
import { hasCode, messageOf, SpiffeError } from '../errors/spiffe-error.ts';
import { exitCodes, type CliIo, type Command } from './command.ts';
import type { Flag, Flags } from './flags.ts';
import { findMeant } from '../config/near-miss.ts';
import { normalizeArguments } from './go-arguments.ts';
import { childrenOf, commandUsage, groupUsage } from './usage.ts';

interface Program {
  readonly name: string;
  readonly version: string;
  readonly commands: readonly Command[];
  /** Without the runtime and the script. */
  readonly argv: readonly string[];
  readonly io: CliIo;
}

/**
 * Runs the command that the arguments name and resolves with the exit code; never throws for what
 * the user or a server did wrong. SPIRE 1.15: usage errors and failures give 1, an unknown command
 * 127; help and version go to standard error.
 */
export async function runCli(program: Program): Promise<number> {
  const { argv, commands, io, name, version } = program;
  const [first] = argv;
  if (first !== undefined && /^(--?version|-v)$/.test(first)) {
    io.stderr.write(`${version}\n`);
    return exitCodes.ok;
  }
  const path = longestPath(argv, commands);
  if (path.length === 0) {
    io.stderr.write(strangerText(argv, path, commands) + groupUsage(name, path, commands));
    return asksForHelp(first) ? exitCodes.ok : exitCodes.unknownCommand;
  }
  const command = commands.find((candidate) => candidate.path.join(' ') === path.join(' '));
  if (command === undefined) {
    io.stderr.write(strangerText(argv, path, commands) + groupUsage(name, path, commands));
    return asksForHelp(argv[path.length]) ? exitCodes.ok : exitCodes.failed;
  }
  return runCommand(command, argv.slice(path.length), io);
}

function asksForHelp(word: string | undefined): boolean {
  return word !== undefined && /^(--?help|-h)$/.test(word);
}

async function runCommand(command: Command, words: readonly string[], io: CliIo): Promise<number> {
  try {
    const parsed = parseFlags(command, words);
    if (parsed === undefined) {
      io.stderr.write(commandUsage(command));
      return exitCodes.ok;
    }
    return await command.run(parsed.values, io, parsed.given, parsed.operand);
  } catch (error) {
    if (hasCode(error, 'USAGE')) {
      io.stderr.write(`${error.message}\n${commandUsage(command)}`);
    } else {
      io.stderr.write(`${command.errorPrefix}${faultText(error)}\n`);
    }
    return exitCodes.failed;
  }
}

/** What a file refused is told with the reason, as Go's programs do, and not as Node's texts have it. */
function faultText(error: unknown): string {
  const plain = errnoSentence(error) ?? messageOf(error);
  if (!hasCode(error, 'STORAGE_FAILED', 'STORAGE_CORRUPT')) return plain;
  const reason = errnoText(error.cause);
  return reason === undefined ? plain : `${plain}: ${reason}`;
}

interface ParsedFlags {
  readonly values: Readonly<Record<string, unknown>>;
  readonly given: ReadonlySet<string>;
  readonly operand: string;
}

/** Undefined when help was asked for. */
function parseFlags(command: Command, words: readonly string[]): ParsedFlags | undefined {
  let operand = '';
  const normalized = normalizeArguments(words, command.flags, (word) => {
    if (command.operand === undefined || operand !== '') return false;
    operand = word;
    return true;
  });
  if (normalized === undefined) return undefined;
  if (command.operand !== undefined && operand === '') {
    throw new SpiffeError('USAGE', `${command.operand} is required`);
  }
  const values = new Map(Object.entries(command.flags).map(([name, flag]) => [name, flag.initial]));
  const given = new Set<string>();
  const parser = createParser(command.flags, (name, flag, text) => {
    values.set(name, parseValue(name, flag, text, values.get(name)));
    given.add(name);
  });
  try {
    parser.parse([...normalized], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw new SpiffeError('USAGE', error.message);
    throw error;
  }
  return { values: Object.fromEntries(values), given, operand };
}

function createParser(
  flags: Flags,
  store: (name: string, flag: Flag<unknown>, text: string) => void,
): Commander {
  const parser = new Commander().helpOption(false).exitOverride();
  parser.configureOutput({ outputError: () => undefined });
  for (const [name, flag] of Object.entries(flags)) {
    const option = new Option(`--${name} <${flag.placeholder || 'bool'}>`, flag.help);
    parser.addOption(option.argParser((text) => store(name, flag, text)));
  }
  return parser;
}

function parseValue(name: string, flag: Flag<unknown>, text: string, before: unknown): unknown {
  try {
    return flag.parse(text, before);
  } catch (error) {
    const what = flag.boolean === true ? 'boolean value' : 'value';
    const joint = flag.boolean === true ? 'for' : 'for flag';
    const reason = messageOf(error);
    throw new SpiffeError(
      'USAGE',
      `invalid ${what} ${JSON.stringify(text)} ${joint} -${name}: ${reason}`,
    );
  }
}

/** Names the word that is no command, above the usage that SPIRE prints alone; empty where there is none. */
function strangerText(
  argv: readonly string[],
  path: readonly string[],
  commands: readonly Command[],
): string {
  const word = argv[path.length];
  if (word === undefined || word.startsWith('-')) return '';
  const meant = findMeant(
    word,
    childrenOf(path, commands).map(([name]) => name),
  );
  const [wrong, right] = [word, meant].map((last) => [...path, last].join(' '));
  const hint = meant === undefined ? '' : `, did you mean ${JSON.stringify(right)}?`;
  return `unknown command ${JSON.stringify(wrong)}${hint}\n\n`;
}

/** The longest run of first words that is a command or the beginning of one. */
function longestPath(argv: readonly string[], commands: readonly Command[]): string[] {
  const path: string[] = [];
  for (const word of argv) {
    const next = [...path, word];
    const known = commands.some((command) => next.every((part, at) => command.path[at] === part));
    if (!known) break;
    path.push(word);
  }
  return path;
}
