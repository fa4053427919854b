import { systemClock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { createPeerTracker } from '../../common/peertracker/peer-tracker.ts';
import { createRpcServer, type RpcServer } from '../../common/rpc/rpc-server.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import { ask, chat, textOf, watch } from '../../testkit/suites/transport-parts.ts';

const methods = [
  serveUnary(ask, async (body, { signal, metadata }) => {
    const text = body.length < 20 ? textOf(body) : '';
    if (text === 'refuse') throw new SpiffeError('NOT_FOUND', 'no “x”\n100%');
    if (text === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (text === 'metadata') {
      return Buffer.from(`${metadata.get('x-test').join()} ${metadata.get('y-bin').join()}`);
    }
    return body;
  }),
  serveStream(chat, async (stream) => {
    for await (const one of stream.messages) await stream.send(one);
  }),
  serveStream(watch, async (stream) => {
    for await (const size of stream.messages) {
      for (let round = 0; round < 2; round++) await stream.send(Buffer.alloc(Number(textOf(size))));
    }
  }),
];

/** Serves the methods that the clients check. */
export async function serveEcho(
  path: string,
  unixTransport: 'own' | 'grpc-js',
): Promise<RpcServer> {
  const server = createRpcServer({ methods, log: silentLogger, clock: systemClock, unixTransport });
  await server.listenUnix({ path, mode: 0o700, trackPeers: createPeerTracker() });
  return server;
}
