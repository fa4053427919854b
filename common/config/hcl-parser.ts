import type { Position } from './config-error.ts';
import type { ConfigItem, ConfigKey, ConfigObject, ConfigValue } from './config-tree.ts';
import { findIdentifier, readHeredoc, readNumber, readQuoted, skipBlank } from './hcl-lexer.ts';
import { TextCursor } from './text-cursor.ts';

/** How deep blocks and lists may nest. */
export const deepestNesting = 64;

/** Parses the native syntax of HCL 1. Throws CONFIG_INVALID at the first syntax error. */
export function parseHcl(text: string): ConfigObject {
  refuseNull(text);
  const cursor = new TextCursor(text);
  const position = cursor.position;
  const items = readItems(cursor, 1);
  if (!cursor.atEnd()) throw cursor.fault('"}" without a block to close');
  return { kind: 'object', position, items };
}

/** Go refuses it wherever it stands, in a comment too. */
function refuseNull(text: string): void {
  const at = text.indexOf('\0');
  if (at === -1) return;
  const cursor = new TextCursor(text);
  cursor.advance(at - cursor.at);
  throw cursor.fault('null character');
}

/** Reads up to the closing brace or the end, whichever comes first; the caller passes it. */
function readItems(cursor: TextCursor, depth: number): ConfigItem[] {
  const items: ConfigItem[] = [];
  for (;;) {
    skipBlank(cursor);
    if (cursor.atEnd() || cursor.peek() === '}') return items;
    items.push(readItem(cursor, depth));
    skipBlank(cursor);
    if (cursor.peek() === ',') cursor.advance();
  }
}

function readItem(cursor: TextCursor, depth: number): ConfigItem {
  const keys = readKeys(cursor);
  if (cursor.peek() === '{') return { keys, value: readBlock(cursor, depth) };
  const name = keys.map((key) => key.text).join(' ');
  if (cursor.peek() !== '=') {
    throw cursor.fault(`expected "=" or "{" after key ${quote(name)}, got ${here(cursor)}`);
  }
  if (keys.length > 1) throw cursor.fault(`expected "{" after labels of ${quote(name)}, got "="`);
  cursor.advance();
  skipBlank(cursor);
  return { keys, value: readValue(cursor, depth) };
}

function readKeys(cursor: TextCursor): [ConfigKey, ...ConfigKey[]] {
  const [first, ...labels] = allKeys(cursor);
  if (first === undefined) throw cursor.fault(`expected a key, got ${here(cursor)}`);
  return [first, ...labels];
}

function allKeys(cursor: TextCursor): ConfigKey[] {
  const keys: ConfigKey[] = [];
  for (;;) {
    const position = cursor.position;
    const from = cursor.at;
    const text = cursor.peek() === '"' ? readQuoted(cursor) : findIdentifier(cursor);
    if (text === undefined) return keys;
    if (cursor.text.startsWith(text, from) && (text === 'true' || text === 'false')) {
      throw cursor.fault(`expected a key, got ${text}: quote it`, position);
    }
    keys.push({ text, position });
    if (keys.length > deepestNesting) throw tooDeep(cursor, position);
    skipBlank(cursor);
  }
}

function readBlock(cursor: TextCursor, depth: number): ConfigObject {
  const position = cursor.position;
  if (depth >= deepestNesting) throw tooDeep(cursor, position);
  cursor.advance();
  const items = readItems(cursor, depth + 1);
  if (cursor.atEnd()) throw cursor.fault('block not closed: expected "}"', position);
  cursor.advance();
  return { kind: 'object', position, items };
}

function readValue(cursor: TextCursor, depth: number): ConfigValue {
  const position = cursor.position;
  if (cursor.peek() === '"') return { kind: 'string', position, value: readQuoted(cursor) };
  if (cursor.startsWith('<<')) return { kind: 'string', position, value: readHeredoc(cursor) };
  if (cursor.peek() === '{') return readBlock(cursor, depth);
  if (cursor.peek() === '[') return readList(cursor, depth);
  if (/[-0-9]/.test(cursor.peek())) return { kind: 'number', position, ...readNumber(cursor) };
  const word = findIdentifier(cursor);
  if (word === 'true' || word === 'false') {
    return { kind: 'boolean', position, value: word === 'true' };
  }
  if (word !== undefined) {
    throw cursor.fault(`expected a value: a string must be quoted, got ${quote(word)}`, position);
  }
  throw cursor.fault(`expected a value, got ${here(cursor)}`);
}

function readList(cursor: TextCursor, depth: number): ConfigValue {
  const position = cursor.position;
  if (depth >= deepestNesting) throw tooDeep(cursor, position);
  cursor.advance();
  const items: ConfigValue[] = [];
  for (;;) {
    skipBlank(cursor);
    if (cursor.atEnd()) throw cursor.fault('list not closed: expected "]"', position);
    if (cursor.peek() === ']') {
      cursor.advance();
      return { kind: 'list', position, items };
    }
    items.push(readValue(cursor, depth + 1));
    skipBlank(cursor);
    if (cursor.peek() === ',') cursor.advance();
    else if (!cursor.atEnd() && cursor.peek() !== ']') {
      throw cursor.fault(`expected "," or "]" in list, got ${here(cursor)}`);
    }
  }
}

function here(cursor: TextCursor): string {
  return cursor.atEnd() ? 'the end of the file' : quote(cursor.peek());
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}

function tooDeep(cursor: TextCursor, position: Position) {
  return cursor.fault(`nested too deep: at most ${deepestNesting} levels`, position);
}
