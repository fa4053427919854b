import { SpiffeError } from '../errors/spiffe-error.ts';
import { findMeant } from '../config/near-miss.ts';
import type { Flags } from './flags.ts';

/**
 * Rewrites arguments in the manner of Go's flag package, one or two dashes, `-f v`, `-f=v`, booleans
 * without a value, into the one form that commander takes, `--f=v`. Returns undefined when help was
 * asked for. Throws USAGE. Other than Go, which drops the rest, a stray word is refused; one that
 * `operand` takes may stand before, between or after the flags, and `-` is one.
 */
export function normalizeArguments(
  arguments_: readonly string[],
  flags: Flags,
  operand?: (word: string) => boolean,
): readonly string[] | undefined {
  const normalized: string[] = [];
  const rest = [...arguments_];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--' && rest.length === 0) break;
    const [, name, attached] = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const isOperand = word === '-' || !word.startsWith('-');
    if (isOperand && operand?.(word) === true) continue;
    if (name === undefined) throw strange(word, rest);
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) {
      if (name === 'h' || name === 'help') return undefined;
      const meant = findMeant(name, Object.keys(flags));
      const hint = meant === undefined ? '' : `, did you mean -${meant}?`;
      throw new SpiffeError('USAGE', `flag provided but not defined: -${name}${hint}`);
    }
    const value = attached ?? (flag.boolean === true ? 'true' : rest.shift());
    if (value === undefined) throw new SpiffeError('USAGE', `flag needs an argument: -${name}`);
    normalized.push(`--${name}=${value}`);
  }
  return normalized;
}

function strange(word: string, rest: readonly string[]): SpiffeError {
  if (word.startsWith('-') && word.length > 1 && word !== '--') {
    return new SpiffeError('USAGE', `bad flag syntax: ${word}`);
  }
  const stray = word === '--' ? (rest[0] ?? word) : word;
  return new SpiffeError('USAGE', `unexpected argument: ${JSON.stringify(stray)}`);
}
