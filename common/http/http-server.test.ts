import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import { get } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import test from 'node:test';
import { connect as connectTls } from 'node:tls';
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

/** Says `text` on a connection and keeps it open; resolves with what came back when the server ends it. */
async function untilCut(port: number, text: string): Promise<string> {
  const socket = await opened(port);
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  socket.write(text, 'latin1');
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

const host = 'Host: a.test\r\n';
const patience = { headersMs: 100, requestMs: 200, idleMs: 300 };
const slow: readonly (readonly [what: string, text: string, answer: RegExp])[] = [
  ['says nothing', '', /^(HTTP\/1\.1 408 [^]*)?$/],
  ['stops within the request line', 'GET /li', /^(HTTP\/1\.1 408 [^]*)?$/],
  ['never ends its headers', `GET /live HTTP/1.1\r\n${host}`, /^(HTTP\/1\.1 408 [^]*)?$/],
  [
    'never ends its body',
    `POST /live HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nabc`,
    /^(HTTP\/1\.1 408 [^]*)?$/,
  ],
  [
    'never ends a body in chunks',
    `POST /live HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n5\r\nabc`,
    /^(HTTP\/1\.1 408 [^]*)?$/,
  ],
  ['has its answer and is idle', `GET /live HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1\.1 200 [^]*fine$/],
];
for (const [what, text, answer] of slow) {
  test(`a client that ${what} is cut in time`, async () => {
    await withServer({ patience }, async (_, port) => {
      assert.match(await untilCut(port, text), answer);
    });
  });
}

test('all of these times are on by default, and looked at often enough', async (context) => {
  const create = context.mock.method(http, 'createServer');
  await withServer({}, async () => {
    const [call] = create.mock.calls;
    const server = call?.result;
    assert.deepEqual(
      [server?.headersTimeout, server?.requestTimeout, server?.timeout, server?.keepAliveTimeout],
      [10_000, 10_000, 30_000, 30_000],
    );
    assert.equal(server?.maxConnections, 256);
    const options = call?.arguments[0] as http.ServerOptions;
    assert.deepEqual([options.connectionsCheckingInterval, options.maxHeaderSize], [2_500, 8_192]);
  });
});

test('headers that go on byte by byte are cut, however busy the connection is', async () => {
  await withServer({ patience }, async (_, port) => {
    const socket = await opened(port);
    socket.resume().write(`GET /live HTTP/1.1\r\n${host}X: `);
    const drip = setInterval(() => socket.write('x'), 10);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
  });
});

test('a client that reads no answers is cut, and what it asks meanwhile is not kept', async () => {
  let asked = 0;
  const large = 'x'.repeat(256 * 1024);
  const routes = { '/': () => (asked++, { status: 200, contentType: 'text/plain', body: large }) };
  await withServer({ patience, routes }, async (_, port) => {
    const socket = await opened(port);
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`.repeat(1_000));
    // Who reads nothing hears of the end when he writes.
    const drip = setInterval(() => socket.write('x'), 20);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    assert.ok(asked <= 8, `${asked} answers were made for nobody`);
  });
});

for (const [what, request] of [
  ['a path that cannot be read', `GET /% HTTP/1.1\r\n${host}\r\n`],
  ['an expectation', `GET / HTTP/1.1\r\n${host}Expect: y\r\n\r\n`],
] as const) {
  test(`nor is a client answered for ever who asks with ${what}`, async () => {
    await withServer({}, async (_, port) => {
      const answers = (await untilCut(port, request.repeat(1_000))).split('HTTP/1.1 ').length - 1;
      assert.ok(answers <= 8, `${answers} answers were made for nobody`);
    });
  });
}

test('who reads may ask on before the answer is there', async () => {
  await withServer({}, async (_, port) => {
    const more = `GET /live HTTP/1.1\r\n${host}`;
    const text = `${more}\r\n`.repeat(7) + `${more}Connection: close\r\n\r\n`;
    assert.equal((await untilCut(port, text)).split('fine').length - 1, 8);
  });
});

test('over TLS a client that shook hands and says nothing is cut in time', async () => {
  await withServer({ tls: certificate, patience }, async (_, port) => {
    const socket = connectTls({ port, host: '127.0.0.1', ca: pki.caPem });
    await once(socket.resume(), 'close');
  });
});

test('TLS handshakes of one address have a budget, without TLS connections have none', async () => {
  const handshakes = { handshakesBurst: 2, handshakesPerSecond: 1 };
  await withServer({ tls: certificate, handshakes }, async (_, port) => {
    const sockets = [await opened(port), await opened(port)];
    await once(await opened(port), 'close');
    const other = await opened(port, '127.0.0.2');
    assert.deepEqual(
      [...sockets, other].map((socket) => socket.destroyed),
      [false, false, false],
    );
    for (const socket of [...sockets, other]) socket.destroy();
  });
  await withServer({ handshakes }, async (_, port) => {
    for (let at = 0; at < 10; at++) {
      assert.match(await untilCut(port, get1('/live')), /^HTTP\/1\.1 200 /);
    }
  });
});

const get1 = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n${more}\r\n`;
const tricks: readonly (readonly [what: string, text: string, answer: RegExp])[] = [
  ['a path with dots', get1('/x/../live'), /^HTTP\/1\.1 404 /],
  ['a path with encoded dots', get1('/x/%2e%2e/live'), /^HTTP\/1\.1 404 /],
  ['an encoded slash', get1('/%2flive'), /^HTTP\/1\.1 404 /],
  ['a double slash', get1('//live'), /^HTTP\/1\.1 404 /],
  ['other letters', get1('/LIVE'), /^HTTP\/1\.1 404 /],
  ['a zero byte in the path', get1('/live%00'), /^HTTP\/1\.1 404 /],
  ['a path that cannot be decoded', get1('/%zz<script>'), /^HTTP\/1\.1 400 (?![^]*zz)/],
  ['bytes that no path may have', get1('/\u00e9'), /^HTTP\/1\.1 400 /],
  ['a path of seven thousand bytes', get1(`/${'a'.repeat(7_000)}`), /^HTTP\/1\.1 404 (?![^]*aaa)/],
  ['a path beyond all limits', get1(`/${'a'.repeat(9_000)}`), /^HTTP\/1\.1 431 /],
  ['thirteen hundred headers', get1('/live', 'a: b\r\n'.repeat(1_300)), /^HTTP\/1\.1 431 /],
  ['two hosts', get1('/live', 'Host: b.test\r\n'), /^HTTP\/1\.1 400 /],
  ['no host', 'GET /live HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'two lengths (RFC 9112 §6.3)',
    get1('/live', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'),
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a chunk larger than any body may be',
    `POST /live HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nffff1\r\n${'x'.repeat(70_000)}`,
    /^HTTP\/1\.1 413 /,
  ],
  ['a proxy', 'CONNECT b.test:443 HTTP/1.1\r\nHost: b.test\r\n\r\n', /^$/],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a ClientHello', '\u0016\u0003\u0001\u0002\u0000\u0001', /^HTTP\/1\.1 400 /],
];
for (const [what, text, answer] of tricks) {
  test(`${what} reaches no handler, and the next client is served`, async () => {
    await withServer({}, async (base, port) => {
      assert.match(await untilCut(port, text), answer);
      assert.equal(await (await fetch(`${base}/live`)).text(), 'fine');
    });
  });
}
