import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '../common/clock/clock.ts';
import { sendHttps } from '../common/http/https-request.ts';
import { startTestServer, type TestServer } from './running-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One of several servers on a PostgreSQL, with a fleet endpoint. */
export interface FleetMember {
  readonly server: TestServer;
  /** The answer of its fleet endpoint to a heartbeat with this token. */
  beat(token: string): Promise<number>;
  /** Starts it anew with other keys for tokens. */
  rekey(write: string, keys: readonly string[]): Promise<void>;
}

export async function startFleetMember(
  t: TestContext,
  postgres: string,
  plugins = '',
): Promise<FleetMember> {
  const folder = temporaryFolder();
  const port = await freePort();
  const settings = (write: string, keys: readonly string[]) => `
    token_pepper { write = "${write}" keys { ${keys.map((key) => keyLine(folder, key)).join(' ')} } }
    fleet { bind_address = "127.0.0.1" bind_port = ${port} }`;
  const options = { postgres, plugins, server: settings('k1', ['k1']) };
  const server = await startTestServer(t, options);
  return {
    server,
    async rekey(write, keys) {
      options.server = settings(write, keys);
      await server.restart();
    },
    beat: (token) => heartbeat(port, token),
  };
}

/** The same key for the same name, on every member. */
function keyLine(folder: string, key: string): string {
  const path = join(folder, key);
  writeFileSync(path, `${key}-`.repeat(16));
  return `${key} = "${path}"`;
}

async function heartbeat(port: number, token: string): Promise<number> {
  const { status } = await sendHttps({
    url: new URL(`https://127.0.0.1:${port}/v1/heartbeat`),
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{}',
    verify: () => undefined,
    timeoutMs: 10_000,
    mostBytes: 1_000,
    clock: systemClock,
    signal: AbortSignal.timeout(10_000),
  });
  return status;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
