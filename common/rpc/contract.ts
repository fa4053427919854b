import type { Init } from '../../proto/gen/runtime.js';
import type { SpiffeId } from '../spiffe/spiffe-id.ts';
import type { EncodedParts } from './encoded-parts.ts';

/** What may be encoded as a message: any part of it; decoded messages have all their fields. */
export type { Init } from '../../proto/gen/runtime.js';

/** Encodes and decodes one protobuf message; the generated classes of proto/gen satisfy it. */
export interface Codec<T> {
  encode(message: Init<T>): { finish(): Uint8Array };
  /** The result may hold views into `bytes`: copy what is kept. */
  decode(bytes: Uint8Array): T;
  /**
   * Decodes a message of `length` bytes that arrives in parts, so that it need not be put together.
   * A transport may ask for it, or collect the message and call `decode`: both must mean the same.
   */
  decodeParts?(length: number): PartsDecoder<T>;
}

export interface PartsDecoder<T> {
  /** Bytes that it keeps at the moment. */
  readonly heldBytes: number;
  /** The next bytes, in order; valid during the call only. */
  push(part: Uint8Array): void;
  /** Called once, after all bytes. */
  finish(): T;
}

export type MethodKind = 'unary' | 'server_stream' | 'client_stream' | 'bidi';

/** One RPC method; `path` is `/package.Service/Method`. */
export interface Method<Request, Response> {
  readonly path: string;
  readonly kind: MethodKind;
  readonly request: Codec<Request>;
  readonly response: Codec<Response>;
}

/** A process on this machine; the kernel vouches for the numbers. */
export interface LocalPeer {
  readonly kind: 'local';
  /** Never reused in the life of this process. */
  readonly connectionId: string;
  readonly pid: number;
  readonly uid: number;
  readonly gid: number;
  /** The same for connections of one process and of no other, ever; absent where the kernel cannot tell. */
  readonly process?: string;
  /** Its container or pod, which uses up one share of what there is for all; absent outside of any. */
  readonly share?: string;
  /** False once the process that connected is gone, even if its pid was taken over. */
  isAlive(): boolean;
  /** Aborted when the connection ends. */
  readonly closed: AbortSignal;
}

/** The far end of a TLS connection. */
export interface RemotePeer {
  readonly kind: 'remote';
  readonly connectionId: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** When the connection was accepted; absent where nobody asks. */
  readonly connectedAtMs?: number;
  /** Absent when the peer presented no certificate; else verified against its trust domain's bundle. */
  readonly identity?: PeerIdentity;
  readonly closed: AbortSignal;
}

/** Who the far end proved to be, read once when the connection began. */
export interface PeerIdentity {
  readonly spiffeId: SpiffeId;
  /** Of the leaf that was presented, decimal. */
  readonly serialNumber: string;
  readonly notAfterMs: number;
}

export type Peer = LocalPeer | RemotePeer;

/** Request headers; names are lower case, binary values are base64 as received. */
export interface Metadata {
  get(name: string): readonly string[];
}

/** What a handler knows of the call it serves. */
export interface Call {
  readonly path: string;
  readonly peer: Peer;
  readonly metadata: Metadata;
  /** Aborted when the caller cancels, its deadline passes, or the server shuts down. */
  readonly signal: AbortSignal;
}

/** Already encoded: written as it is. */
export type Encoded = Uint8Array;

export type UnaryHandler<Request, Response> = (
  request: Request,
  call: Call,
) => Promise<Init<Response> | Encoded | EncodedParts>;

/** The server's end of a streaming call. Returning ends it with OK, throwing with the error's status. */
export interface ServerStream<Request, Response> extends Call {
  /** What is read here is not given to a receiver. */
  readonly messages: AsyncIterable<Request>;
  /** Hands messages on as they come, at the price of a few words for as long as the stream lives; once. */
  receive(receiver: MessageReceiver<Request>): void;
  /**
   * One in flight: resolves when the transport took the message, rejects when the stream is gone;
   * undefined when it is taken already.
   */
  send(message: Init<Response> | Encoded | EncodedParts): Promise<void> | undefined;
}

export interface MessageReceiver<Message> {
  /** What it throws comes back in `ended`. */
  message(message: Message): void;
  /** Called once: no more messages come, without an error because the caller has sent all. */
  ended(error?: unknown): void;
}

export type StreamHandler<Request, Response> = (
  stream: ServerStream<Request, Response>,
) => Promise<void>;

/** A method together with its handler, as `serveUnary` and `serveStream` build it. */
export type ServedMethod =
  | { readonly method: Method<unknown, unknown>; readonly unary: UnaryHandler<unknown, unknown> }
  | { readonly method: Method<unknown, unknown>; readonly stream: StreamHandler<unknown, unknown> };

/**
 * Wraps every call of a server, outermost first; it must call `next` or throw. `request` is known for
 * unary calls only. Used for security headers, authorization, rate limits, logs and metrics.
 */
export type Interceptor = (
  call: InterceptedCall,
  next: () => Promise<void>,
  request?: unknown,
) => Promise<void>;

/** A call on its way to its handler. */
export interface InterceptedCall extends Call {
  /**
   * Runs `after` once when the call is over, with what its handler failed with; our own transport waits for the peer to
   * take the answer. An interceptor that awaits `next` instead keeps a frame for as long as a stream lives.
   */
  whenOver(after: AfterCall): void;
}

export type AfterCall = (call: Call, error?: unknown) => void;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds from now; every unary call should have one. */
  readonly timeoutMs?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The client's end of a streaming call. */
export interface ClientStream<Request, Response> {
  readonly messages: AsyncIterable<Response>;
  send(message: Init<Request> | Encoded): Promise<void>;
  /** Half-close: nothing more will be sent. */
  end(): void;
  cancel(): void;
}

/** A connection to one server that redials by itself. Failures are RpcError. */
export interface Channel {
  unary<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request> | Encoded,
    options?: CallOptions,
  ): Promise<Response>;
  open<Request, Response>(
    method: Method<Request, Response>,
    options?: CallOptions,
  ): ClientStream<Request, Response>;
  close(): void;
}
