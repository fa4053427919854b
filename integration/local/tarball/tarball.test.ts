import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startAgent } from '../harness/agent.ts';
import { installTarball, type Installed } from '../harness/installed.ts';
import { runCli } from '../harness/programs.ts';
import { startServer } from '../harness/server.ts';
import { introduced, startPair } from '../harness/sidecar-pair.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
let installed: Installed;

before(async () => {
  workspace = new Workspace();
  installed = await installTarball(workspace);
});
after(() => workspace.dispose());

test('the installed programs are executable and know their commands', async () => {
  for (const [name, word] of [
    ['sigil-server', 'entry'],
    ['sigil-agent', 'healthcheck'],
  ] as const) {
    assert.ok((statSync(join(installed.bin, name)).mode & 0o111) !== 0);
    const { stdout, stderr } = await runCli([join(installed.bin, name), '--help']);
    assert.match(stdout + stderr, new RegExp(word));
  }
});

test('the package holds JavaScript and no TypeScript source, test or test data', () => {
  const root = join(installed.bin, '..', 'sigil', 'dist');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  assert.ok(files.includes(join('agent', 'main.js')));
  const unwanted = files.filter((one) => {
    return /(\.test\.|testdata|testkit|integration)/.test(one) || /(?<!\.d)\.ts$/.test(one);
  });
  assert.deepEqual(unwanted, []);
  const main = readFileSync(join(root, 'agent', 'main.js'), 'utf8');
  assert.ok(!/from '\..*\.ts'/.test(main), 'imports name .js files');
});

test('installing the package does not bring another Node along', () => {
  const modules = readdirSync(join(installed.bin, '..'));
  assert.deepEqual(
    modules.filter((name) => name.startsWith('node-linux') || name === 'typescript'),
    [],
  );
});

test('two Envoys get identities from the installed programs', async () => {
  const { programs } = installed;
  const server = await startServer(workspace, { programs });
  const agent = await startAgent(workspace, server, { programs });
  const pair = await startPair(workspace, server, agent);
  assert.deepEqual(await introduced(pair), { caller: pair.webId, server: pair.ordersId });
});
