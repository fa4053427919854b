import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import type { ErrorCode } from '../../../../common/errors/codes.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { FakeDockerEngine } from '../../../../testkit/docker-engine.ts';
import { FakeProc } from '../../../../testkit/kube-proc.ts';
import { docker } from './docker.ts';

const c1 = 'a1'.repeat(32);
const c2 = 'b2'.repeat(32);
const digest = `sha256:${'d4'.repeat(32)}`;
/** The caller, and the first processes of two containers. */
const [caller, init1, init2] = [10, 11, 12];

let engine: FakeDockerEngine;
let proc: FakeProc;
let agent: AbortController;
let attest: (pid: number, config?: object) => Promise<string[]>;

beforeEach(async () => {
  engine = await new FakeDockerEngine().start();
  proc = new FakeProc();
  agent = new AbortController();
  attest = attestorWith({});
  engine.put({ id: c1, pid: init1, labels: { app: 'web' } });
  engine.put({ id: c2, pid: init2, labels: { app: 'db' } });
});

afterEach(async () => {
  agent.abort();
  proc.remove();
  await engine.remove();
});

/** The procfs of a machine: the caller and the containers, each a list of cgroup lines. */
function machine(lines: readonly string[], inits: { c1?: string[]; c2?: string[] } = {}): void {
  proc.put(caller, { cgroup: `${lines.join('\n')}\n` });
  proc.put(init1, { cgroup: (inits.c1 ?? lines).join('\n') });
  proc.put(init2, { cgroup: (inits.c2 ?? [`0::/docker/${c2}`]).join('\n') });
}

function attestorWith(config: object) {
  const data = { docker_socket_path: engine.address, podman_socket_path: engine.address };
  const attestor = docker.create(docker.config.parse({ ...data, ...config }), {
    procPath: proc.path,
    clock: systemClock,
    log: silentLogger,
    signal: agent.signal,
  }) as { attest(pid: number, signal: AbortSignal): Promise<readonly { value: string }[]> };
  return async (pid: number) => {
    const selectors = await attestor.attest(pid, agent.signal);
    return selectors.map(({ value }) => value);
  };
}

const rejection = (code: ErrorCode, message: RegExp) => ({ code, message });

test('labels, environment, image name and image digest become selectors', async () => {
  engine.put({
    id: c1,
    pid: init1,
    labels: { app: 'web', 'a:b': 'c:d' },
    env: ['A=1', 'B=x=y'],
    image: 'shop/web:3',
    imageId: digest,
  });
  machine([`0::/docker/${c1}`]);
  assert.deepEqual(await attest(caller), [
    'label:app:web',
    'label:a:b:c:d',
    'env:A=1',
    'env:B=x=y',
    'image_id:shop/web:3',
    `image_config_digest:${digest}`,
  ]);
  assert.deepEqual(engine.requests, ['/_ping', `/v1.41/containers/${c1}/json`]);
});

test('a container without labels, environment or image has no selectors', async () => {
  engine.put({ id: c1, pid: init1, labels: null, env: null });
  machine([`0::/docker/${c1}`]);
  assert.deepEqual(await attest(caller), []);
});

test('an engine that hides the image’s ID is asked for it by name', async () => {
  engine.put({ id: c1, pid: init1, image: 'shop/web:3', imageId: 'shop/web:3' });
  engine.images.set('shop/web:3', digest);
  machine([`0::/docker/${c1}`]);
  assert.deepEqual(await attest(caller), ['image_id:shop/web:3', `image_config_digest:${digest}`]);
  assert.equal(engine.requests.at(-1), '/v1.41/images/shop%2Fweb%3A3/json');
});

test('an image that the engine cannot find costs only its digest', async () => {
  engine.put({ id: c1, pid: init1, image: 'gone:1' });
  machine([`0::/docker/${c1}`]);
  assert.deepEqual(await attest(caller), ['image_id:gone:1']);
});

const shapes: readonly (readonly [what: string, lines: string[]])[] = [
  ['cgroup v1', [`12:pids:/docker/${c1}`, `1:name=systemd:/docker/${c1}`]],
  ['a private cgroup namespace, v1', [`12:pids:/../${c1}`, `0::/../${c1}`]],
  ['cgroup v2 with the systemd driver', [`0::/system.slice/docker-${c1}.scope`]],
  ['cgroup v2, seen from the agent’s own namespace', [`0::/../docker-${c1}.scope`]],
  ['a hybrid host: an empty named hierarchy is no conflict', [`4:memory:/docker/${c1}`, '0::/']],
  ['a hybrid host, the other way round', ['1:name=systemd:/', `0::/docker/${c1}`]],
  ['Docker Desktop', [`0::/docker/buildx/${c1}`]],
  ['a bare scope', [`0::/machine.slice/${c1}.scope`]],
  ['Podman, rootful', [`0::/machine.slice/libpod-${c1}.scope/container`]],
  ['Podman with cgroupfs', [`0::/libpod_parent/libpod-${c1}`]],
  ['a systemd inside of the container', [`0::/docker/${c1}/system.slice/a.service`]],
];
for (const [what, lines] of shapes) {
  test(`the container is found: ${what}`, async () => {
    machine(lines);
    assert.deepEqual(await attest(caller), ['label:app:web']);
  });
}

const none: readonly (readonly [what: string, lines: string[]])[] = [
  ['a session of a user', ['0::/user.slice/user-1000.slice/session-1.scope']],
  ['the root of cgroup v2', ['0::/']],
  ['an empty file', []],
  ['63 digits', [`0::/docker/${c1.slice(1)}`]],
  ['65 digits', [`0::/docker/${c1}a`]],
  ['digits inside of a word', [`0::/docker/x${c1}`]],
  [
    'conmon, which watches a container from outside',
    [`0::/machine.slice/libpod-conmon-${c1}.scope`],
  ],
];
for (const [what, lines] of none) {
  test(`no container, no selectors and no request: ${what}`, async () => {
    machine(lines);
    assert.deepEqual(await attest(caller), []);
    assert.deepEqual(engine.requests, []);
  });
}

test('a kernel without cgroups has no containers', async () => {
  proc.put(caller, {});
  assert.deepEqual(await attest(caller), []);
});

test('mountinfo is never read: the workload can forge it', async () => {
  proc.put(caller, {
    cgroup: '0::/user.slice/user-1000.slice/session-1.scope',
    mountinfo: `1 2 0:3 /docker/${c1} /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n`,
  });
  assert.deepEqual(await attest(caller), []);
});

test('a cgroup that a container named after another one changes nothing', async () => {
  machine([`0::/docker/${c1}/${c2}`], { c1: [`0::/docker/${c1}`] });
  assert.deepEqual(await attest(caller), ['label:app:web']);
});

test('a user’s cgroup that is named after a container is refused', async () => {
  const forged = `0::/user.slice/user-1000.slice/user@1000.service/docker-${c1}.scope`;
  machine([forged], { c1: [`0::/system.slice/docker-${c1}.scope`] });
  await assert.rejects(
    attest(caller),
    rejection('FAILED_PRECONDITION', /^process 10 is not in container "a1.*which its cgroup/),
  );
});

test('a container inside of a container, of an engine that is not asked, counts as the outer one', async () => {
  engine.containers.delete(c2);
  machine([`0::/docker/${c1}/docker/${c2}`], { c1: [`0::/docker/${c1}`] });
  assert.deepEqual(await attest(caller), ['label:app:web']);
});

test('a container below another one of the same engine is itself', async () => {
  const nested = [`0::/docker/${c1}/${c2}`];
  machine(nested, { c1: [`0::/docker/${c1}`], c2: nested });
  assert.deepEqual(await attest(caller), ['label:app:db']);
});

test('lines that name two containers of the engine are refused', async () => {
  const lines = [`2:pids:/docker/${c1}`, `1:memory:/docker/${c2}`];
  machine(lines, { c1: lines, c2: lines });
  await assert.rejects(
    attest(caller),
    rejection('FAILED_PRECONDITION', /^multiple container IDs found \("a1.*", "b2.*"\)$/),
  );
});

test('a container that is gone is said to be', async () => {
  engine.containers.clear();
  machine([`0::/system.slice/docker-${c1}.scope`]);
  await assert.rejects(
    attest(caller),
    rejection('ATTESTATION_FAILED', /knows no container "a1.*it was removed, or another engine/),
  );
});

test('a container of another runtime is none of ours', async () => {
  engine.containers.clear();
  machine([`0::/system.slice/cri-containerd-${c1}.scope`]);
  assert.deepEqual(await attest(caller), []);
});

test('a container that was restarted is attested by its new first process', async () => {
  machine([`0::/docker/${c1}`]);
  assert.deepEqual(await attest(caller), ['label:app:web']);
  proc.exit(init1);
  proc.put(20, { cgroup: `0::/docker/${c1}` });
  engine.put({ id: c1, pid: 20, labels: { app: 'web' } });
  assert.deepEqual(await attest(caller), ['label:app:web']);
});

test('a container that does not run has no processes', async () => {
  engine.put({ id: c1, labels: { app: 'web' } });
  machine([`0::/docker/${c1}`]);
  await assert.rejects(attest(caller), rejection('FAILED_PRECONDITION', /is not running/));
});

test('an engine that answers with another container is not believed', async () => {
  engine.containers.set(c1, { id: c2, pid: init1, labels: { app: 'db' } });
  machine([`0::/docker/${c1}`]);
  await assert.rejects(
    attest(caller),
    rejection('UNAVAILABLE', /answered with container "b2.*instead of "a1/),
  );
});

test('a process that ended while the engine was asked is refused', async () => {
  machine([`0::/docker/${c1}`]);
  engine.faults.push('reset');
  const attesting = attest(caller);
  proc.put(caller, { cgroup: `0::/docker/${c1}`, startTime: 9 });
  await assert.rejects(attesting, rejection('ATTESTATION_FAILED', /process 10 ended or was moved/));
  proc.exit(caller);
  await assert.rejects(attest(caller), rejection('ATTESTATION_FAILED', /process 10 is gone/));
});

test('a cgroup that is being deleted is a process that goes away', async () => {
  machine([`0::/docker/${c1} (deleted)`]);
  await assert.rejects(attest(caller), rejection('ATTESTATION_FAILED', /is going away/));
});

test('a malformed cgroup file is said to be', async () => {
  machine(['nonsense']);
  await assert.rejects(attest(caller), rejection('INTERNAL', /contains 1 colon separated fields/));
});

test('a caller who goes away stops waiting', async () => {
  machine([`0::/docker/${c1}`]);
  engine.faults.push('hang');
  const asked = attest(caller);
  agent.abort(new Error('the caller is gone'));
  await assert.rejects(asked, { message: 'the caller is gone' });
});

test('the old locator takes what its patterns say', async () => {
  const matchers = {
    use_new_container_locator: false,
    container_id_cgroup_matchers: ['/docker/*/<id>', '/docker/<id>'],
  };
  machine(['0::/docker/short']);
  engine.put({ id: 'short', pid: init1, labels: { app: 'old' } });
  assert.deepEqual(await attestorWith(matchers)(caller), ['label:app:old']);
  machine(['0::/other/short']);
  assert.deepEqual(await attestorWith(matchers)(caller), []);
  machine(['0::/docker/']);
  await assert.rejects(
    attestorWith(matchers)(caller),
    rejection('FAILED_PRECONDITION', /^a pattern matched, but no container id was found$/),
  );
});

test('the old locator without patterns wants the word docker', async () => {
  const old = attestorWith({ use_new_container_locator: false });
  machine([`0::/system.slice/docker-${c1}.scope`]);
  assert.deepEqual(await old(caller), ['label:app:web']);
  machine([`0::/${c1}`]);
  assert.deepEqual(await old(caller), []);
});

test('the Podman of a user is asked only when its socket is configured', async () => {
  const path = `0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-${c1}.scope`;
  machine([path]);
  await assert.rejects(
    attest(caller),
    rejection('FAILED_PRECONDITION', /the Podman that user 1000 runs.*podman_socket_path_template/),
  );
  const folder = engine.socketPath.slice(0, -'docker.sock'.length);
  const other = attestorWith({ podman_socket_path_template: `unix://${folder}%d/podman.sock` });
  await assert.rejects(
    other(caller),
    rejection('UNAVAILABLE', /engine-\w+\/1000\/podman\.sock: connect ENOENT/),
  );
});

test('connections are kept and closed when the agent stops', async () => {
  machine([`0::/docker/${c1}`]);
  await attest(caller);
  await attest(caller);
  assert.equal(engine.connections, 1);
  const ended = new Promise<void>((resolve) => engine.onConnectionEnd(resolve));
  agent.abort();
  await ended;
});
