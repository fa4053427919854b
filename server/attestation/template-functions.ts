import { createHash } from 'node:crypto';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

/** What a template may name; `undefined` members do not exist. */
export interface TemplateData {
  readonly [name: string]: TemplateValue | undefined;
}

export type TemplateValue = string | number | readonly string[] | TemplateData;

type Arguments = readonly TemplateValue[];

/** The functions of SPIRE's path templates that turn text into text, with sprig's argument order. */
const functions: Readonly<Record<string, (args: Arguments) => TemplateValue>> = {
  lower: ([value]) => text(value).toLowerCase(),
  upper: ([value]) => text(value).toUpperCase(),
  trim: ([value]) => text(value).trim(),
  trimAll: ([set, value]) => trimAll(text(set), text(value)),
  trimPrefix: ([prefix, value]) => {
    const [start, whole] = [text(prefix), text(value)];
    return whole.startsWith(start) ? whole.slice(start.length) : whole;
  },
  trimSuffix: ([suffix, value]) => {
    const [end, whole] = [text(suffix), text(value)];
    return end !== '' && whole.endsWith(end) ? whole.slice(0, -end.length) : whole;
  },
  trunc: ([length, value]) => {
    const count = number(length);
    return count < 0 ? text(value).slice(count) : text(value).slice(0, count);
  },
  nospace: ([value]) => text(value).replaceAll(/\s/g, ''),
  replace: ([from, to, value]) => text(value).replaceAll(text(from), () => text(to)),
  default: ([other, value]) => (isEmpty(value) ? given(other) : given(value)),
  join: ([separator, value]) => list(value).join(text(separator)),
  index: ([value, at]) => {
    const found = list(value)[number(at)];
    if (found === undefined) throw fault(`index ${number(at)} is out of range`);
    return found;
  },
  sha1sum: ([value]) => createHash('sha1').update(text(value)).digest('hex'),
  sha256sum: ([value]) => createHash('sha256').update(text(value)).digest('hex'),
};

export function isFunction(name: string): boolean {
  return Object.hasOwn(functions, name);
}

/** Throws INVALID_ARGUMENT for arguments of the wrong kind. */
export function callFunction(name: string, args: Arguments): TemplateValue {
  const call = functions[name];
  if (call === undefined) throw fault(`function ${JSON.stringify(name)} is not known`);
  const takes = counts[name] ?? 1;
  if (args.length !== takes) throw fault(`${name} takes ${takes} arguments, not ${args.length}`);
  return call(args);
}

const counts: Readonly<Record<string, number>> = {
  trimAll: 2,
  trimPrefix: 2,
  trimSuffix: 2,
  trunc: 2,
  replace: 3,
  default: 2,
  join: 2,
  index: 2,
};

function trimAll(set: string, value: string): string {
  const letters = new Set(set);
  const all = Array.from(value);
  const keep = (letter: string) => !letters.has(letter);
  return all.slice(all.findIndex(keep), all.findLastIndex(keep) + 1).join('');
}

function text(value: TemplateValue | undefined): string {
  if (typeof value === 'string') return value;
  throw fault('a function wants a text');
}

function number(value: TemplateValue | undefined): number {
  if (typeof value === 'number') return value;
  throw fault('a function wants a number');
}

function list(value: TemplateValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value as readonly string[];
  throw fault('a function wants a list');
}

function given(value: TemplateValue | undefined): TemplateValue {
  if (value !== undefined) return value;
  throw fault('a function wants a value');
}

function isEmpty(value: TemplateValue | undefined): boolean {
  return (
    value === undefined ||
    value === '' ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0)
  );
}

function fault(rule: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `template: ${rule}`);
}
