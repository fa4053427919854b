import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const given = new Set<number>();

/** A TCP port of 127.0.0.1 that nobody listens on; never the same one twice in a process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}
