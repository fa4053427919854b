import type { z } from 'zod';
import { ConfigError, faultAt, type Fault, type FaultReport } from './config-error.ts';
import type { ConfigObject, ConfigTree } from './config-tree.ts';
import { shapeTree, type Path, type Shaped } from './shape.ts';

interface DecodeOptions {
  /** What the paths in faults begin with, for a part of a file. */
  readonly path?: string;
  /** The file's name, when a part of a tree is decoded. */
  readonly source?: string;
}

/**
 * Decodes a tree, or a block of it, by a schema into frozen plain data. Every fault of the tree and
 * of the schema is in one report; unknown keys are faults, whatever the schema thinks of them,
 * unless it has a catchall. Throws CONFIG_INVALID.
 */
export function decode<Schema extends z.ZodType>(
  tree: ConfigTree | ConfigObject,
  schema: Schema,
  options: DecodeOptions = {},
): z.output<Schema> {
  const { source } = 'root' in tree ? tree : options;
  const { faults, parsed } = examine(tree, schema, options);
  if (faults.length > 0 || !parsed.success) throw new ConfigError(inFileOrder(faults), source);
  return freeze(parsed.data);
}

/**
 * As `decode`, but the faults go into `report`, and what is left without the faulty keys is returned,
 * so that later checks can add theirs. Undefined when nothing useful is left.
 */
export function decodeAround<Schema extends z.ZodType>(
  tree: ConfigTree | ConfigObject,
  schema: Schema,
  report: FaultReport,
): z.output<Schema> | undefined {
  const { faults, parsed, shaped } = examine(tree, schema, {});
  report.add(...inFileOrder(faults));
  if (parsed.success) return freeze(parsed.data);
  for (const { path } of parsed.error.issues.flatMap(closestAlternative)) {
    removeAt(shaped.value, path);
  }
  const rest = schema.safeParse(shaped.value);
  return rest.success ? freeze(rest.data) : undefined;
}

function examine<Schema extends z.ZodType>(
  tree: ConfigTree | ConfigObject,
  schema: Schema,
  options: DecodeOptions,
) {
  const root = 'root' in tree ? tree.root : tree;
  const tell = (path: Path) => pathText(options.path ?? '', path);
  const shaped = shapeTree(root, schema, tell);
  const parsed = schema.safeParse(shaped.value);
  const faults = [...shaped.faults, ...schemaFaults(parsed.error?.issues ?? [], shaped, tell)];
  return { faults, parsed, shaped };
}

/** Takes a key away; of a list with a bad element the whole list. */
function removeAt(value: unknown, path: Path): void {
  const index = path.findIndex((part) => typeof part === 'number');
  const keys = index === -1 ? path : path.slice(0, index);
  const key = keys.at(-1);
  const parent = valueAt(value, keys.slice(0, -1));
  if (key !== undefined && typeof parent === 'object' && parent !== null) {
    Reflect.deleteProperty(parent, key);
  }
}

function schemaFaults(
  issues: readonly z.core.$ZodIssue[],
  shaped: Shaped,
  tell: (path: Path) => string,
): Fault[] {
  return issues
    .flatMap(closestAlternative)
    .filter((issue) => !shaped.failed.some((path) => covers(path, issue.path)))
    .map((issue) => {
      const missing =
        issue.code === 'invalid_type' && valueAt(shaped.value, issue.path) === undefined;
      const message = missing ? 'is required' : issueText(issue);
      return faultAt(shaped.positionOf(issue.path), tell(issue.path), message);
    });
}

/** Of a union that fits in no way, the faults of the alternative with the fewest. */
function closestAlternative(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [closest] = issue.errors.toSorted((a, b) => a.length - b.length);
  if (closest === undefined) return [issue];
  return closest.flatMap((inner) =>
    closestAlternative({ ...inner, path: [...issue.path, ...inner.path] }),
  );
}

/** What a value must be, in our words. */
export function issueText(issue: z.core.$ZodIssue): string {
  // Zod's own texts begin so; any other is the reason that a schema gives.
  if (issue.code === 'invalid_value' && /^Invalid (input|option): /.test(issue.message)) {
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  }
  if (issue.code === 'too_small') {
    const bound = issue.inclusive === false ? 'more than' : 'at least';
    return limitText(issue.origin, bound, issue.minimum);
  }
  if (issue.code === 'too_big') {
    const bound = issue.inclusive === false ? 'less than' : 'at most';
    return limitText(issue.origin, bound, issue.maximum);
  }
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number';
  if (issue.code === 'custom' || issue.code === 'invalid_value') return issue.message;
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
}

function limitText(origin: string, bound: string, limit: number | bigint): string {
  const isFilled = origin === 'string' || origin === 'array';
  if (isFilled && bound === 'at least' && Number(limit) === 1) return 'must not be empty';
  if (origin === 'string') return `must have ${bound} ${limit.toString()} characters`;
  if (origin === 'array') return `must have ${bound} ${limit.toString()} elements`;
  return `must be ${bound} ${limit.toString()}`;
}

function pathText(base: string, path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = /^[\w-]+$/.test(String(part)) ? String(part) : JSON.stringify(String(part));
    return text === '' ? name : `${text}.${name}`;
  }, base);
}

function covers(failed: Path, path: Path): boolean {
  return failed.length <= path.length && failed.every((part, at) => part === path[at]);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) => (inner as Record<PropertyKey, unknown> | undefined)?.[part],
    value,
  );
}

function inFileOrder(faults: readonly Fault[]): Fault[] {
  const line = (fault: Fault) => fault.line ?? Infinity;
  return faults.toSorted((a, b) => (line(a) < line(b) ? -1 : line(a) > line(b) ? 1 : 0));
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
