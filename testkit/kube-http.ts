import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What a fake does with one request instead of answering it. */
export type Fault =
  | 'hang'
  | 'reset'
  /** Half of the answer, then the connection ends. */
  | 'truncated'
  | { readonly status: number; readonly body?: string };

/** Takes the next fault; undefined lets the request be answered. */
export function applyFault(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    request.socket.destroy();
    return;
  }
  if (fault === 'truncated') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"kind":"PodList","items":[{"metadata":{"na', () => request.socket.destroy());
    return;
  }
  const { status, body = '' } = fault;
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
}

export async function listen(server: HttpServer | HttpsServer, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

export async function close(server: HttpServer | HttpsServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
