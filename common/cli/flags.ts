import { formatDuration, parseDuration } from '../config/duration.ts';
import { parseGoInt } from '../config/go-int.ts';

/**
 * One flag of a command. A value that `parse` refuses is reported as Go's flag package reports it;
 * `parse` throws an Error whose message is the reason.
 */
export interface Flag<T> {
  readonly help: string;
  /** The word after the name in the usage, empty for a boolean. */
  readonly placeholder: string;
  /** Takes no value unless one is attached with `=`. */
  readonly boolean?: boolean;
  readonly initial: T;
  /** The default as the usage shows it. */
  readonly shown?: string;
  parse(text: string, before: T): T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** What the flags of a command hold after parsing. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never;
};

export function stringFlag(help: string, initial = ''): Flag<string> {
  const shown = initial === '' ? {} : { shown: JSON.stringify(initial) };
  return { help, placeholder: 'string', initial, ...shown, parse: (text) => text };
}

/** Decimal, or as Go reads it with 0x, 0o or 0b. */
export function intFlag(help: string, initial = 0): Flag<number> {
  const shown = initial === 0 ? {} : { shown: String(initial) };
  return { help, placeholder: 'int', initial, ...shown, parse: parseInteger };
}

export function booleanFlag(help: string, initial = false): Flag<boolean> {
  const shown = initial ? { shown: 'true' } : {};
  return { help, placeholder: '', boolean: true, initial, ...shown, parse: parseBoolean };
}

/** A boolean that knows whether it was given. */
export function optionalBooleanFlag(help: string): Flag<boolean | undefined> {
  return { help, placeholder: '', boolean: true, initial: undefined, parse: parseBoolean };
}

/** A Go duration; milliseconds. */
export function durationFlag(help: string, initialMs = 0): Flag<number> {
  const shown = initialMs === 0 ? {} : { shown: formatDuration(initialMs) };
  return { help, placeholder: 'duration', initial: initialMs, ...shown, parse: parseTime };
}

/** May be given more than once. */
export function listFlag(help: string): Flag<readonly string[]> {
  return { help, placeholder: 'value', initial: [], parse: (text, before) => [...before, text] };
}

/** One value, with commas between its parts. */
export function commaListFlag(help: string): Flag<readonly string[]> {
  return { help, placeholder: 'value', initial: [], parse: (text) => text.split(',') };
}

function parseInteger(text: string): number {
  const value = parseGoInt(text);
  if (value === undefined) throw new Error('parse error');
  return value;
}

function parseBoolean(text: string): boolean {
  if (/^(1|t|T|true|TRUE|True)$/.test(text)) return true;
  if (/^(0|f|F|false|FALSE|False)$/.test(text)) return false;
  throw new Error('parse error');
}

function parseTime(text: string): number {
  try {
    return parseDuration(text);
  } catch {
    // Go's flag package drops the reason too; scripts match its text.
    throw new Error('parse error');
  }
}
