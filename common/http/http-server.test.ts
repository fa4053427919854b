import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { get } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import test from 'node:test';
import { silentLogger, type Logger } from '../log/logger.ts';
import { createKubePki } from '../../testkit/kube-pki.ts';
import { createHttpServer, type HttpServerOptions } from './http-server.ts';

const ok = () => ({ status: 200, contentType: 'text/plain', body: 'fine' });

async function withServer(
  options: Partial<HttpServerOptions>,
  run: (base: string, port: number) => Promise<void>,
): Promise<void> {
  const base = { host: '127.0.0.1', port: 0, routes: { '/live': ok }, log: silentLogger };
  const server = await createHttpServer({ ...base, ...options });
  try {
    await run(`http://127.0.0.1:${server.port}`, server.port);
  } finally {
    await server.close();
  }
}

test('a route answers any method, with and without a body', async () => {
  await withServer({}, async (base) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(`${base}/live?x=1`, { method });
      assert.equal(response.status, 200, method);
      assert.equal(await response.text(), 'fine', method);
    }
    const response = await fetch(`${base}/live`, { method: 'POST', body: '{not json' });
    assert.equal(response.status, 200);
  });
});

test('an unknown path is not found, unless there is a fallback', async () => {
  await withServer({}, async (base) => {
    assert.equal((await fetch(`${base}/nope`)).status, 404);
  });
  await withServer({ fallback: ok }, async (base) => {
    assert.equal(await (await fetch(`${base}/any/path`)).text(), 'fine');
  });
});

test('what a handler throws is logged and not shown', async () => {
  const errors: unknown[] = [];
  const log: Logger = { ...silentLogger, error: (_, fields) => errors.push(fields?.['error']) };
  const fails = () => Promise.reject(new Error('a secret cause'));
  await withServer({ routes: { '/': fails }, log }, async (base) => {
    const response = await fetch(base);
    assert.equal(response.status, 500);
    assert.equal(await response.text(), 'request failed\n');
  });
  assert.equal((errors[0] as Error).message, 'a secret cause');
});

test('a body or a header that is too large is refused', async () => {
  await withServer({}, async (base) => {
    const body = 'x'.repeat(65 * 1024);
    const large = await fetch(`${base}/live`, { method: 'POST', body });
    assert.equal(large.status, 413);
    const header = await fetch(`${base}/live`, { headers: { a: 'x'.repeat(9000) } });
    assert.equal(header.status, 431);
  });
});

test('closing ends open and idle connections at once', async () => {
  const server = await createHttpServer({
    host: '127.0.0.1',
    port: 0,
    routes: { '/live': ok },
    log: silentLogger,
  });
  const silent = connect(server.port, '127.0.0.1');
  await once(silent, 'connect');
  await (await fetch(`http://127.0.0.1:${server.port}/live`)).text();
  const ended = once(silent, 'close');
  await server.close();
  await ended;
  await assert.rejects(fetch(`http://127.0.0.1:${server.port}/live`));
});

test('a port in use is told with the address', async () => {
  await withServer({}, async (_, port) => {
    await assert.rejects(
      createHttpServer({ host: '127.0.0.1', port, routes: {}, log: silentLogger }),
      { code: 'UNAVAILABLE', message: `unable to listen on "127.0.0.1:${port}"` },
    );
  });
});

test('localhost is listened on at one address only, as limits hold for one', async (context) => {
  const addresses = { localhost: ['127.0.0.1', '::1'] } as Readonly<Record<string, string[]>>;
  const lookup: Lookup = (name, _, done) =>
    done(
      null,
      (addresses[name] ?? [name]).map((address) => ({ address, family: isIP(address) })),
    );
  context.mock.method(dns, 'lookup', lookup);
  await withServer({ host: 'localhost', mostConnections: 4 }, async (_, port) => {
    assert.equal(await answersOn('127.0.0.1', port), true);
    assert.equal(await answersOn('::1', port), false);
  });
});

type Lookup = (
  name: string,
  options: unknown,
  done: (error: null, addresses: readonly object[]) => void,
) => void;

/** Whether a connection there is accepted. */
async function answersOn(host: string, port: number): Promise<boolean> {
  const socket = connect({ port, host });
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return accepted;
}

/** A connection from one of this machine's addresses, on which nothing is said yet. */
async function opened(port: number, address = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const pki = await createKubePki();
const certificate = await pki.issue(['127.0.0.1']);
for (const [what, tls] of [
  ['HTTP', undefined],
  ['HTTPS', certificate],
] as const) {
  test(`${what}: an address has so many connections and no more, and others have theirs`, async () => {
    const limits = { mostConnectionsPerAddress: 2, ...(tls && { tls }) };
    await withServer(limits, async (_, port) => {
      const first = await opened(port);
      const second = await opened(port);
      const third = await opened(port);
      await once(third, 'close');
      const other = await opened(port, '127.0.0.2');
      // By now the server would have ended these, too.
      await once(await opened(port), 'close');
      for (const socket of [first, second, other]) {
        assert.equal(socket.destroyed, false);
        socket.destroy();
      }
    });
  });
}

test('a TLS handshake that does not come to its end ends the connection', async () => {
  await withServer({ tls: certificate, handshakeTimeoutMs: 50 }, async (_, port) => {
    const silent = await opened(port);
    await once(silent, 'close');
  });
});

test('over TLS requests are answered as without', async () => {
  await withServer({ tls: certificate }, async (_, port) => {
    const body = await new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/live', ca: pki.caPem }, resolve).on('error', reject);
    });
    assert.equal((body as { statusCode: number }).statusCode, 200);
    (body as { resume(): void }).resume();
  });
});
