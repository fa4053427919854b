type Random = (bound: number) => number;

/** A random document of HCL 1, of all that the language has: labels, nesting, lists, heredocs, comments, escapes. */
export function generateHcl(random: Random): string {
  return items(random, 3, '');
}

/** Damages a document in one to three places. */
export function spoilHcl(text: string, random: Random): string {
  let spoiled = text;
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(spoiled.length + 1);
    const put = pick(random, ['', '', ...damage]);
    spoiled = spoiled.slice(0, at) + put + spoiled.slice(at + random(4));
  }
  return spoiled;
}

function items(random: Random, depth: number, indent: string): string {
  return Array.from({ length: random(5) }, () => item(random, depth, indent)).join('');
}

function item(random: Random, depth: number, indent: string): string {
  const comment = random(6) === 0 ? pick(random, comments).replaceAll('\n', `\n${indent}`) : '';
  const end = random(12) === 0 ? ' # end\n' : '\n';
  const start = `${indent}${comment}${key(random)}`;
  if (depth > 0 && random(2) === 0) {
    const labels = Array.from({ length: random(3) }, () => ` ${quoted(random)}`).join('');
    const inner = items(random, depth - 1, `${indent}  `);
    const assigned = labels === '' && random(3) === 0 ? ' =' : '';
    const block = inner === '' && random(2) === 0 ? '{}' : `{\n${inner}${indent}}`;
    return `${start}${labels}${assigned} ${block}${end}`;
  }
  const sign = pick(random, [' = ', '=', '  =\t']);
  const written = value(random, depth, indent);
  // Nothing may follow the end of a heredoc.
  return `${start}${sign}${written}${written.endsWith('EOF') ? '\n' : end}`;
}

function key(random: Random): string {
  return random(4) === 0 ? quoted(random) : pick(random, identifiers);
}

function value(random: Random, depth: number, indent: string): string {
  const kind = random(depth > 0 ? 7 : 5);
  if (kind === 0) return pick(random, ['true', 'false']);
  if (kind === 1) return pick(random, numbers);
  if (kind === 2 && random(2) === 0) return heredoc(random, indent);
  if (kind < 5) return quoted(random);
  if (kind === 5) return list(random, depth, indent);
  return `{\n${items(random, depth - 1, `${indent}  `)}${indent}}`;
}

function list(random: Random, depth: number, indent: string): string {
  const members = Array.from({ length: random(4) }, () => {
    const kind = random(depth > 1 ? 6 : 4);
    if (kind === 4) return `{ ${key(random)} = ${quoted(random)} }`;
    if (kind === 5) return list(random, depth - 1, indent);
    return kind === 0 ? pick(random, numbers) : quoted(random);
  });
  const trailing = members.length > 0 && random(4) === 0 ? ',' : '';
  const separator = pick(random, [', ', ',', `,\n${indent}  `]);
  return `[${members.join(separator)}${trailing}]`;
}

function quoted(random: Random): string {
  const parts = Array.from({ length: random(4) }, () => pick(random, texts));
  return `"${parts.join('')}"`;
}

function heredoc(random: Random, indent: string): string {
  const lines = Array.from({ length: random(4) }, () =>
    pick(random, ['one', '  two', '', 'a "b" {']),
  );
  if (random(2) === 0) {
    const inner = lines.map((line) => `${indent}    ${line}\n`).join('');
    return `<<-EOF\n${inner}${indent}  EOF`;
  }
  return `<<EOF\n${lines.map((line) => `${line}\n`).join('')}EOF`;
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)] as T;
}

const identifiers = ['agent', 'a', 'Key_1', 'with-dash', 'dotted.name', 'trust_domain', 'é', 'x9'];
const numbers = ['0', '1', '-7', '8081', '3.5', '-0.25', '1e3', '2E-2', '0x1F', '017', '123456789'];
const texts = [
  'text',
  ' ',
  'spiffe://example.org/web',
  '\\n',
  '\\t',
  '\\"',
  '\\\\',
  '\\u00e9',
  '\\x41',
  '\\101',
  'é',
  '$',
  '${x}',
  '${f("y")}',
  '#',
  '/*',
];
const comments = ['# comment\n', '// comment\n', '/* comment */ ', '/* two\nlines */\n'];
const damage = [
  ...Array.from('{}[]"=,\\$#\n<-0x.é'),
  '\r\n',
  '\t',
  '/*',
  '*/',
  '//',
  '${',
  '}',
  '<<EOF\n',
  '<<-X\n',
  'EOF',
  '\\u12',
  'null',
  'true',
  '1e',
  '0x',
  '08',
  '--1',
  '\u0000',
];
