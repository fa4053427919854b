import { asError, SpiffeError } from '../../errors/spiffe-error.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Logger } from '../../log/logger.ts';
import type {
  AfterCall,
  Codec,
  Interceptor,
  MessageReceiver,
  MethodKind,
  Peer,
  ServedMethod,
  ServerStream,
} from '../contract.ts';
import { EncodedParts } from '../encoded-parts.ts';
import { statusOf, type WireStatus } from '../grpc-status.ts';
import { intercept, type CallObserver, type ServedCall } from '../served-call.ts';
import type { ErrorCodeName, StreamFault } from './faults.ts';
import { MessageReader, type MessageSink } from './grpc-framing.ts';
import {
  okTrailers,
  RequestMetadata,
  responseHeaders,
  statusTrailers,
  type Admitted,
} from './grpc-head.ts';
import { watchSend, type SendProgress } from './stalled-send.ts';
import type { Stream } from './stream.ts';

/** What the calls of a server share. */
export interface CallHost extends CallObserver {
  readonly interceptors: readonly Interceptor[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly sendMs: number;
  readonly sendLeastBytes: number;
  /** Counts answers that are not taken at once; throws when too many wait. */
  readonly unread: { hold(peer: Peer, bytes: number): () => void };
}

/** What a call asks of its connection. */
export interface CallConnection {
  readonly peer: Peer;
  respond(stream: CallStream, block: Uint8Array): void;
  /** True when it is written; else `taken` follows. */
  send(stream: CallStream, message: EncodedParts): boolean;
  progressOf(stream: CallStream): SendProgress;
  finish(stream: CallStream, block: Uint8Array): void;
  reset(stream: CallStream, code: ErrorCodeName): void;
  credit(stream: CallStream, bytes: number): void;
  /** Counts what is held for calls; false when it is too much. */
  hold(bytes: number): boolean;
  /** The handler is called. */
  begun(): void;
  /** The handler has returned. */
  over(): void;
}

export type CallStream = Stream<GrpcCall>;

/**
 * One gRPC call on one stream, as its handler sees it. It lives as long as the stream or the handler,
 * whichever is longer; the connection tells it what comes in.
 */
export class GrpcCall
  implements ServedCall, ServerStream<unknown, unknown>, AsyncIterable<unknown>, MessageSink
{
  readonly metadata: RequestMetadata;
  readonly #served: ServedMethod;
  readonly #host: CallHost;
  readonly #connection: CallConnection;
  readonly #stream: CallStream;
  readonly #reader: MessageReader;
  #cancelDeadline: (() => void) | undefined;
  #cancelStall: (() => void) | undefined;
  /** Made when somebody asks for the signal. */
  #ending: AbortController | undefined;
  #reason: SpiffeError | undefined;
  /** The status is decided; what the handler does no longer matters. */
  #finished = false;
  #requestEnded = false;
  /** Made when a message comes that nobody waits for. */
  #queue: Queued[] | undefined;
  #queuedBytes = 0;
  #heldBytes = 0;
  #uncredited = 0;
  #wanting: Wanting | undefined;
  #receiver: MessageReceiver<unknown> | undefined;
  /** Whoever waits for the message in flight to be written. */
  #sending: Sending | undefined;
  #afters: AfterCall[] | undefined;
  /** The handler has returned, and the peer has not read what it answered. */
  #unread: { readonly error: unknown } | undefined;

  constructor(
    { served, fields, timeoutMs }: Admitted,
    stream: CallStream,
    connection: CallConnection,
    host: CallHost,
    maxMessageBytes: number,
  ) {
    this.metadata = new RequestMetadata(fields);
    this.#served = served;
    this.#host = host;
    this.#connection = connection;
    this.#stream = stream;
    this.#reader = new MessageReader(served.method.request, maxMessageBytes, this);
    if (timeoutMs !== undefined) {
      this.#cancelDeadline = host.clock.after(timeoutMs, () => this.#expire());
    }
  }

  get path(): string {
    return this.#served.method.path;
  }

  get kind(): MethodKind {
    return this.#served.method.kind;
  }

  get peer(): Peer {
    return this.#connection.peer;
  }

  get signal(): AbortSignal {
    if (this.#ending === undefined) {
      this.#ending = new AbortController();
      if (this.#reason !== undefined) this.#ending.abort(this.#reason);
    }
    return this.#ending.signal;
  }

  get messages(): AsyncIterable<unknown> {
    return this;
  }

  /** Each loop over the messages goes on where the last one stopped. */
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return this;
  }

  receive(receiver: MessageReceiver<unknown>): void {
    this.#receiver = receiver;
    const queue = this.#queue ?? [];
    this.#queue = undefined;
    this.#queuedBytes = 0;
    for (const { message } of queue) this.#hand(message);
    this.#settle();
    if (this.#reason !== undefined) this.#endReceiver(this.#reason);
    else if (this.#requestEnded) this.#endReceiver();
  }

  send(message: unknown): Promise<void> | undefined {
    if (this.#reason !== undefined) return Promise.reject(this.#reason);
    if (this.#sending !== undefined) {
      return Promise.reject(new SpiffeError('INTERNAL', 'a message is in flight already'));
    }
    try {
      if (this.#sendBytes(encode(this.#served.method.response, message))) return undefined;
    } catch (error) {
      return Promise.reject(asError(error));
    }
    return new Promise((resolve, reject) => (this.#sending = { resolve, reject }));
  }

  whenOver(after: AfterCall): void {
    // An array that grows by push or by spreading has room for seventeen.
    this.#afters = this.#afters?.concat(after) ?? [after];
  }

  abort(reason: SpiffeError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#wanting?.reject(reason);
    this.#wanting = undefined;
    this.#sending?.reject(reason);
    this.#sending = undefined;
    this.#endReceiver(reason);
    this.#ending?.abort(reason);
  }

  // What the connection tells.

  /** The request has begun: streams are served from here, unary calls when their message is there. */
  begin(): void {
    if ('stream' in this.#served) this.#run(this.#served);
    // Also a unary call whose message never comes is kept.
    this.#settle();
  }

  data(bytes: Buffer, start: number, end: number): void {
    if (this.#finished) return;
    this.#uncredited += end - start;
    try {
      this.#reader.push(bytes, start, end);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#settle();
  }

  end(): void {
    if (this.#finished) return;
    this.#requestEnded = true;
    if (this.#reader.unfinished) {
      this.#fail(new SpiffeError('INTERNAL', 'the request ends inside a message'));
    } else if ('unary' in this.#served) this.#startUnary();
    else if (this.#isEmpty) {
      this.#wanting?.resolve(done);
      this.#wanting = undefined;
      this.#endReceiver();
    }
  }

  /** The message in flight is written. */
  taken(): void {
    this.#cancelStall?.();
    this.#cancelStall = undefined;
    this.#sending?.resolve();
    this.#sending = undefined;
  }

  /** The stream is gone. */
  closed(fault: StreamFault | undefined): void {
    this.#finished = true;
    this.#cancelDeadline?.();
    this.#cancelStall?.();
    this.#connection.hold(-this.#heldBytes);
    this.#heldBytes = 0;
    if (this.#unread !== undefined) this.#runAfters(this.#unread.error);
    if (fault === undefined) return;
    // It counts no longer, so a handler that takes its time must not keep it.
    this.#queue = undefined;
    this.#reader.drop();
    this.abort(wentAway);
  }

  get #isEmpty(): boolean {
    return this.#queue === undefined;
  }

  #startUnary(): void {
    const queue = this.#queue ?? [];
    const [only, ...more] = queue;
    if (only === undefined || more.length > 0) {
      const text = `a unary call has one message, not ${queue.length}`;
      this.#fail(new SpiffeError('UNIMPLEMENTED', text));
      return;
    }
    this.#queue = undefined;
    this.#queuedBytes = 0;
    this.#settle();
    if ('unary' in this.#served) void this.#runUnary(this.#served, only.message);
  }

  /** Nothing thrown escapes from here: what is awaited is what the handler does. */
  async #runUnary(served: Extract<ServedMethod, { unary: unknown }>, request: unknown) {
    this.#connection.begun();
    this.#host.started(this);
    try {
      let response: EncodedParts | undefined;
      const handler = async () => {
        response = encode(served.method.response, await served.unary(request, this));
      };
      await intercept(this.#host.interceptors, this, handler, request);
      if (response === undefined) throw new Error('an interceptor neither called next nor threw');
      if (!this.#finished) this.#sendBytes(response);
      this.#over();
    } catch (error) {
      this.#over(error);
    }
  }

  /** No async function: its frame would live as long as the stream. */
  #run(served: Extract<ServedMethod, { stream: unknown }>): void {
    this.#connection.begun();
    this.#host.started(this);
    intercept(this.#host.interceptors, this, () => served.stream(this)).then(
      // A handler that returns because it was told to stop must not look like a success.
      () => this.#over(undefined, this.#reason),
      (error: unknown) => this.#over(error ?? new Error('the handler failed without an error')),
    );
  }

  /** The handler is done, without an error when it went well; `end` is what its caller is told. */
  #over(error?: unknown, end = error): void {
    this.#finish(end === undefined ? undefined : this.#statusOf(end));
    this.#host.over(this);
    this.#connection.over();
    // A call counts for as long as its answer is kept, or whoever reads none could have any number of them.
    if (this.#stream.state === 'closed') this.#runAfters(error);
    else this.#unread = { error };
  }

  #runAfters(error: unknown): void {
    const afters = this.#afters ?? [];
    this.#afters = undefined;
    for (const after of afters) after(this, error);
  }

  /** True when the message is written; a peer that leaves it unread for too long loses the stream. */
  #sendBytes(bytes: EncodedParts): boolean {
    if (!this.#stream.answered) this.#connection.respond(this.#stream, responseHeaders);
    if (this.#connection.send(this.#stream, bytes)) return true;
    this.#cancelStall = this.#awaitReader(bytes.length);
    return false;
  }

  #awaitReader(bytes: number): () => void {
    let release: () => void;
    try {
      release = this.#host.unread.hold(this.peer, bytes);
    } catch (error) {
      this.abort(error instanceof SpiffeError ? error : wentAway);
      // Its client reads RESOURCE_EXHAUSTED (gRPC over HTTP/2, "Errors").
      this.#connection.reset(this.#stream, 'ENHANCE_YOUR_CALM');
      throw error;
    }
    const progress = () => this.#connection.progressOf(this.#stream);
    const cancel = watchSend(this.#host, progress, () => {
      this.abort(new SpiffeError('CANCELLED', 'the caller reads nothing'));
      this.#connection.reset(this.#stream, 'CANCEL');
    });
    return () => {
      cancel();
      release();
    };
  }

  /** Sends the status, undefined for OK; behind a message that is still in flight. */
  #finish(status: WireStatus | undefined): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#cancelDeadline?.();
    const { answered } = this.#stream;
    if (status !== undefined) {
      this.#connection.finish(this.#stream, statusTrailers(status, !answered));
      return;
    }
    if (!answered) this.#connection.respond(this.#stream, responseHeaders);
    this.#connection.finish(this.#stream, okTrailers);
  }

  /** Ends the call whatever its handler does; for faults of the caller. */
  #fail(error: unknown): void {
    this.#host.log.debug('Call ended early', { method: this.path, error });
    this.#finish(statusOf(error));
    this.abort(error instanceof SpiffeError ? error : new SpiffeError('INTERNAL', 'bad request'));
  }

  #expire(): void {
    this.#fail(new SpiffeError('DEADLINE_EXCEEDED', 'the deadline passed'));
  }

  #statusOf(error: unknown): WireStatus {
    const status = statusOf(error);
    if (status.code === internal && !this.#finished) {
      this.#host.log.error('Call failed', { method: this.path, error });
    }
    return status;
  }

  /** A message has come in. */
  message(message: unknown, bytes: number): void {
    if (this.#receiver !== undefined) {
      this.#hand(message);
      return;
    }
    if (this.#wanting !== undefined) {
      this.#wanting.resolve({ done: false, value: message });
      this.#wanting = undefined;
      return;
    }
    this.#queue ??= [];
    const held = bytes + queuedBytesEach;
    this.#queue.push({ message, bytes: held });
    this.#queuedBytes += held;
  }

  #hand(message: unknown): void {
    try {
      this.#receiver?.message(message);
    } catch (error) {
      this.#endReceiver(error);
    }
  }

  #endReceiver(error?: unknown): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.ended(error);
  }

  next(): Promise<IteratorResult<unknown>> {
    const queued = this.#queue?.shift();
    if (queued !== undefined) {
      if (this.#queue?.length === 0) this.#queue = undefined;
      this.#queuedBytes -= queued.bytes;
      this.#settle();
      return Promise.resolve({ done: false, value: queued.message });
    }
    if (this.#reason !== undefined) return Promise.reject(this.#reason);
    if (this.#requestEnded) return Promise.resolve(done);
    return new Promise((resolve, reject) => (this.#wanting = { resolve, reject }));
  }

  /** Tells the connection what is held, and lets the peer go on once nothing waits to be read. */
  #settle(): void {
    if (this.#finished) return;
    const held = callBytes + this.metadata.bytes + this.#queuedBytes + this.#reader.heldBytes;
    const more = held - this.#heldBytes;
    this.#heldBytes = held;
    if (!this.#connection.hold(more) && more > 0) {
      this.#fail(new SpiffeError('RESOURCE_EXHAUSTED', 'too many unread bytes of this connection'));
      return;
    }
    if (!this.#isEmpty || this.#uncredited === 0) return;
    this.#connection.credit(this.#stream, this.#uncredited);
    this.#uncredited = 0;
  }
}

interface Queued {
  readonly message: unknown;
  readonly bytes: number;
}

interface Wanting {
  resolve(result: IteratorResult<unknown>): void;
  reject(reason: SpiffeError): void;
}

interface Sending {
  resolve(): void;
  reject(reason: SpiffeError): void;
}

const done: IteratorResult<unknown> = { done: true, value: undefined };
/** One for all: most streams end like this, and where it was made says nothing. */
const wentAway = new SpiffeError('CANCELLED', 'the caller went away');
/** What a message that waits weighs beside its bytes: an empty one is not for nothing. */
const queuedBytesEach = 256;
/** What an open call weighs beside its headers. */
const callBytes = 1024;
/** gRPC's INTERNAL. */
const internal = 13;

function encode(codec: Codec<unknown>, message: unknown): EncodedParts {
  if (message instanceof EncodedParts) return message;
  const bytes = message instanceof Uint8Array ? message : codec.encode(message).finish();
  return new EncodedParts([bytes]);
}
