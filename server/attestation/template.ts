import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import {
  callFunction,
  isFunction,
  type TemplateData,
  type TemplateValue,
} from './template-functions.ts';

interface Template {
  /** Throws INVALID_ARGUMENT when the data has not what the template names. */
  render(data: TemplateData): string;
}

type Token = {
  readonly kind: 'symbol' | 'name' | 'path' | 'text' | 'number';
  readonly text: string;
};

/** An expression: a value, or a function applied to values. */
type Node =
  | { readonly kind: 'value'; readonly value: TemplateValue }
  | { readonly kind: 'path'; readonly names: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] };

/**
 * Parses the part of Go's text/template that names need: text, `{{ .A.B }}`, literals, functions,
 * pipes, parentheses, comments, and trim markers. Throws INVALID_ARGUMENT for anything else.
 */
export function parseTemplate(text: string): Template {
  if (text.length > longestTemplate) throw fault(`is longer than ${longestTemplate} characters`);
  const parts: (string | Node)[] = [];
  let rest = text;
  for (;;) {
    const open = rest.indexOf('{{');
    if (open === -1) break;
    const action = /^\{\{(-\s)?((?:"(?:\\.|[^"\\])*"|`[^`]*`|[^"`])*?)(\s-)?\}\}/s.exec(
      rest.slice(open),
    );
    if (action === null) throw fault('has an action that does not end');
    const [whole, trimLeft, body = '', trimRight] = action;
    const before = rest.slice(0, open);
    parts.push(trimLeft === undefined ? before : before.trimEnd());
    const after = rest.slice(open + whole.length);
    rest = trimRight === undefined ? after : after.trimStart();
    if (!/^\s*\/\*.*\*\/\s*$/s.test(body)) parts.push(new Parser(tokens(body)).parse());
  }
  parts.push(rest);
  return {
    render: (data) =>
      parts.map((part) => (typeof part === 'string' ? part : textOf(valueOf(part, data)))).join(''),
  };
}

function tokens(body: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < body.length) {
    const [whole, kind, text] = tokenAt(body, at);
    at += whole.length;
    if (kind !== 'space') found.push({ kind, text });
  }
  return found;
}

const patterns: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /\s+/y],
  ['symbol', /[|()]/y],
  ['path', /(?:\.[A-Za-z_]\w*)+|\.(?=[\s|)]|$)/y],
  ['text', /"(?:\\.|[^"\\\n])*"|`[^`]*`/y],
  ['number', /-?\d{1,9}\b/y],
  ['name', /[A-Za-z_]\w*/y],
];

function tokenAt(body: string, at: number): [whole: string, Token['kind'] | 'space', text: string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [whole] = pattern.exec(body) ?? [];
    if (whole !== undefined) return [whole, kind, whole];
  }
  throw fault(`has ${JSON.stringify(body.slice(at, at + 20))}, which is not understood`);
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(found: readonly Token[]) {
    this.#tokens = found;
  }

  parse(): Node {
    const node = this.#pipeline();
    if (this.#at < this.#tokens.length) throw unexpected(this.#tokens[this.#at]);
    return node;
  }

  #pipeline(): Node {
    let node = this.#command();
    while (this.#isSymbol('|')) {
      this.#at++;
      node = this.#command(node);
    }
    return node;
  }

  /** One operand, or a function with its operands; what was piped comes last. */
  #command(piped?: Node): Node {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name') {
      if (piped !== undefined) throw unexpected(token);
      return this.#operand();
    }
    this.#at++;
    if (!isFunction(token.text))
      throw fault(`uses ${JSON.stringify(token.text)}, which is not known`);
    const args: Node[] = [];
    while (this.#at < this.#tokens.length && !this.#isSymbol('|') && !this.#isSymbol(')')) {
      args.push(this.#operand());
    }
    return { kind: 'call', name: token.text, args: piped === undefined ? args : [...args, piped] };
  }

  #operand(): Node {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'path') {
      return { kind: 'path', names: token.text.split('.').filter((name) => name !== '') };
    }
    if (token?.kind === 'number') return { kind: 'value', value: Number(token.text) };
    if (token?.kind === 'text') return { kind: 'value', value: unquote(token.text) };
    if (token?.text !== '(') throw unexpected(token);
    const node = this.#pipeline();
    if (!this.#isSymbol(')')) throw unexpected(this.#tokens[this.#at]);
    this.#at++;
    return node;
  }

  #isSymbol(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'symbol' && token.text === text;
  }
}

function unquote(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch (cause) {
    throw fault(`has the text ${text}, which is not understood`, cause);
  }
}

function valueOf(node: Node, data: TemplateData): TemplateValue {
  if (node.kind === 'value') return node.value;
  if (node.kind === 'call') {
    return callFunction(
      node.name,
      node.args.map((arg) => valueOf(arg, data)),
    );
  }
  let value: TemplateValue = data;
  for (const name of node.names) {
    const member: TemplateValue | undefined =
      isData(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) throw fault(`can't evaluate field ${name}`);
    value = member;
  }
  return value;
}

function isData(value: TemplateValue): value is TemplateData {
  return typeof value === 'object' && !Array.isArray(value);
}

/** As Go prints it. */
function textOf(value: TemplateValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.join(' ')}]`;
  throw fault('prints something that is not a text');
}

function unexpected(token: Token | undefined): SpiffeError {
  return fault(
    token === undefined
      ? 'has an action that ends early'
      : `has an unexpected ${JSON.stringify(token.text)}`,
  );
}

function fault(rule: string, cause?: unknown): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', `template ${rule}`, { cause });
}

const longestTemplate = 4096;
