import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Workspace } from './workspace.ts';

/** The application behind a sidecar. */
export interface HttpService {
  readonly port: number;
  /** Requests answered so far. */
  answered(): number;
}

/** What the application answers: who called, as its sidecar verified it. */
export interface Greeting {
  readonly caller: string | null;
}

/** Starts an HTTP service that knows nothing of TLS. */
export async function startHttpService(workspace: Workspace): Promise<HttpService> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const header = String(request.headers['x-forwarded-client-cert'] ?? '');
    const greeting: Greeting = { caller: /(?:^|;)URI=([^;,]+)/.exec(header)?.[1] ?? null };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(greeting));
  });
  // The sidecar keeps its connections; closing them from this side would race with its requests.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  workspace.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, answered: () => count };
}
