import { formatDuration } from '../config/duration.ts';
import { hasCode, SpiffeError } from '../errors/spiffe-error.ts';
import type { GrpcStatusName } from '../errors/codes.ts';
import type { Channel, ClientStream, Init, Method } from '../rpc/contract.ts';
import { dialUnix } from '../rpc/rpc-channel.ts';
import { RpcError } from '../rpc/rpc-error.ts';

/** A connection to a program on this machine, for the life of one command. */
export interface RpcClient {
  call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    failure?: string,
  ): Promise<Response>;
  /** Sends one request and yields what comes back; leaving the loop cancels the call. */
  stream<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    signal?: AbortSignal,
  ): AsyncIterable<Response>;
}

interface RpcClientOptions {
  readonly socketPath: string;
  /** Who listens there, for the hint when nobody does. */
  readonly peer: 'agent' | 'server';
  /** Which socket the calls belong on, for the hint when another one answers that it does not know them. */
  readonly place?: string;
  readonly timeoutMs?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Runs a command's calls over the socket and closes the connection after. What fails has the text
 * that SPIRE's users know, `rpc error: code = NotFound desc = entry not found`, behind `failure:` when
 * a call names it; a socket that nobody serves is told with its path.
 */
export async function withRpcClient<T>(
  options: RpcClientOptions,
  run: (client: RpcClient) => Promise<T>,
): Promise<T> {
  const channel = dialUnix(options.socketPath);
  try {
    return await run(new ChannelClient(channel, options));
  } finally {
    channel.close();
  }
}

/** A failed call as Go prints it. */
function rpcErrorText(error: RpcError): string {
  return `rpc error: code = ${goCodeName(error.grpcCode)} desc = ${error.message}`;
}

/** `NotFound` for NOT_FOUND. */
export function goCodeName(name: GrpcStatusName | 'OK'): string {
  if (name === 'OK') return name;
  if (name === 'CANCELLED') return 'Canceled';
  return name
    .toLowerCase()
    .replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

class ChannelClient implements RpcClient {
  readonly #channel: Channel;
  readonly #options: RpcClientOptions;

  constructor(channel: Channel, options: RpcClientOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  async call<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    failure?: string,
  ): Promise<Response> {
    const { timeoutMs = defaultTimeoutMs, metadata = {} } = this.#options;
    try {
      return await this.#channel.unary(method, request, { timeoutMs, metadata });
    } catch (error) {
      throw this.#explained(error, failure);
    }
  }

  async *stream<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    signal?: AbortSignal,
  ): AsyncIterable<Response> {
    const { timeoutMs, metadata = {} } = this.#options;
    const stream: ClientStream<Request, Response> = this.#channel.open(method, {
      metadata,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(signal === undefined ? {} : { signal }),
    });
    try {
      await stream.send(method.request.encode(request).finish());
      stream.end();
      yield* stream.messages;
    } catch (error) {
      throw this.#explained(error);
    } finally {
      stream.cancel();
    }
  }

  #explained(error: unknown, failure?: string): unknown {
    if (!(error instanceof RpcError)) return error;
    const text =
      this.#dialFault(error) ??
      this.#silence(error) ??
      `${rpcErrorText(error)}${this.#placeHint(error)}`;
    const whole = failure === undefined ? text : `${failure}: ${text}`;
    return new SpiffeError(error.code, whole, { cause: error });
  }

  #placeHint({ grpcCode, message }: RpcError): string {
    const { place } = this.#options;
    if (place === undefined || grpcCode !== 'UNIMPLEMENTED') return '';
    const isUnknown = /^unknown service|does not implement the method/.test(message);
    return isUnknown ? `; does -socketPath name ${place}?` : '';
  }

  /** Set when we gave up waiting; a deadline that the other side tells of is its own. */
  #silence(error: RpcError): string | undefined {
    const isOurs = error.message.startsWith('Deadline exceeded after');
    if (error.grpcCode !== 'DEADLINE_EXCEEDED' || !isOurs) return undefined;
    const { socketPath, peer, timeoutMs = defaultTimeoutMs } = this.#options;
    const rule = `no answer from ${JSON.stringify(socketPath)} within ${formatDuration(timeoutMs)}`;
    return `rpc error: code = DeadlineExceeded desc = ${rule}; is the ${peer} stopped or overloaded?`;
  }

  /** Set when no connection came about. */
  #dialFault(error: RpcError): string | undefined {
    if (!hasCode(error, 'UNAVAILABLE', 'DEADLINE_EXCEEDED')) return undefined;
    const [, reason] = /connect (E[A-Z]+)/.exec(error.message) ?? [];
    if (reason === undefined) return undefined;
    const { socketPath, peer } = this.#options;
    const what = `could not dial ${JSON.stringify(socketPath)}: ${reasons.get(reason) ?? reason}`;
    if (reason === 'EACCES') return `${what}; its owner and group may open it`;
    return `${what}; is the ${peer} running? (-socketPath names its socket)`;
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or directory'],
  ['ECONNREFUSED', 'connection refused'],
  ['EACCES', 'permission denied'],
  ['ENOTSOCK', 'not a socket'],
]);

const defaultTimeoutMs = 30_000;
