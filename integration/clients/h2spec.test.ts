// h2spec speaks TCP only: a bridge leads it to our socket.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { startServer } from '../local/harness/server.ts';
import { inWorkspace, type Workspace } from '../local/harness/workspace.ts';
import { serveEcho } from './echo-service.ts';
import { built } from './foreign-clients.ts';

const atOnce = { concurrency: true, timeout: 180_000 };

suite('h2spec finds our own transport to be HTTP/2', atOnce, () => {
  test('on a Unix socket', () =>
    inWorkspace(async (workspace) => {
      const path = workspace.path('api.sock');
      const server = await serveEcho(path, 'own');
      const bridge = createServer({ allowHalfOpen: true }, (socket) => {
        const onward = connect({ path, allowHalfOpen: true });
        socket.pipe(onward).pipe(socket);
        socket.on('error', () => onward.destroy());
        onward.on('error', () => socket.destroy());
        onward.on('close', () => socket.destroy());
      });
      bridge.listen(0, '127.0.0.1');
      await once(bridge, 'listening');
      try {
        await checkWith(workspace, 'socket', (bridge.address() as AddressInfo).port);
      } finally {
        bridge.close();
        await server.close({ graceMs: 0 });
      }
    }));

  test("on the server's port, with a client certificate and without", () =>
    inWorkspace(async (workspace) => {
      const server = await startServer(workspace);
      const folder = workspace.path('client');
      mkdirSync(folder);
      const mint = ['-spiffeID', `spiffe://${server.trustDomain}/client`, '-write', folder];
      assert.equal((await server.cli('x509', 'mint', ...mint)).code, 0);
      const client = ['tls', join(folder, 'svid.pem'), join(folder, 'key.pem')];
      await Promise.all([
        checkWith(workspace, 'known', server.port, client),
        checkWith(workspace, 'stranger', server.port, ['tls']),
      ]);
      assert.equal((await server.cli('healthcheck')).code, 0);
      assert.doesNotMatch(server.process.output, /level=error/);
    }));
});

async function checkWith(
  workspace: Workspace,
  name: string,
  port: number,
  tls: readonly string[] = [],
): Promise<void> {
  const file = workspace.path(`${name}.xml`);
  const child = spawn(join(built('go'), 'h2spec'), [String(port), file, ...tls], {
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const { cases, failed } = readReport(readFileSync(file, 'utf8'));
  assert.ok(cases > 100, `${cases} cases`);
  assert.deepEqual(
    failed.filter((one) => !ofPages.some((known) => one.startsWith(known))),
    [],
    name,
  );
}

/**
 * h2spec asks for a page with GET and then tries what it may on that stream. A gRPC server answers such a
 * request at once with 405 and no DATA, so these cases find the stream over. Our own suite, which opens real
 * calls, holds us to the same sections (common/rpc/http2/conformance.test.ts).
 */
const ofPages = [
  'generic/2: Sends a WINDOW_UPDATE frame on half-closed',
  'generic/2: Sends a PRIORITY frame on half-closed',
  'http2/5.1: half closed (remote): Sends a DATA',
  'http2/5.1: half closed (remote): Sends a HEADERS',
  'http2/5.1: closed: Sends a DATA',
  'http2/5.1: closed: Sends a HEADERS',
  'http2/5.1.2: ',
  'http2/6.1: Sends a DATA frame on the stream that is not',
  'http2/6.9: Sends a WINDOW_UPDATE frame with a flow control window increment of 0 on a stream',
  'http2/6.9.1: Sends multiple WINDOW_UPDATE frames increasing the flow control window to above 2^31-1 on a',
  'http2/8.1: Sends a second HEADERS',
  'http2/8.1.2.1: Sends a HEADERS frame that contains a pseudo-header field as trailers',
  'http2/8.1.2.6: ',
];

function readReport(xml: string) {
  const cases = [
    ...xml.matchAll(/<testcase package="([^"]*)" classname="([^"]*)"[^>]*>(.*?)<\/testcase>/gs),
  ];
  const failed = cases
    .filter(([, , , body]) => /<(failure|error)/.test(body ?? ''))
    .map(([, section, what]) => `${section}: ${what}`);
  return { cases: cases.length, failed };
}
