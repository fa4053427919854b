import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { ConfigObject, ConfigValue } from '../../common/config/config-tree.ts';
import { parseHcl } from '../../common/config/hcl-parser.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import { generateHcl, spoilHcl } from '../../testkit/hcl-documents.ts';
import { seededRandom } from '../../testkit/random.ts';
import { goClient } from './go-clients.ts';

interface Answer {
  readonly value: unknown;
  readonly error?: string;
}

/** What the real library makes of each document. */
function theirs(documents: readonly string[]): Answer[] {
  const input = documents.map((text) => `${JSON.stringify(text)}\n`).join('');
  const out = execFileSync(goClient('hcldump'), { input, maxBuffer: 1 << 30, timeout: 120_000 });
  return out
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

function mine(text: string): Answer {
  try {
    return { value: plain(parseHcl(text)) };
  } catch (error) {
    return { value: null, error: messageOf(error) };
  }
}

function plain(value: ConfigValue): unknown {
  if (value.kind === 'object') return { object: items(value) };
  if (value.kind === 'list') return { list: value.items.map(plain) };
  if (value.kind === 'number') return { number: value.value === 0 ? 0 : value.value };
  return { value: value.kind === 'null' ? null : value.value };
}

function items(object: ConfigObject) {
  return object.items.map(({ keys, value }) => ({
    keys: keys.map(({ text }) => text),
    value: plain(value),
  }));
}

const count = Number(process.env['SIGIL_FUZZ_DOCUMENTS'] ?? 3_000);

test(`${count} generated documents are read as Go's hcl 1 reads them`, () => {
  const random = seededRandom(1);
  const documents = Array.from({ length: count }, () => generateHcl(random));
  const answers = theirs(documents);
  assert.equal(answers.length, count);
  for (const [at, text] of documents.entries()) {
    const their = answers[at];
    assert.equal(their?.error, undefined, `the generator made what Go refuses: ${text}`);
    assert.deepEqual(mine(text), { value: their?.value }, text);
  }
});

test(`${count} spoiled documents: what both take means the same, and we take nothing that Go refuses`, () => {
  const random = seededRandom(2);
  const documents = Array.from({ length: count }, () => spoilHcl(generateHcl(random), random));
  const answers = theirs(documents);
  let both = 0;
  let neither = 0;
  const strict: string[] = [];
  for (const [at, text] of documents.entries()) {
    const [their, our] = [answers[at], mine(text)];
    const what = `${JSON.stringify(text)}\ntheirs: ${their?.error ?? 'taken'}\nours: ${our.error ?? 'taken'}`;
    if (our.error === undefined) {
      assert.equal(their?.error, undefined, what);
      assert.deepEqual(our.value, their?.value, what);
      both++;
    } else if (their?.error === undefined) strict.push(what);
    else neither++;
  }
  assert.ok(both > count / 20 && neither > count / 20, `${both} taken, ${neither} refused`);
  assert.ok(
    strict.length <= count / 50,
    `${strict.length} refused by us alone:\n${strict.slice(0, 10).join('\n')}`,
  );
});
