import { once } from 'node:events';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';

interface RawAnswer {
  readonly status: string;
  readonly message: string;
  readonly bodyBytes: number;
}

/**
 * Sends one gRPC request with an empty message over a Unix socket, by hand, so that a test decides
 * on every header. Ends when the stream ends.
 */
export async function rawGrpc(
  socketPath: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const session = connectHttp2('http://localhost', { createConnection: () => connect(socketPath) });
  try {
    const stream = session.request({
      ':method': 'POST',
      ':path': method,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    let bodyBytes = 0;
    const seen = new Map<string, unknown>();
    // A refusal has its status in the only headers there are; an answer has it in the trailers.
    for (const event of ['response', 'trailers']) {
      stream.on(event, (received: IncomingHttpHeaders) => {
        for (const [name, value] of Object.entries(received)) seen.set(name, value);
      });
    }
    stream.on('data', (chunk: Buffer) => (bodyBytes += chunk.length));
    stream.end(Buffer.alloc(5));
    await once(stream, 'close');
    const [status, message] = ['grpc-status', 'grpc-message'].map((name) => String(seen.get(name)));
    return { status: status ?? '', message: decodeURIComponent(message ?? ''), bodyBytes };
  } finally {
    session.destroy();
  }
}
