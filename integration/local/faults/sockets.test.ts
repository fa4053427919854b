import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startAgent, type RunningAgent } from '../harness/agent.ts';
import { accepts } from '../harness/programs.ts';
import { rawGrpc } from '../harness/raw-grpc.ts';
import { startServer, type RunningServer } from '../harness/server.ts';
import { introduced, startPair } from '../harness/sidecar-pair.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
let server: RunningServer;
let agent: RunningAgent;

before(async () => {
  workspace = new Workspace();
  server = await startServer(workspace);
  agent = await startAgent(workspace, server);
});
after(() => workspace.dispose());

/** Bytes that are no gRPC, and what a scanner, a browser or a broken client would send. */
const garbage: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0x16])],
  ['an HTTP/1.1 request', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')],
  ['a ClientHello that is cut off', Buffer.from('16030100ff010000fb0303', 'hex')],
  [
    'an HTTP/2 preface and then noise',
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\xff'),
  ],
  [
    'a frame that claims 16 MB',
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\x00', 'latin1'),
  ],
  ['64 kB of noise', randomBytes(65_536)],
];

test('garbage on the socket and on the server port costs nobody else the service', async () => {
  for (const [name, bytes] of garbage) {
    for (const target of [agent.socketPath, server.socketPath, server.port]) {
      await throwAt(target, bytes);
      assert.ok(await accepts(target), `${name} at ${target}`);
    }
  }
  server.process.assertRunning();
  agent.process.assertRunning();
  assert.equal((await server.cli('healthcheck')).code, 0);
  assert.equal((await agent.cli('healthcheck')).code, 0);
  const pair = await startPair(workspace, server, agent);
  assert.deepEqual(await introduced(pair, 60_000), { caller: pair.webId, server: pair.ordersId });
});

for (const method of ['FetchX509SVID', 'FetchX509Bundles']) {
  test(`${method} without the security header is refused (SPIFFE Workload Endpoint §4)`, async () => {
    const path = `/SpiffeWorkloadAPI/${method}`;
    assert.deepEqual(await rawGrpc(agent.socketPath, path), {
      status: '3',
      message: 'security header missing from request',
      bodyBytes: 0,
    });
    const wrong = await rawGrpc(agent.socketPath, path, { 'workload.spiffe.io': 'false' });
    assert.equal(wrong.status, '3');
  });
}

test('a caller with the security header but without an entry is told that it has no identity', async () => {
  const headers = { 'workload.spiffe.io': 'true' };
  const answer = await rawGrpc(agent.socketPath, '/SpiffeWorkloadAPI/FetchX509SVID', headers);
  assert.deepEqual(answer, { status: '7', message: 'no identity issued', bodyBytes: 0 });
});

test('a second agent on a socket in use ends with 1 and leaves the first one alone', async () => {
  const second = agent.launch();
  const exit = await second.ended();
  assert.equal(exit.code, 1);
  assert.ok(second.output.includes(agent.socketPath), second.output.slice(-1000));
  assert.equal((await agent.cli('healthcheck')).code, 0);
});

test('a socket file that a killed agent left over is replaced', async () => {
  const other = await startAgent(workspace, server, { name: 'left-over' });
  await other.process.stop('SIGKILL');
  assert.ok(existsSync(other.socketPath));
  assert.equal(await accepts(other.socketPath), false);
  await other.start();
  assert.equal((await other.cli('healthcheck')).code, 0);
  await other.process.stop();
});

test('a file at the path of the socket that is no socket is not touched', async () => {
  const other = await startAgent(workspace, server, { name: 'blocked' });
  await other.process.stop();
  rmSync(other.socketPath, { force: true });
  writeFileSync(other.socketPath, 'precious');
  const exit = await other.launch().ended();
  assert.equal(exit.code, 1);
  assert.ok(other.process.output.includes(other.socketPath));
  assert.equal(readFileSync(other.socketPath, 'utf8'), 'precious');
});

/** Sends bytes, closes the sending side, and waits until the peer closed or lost interest. */
async function throwAt(target: string | number, bytes: Buffer): Promise<void> {
  const socket =
    typeof target === 'string' ? connect(target) : connect({ host: '127.0.0.1', port: target });
  socket.on('error', () => undefined); // a reset is a fine answer
  await once(socket, 'connect');
  socket.resume();
  socket.end(bytes);
  await Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => undefined);
  socket.destroy();
}
