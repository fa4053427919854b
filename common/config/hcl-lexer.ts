import type { TextCursor } from './text-cursor.ts';

/** Passes white space and comments of the three kinds. Throws CONFIG_INVALID. */
export function skipBlank(cursor: TextCursor): void {
  for (;;) {
    cursor.match(/[ \t\r\n]+/y);
    if (cursor.peek() === '#' || cursor.startsWith('//')) {
      cursor.match(/[^\n]*/y);
    } else if (cursor.startsWith('/*')) {
      const end = cursor.text.indexOf('*/', cursor.at + 2);
      if (end === -1) throw cursor.fault('comment not terminated');
      cursor.advance(end + 2 - cursor.at);
    } else {
      return;
    }
  }
}

/** A bare identifier here, if there is one: a letter or `_`, then letters, digits, `_`, `-`, `.`. */
export function findIdentifier(cursor: TextCursor): string | undefined {
  return cursor.match(/[\p{L}_][\p{L}\p{Nd}_.-]*/uy);
}

/** The number here as it is written: decimal, 0x, octal with a leading 0, or a float. */
export function readNumber(cursor: TextCursor): { readonly raw: string; readonly value: number } {
  const start = cursor.position;
  const raw = cursor.match(/-?(?:0[xX][0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y);
  if (raw === undefined) throw cursor.fault('malformed number');
  if (/[\p{L}\p{Nd}_.]/u.test(cursor.peek()) || /^-?0[0-9]*[89][0-9]*$/.test(raw))
    throw cursor.fault('malformed number', start);
  const value = numberOf(raw);
  if (!Number.isFinite(value)) throw cursor.fault('malformed number', start);
  return { raw, value };
}

/** A double-quoted string of one line, unescaped; what is inside `${…}` stays as it is written. */
export function readQuoted(cursor: TextCursor): string {
  const start = cursor.position;
  cursor.advance();
  let text = '';
  for (;;) {
    text += cursor.match(/[^"\\\n$]+/y) ?? '';
    if (cursor.atEnd() || cursor.peek() === '\n')
      throw cursor.fault('string not terminated', start);
    if (cursor.peek() === '"') {
      cursor.advance();
      return text;
    }
    if (cursor.startsWith('${')) text += readInterpolation(cursor);
    else text += cursor.peek() === '\\' ? readEscape(cursor) : cursor.advance();
  }
}

/** `<<ID` keeps its lines as they are, `<<-ID` takes off the indent of the closing line. */
export function readHeredoc(cursor: TextCursor): string {
  const start = cursor.position;
  const head = /^<<(-?)([\p{L}\p{Nd}_]+)\r?\n$/u.exec(cursor.match(/<<[^\n]*\n/y) ?? '');
  if (head === null) throw cursor.fault('heredoc needs an anchor and then a new line', start);
  const [, dash, anchor] = head;
  const lines: string[] = [];
  for (;;) {
    if (cursor.atEnd()) throw cursor.fault('heredoc not terminated', start);
    const line = (cursor.match(/[^\n]*/y) ?? '').replace(/\r$/, '');
    const [indent = ''] = /^[ \t\f\r]*/.exec(line) ?? [];
    // After `<<-` Go wants the anchor indented.
    if (line.slice(indent.length) === anchor && (dash === '' || indent !== '')) {
      // Go keeps what stands before the anchor, unless it is to be taken off.
      return dash === '' ? lines.join('') + indent : unindent(lines, indent).join('');
    }
    if (cursor.atEnd()) throw cursor.fault('heredoc not terminated', start);
    cursor.advance();
    lines.push(`${line}\n`);
  }
}

function numberOf(raw: string): number {
  const digits = raw.replace(/^-/, '');
  const octal = /^0[0-7]+$/.test(digits);
  const magnitude = octal ? Number.parseInt(digits, 8) : Number(digits);
  return raw === digits ? magnitude : -magnitude;
}

function readInterpolation(cursor: TextCursor): string {
  const start = cursor.position;
  let text = cursor.advance(2);
  for (let depth = 1; depth > 0;) {
    text += (cursor.match(/[^{}\\]+/y) ?? '').replaceAll('\r\n', '\n');
    if (cursor.atEnd()) throw cursor.fault('"${" not closed', start);
    if (cursor.peek() === '\\') {
      const from = cursor.at;
      readEscape(cursor);
      text += cursor.text.slice(from, cursor.at);
      continue;
    }
    depth += cursor.peek() === '{' ? 1 : -1;
    text += cursor.advance();
  }
  return text;
}

function readEscape(cursor: TextCursor): string {
  const plain = plainEscapes.get(cursor.text.charAt(cursor.at + 1));
  if (plain !== undefined) {
    cursor.advance(2);
    return plain;
  }
  const start = cursor.position;
  const bytes = cursor.match(/(?:\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})+/y);
  if (bytes !== undefined) return decodeBytes(cursor, bytes);
  const rune = cursor.match(/\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}/y);
  const code = rune === undefined ? NaN : Number.parseInt(rune.slice(2), 16);
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw cursor.fault('illegal escape in string', start);
  }
  return String.fromCodePoint(code);
}

/** `\x` and octal escapes are bytes, so several of them may spell one UTF-8 character. */
function decodeBytes(cursor: TextCursor, escapes: string): string {
  const bytes = escapes
    .slice(1)
    .split('\\')
    .map((one) => (one.startsWith('x') ? Number.parseInt(one.slice(1), 16) : parseInt(one, 8)));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    // What is reported is the rule; the decoder's own text adds nothing.
    throw cursor.fault('escaped bytes are not UTF-8');
  }
}

function unindent(lines: readonly string[], indent: string): readonly string[] {
  // As in Go an empty line is one with too little indent.
  if (!lines.every((line) => line.startsWith(indent))) return lines;
  return lines.map((line) => line.slice(indent.length));
}

const plainEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['"', '"'],
]);
