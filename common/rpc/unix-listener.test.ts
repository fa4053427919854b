import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Server } from 'node:net';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { temporaryFolder } from '../../testkit/suites/transport-parts.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { silentLogger } from '../log/logger.ts';
import type { PeerTracker } from '../peertracker/peer-tracker.ts';
import { createPeerTracker } from '../peertracker/peer-tracker.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { dialUnix } from './rpc-channel.ts';
import { createRpcServer } from './rpc-server.ts';
import { serveUnary } from './serve.ts';
import { rawCodec, unary } from './services/method.ts';

const ask = unary('test.Test/Ask', rawCodec, rawCodec);
const trackPeers = createPeerTracker();

test('the folder is made, and the socket has its mode before listenUnix resolves', async (context) => {
  const path = join(temporaryFolder(context), 'a', 'b', 'api.sock');
  await serverFor(context).listenUnix({ path, mode: 0o750, folderMode: 0o700, trackPeers });
  assert.equal(statSync(path).mode & 0o777, 0o750);
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('from the moment it exists the socket is open to nobody but its mode', async (context) => {
  const path = join(temporaryFolder(context), 'api.sock');
  const inherited = process.umask(0);
  context.after(() => process.umask(inherited));
  const modes: number[] = [];
  // When `listen` returns, the file is there and nobody has changed its mode yet.
  const { listen } = Server.prototype as { listen: (...given: unknown[]) => Server };
  context.mock.method(Server.prototype, 'listen', function (this: Server, ...given: unknown[]) {
    listen.apply(this, given);
    modes.push(statSync(path).mode & 0o777);
    return this;
  });
  await serverFor(context).listenUnix({ path, mode: 0o770, trackPeers });
  assert.deepEqual(modes, [0o770]);
  assert.equal(process.umask(0), 0);
});

test('F162 a path that a live process serves is refused and left alone', async (context) => {
  const path = join(temporaryFolder(context), 'api.sock');
  await serverFor(context).listenUnix({ path, mode: 0o777, trackPeers });
  await assert.rejects(serverFor(context).listenUnix({ path, mode: 0o777, trackPeers }), {
    code: 'SOCKET_IN_USE',
    message: `another process serves the socket ${JSON.stringify(path)}`,
  });
  assert.equal((await askAt(context, path)).length, 2);
});

/** A socket whose process was killed. */
function leaveBehind(path: string): void {
  const leave = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', leave, path]);
  assert.ok(existsSync(path));
}

test('F162 a socket that a dead process left over is replaced', async (context) => {
  const path = join(temporaryFolder(context), 'api.sock');
  leaveBehind(path);
  await serverFor(context).listenUnix({ path, mode: 0o777, trackPeers });
  assert.equal((await askAt(context, path)).length, 2);
});

test('F162 of two that start at once over a dead socket one wins, and the other leaves it alone', async (context) => {
  const path = join(temporaryFolder(context), 'api.sock');
  leaveBehind(path);
  // Both have found the socket dead before either removes it.
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => serverFor(context).listenUnix({ path, mode: 0o777, trackPeers })),
  );
  const [loser, second] = outcomes.filter((one) => one.status === 'rejected');
  assert.equal(second, undefined);
  assert.ok(loser?.reason instanceof SpiffeError && loser.reason.code === 'SOCKET_IN_USE');
  assert.equal((await askAt(context, path)).length, 2);
  assert.deepEqual(readdirSync(dirname(path)), ['api.sock']);
});

const planted: readonly (readonly [name: string, plant: (path: string) => void])[] = [
  ['a file', (path) => writeFileSync(path, 'precious')],
  ['a directory', (path) => mkdirSync(path)],
  ['a symbolic link', (path) => symlinkSync('elsewhere', path)],
];
for (const [name, plant] of planted) {
  test(`F162 ${name} in the place of the socket is never removed`, async (context) => {
    const path = join(temporaryFolder(context), 'api.sock');
    plant(path);
    const before = lstatSync(path, { bigint: true });
    await assert.rejects(serverFor(context).listenUnix({ path, mode: 0o777, trackPeers }), {
      code: 'FAILED_PRECONDITION',
      message: `${JSON.stringify(path)} exists and is not a socket`,
    });
    assert.deepEqual(lstatSync(path, { bigint: true }), before);
  });
}

test('a path too long for the kernel is refused, not cut short', async (context) => {
  const path = join(temporaryFolder(context), 'x'.repeat(108));
  await assert.rejects(serverFor(context).listenUnix({ path, mode: 0o777, trackPeers }), {
    code: 'FAILED_PRECONDITION',
    message: /is too long: at most 107 bytes$/,
  });
});

test('a folder that cannot be made is a clear error', async (context) => {
  const file = join(temporaryFolder(context), 'file');
  writeFileSync(file, '');
  const path = join(file, 'api.sock');
  await assert.rejects(serverFor(context).listenUnix({ path, mode: 0o777, trackPeers }), {
    code: 'STORAGE_FAILED',
    message: `unable to make the folder of ${JSON.stringify(path)}`,
  });
});

test('a caller that cannot be identified is cut, with the reason in the log', async (context) => {
  const path = join(temporaryFolder(context), 'api.sock');
  const reasons: unknown[] = [];
  const log = { ...silentLogger, warn: (_: string, fields?: object) => reasons.push(fields) };
  const blind: PeerTracker = {
    track: () => {
      throw new SpiffeError('UNAUTHENTICATED', 'who is it');
    },
  };
  await serverFor(context, log).listenUnix({ path, mode: 0o777, trackPeers: blind });
  await assert.rejects(askAt(context, path), { code: 'UNAVAILABLE' });
  const [fields] = reasons;
  assert.ok(fields !== undefined && JSON.stringify(fields).includes('who is it'));
});

function serverFor(context: TestContext, log = silentLogger) {
  const clock = new FakeClock();
  const methods = [serveUnary(ask, () => Promise.resolve(Buffer.from('ok')))];
  const server = createRpcServer({ methods, log, clock });
  context.after(async () => {
    const closed = server.close({ graceMs: 0 });
    await clock.advance(1);
    await closed;
  });
  return server;
}

function askAt(context: TestContext, path: string): Promise<Uint8Array> {
  const channel = dialUnix(path);
  context.after(() => channel.close());
  return channel.unary(ask, new Uint8Array(), { timeoutMs: 10_000 });
}
