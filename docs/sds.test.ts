import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lintEnvoyConfig } from '../envoy/lint.ts';
import { sdsConfigSchema } from '../sds/config.ts';
import { createSdsTelemetry } from '../sds/telemetry.ts';

const text = readFileSync(new URL('./sds.md', import.meta.url), 'utf8');

function section(title: string): string {
  const start = text.indexOf(`\n## ${title}\n`);
  assert.notEqual(start, -1);
  const end = text.indexOf('\n## ', start + 1);
  return text.slice(start, end === -1 ? undefined : end);
}

test('docs/sds.md lists every metric with its type and labels, and no other', () => {
  const registered: string[] = [];
  const add = (type: string) => (name: string, _help: string, labels?: readonly unknown[]) => {
    registered.push(`${name}${labels === undefined ? '' : `{${labels.join(',')}}`} ${type}`);
    return { inc: () => undefined, set: () => undefined, observe: () => undefined };
  };
  createSdsTelemetry({
    counter: add('counter'),
    gauge: add('gauge'),
    histogram: (name, help) => add('histogram')(name, help),
  });
  const documented = [...section('Metrics').matchAll(/^\| `(.+?)` +\| (\w+) +\|/gm)].map(
    ([, name, type]) => `${name ?? ''} ${type ?? ''}`,
  );
  assert.deepEqual(documented.sort(), registered.sort());
});

test('docs/sds.md lists every key of the section, and no other', () => {
  const { limits, ...keys } = sdsConfigSchema.parse({});
  const documented = [...section('Configuration').matchAll(/^\| `(\w+)` +\|/gm)].map(
    ([, key]) => key,
  );
  assert.deepEqual(documented, [...Object.keys(keys), ...Object.keys(limits)]);
});

test('the Envoy configuration in docs/sds.md passes our own linter', () => {
  const [, yaml] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  assert.deepEqual(lintEnvoyConfig(yaml ?? ''), []);
});
