import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, when } from '../../local/harness/poll.ts';
import { ComposeProject } from '../harness/compose-project.ts';
import { docker, tryDocker } from '../harness/docker.ts';
import { ask, WebTraffic } from '../harness/web-traffic.ts';

const both = {
  status: 200,
  body: '{"frontend":"spiffe://compose.test/frontend","backend":"spiffe://compose.test/backend"}',
};
const mesh = new ComposeProject('sigil-mesh', { files: ['integration/compose/mesh/third.yml'] });
const everyday = ['frontend', 'frontend-sidecar', 'backend', 'backend-sidecar'];
let frontend = '';

before(async () => {
  await mesh.up(...everyday);
  frontend = `http://${await mesh.addressOf('frontend')}:8080/`;
});

after(async () => {
  assert.deepEqual(await mesh.down(), [], 'something of the project is left behind');
});

test('two containers speak mTLS: each side verified the other', async () => {
  assert.deepEqual(await ask(`http://${await mesh.published('frontend', 8080)}/`), both);
});

test('a second `docker compose up --wait` changes nothing', async () => {
  const before = await mesh.compose(['ps', '--quiet', ...everyday]);
  await mesh.up(...everyday);
  assert.equal(await mesh.compose(['ps', '--quiet', ...everyday]), before);
  assert.deepEqual(await ask(frontend), both);
});

test('no container is privileged, and the agent alone sees the engine', async () => {
  const ids = (await mesh.compose(['ps', '--all', '--quiet'])).split('\n');
  const { stdout } = await tryDocker(['inspect', ...ids]);
  const containers = JSON.parse(stdout) as {
    Name: string;
    HostConfig: { Privileged: boolean; CapDrop: string[] };
    Mounts: { Destination: string; RW: boolean }[];
  }[];
  assert.deepEqual(
    containers.filter(({ HostConfig }) => HostConfig.Privileged),
    [],
  );
  assert.ok(containers.every(({ HostConfig }) => HostConfig.CapDrop.includes('ALL')));
  const engine = containers.flatMap(({ Name, Mounts }) =>
    Mounts.filter(({ Destination }) => Destination.endsWith('docker.sock')).map(({ RW }) => [
      Name,
      RW,
    ]),
  );
  assert.deepEqual(engine, [[`/${mesh.name}-agent-1`, false]]);
});

test('a third container with another label is refused, and the agent says why', async () => {
  await mesh.compose(['up', '--detach', '--pull', 'never', 'third-sidecar']);
  const line = await mesh.logged('agent', /Name waits until it can be served/);
  assert.match(line, /reason="no registration entry matches the workload"/);
  const third = `http://${await mesh.addressOf('third')}:8080/`;
  const { status, body } = await ask(third);
  assert.equal(status, 502);
  assert.doesNotMatch(body, /spiffe:/);
});

test('explain names the entry that nearly matches, and the label that is wrong', async () => {
  const id = await mesh.compose(['ps', '--quiet', 'third-sidecar']);
  const pid = await docker(['inspect', '--format', '{{.State.Pid}}', id]);
  const text = await mesh.compose([
    ...['exec', '--no-TTY', 'agent', 'sigil-agent', 'explain', '-pid', pid],
    ...['-socketPath', '/tmp/sigil-agent/private/admin.sock'],
  ]);
  assert.match(text, /It gets no identity/);
  assert.match(text, /docker:label:dev\.sigil\.app:third/);
  assert.match(text, /lacks {2}docker:label:dev\.sigil\.app:frontend, but has/);
});

test('status tells how long identities last without the server', async () => {
  const text = await mesh.compose([
    ...['exec', '--no-TTY', 'agent', 'sigil-agent', 'status'],
    ...['-socketPath', '/tmp/sigil-agent/private/admin.sock'],
  ]);
  assert.match(text, /spiffe:\/\/compose\.test/);
});

test('the label of a container that was made anew takes effect, and so does its loss', async () => {
  const relabel = (label: string) =>
    mesh.compose(['up', '--detach', '--pull', 'never', '--no-deps', 'third-sidecar'], {
      THIRD_LABEL: label,
    });
  const third = `http://${await mesh.addressOf('third')}:8080/`;
  await relabel('frontend');
  await eventually('the third is served', async () => when((await ask(third)).status === 200));
  assert.deepEqual(await ask(third), both);
  await relabel('third');
  const { status } = await ask(third);
  assert.equal(status, 502);
  await sleep(2_000);
  assert.equal((await ask(third)).status, 502);
});

for (const service of ['agent', 'server']) {
  for (const [way, awayMs] of [
    ['briefly', 200],
    ['for a while', 3_000],
  ] as const) {
    test(`no request fails while the ${service} is away ${way}`, async () => {
      const traffic = new WebTraffic(frontend);
      await mesh.compose(['kill', service]);
      await sleep(awayMs);
      await mesh.compose(['start', service]);
      await mesh.healthy(service);
      const { requests, failures } = await traffic.stop();
      assert.deepEqual(failures, []);
      assert.ok(requests > 50, `${requests} requests`);
    });
  }
}

const control = process.env['SIGIL_DOCKERD'];
test(
  'no request fails while the Docker daemon restarts, and afterwards labels count again',
  { skip: control === undefined ? 'the engine is not ours to restart' : false },
  async () => {
    const run = (action: string) => execFileSync(control ?? '', [action], { stdio: 'ignore' });
    const traffic = new WebTraffic(frontend);
    run('stop');
    await sleep(3_000);
    run('start');
    await eventually('the daemon answers', async () =>
      when((await tryDocker(['version'])).code === 0),
    );
    const { requests, failures } = await traffic.stop();
    assert.deepEqual(failures, []);
    assert.ok(requests > 100, `${requests} requests`);
    // Sidecars that are made anew ask the agent, which asks the new daemon.
    await mesh.compose([
      'up',
      '--detach',
      '--pull',
      'never',
      '--no-deps',
      '--force-recreate',
      'frontend-sidecar',
    ]);
    await eventually('the new sidecar is served', async () =>
      when((await ask(frontend)).status === 200),
    );
    assert.deepEqual(await ask(frontend), both);
  },
);
