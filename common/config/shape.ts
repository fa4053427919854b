import type { z } from 'zod';
import { faultAt, type Fault, type Position } from './config-error.ts';
import {
  nameOfKind,
  type ConfigItem,
  type ConfigKey,
  type ConfigObject,
  type ConfigValue,
} from './config-tree.ts';
import { findNearMiss } from './near-miss.ts';
import { shapeScalar } from './scalars.ts';
import { isRawBlock } from './schema.ts';

export type Path = readonly PropertyKey[];

/** Plain data in the form a schema expects, and what was wrong on the way there. */
export interface Shaped {
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** Paths that have a fault already: the schema need not report them again. */
  readonly failed: readonly Path[];
  positionOf(path: Path): Position | undefined;
}

/**
 * Turns a tree into plain data by looking at what the schema wants in each place: keys match in any
 * case, blocks that are repeated merge, lists append, of repeated scalars the last wins, labels
 * become keys of maps (HCL 1 as SPIRE decodes it, but unknown keys are faults everywhere).
 */
export function shapeTree(root: ConfigObject, schema: z.ZodType, tell: PathText): Shaped {
  const shaper = new Shaper(tell);
  const value = shaper.shape([root], schema, []);
  return {
    value,
    faults: shaper.faults,
    failed: shaper.failed,
    positionOf: (path) => shaper.positionOf(path),
  };
}

/** How a path reads in a fault. */
type PathText = (path: Path) => string;

/** All values that were given for one key, in order. */
type Values = readonly ConfigValue[];

class Shaper {
  readonly faults: Fault[] = [];
  readonly failed: Path[] = [];
  readonly #positions = new Map<string, Position>();
  readonly #tell: PathText;

  constructor(tell: PathText) {
    this.#tell = tell;
  }

  /** The position of the value there, or of the closest block around it. */
  positionOf(path: Path): Position | undefined {
    for (let length = path.length; length >= 0; length--) {
      const position = this.#positions.get(keyOf(path.slice(0, length)));
      if (position !== undefined) return position;
    }
    return undefined;
  }

  shape(given: Values, schema: z.core.$ZodType, path: Path): unknown {
    const values = given.filter((value) => value.kind !== 'null');
    const [first] = values;
    const last = values.at(-1);
    if (first === undefined || last === undefined) return undefined;
    this.#positions.set(keyOf(path), (last.kind === 'object' ? first : last).position);
    if (isRawBlock(unwrap(schema))) return this.#raw(values, path);
    const { def } = unwrap(schema)._zod;
    if (def.type === 'object') return this.#object(values, def, path);
    if (def.type === 'record') return this.#record(values, def.valueType, path);
    if (def.type === 'array') return this.#array(values, def.element, path);
    if (def.type === 'union') return this.#union(values, def.options, path);
    return this.#scalar(values, last, def, path);
  }

  #object(values: Values, def: z.core.$ZodObjectDef, path: Path): unknown {
    const fields = new Map(Object.entries(def.shape));
    const groups = new Map<string, ConfigValue[]>();
    const blocks = this.#blocks(values, path);
    for (const item of blocks.flatMap((block) => block.items)) {
      const name = findField(fields.keys(), item.keys[0].text);
      if (name !== undefined) append(groups, name, peel(item));
      else if (isOpen(def)) append(groups, item.keys[0].text, peel(item));
      else this.#unknownKey(item.keys[0], def, path);
    }
    if (blocks.length === 0) return undefined;
    const entries = [...groups].map(([name, group]) => {
      const schema = fields.get(name) ?? def.catchall;
      return [name, schema && this.shape(group, schema, [...path, name])] as const;
    });
    return fromEntries(entries);
  }

  #record(values: Values, schema: z.core.$ZodType, path: Path): unknown {
    const blocks = this.#blocks(values, path);
    if (blocks.length === 0) return undefined;
    const groups = groupByKey(blocks);
    return fromEntries(
      [...groups].map(([name, group]) => [name, this.shape(group, schema, [...path, name])]),
    );
  }

  #array(values: Values, element: z.core.$ZodType, path: Path): unknown {
    const items = values
      .flatMap((value) => (value.kind === 'list' ? value.items : [value]))
      .flatMap((item) => unwrapDummy(item, element))
      .filter((item) => item.kind !== 'null');
    return items.map((item, at) => this.shape([item], element, [...path, at]));
  }

  /** The first alternative that fits, or else the one that comes closest. */
  #union(values: Values, options: readonly z.core.$ZodType[], path: Path): unknown {
    let best: { readonly trial: Shaper; readonly value: unknown } | undefined;
    for (const option of options) {
      const trial = new Shaper(this.#tell);
      const value = trial.shape(values, option, path);
      const fits = trial.faults.length === 0 && safeParse(option, value);
      if (fits || best === undefined || trial.faults.length < best.trial.faults.length) {
        best = { trial, value };
      }
      if (fits) break;
    }
    if (best === undefined) return undefined;
    this.faults.push(...best.trial.faults);
    this.failed.push(...best.trial.failed);
    for (const [key, position] of best.trial.#positions) this.#positions.set(key, position);
    return best.value;
  }

  #raw(values: Values, path: Path): ConfigObject | undefined {
    const blocks = this.#blocks(values, path);
    const [first] = blocks;
    if (first === undefined) return undefined;
    return { ...first, items: blocks.flatMap((block) => block.items) };
  }

  #scalar(values: Values, last: ConfigValue, def: z.core.$ZodTypes['_zod']['def'], path: Path) {
    const shaped = shapeScalar(last, def);
    if (shaped === 'any') return plain(values);
    if ('value' in shaped) return shaped.value;
    this.#fail(last.position, path, shaped.fault);
    return undefined;
  }

  /** The blocks among the values; lists of blocks are the JSON form of a repeated block. */
  #blocks(values: Values, path: Path): ConfigObject[] {
    return values.flatMap((value): ConfigObject[] => {
      if (value.kind === 'object') return [value];
      if (value.kind === 'list') return this.#blocks(value.items, path);
      if (value.kind !== 'null') {
        this.#fail(value.position, path, `expected a block, got ${nameOfKind(value)}`);
      }
      return [];
    });
  }

  #unknownKey(key: ConfigKey, def: z.core.$ZodObjectDef, path: Path): void {
    const hint = this.faults.length < mostHints ? hintFor(key.text, def) : '';
    const name = [...path, key.text.slice(0, longestShown)];
    this.faults.push(faultAt(key.position, this.#tell(name), `unknown key${hint}`));
  }

  #fail(position: Position, path: Path, message: string): void {
    this.failed.push(path);
    this.faults.push(faultAt(position, this.#tell(path), message));
  }
}

/** Several values of a key as plain data, for places whose schema takes anything. */
function plain(values: Values): unknown {
  const last = values.at(-1);
  if (last === undefined || last.kind === 'null') return undefined;
  if (last.kind === 'list') return last.items.map((item) => plain([item]));
  if (last.kind !== 'object') return last.value;
  const blocks = values.filter((value) => value.kind === 'object');
  return fromEntries([...groupByKey(blocks)].map(([name, group]) => [name, plain(group)]));
}

function groupByKey(blocks: readonly ConfigObject[]): Map<string, ConfigValue[]> {
  const groups = new Map<string, ConfigValue[]>();
  for (const item of blocks.flatMap((block) => block.items)) {
    append(groups, item.keys[0].text, peel(item));
  }
  return groups;
}

/** `a "label" { }` is `a { label { } }`: the value of the first key alone. */
function peel(item: ConfigItem): ConfigValue {
  const [, label, ...rest] = item.keys;
  if (label === undefined) return item.value;
  return {
    kind: 'object',
    position: label.position,
    items: [{ keys: [label, ...rest], value: item.value }],
  };
}

/**
 * SPIRE's Helm chart wraps a list of blocks in a block with a key of its own, `[{"broker":[{…}]}]`,
 * because HCL 1 would flatten it otherwise.
 */
function unwrapDummy(value: ConfigValue, element: z.core.$ZodType): readonly ConfigValue[] {
  const { def } = unwrap(element)._zod;
  if (def.type !== 'object' || value.kind !== 'object') return [value];
  const [only, ...others] = value.items;
  if (only === undefined || others.length > 0) return [value];
  if (findField(Object.keys(def.shape), only.keys[0].text) !== undefined) return [value];
  const inner = peel(only);
  if (inner.kind === 'object') return [inner];
  const isListOfBlocks =
    inner.kind === 'list' && inner.items.every((item) => item.kind === 'object');
  return isListOfBlocks ? inner.items : [value];
}

/** What was meant by a key that is not known: a block further in has it, or it was misspelt. */
function hintFor(text: string, def: z.core.$ZodObjectDef): string {
  const blocks = blocksWith(text, def);
  if (blocks.length > 0) return `, it belongs into ${blocks.join(' or ')}`;
  const meant = findNearMiss(text, Object.keys(def.shape));
  return meant === undefined ? '' : `, did you mean ${JSON.stringify(meant)}?`;
}

/** The nearest blocks inside that know the key, `server { }` or `server { experimental { } }`. */
function blocksWith(text: string, def: z.core.$ZodObjectDef, levels = 2): string[] {
  if (levels === 0) return [];
  const inner = Object.entries(def.shape).flatMap(([name, schema]) => {
    const { def: block } = unwrap(schema)._zod;
    return block.type === 'object' ? [{ name, block }] : [];
  });
  const near = inner.filter(({ block }) => findField(Object.keys(block.shape), text) !== undefined);
  if (near.length > 0) return near.map(({ name }) => `${name} { }`);
  return inner.flatMap(({ name, block }) =>
    blocksWith(text, block, levels - 1).map((further) => `${name} { ${further} }`),
  );
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodTypes {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'lazy') return unwrap(def.getter());
  if (def.type === 'pipe') return unwrap(def.in);
  return 'innerType' in def ? unwrap(def.innerType) : (schema as z.core.$ZodTypes);
}

function isOpen(def: z.core.$ZodObjectDef): boolean {
  return def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
}

function safeParse(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}

function findField(fields: Iterable<string>, text: string): string | undefined {
  const names = [...fields];
  if (names.includes(text)) return text;
  return names.find((name) => name.toLowerCase() === text.toLowerCase());
}

function append(groups: Map<string, ConfigValue[]>, name: string, value: ConfigValue): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [value]);
  else group.push(value);
}

/** Absent stays absent: a key whose values were all null is not there. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function keyOf(path: Path): string {
  return JSON.stringify(path.map(String));
}

const longestShown = 64;

/** A hint costs a comparison with every known key; a file of nothing but wrong keys gets no more. */
const mostHints = 100;
