import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { metricsNamedIn, queryFiles } from '../../../observability/metric-names.ts';
import { eventually, when } from '../../local/harness/poll.ts';
import { ComposeProject } from '../harness/compose-project.ts';

const mesh = new ComposeProject('sigil-metrics');
let prometheus = '';

before(async () => {
  await mesh.up('frontend', 'frontend-sidecar', 'backend', 'backend-sidecar');
  await mesh.compose([
    '--profile',
    'observability',
    'up',
    '--detach',
    '--pull',
    'never',
    'prometheus',
  ]);
  prometheus = `http://${await mesh.addressOf('prometheus')}:9090`;
});

after(async () => {
  assert.deepEqual(await mesh.down(), [], 'something of the project is left behind');
});

async function query(path: string): Promise<unknown> {
  const response = await fetch(`${prometheus}/api/v1/${path}`, {
    signal: AbortSignal.timeout(5_000),
  });
  return ((await response.json()) as { data: unknown }).data;
}

test('Prometheus finds server and agent, and loads the alert rules', async () => {
  await eventually('two targets are up', async () => {
    const { result } = (await query('query?query=up')) as { result: { value: [number, string] }[] };
    return when(result.length === 2 && result.every(({ value }) => value[1] === '1'));
  });
  await eventually('all rules were evaluated', async () => {
    const { groups } = (await query('rules')) as { groups: { rules: { health: string }[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    return when(rules.length >= 10 && rules.every(({ health }) => health === 'ok'));
  });
});

for (const [program, port] of [
  ['agent', 9988],
  ['server', 9988],
] as const) {
  test(`the ${program} shows every metric that a rule or a dashboard names`, async () => {
    const named = [...new Set(queryFiles.flatMap((file) => metricsNamedIn(file, program)))];
    const address = await mesh.addressOf(program);
    const page = await fetch(`http://${address}:${port}/metrics`);
    const text = await page.text();
    assert.deepEqual(
      named.filter((name) => !text.includes(`# HELP ${name} `)),
      [],
    );
  });
}
