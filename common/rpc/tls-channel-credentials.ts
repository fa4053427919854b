import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { CallCredentials, ChannelCredentials, type experimental } from '@grpc/grpc-js';
import type { Clock } from '../clock/clock.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { presentedChain } from './presented-chain.ts';
import type { ConnectFault } from './rpc-error.ts';
import type { TlsCredentials } from './tls-listener.ts';

/** Checks the chain that a server presented, leaf first; throws when it is not the one we mean. */
export type VerifyServer = (chainDer: readonly Uint8Array[]) => void;

interface ServerVerification {
  readonly host: string;
  /** Asked at each handshake; undefined for no client certificate. */
  readonly credentials: () => TlsCredentials | undefined;
  readonly verifyServer: VerifyServer;
  readonly onConnected: () => void;
  readonly clock: Clock;
  readonly handshakeMs: number;
}

/**
 * Secures the connections of a channel with our own verification in place of Node's. There is no other
 * way to a connection: a server that does not verify is never spoken to.
 */
export class TlsChannelCredentials extends ChannelCredentials implements ConnectFault {
  readonly #options: ServerVerification;
  #fault: SpiffeError | undefined;

  constructor(options: ServerVerification) {
    super();
    this.#options = options;
  }

  /** grpc-js reports a failed connection by its text only; this gives back the error itself. */
  find(details: string): SpiffeError | undefined {
    return this.#fault !== undefined && details.includes(this.#fault.message)
      ? this.#fault
      : undefined;
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(): experimental.SecureConnector {
    return {
      connect: (socket) => this.#secure(socket),
      waitForReady: () => Promise.resolve(),
      getCallCredentials: () => CallCredentials.createEmpty(),
      destroy: () => undefined,
    };
  }

  async #secure(socket: Socket): Promise<experimental.SecureConnectResult> {
    this.#fault = undefined;
    const secured = await handshake(socket, this.#options);
    try {
      if (secured.alpnProtocol !== 'h2') {
        throw new SpiffeError('UNAVAILABLE', 'the server does not speak HTTP/2');
      }
      this.#options.verifyServer(presentedChain(secured));
    } catch (error) {
      secured.destroy();
      this.#fault = error instanceof SpiffeError ? error : unexpected(error);
      throw this.#fault;
    }
    this.#options.onConnected();
    return { socket: secured, secure: true };
  }
}

function handshake(socket: Socket, options: ServerVerification): Promise<TLSSocket> {
  const { host, clock, handshakeMs } = options;
  const own = options.credentials();
  const secured = connect({
    socket,
    ALPNProtocols: ['h2'],
    minVersion: 'TLSv1.2',
    // Verified by `verifyServer` before a byte is sent: SPIFFE knows no host names.
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(own !== undefined && { cert: own.chainPem, key: own.keyPem }),
  });
  return new Promise((resolve, reject) => {
    const cancel = clock.after(handshakeMs, () => {
      secured.destroy(new Error('no TLS handshake in time'));
    });
    const fail = (error: Error) => {
      cancel();
      reject(error);
    };
    secured.once('close', () => fail(new Error('connection closed during the TLS handshake')));
    // Stays: a later error must find a listener.
    secured.on('error', fail);
    secured.once('secureConnect', () => {
      cancel();
      resolve(secured);
    });
  });
}

function unexpected(cause: unknown): SpiffeError {
  return new SpiffeError('INTERNAL', "the server's certificate could not be verified", { cause });
}
