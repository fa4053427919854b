import type { z } from 'zod';
import { nameOfKind, type ConfigValue } from './config-tree.ts';
import { parseGoInt } from './go-int.ts';

type Outcome = { readonly value: unknown } | { readonly fault: string };

/**
 * A scalar as the schema wants it, with SPIRE's coercions: a number is taken where a string is
 * expected, as it was written, and a quoted number where a number is; a quoted boolean is refused.
 * `any` for a schema that takes whatever comes.
 */
export function shapeScalar(
  value: ConfigValue,
  def: z.core.$ZodTypes['_zod']['def'],
): Outcome | 'any' {
  if (def.type === 'string') return toText(value);
  if (def.type === 'number') return toNumber(value);
  if (def.type === 'boolean') return toBoolean(value);
  if (def.type === 'enum') return toOneOf(value, Object.values(def.entries));
  if (def.type === 'literal') return toOneOf(value, def.values);
  return 'any';
}

function toText(value: ConfigValue): Outcome {
  if (value.kind === 'string') return { value: value.value };
  if (value.kind === 'number') return { value: value.raw };
  return { fault: `expected a string, got ${nameOfKind(value)}` };
}

function toNumber(value: ConfigValue): Outcome {
  if (value.kind === 'number') return { value: value.value };
  if (value.kind !== 'string') return { fault: `expected a number, got ${nameOfKind(value)}` };
  const number = parseGoInt(value.value);
  if (number !== undefined) return { value: number };
  return { fault: `expected a number, got ${JSON.stringify(value.value.slice(0, 64))}` };
}

function toBoolean(value: ConfigValue): Outcome {
  if (value.kind === 'boolean') return { value: value.value };
  if (value.kind === 'string' && /^(true|false)$/i.test(value.value)) {
    return { fault: `expected a boolean, got a string: write ${value.value} without quotes` };
  }
  return { fault: `expected a boolean, got ${nameOfKind(value)}` };
}

function toOneOf(value: ConfigValue, allowed: readonly unknown[]): Outcome {
  if (allowed.every((one) => typeof one === 'string')) return toText(value);
  if (allowed.every((one) => typeof one === 'number')) return toNumber(value);
  if ('value' in value) return { value: value.value };
  return { fault: `expected a single value, got ${nameOfKind(value)}` };
}
