import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadNativePeerCalls, type NativePeerCalls } from './native.ts';
import { createCallerReader, createPeerTracker } from './peer-tracker.ts';

const enosys = { errno: 38 };
const enoprotoopt = { errno: 92 };
const esrch = { errno: 3 };

test('this process is known by the kernel as itself, and alive', async (context) => {
  const { accepted } = await connected(context);
  const peer = createPeerTracker().track(accepted);
  assert.equal(peer.pid, process.pid);
  assert.equal(peer.uid, process.getuid?.());
  assert.equal(peer.gid, process.getgid?.());
  assert.ok(peer.isAlive());
});

test('what is held in the kernel is released with the socket', async (context) => {
  const { accepted } = await connected(context);
  const before = pidfds();
  const peer = createPeerTracker().track(accepted);
  assert.equal(pidfds(), before + 1);
  accepted.destroy();
  await once(accepted, 'close');
  assert.equal(pidfds(), before);
  assert.ok(!peer.isAlive());
});

const refusals: readonly [string, Partial<NativePeerCalls>, RegExp][] = [
  [
    'a caller in another pid namespace',
    { credentials: () => ({ pid: 0, uid: 1, gid: 1 }) },
    /another pid namespace: the agent needs the host pid namespace$/,
  ],
  [
    'a process that is gone already',
    { peerPidfd: () => esrch },
    /SO_PEERPIDFD failed with errno 3$/,
  ],
  [
    'a process that is gone already, on an older kernel',
    { peerPidfd: () => enoprotoopt, openPidfd: () => esrch },
    /pidfd_open failed with errno 3$/,
  ],
];
for (const [what, calls, message] of refusals) {
  test(`${what} is refused with the reason`, async (context) => {
    const { accepted } = await connected(context);
    const tracker = createPeerTracker({ ...loadNativePeerCalls(), ...calls });
    assert.throws(() => tracker.track(accepted), { code: 'UNAUTHENTICATED', message });
  });
}

test('a socket that its mode guards is open to other pid namespaces', async (context) => {
  const { accepted } = await connected(context);
  const hidden = { pid: 0, uid: 7, gid: 8 };
  const native = { ...loadNativePeerCalls(), credentials: () => hidden };
  const { pid, uid, gid } = createCallerReader(native).track(accepted);
  assert.deepEqual({ pid, uid, gid }, hidden);
  assert.equal(createCallerReader().track(accepted).pid, process.pid);
});

test('a socket that is closed already is refused', async (context) => {
  const { accepted } = await connected(context);
  accepted.destroy();
  await once(accepted, 'close');
  assert.throws(() => createPeerTracker().track(accepted), {
    code: 'UNAUTHENTICATED',
    message: 'the caller cannot be identified: its socket is closed already',
  });
});

test('a kernel without SO_PEERPIDFD is served by pidfd_open', async (context) => {
  const { accepted } = await connected(context);
  const native = { ...loadNativePeerCalls(), peerPidfd: () => enoprotoopt };
  assert.ok(createPeerTracker(native).track(accepted).isAlive());
});

test('a kernel without any pidfd is served by the start time, and a reused pid is noticed', async (context) => {
  const { accepted } = await connected(context);
  const native = {
    ...loadNativePeerCalls(),
    peerPidfd: () => enoprotoopt,
    openPidfd: () => enosys,
  };
  assert.ok(createPeerTracker(native).track(accepted).isAlive());
  const startTimes = ['100', '100', '200'];
  const peer = createPeerTracker(native, () => startTimes.shift()).track(accepted);
  assert.ok(peer.isAlive());
  assert.ok(!peer.isAlive());
  const gone = createPeerTracker(native, () => undefined);
  assert.throws(() => gone.track(accepted), { message: /its process is gone$/ });
});

test('a machine without the native module is told so at start', () => {
  const cause = new Error('Cannot find module');
  const load = () => {
    throw cause;
  };
  assert.throws(() => createPeerTracker(loadNativePeerCalls(load)), {
    code: 'FAILED_PRECONDITION',
    message: /^callers cannot be identified: the native module koffi cannot be loaded/,
    cause,
  });
});

test('a descriptor that is no socket is an error, not a guess', () => {
  assert.throws(() => loadNativePeerCalls().credentials(0x7fff), {
    code: 'UNAUTHENTICATED',
    message: 'SO_PEERCRED failed with errno 9',
  });
});

async function connected(context: TestContext): Promise<{ accepted: Socket }> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-peer-'));
  const path = join(folder, 'a.sock');
  const server = createServer();
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  server.listen(path);
  await once(server, 'listening');
  const client = connect(path);
  const [accepted] = await accepting;
  context.after(() => {
    client.destroy();
    accepted.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { accepted };
}

function pidfds(): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      // The descriptor of the listing itself.
      return '';
    }
  });
  return links.filter((link) => link.includes('pidfd')).length;
}
