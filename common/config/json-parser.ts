import type { Position } from './config-error.ts';
import type { ConfigItem, ConfigObject, ConfigValue } from './config-tree.ts';
import { deepestNesting } from './hcl-parser.ts';
import { TextCursor } from './text-cursor.ts';

/**
 * Parses the JSON form (RFC 8259) into the same tree; a key that is repeated stays repeated.
 * Throws CONFIG_INVALID at the first syntax error.
 */
export function parseJson(text: string): ConfigObject {
  const cursor = new TextCursor(text);
  skipBlank(cursor);
  if (cursor.peek() !== '{') throw cursor.fault('expected "{" at the start');
  const root = readObject(cursor, 1);
  skipBlank(cursor);
  if (!cursor.atEnd()) throw cursor.fault(`expected the end of the file, got ${here(cursor)}`);
  return root;
}

function readValue(cursor: TextCursor, depth: number): ConfigValue {
  skipBlank(cursor);
  const position = cursor.position;
  if (depth > deepestNesting) {
    throw cursor.fault(`nested too deep: at most ${deepestNesting} levels`);
  }
  if (cursor.peek() === '{') return readObject(cursor, depth);
  if (cursor.peek() === '[') return readList(cursor, depth);
  if (cursor.peek() === '"') return { kind: 'string', position, value: readString(cursor) };
  const raw = cursor.match(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
  if (raw !== undefined) {
    const value = Number(raw);
    if (!Number.isFinite(value)) throw cursor.fault('malformed number', position);
    return { kind: 'number', position, raw, value };
  }
  const word = cursor.match(/(?:true|false|null)\b/y);
  if (word === undefined) throw cursor.fault(`expected a value, got ${here(cursor)}`);
  if (word === 'null') return { kind: 'null', position };
  return { kind: 'boolean', position, value: word === 'true' };
}

function readObject(cursor: TextCursor, depth: number): ConfigObject {
  const position = cursor.position;
  cursor.advance();
  const items: ConfigItem[] = [];
  for (const close = closer(cursor, '}', position); !close(items.length);) {
    const key = cursor.position;
    if (cursor.peek() !== '"') throw cursor.fault(`expected a key in quotes, got ${here(cursor)}`);
    const text = readString(cursor);
    skipBlank(cursor);
    if (cursor.peek() !== ':') throw cursor.fault(`expected ":" after a key, got ${here(cursor)}`);
    cursor.advance();
    items.push({ keys: [{ text, position: key }], value: readValue(cursor, depth + 1) });
  }
  return { kind: 'object', position, items };
}

function readList(cursor: TextCursor, depth: number): ConfigValue {
  const position = cursor.position;
  cursor.advance();
  const items: ConfigValue[] = [];
  for (const close = closer(cursor, ']', position); !close(items.length);) {
    items.push(readValue(cursor, depth + 1));
  }
  return { kind: 'list', position, items };
}

/** Passes the comma before the next element; true when the closing bracket was passed instead. */
function closer(cursor: TextCursor, bracket: string, opened: Position): (count: number) => boolean {
  return (count) => {
    skipBlank(cursor);
    if (cursor.atEnd()) throw cursor.fault(`expected ${JSON.stringify(bracket)} to close`, opened);
    if (cursor.peek() === bracket) {
      cursor.advance();
      return true;
    }
    if (count === 0) return false;
    if (cursor.peek() !== ',') {
      throw cursor.fault(`expected "," or ${JSON.stringify(bracket)}, got ${here(cursor)}`);
    }
    cursor.advance();
    skipBlank(cursor);
    if (cursor.peek() === bracket) throw cursor.fault('expected an element after ","');
    return false;
  };
}

function readString(cursor: TextCursor): string {
  const start = cursor.position;
  const raw = cursor.match(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
  if (raw === undefined) throw cursor.fault('malformed string', start);
  return JSON.parse(raw) as string;
}

function skipBlank(cursor: TextCursor): void {
  cursor.match(/[ \t\r\n]+/y);
}

function here(cursor: TextCursor): string {
  return cursor.atEnd() ? 'the end of the file' : JSON.stringify(cursor.peek());
}
