import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { request } from 'node:https';
import { test } from 'node:test';
import { healthChecksSchema } from '../common/http/health.ts';
import { createHttpServer } from '../common/http/http-server.ts';
import { silentLogger, type LogFields, type Logger } from '../common/log/logger.ts';
import { bundleService } from '../common/rpc/services/bundle.ts';
import { startTestServer } from '../testkit/running-server.ts';

const interfaces = Object.values(networkInterfaces()).flat();
const hasIpv6 = interfaces.some((one) => one?.address === '::1');
const whyNot = hasIpv6 ? false : 'this machine has no ::1';

for (const address of ['::', '[::]', '::1', '[::1]']) {
  test(
    `F151: the port, the bundle endpoint and health are served on ${address}`,
    { skip: whyNot },
    async (t) => {
      const port = await freePort();
      const { addresses, log } = recorder();
      const server = await startTestServer(t, {
        bindAddress: address,
        log,
        server: `federation { bundle_endpoint {
        address = "${address}", port = ${port}, profile "https_spiffe" {} } }`,
      });
      const { host, port: bound } = server.server.address;
      assert.equal(host, address.includes('1') ? '::1' : '::');
      assert.ok(addresses.includes(`[${host}]:${bound}`), addresses.join(' '));
      const bundle = await server.dial().unary(bundleService.GetBundle, {}, { timeoutMs: 20_000 });
      assert.equal(bundle.trust_domain, 'zeta.test');
      assert.match(await fetchOver('::1', port), /spiffe_sequence/);

      const { bind_address: healthHost } = healthChecksSchema.parse({ bind_address: address });
      const health = await createHttpServer({
        host: healthHost,
        port: 0,
        routes: {
          '/live': () =>
            Promise.resolve({ status: 200, contentType: 'application/json', body: '{}' }),
        },
        log: silentLogger,
      });
      t.after(() => health.close());
      assert.equal((await fetch(`http://[::1]:${health.port}/live`)).status, 200);
    },
  );
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '::1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

function fetchOver(host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ host, port, path: '/', rejectUnauthorized: false }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('end', () => resolve(text));
  })
    .on('error', reject)
    .end();
  return promise;
}

function recorder(): { addresses: unknown[]; log: Logger } {
  const addresses: unknown[] = [];
  const info = (_message: string, fields?: LogFields) => void addresses.push(fields?.address);
  const log: Logger = { ...silentLogger, info, child: () => log };
  return { addresses, log };
}
