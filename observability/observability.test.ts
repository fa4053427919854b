import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { z } from 'zod';
import { metricsNamedIn, queryFiles } from './metric-names.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** Names that the code gives to metrics: string literals of the sources, dots as Prometheus shows them. */
function namesInSources(...parts: readonly string[]): ReadonlySet<string> {
  const files = parts.flatMap((part) => globSync(`${folder}../${part}/**/*.ts`));
  const words = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([a-z][a-z0-9_.]+)'/g)])
    .map(([, word]) => (word ?? '').replaceAll('.', '_'));
  return new Set(words);
}

const programs = [
  ['agent', ['agent', 'sds', 'common']],
  ['server', ['server', 'common']],
] as const;
for (const [program, parts] of programs) {
  test(`every metric of the ${program} that a rule or a dashboard names exists`, () => {
    const known = namesInSources(...parts);
    const named = queryFiles.flatMap((file) => metricsNamedIn(file, program));
    assert.ok(named.length > 5, `${named.length} names`);
    const prefix = `spire_${program}_`;
    // Calls are named after their method; the compose suite looks at what a server really shows.
    const missing = named
      .map((name) => name.slice(prefix.length))
      .filter((name) => !name.startsWith('rpc_') || name.startsWith('rpc_connections'))
      .filter((name) => !known.has(name));
    assert.deepEqual(missing, []);
  });
}

const dataSource = z.strictObject({
  type: z.literal('prometheus'),
  uid: z.literal('${datasource}'),
});
/** Grafana's dashboard JSON model, as far as these dashboards use it. */
const dashboard = z.strictObject({
  uid: z.string().regex(/^[a-z-]{1,40}$/),
  title: z.string().min(1),
  tags: z.array(z.string()),
  schemaVersion: z.int().min(36),
  version: z.int(),
  editable: z.boolean(),
  graphTooltip: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  refresh: z.string(),
  timezone: z.enum(['browser', 'utc']),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  annotations: z.strictObject({ list: z.array(z.unknown()) }),
  links: z.array(z.unknown()),
  templating: z.strictObject({
    list: z.array(z.looseObject({ name: z.string(), type: z.enum(['datasource', 'query']) })),
  }),
  panels: z.array(
    z.strictObject({
      id: z.int().positive(),
      type: z.enum(['timeseries', 'stat']),
      title: z.string().min(1),
      description: z.string().optional(),
      datasource: dataSource,
      gridPos: z.strictObject({
        h: z.int().min(1),
        w: z.int().min(1).max(24),
        x: z.int().min(0).max(23),
        y: z.int().min(0),
      }),
      fieldConfig: z.strictObject({
        defaults: z.strictObject({
          unit: z.enum(['s', 'ms', 'ops', 'short']),
          min: z.number().optional(),
        }),
        overrides: z.array(z.unknown()),
      }),
      options: z.looseObject({}),
      targets: z
        .array(
          z.strictObject({
            refId: z.string().regex(/^[A-Z]$/),
            datasource: dataSource,
            expr: z.string().min(1),
            legendFormat: z.string(),
          }),
        )
        .min(1),
    }),
  ),
});

for (const file of queryFiles.filter((name) => name.endsWith('.json'))) {
  test(`${file} has the form that Grafana loads, and no panel lies on another`, () => {
    const { panels } = dashboard.parse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8')));
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    assert.equal(new Set(cells).size, cells.length);
  });
}

const promtool = spawnSync('promtool', ['--version']).error === undefined;
const skip = promtool ? false : 'promtool is not installed (Debian: prometheus)';
test('the alert rules pass their unit tests', { skip }, () => {
  execFileSync('promtool', ['check', 'rules', 'sigil.yml'], { cwd: `${folder}alerts` });
  execFileSync('promtool', ['test', 'rules', 'sigil.test.yml'], { cwd: `${folder}alerts` });
});

test('every alert has a unit test', () => {
  const alerts = (file: string, key: string) =>
    [...readFileSync(`${folder}alerts/${file}`, 'utf8').matchAll(new RegExp(`${key}: (\\w+)`, 'g'))]
      .map(([, name]) => name ?? '')
      .sort();
  assert.deepEqual(
    alerts('sigil.yml', 'alert'),
    [...new Set(alerts('sigil.test.yml', 'alertname'))].sort(),
  );
});

test('the expressions of the dashboards are PromQL', { skip }, () => {
  const boards = queryFiles
    .filter((name) => name.endsWith('.json'))
    .map((file) => dashboard.parse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))));
  const rules = boards
    .flatMap(({ panels }) => panels.flatMap(({ targets }) => targets))
    .map(({ expr }, at) => ({ record: `panel_${at}`, expr: expr.replaceAll('$instance', '.*') }));
  const file = JSON.stringify({ groups: [{ name: 'panels', rules }] });
  const path = join(mkdtempSync(join(tmpdir(), 'sigil-panels-')), 'panels.json');
  writeFileSync(path, file);
  try {
    execFileSync('promtool', ['check', 'rules', path]);
  } finally {
    rmSync(dirname(path), { recursive: true });
  }
});
