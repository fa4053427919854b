import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Alias,
  type Document,
  type Node,
} from 'yaml';
import { SpiffeError } from '../common/errors/spiffe-error.ts';

/** Bigger than any config dump seen; a text beyond it is refused, not read. */
const largestTextBytes = 64 * 1024 * 1024;
/** Anchors can repeat one part without end; a walk stops at these bounds. */
const deepest = 100;
const mostNodes = 500_000;

/** One value of a parsed Envoy configuration, which knows its line. */
export class ConfigNode {
  readonly #tree: Tree;
  readonly #node: Node | null;
  /** Counted from 1. */
  readonly line: number;

  constructor(tree: Tree, node: Node | null, line: number) {
    this.#tree = tree;
    this.#node = node;
    this.line = line;
  }

  /** The member `name`, in snake case; protobuf JSON may write it in camel case. */
  get(name: string): ConfigNode | undefined {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const [key, value] of this.entries()) if (key === name || key === camel) return value;
    return undefined;
  }

  /** Follows members; undefined as soon as one is missing. */
  at(...names: readonly string[]): ConfigNode | undefined {
    return names.reduce<ConfigNode | undefined>((found, name) => found?.get(name), this);
  }

  entries(): [string, ConfigNode][] {
    if (!isMap(this.#node)) return [];
    return this.#node.items.map((pair) => {
      const key = pair.key as Node | null;
      const name = isScalar(key) && typeof key.value === 'string' ? key.value : '';
      // A part that an alias repeats has its lines elsewhere; where it is used is what counts.
      const line = Math.max(this.#tree.lineOf(key) ?? 0, this.line);
      return [name, this.#tree.wrap(pair.value as Node | null, line)];
    });
  }

  items(): ConfigNode[] {
    if (!isSeq(this.#node)) return [];
    return this.#node.items.map((item) => {
      const line = Math.max(this.#tree.lineOf(item as Node | null) ?? 0, this.line);
      return this.#tree.wrap(item as Node | null, line);
    });
  }

  /** The text of a scalar, whatever its type; undefined for maps, lists and null. */
  text(): string | undefined {
    const value: unknown = isScalar(this.#node) ? this.#node.value : undefined;
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  }

  isMap(): boolean {
    return isMap(this.#node);
  }
}

/** Parses a bootstrap or a `/config_dump` answer, YAML or JSON. Throws CONFIG_INVALID with the line. */
export function parseConfigTree(text: string): ConfigNode {
  if (Buffer.byteLength(text) > largestTextBytes) {
    throw new SpiffeError(
      'CONFIG_INVALID',
      `envoy configuration is over ${largestTextBytes} bytes`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const line = lines.linePos(fault.pos[0]).line;
    throw new SpiffeError('CONFIG_INVALID', `line ${line}: ${fault.message}`, { cause: fault });
  }
  const root = new Tree(document, lines).wrap(document.contents, 1);
  if (!root.isMap()) {
    throw new SpiffeError('CONFIG_INVALID', 'line 1: expected an Envoy configuration, a map');
  }
  return root;
}

/** Every map at or below `from`, outermost first. */
export function* mapsBelow(from: ConfigNode): Generator<ConfigNode> {
  const waiting: { readonly node: ConfigNode; readonly depth: number }[] = [
    { node: from, depth: 0 },
  ];
  for (let seen = 0; seen < mostNodes; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return;
    if (next.node.isMap()) yield next.node;
    if (next.depth === deepest) continue;
    const below = [...next.node.entries().map(([, value]) => value), ...next.node.items()];
    for (const node of below.reverse()) waiting.push({ node, depth: next.depth + 1 });
  }
}

class Tree {
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #resolved = new Map<Alias, Node | null>();

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  wrap(node: Node | null, line: number): ConfigNode {
    return new ConfigNode(this, isAlias(node) ? this.#resolve(node) : node, line);
  }

  /** The library walks the whole document for each alias; here once per alias. */
  #resolve(alias: Alias): Node | null {
    const known = this.#resolved.get(alias);
    if (known !== undefined) return known;
    const node = alias.resolve(this.#document) ?? null;
    this.#resolved.set(alias, node);
    return node;
  }

  lineOf(node: Node | null): number | undefined {
    const start = node?.range?.[0];
    return start === undefined ? undefined : this.#lines.linePos(start).line;
  }
}
