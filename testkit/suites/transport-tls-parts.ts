import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { systemClock } from '../../common/clock/clock.ts';
import { silentLogger } from '../../common/log/logger.ts';
import type { Peer, ServedMethod } from '../../common/rpc/contract.ts';
import type { RpcLimits } from '../../common/rpc/limits.ts';
import type { TlsDialOptions } from '../../common/rpc/rpc-channel.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';
import type { TlsCredentials, TlsListenOptions } from '../../common/rpc/tls-listener.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { FakeClock } from '../fake-clock.ts';
import { createTestCa, type TestCa } from '../test-ca.ts';
import { ask, chat, type TransportUnderTest } from './transport-parts.ts';

const host = '127.0.0.1';

/** A server over TLS with a clock that the test moves, and what dials it; all ends with the test. */
export async function serveTls(
  context: TestContext,
  transport: TransportUnderTest,
  options: {
    readonly ca?: TestCa;
    readonly limits?: Partial<RpcLimits>;
    readonly metrics?: Metrics;
    /** In place of an echo. */
    readonly methods?: readonly ServedMethod[];
  } & Partial<TlsListenOptions> = {},
) {
  const ca = options.ca ?? (await createTestCa({ trustDomain: 'example.org' }));
  const fixed = credentialsOf(await ca.issue('spiffe://example.org/spire/server'));
  const peers: Peer[] = [];
  const answer = serveUnary(ask, (request, { peer }) => {
    peers.push(peer);
    return Promise.resolve(request);
  });
  const echoes = serveStream(chat, async (stream) => {
    for await (const message of stream.messages) await stream.send(message);
  });
  const clock = new FakeClock();
  const server = transport.createServer({
    ...{ methods: options.methods ?? [answer, echoes], log: silentLogger, clock },
    ...(options.metrics !== undefined && { metrics: options.metrics }),
    ...(options.limits !== undefined && { limits: options.limits }),
  });
  const verified: unknown[] = [];
  const verifyClient = (chainDer: readonly Uint8Array[]) => {
    verified.push(chainDer);
    const { spiffeId, leaf } = verifyX509Svid(chainDer, () => [ca.rootDer], systemClock.now());
    return { spiffeId, serialNumber: leaf.serialNumber, notAfterMs: leaf.notAfterMs };
  };
  const credentials = options.credentials ?? (() => fixed);
  const { maxConnectionAgeMs } = options;
  const address = await server.listenTls({
    host,
    port: 0,
    credentials,
    verifyClient,
    ...(maxConnectionAgeMs !== undefined && { maxConnectionAgeMs }),
  });
  const stop = async () => {
    const closed = server.close({ graceMs: 0 });
    await clock.advance(1);
    await closed;
  };
  context.after(stop);
  const dial = (own: Partial<TlsDialOptions>) => {
    const channel = transport.dialTls({ ...address, verifyServer: verifierOf(ca), ...own });
    context.after(() => channel.close());
    return channel;
  };
  return { ca, server, address, clock, dial, peers, verified, stop, credentials, verifyClient };
}

export function verifierOf(ca: TestCa) {
  return (chainDer: readonly Uint8Array[]) =>
    void verifyX509Svid(chainDer, () => [ca.rootDer], systemClock.now());
}

export function credentialsOf(svid: X509Svid): TlsCredentials {
  return {
    chainPem: certificatesToPem(svid.chainDer),
    keyPem: encodePem('PRIVATE KEY', svid.privateKeyDer.reveal()),
  };
}

/** A client that shakes hands by hand, without a certificate unless the options have one. */
export async function handshake(
  context: TestContext,
  address: { readonly host: string; readonly port: number },
  options: ConnectionOptions = {},
  onSession: (session: Buffer) => void = () => undefined,
): Promise<TLSSocket> {
  const socket = connectTls({
    ...address,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    ...options,
  });
  context.after(() => socket.destroy());
  socket.on('session', onSession);
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined).resume();
  return socket;
}
