import type { ConfigItem, ConfigObject, ConfigValue } from './config-tree.ts';

/**
 * Prints a block's content as HCL 1 text, which is how an external plugin is given its
 * `plugin_data`, also when the file was JSON. An empty block is the empty string.
 */
export function printHcl(block: ConfigObject): string {
  return printItems(block.items, '');
}

function printItems(items: readonly ConfigItem[], indent: string): string {
  return items
    .filter((item) => item.value.kind !== 'null')
    .map((item) => printItem(item, indent))
    .join('');
}

function printItem({ keys, value }: ConfigItem, indent: string): string {
  const name = keys.map((key) => quote(key.text)).join(' ');
  const sign = keys.length === 1 ? ' =' : '';
  return `${indent}${name}${sign} ${printValue(value, indent)}\n`;
}

function printValue(value: ConfigValue, indent: string): string {
  switch (value.kind) {
    case 'object': {
      const body = printItems(value.items, `${indent}  `);
      return body === '' ? '{}' : `{\n${body}${indent}}`;
    }
    case 'list': {
      const items = value.items.filter((item) => item.kind !== 'null');
      return `[${items.map((item) => printValue(item, indent)).join(', ')}]`;
    }
    case 'string':
      return quote(value.value);
    case 'number':
      return value.raw;
    case 'boolean':
      return String(value.value);
    case 'null':
      return '""';
  }
}

/** Quotes a text; what is inside `${…}` is not escaped, because HCL 1 reads it as it is written. */
function quote(text: string): string {
  let quoted = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (depth === 0 && text.startsWith('${', at)) {
      const closed = isClosed(text, at);
      depth = closed ? 1 : 0;
      quoted += closed ? '${' : '\\u0024{';
      at++;
    } else if (depth > 0) {
      depth += char === '{' ? 1 : char === '}' ? -1 : 0;
      quoted += char;
    } else {
      quoted += escapes.get(char) ?? escapeControl(char);
    }
  }
  return `"${quoted}"`;
}

/** A `${` that is never closed must not start an interpolation when it is read again. */
function isClosed(text: string, at: number): boolean {
  let depth = 0;
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return true;
  }
  return false;
}

function escapeControl(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x20 || code === 0x7f ? `\\u${code.toString(16).padStart(4, '0')}` : char;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
