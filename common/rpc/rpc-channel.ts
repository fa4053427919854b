import {
  ChannelCredentials,
  Client,
  Metadata,
  type CallOptions as GrpcCallOptions,
  type ClientOptions,
} from '@grpc/grpc-js';
import { systemClock, type Clock } from '../clock/clock.ts';
import { clientStreamOf } from './client-stream.ts';
import type { CallOptions, Channel, ClientStream, Encoded, Init, Method } from './contract.ts';
import { silenceGrpc } from './grpc-internals.ts';
import { defaultLimits } from './limits.ts';
import { rpcErrorFrom, type ConnectFault } from './rpc-error.ts';
import { TlsChannelCredentials, type VerifyServer } from './tls-channel-credentials.ts';
import type { TlsCredentials } from './tls-listener.ts';
import { hostAndPort } from '../text/host-port.ts';

/** A channel that can be told that its credentials have changed. */
export interface RpcChannel extends Channel {
  /** New calls use a new connection, with the credentials of now; calls under way finish on the old one. */
  reconnect(): void;
}

export interface DialOptions {
  /** Of one received message; 4 MiB unless told otherwise. */
  readonly maxMessageBytes?: number;
  /** Waits between attempts to connect grow from the first to the last. */
  readonly firstRedialMs?: number;
  readonly longestRedialMs?: number;
}

export interface TlsDialOptions extends DialOptions {
  readonly host: string;
  readonly port: number;
  /** Asked at each handshake; undefined for no client certificate. */
  readonly credentials?: () => TlsCredentials | undefined;
  readonly verifyServer: VerifyServer;
  /** Hears of each connection to a server that was verified, the first and each later one. */
  readonly onConnected?: () => void;
  readonly clock?: Clock;
}

/** Dials a server on a Unix socket; it connects with the first call. */
export function dialUnix(path: string, options: DialOptions = {}): RpcChannel {
  return new GrpcChannel(() => ({
    client: new Client(`unix:${path}`, ChannelCredentials.createInsecure(), clientOptions(options)),
    faults: { find: () => undefined },
  }));
}

/**
 * Dials a server over TLS; it connects with the first call. All addresses of the host take turns. A
 * server that `verifyServer` refuses makes calls fail with the code of what it threw.
 */
export function dialTls(options: TlsDialOptions): RpcChannel {
  const { host, port, verifyServer, credentials = () => undefined, clock = systemClock } = options;
  const { onConnected = () => undefined } = options;
  const target = `dns:${hostAndPort(host, port)}`;
  return new GrpcChannel(() => {
    const handshakeMs = defaultLimits.tlsHandshakeMs;
    const common = { host, credentials, verifyServer, onConnected, clock, handshakeMs };
    const tls = new TlsChannelCredentials(common);
    return { client: new Client(target, tls, clientOptions(options)), faults: tls };
  });
}

interface Dialled {
  readonly client: Client;
  readonly faults: ConnectFault;
}

/** A client of grpc-js that, once retired, closes after its last call. */
class Connection {
  readonly client: Client;
  readonly faults: ConnectFault;
  #calls = 0;
  #retired = false;

  constructor({ client, faults }: Dialled) {
    this.client = client;
    this.faults = faults;
  }

  /** Counts a call; returns what to call when it is over. */
  begin(): () => void {
    this.#calls++;
    return () => {
      this.#calls--;
      this.#closeIfDone();
    };
  }

  retire(): void {
    this.#retired = true;
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (this.#retired && this.#calls === 0) this.client.close();
  }
}

class GrpcChannel implements RpcChannel {
  readonly #dial: () => Dialled;
  #current: Connection;

  constructor(dial: () => Dialled) {
    silenceGrpc();
    this.#dial = dial;
    this.#current = new Connection(dial());
  }

  unary<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request> | Encoded,
    options: CallOptions = {},
  ): Promise<Response> {
    const { client, faults } = this.#current;
    const { signal } = options;
    const over = this.#current.begin();
    return new Promise((resolve, reject) => {
      const call = client.makeUnaryRequest(
        method.path,
        (message: Init<Request> | Encoded) => encode(method, message),
        (bytes) => method.response.decode(bytes),
        request,
        metadataOf(options),
        grpcOptions(options),
        (error, response) => {
          over();
          signal?.removeEventListener('abort', cancel);
          if (error !== null) reject(rpcErrorFrom(error, faults, signal?.reason));
          // Without an error there is a response.
          else resolve(response as Response);
        },
      );
      const cancel = () => call.cancel();
      if (signal?.aborted === true) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  open<Request, Response>(
    method: Method<Request, Response>,
    options: CallOptions = {},
  ): ClientStream<Request, Response> {
    const { client, faults } = this.#current;
    // On the wire every kind of call is a bidirectional one.
    const call = client.makeBidiStreamRequest(
      method.path,
      (message: unknown) => encode(method, message as Init<Request> | Encoded),
      (bytes) => method.response.decode(bytes),
      metadataOf(options),
      grpcOptions(options),
    );
    call.once('status', this.#current.begin());
    return clientStreamOf(call, faults, options.signal);
  }

  reconnect(): void {
    const old = this.#current;
    this.#current = new Connection(this.#dial());
    old.retire();
  }

  close(): void {
    this.#current.client.close();
  }
}

function clientOptions(options: DialOptions): ClientOptions {
  return {
    'grpc.enable_channelz': 0,
    // A connection must not be shared between channels with different credentials.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': options.maxMessageBytes ?? defaultLimits.maxMessageBytes,
    'grpc.initial_reconnect_backoff_ms': options.firstRedialMs ?? 200,
    'grpc.max_reconnect_backoff_ms': options.longestRedialMs ?? 5000,
    // A server that was moved has another address under its name: by default that is seen after 30 s.
    'grpc.dns_min_time_between_resolutions_ms': 5000,
    // TXT records are not asked, as SPIRE's agent does not.
    'grpc.service_config_disable_resolution': 1,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // A proxy from the environment must not come between agent and server.
    'grpc.enable_http_proxy': 0,
  };
}

function grpcOptions({ timeoutMs }: CallOptions): GrpcCallOptions {
  // grpc-js runs deadlines on the machine's clock.
  return timeoutMs === undefined ? {} : { deadline: systemClock.now() + timeoutMs };
}

function metadataOf(options: CallOptions): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(options.metadata ?? {})) metadata.set(name, value);
  return metadata;
}

function encode<Request>(
  method: Method<Request, unknown>,
  message: Init<Request> | Encoded,
): Buffer {
  const bytes = message instanceof Uint8Array ? message : method.request.encode(message).finish();
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
