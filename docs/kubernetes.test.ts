import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { renderBootstrap } from '../envoy/bootstrap.ts';
import type { BootstrapInput } from '../envoy/bootstrap-options.ts';
import { lintEnvoyConfig } from '../envoy/lint.ts';
import {
  loadAgentConfig,
  loadServerConfig,
  prepareAgentPlugins,
  prepareServerPlugins,
} from '../testkit/load-config.ts';
import { temporaryFolder } from '../testkit/temporary-folder.ts';

const pathOf = (name: string) => new URL(`../manifests/${name}`, import.meta.url).pathname;
const read = (name: string) => readFileSync(pathOf(name), 'utf8');

/** What the base sets for the containers. */
function settings(): Record<string, string> {
  const pairs = read('base/kustomization.yaml').matchAll(/^ +- ([A-Z_]+)=(.+)$/gm);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

test('both configurations of manifests/base are good, plugins and all, with the settings of the base', async () => {
  const expanded = { expandEnv: true, env: settings() };
  const agent = loadAgentConfig({ ...expanded, path: pathOf('base/agent.conf') });
  await prepareAgentPlugins(agent.plugins);
  const server = loadServerConfig({ ...expanded, path: pathOf('base/server.conf') });
  await prepareServerPlugins(server.plugins);
  assert.equal(agent.trustDomain, server.trustDomain);
});

test('the configuration of overlays/hardened is good, and that of the base with additions', async () => {
  const folder = temporaryFolder();
  const text = read('overlays/hardened/server.conf');
  const path = join(folder, 'server.conf');
  writeFileSync(join(folder, 'k1'), 'k'.repeat(32));
  writeFileSync(path, text.replace('/run/sigil/pepper/', `${folder}/`));
  const server = loadServerConfig({ path, expandEnv: true, env: settings() });
  await prepareServerPlugins(server.plugins);
  assert.equal(server.fleet?.port, 8083);
  const lines = text.split('\n');
  const missing = read('base/server.conf')
    .split('\n')
    .filter((line) => !lines.includes(line));
  assert.deepEqual(missing, []);
});

for (const name of ['web', 'orders']) {
  test(`the bootstrap of the example's ${name} is what its options give, and has no fault`, () => {
    const bootstrap = read(`example/${name}.envoy.yaml`);
    const options = JSON.parse(read(`example/${name}.sidecar.json`)) as BootstrapInput;
    const remedy = `sigil-agent envoy bootstrap -options ${name}.sidecar.json > ${name}.envoy.yaml`;
    assert.ok(bootstrap === renderBootstrap(options), `out of date: ${remedy}`);
    assert.deepEqual(lintEnvoyConfig(bootstrap), []);
  });
}

test('socket and audience are the same wherever they are named', () => {
  const socket = /socket_path = "(\/run\/[^"]+)"/.exec(read('base/agent.conf'))?.[1];
  const folder = String(socket).replace(/\/[^/]+$/, '');
  assert.match(read('base/agent.yaml'), new RegExp(`value: ${String(socket)}\\b`));
  for (const name of ['base/agent', 'example/web', 'example/orders']) {
    assert.match(read(`${name}.yaml`), new RegExp(`hostPath: \\{ path: ${folder}, `), name);
  }
  assert.match(read('base/agent.yaml'), /audience: spire-server,/);
});
