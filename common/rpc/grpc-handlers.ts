import type { EventEmitter } from 'node:events';
import type { ServerHttp2Stream } from 'node:http2';
import {
  status as grpcStatus,
  type MethodDefinition,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import type { Clock } from '../clock/clock.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import type { Interceptor, MessageReceiver, Method, Peer, ServedMethod } from './contract.ts';
import { EncodedParts } from './encoded-parts.ts';
import { readOneAhead, streamOf } from './grpc-internals.ts';
import { statusOf, type WireStatus } from './grpc-status.ts';
import { handOn, readMessages } from './message-reader.ts';
import { createServedCall, intercept, type CallObserver, type ServedCall } from './served-call.ts';

/** What the handlers of one server share. */
export interface HandlerHost extends CallObserver {
  readonly interceptors: readonly Interceptor[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly sendMs: number;
  findPeer(id: string): Peer | undefined;
  /** Called when the handler of a stream takes a message. */
  readonly taken?: (stream: ServerHttp2Stream) => void;
}

type Unary = ServerUnaryCall<unknown, unknown>;
type Streaming = ServerDuplexStream<unknown, unknown> | ServerWritableStream<unknown, unknown>;

/** RFC 9113 §7: the stream is no longer needed. */
const http2Cancel = 8;

/** How grpc-js is told about a method. */
export function definitionOf({ method }: ServedMethod): MethodDefinition<unknown, unknown> {
  return {
    path: method.path,
    requestStream: method.kind === 'client_stream' || method.kind === 'bidi',
    // A client stream is a stream that is answered once: on the wire there is no difference.
    responseStream: method.kind !== 'unary',
    requestSerialize: (message) => encode(method.request, message),
    requestDeserialize: (bytes) => method.request.decode(bytes),
    // Handlers encode by themselves, so that a fault in a response is theirs.
    responseSerialize: (bytes) => bytes as Buffer,
    responseDeserialize: (bytes) => method.response.decode(bytes),
  };
}

/** Makes the function that grpc-js calls; it never throws, whatever the handler does. */
export function handlerOf(served: ServedMethod, host: HandlerHost): UntypedHandleCall {
  if ('unary' in served) {
    return (call: Unary, respond: sendUnaryData<unknown>) => {
      serveUnaryCall(served, host, call, respond);
    };
  }
  return (call: Streaming) => serveStreamingCall(served, host, call);
}

function serveUnaryCall(
  { method, unary }: Extract<ServedMethod, { unary: unknown }>,
  host: HandlerHost,
  call: Unary,
  respond: sendUnaryData<unknown>,
): void {
  const served = begin(method, host, call);
  if (served === undefined) {
    respond(unknownPeer);
    return;
  }
  let response: Buffer | undefined;
  const handler = async () => {
    response = encode(method.response, await unary(call.request, served.call));
  };
  intercept(host.interceptors, served.call, handler, call.request)
    .then(() => {
      if (response === undefined) throw new Error('an interceptor neither called next nor threw');
      respond(null, response);
      served.end();
    })
    .catch((error: unknown) => {
      respond(failure(error, served.call, host));
      served.end(error);
    });
}

function serveStreamingCall(
  { method, stream }: Extract<ServedMethod, { stream: unknown }>,
  host: HandlerHost,
  call: Streaming,
): void {
  const served = begin(method, host, call);
  const finish = (status: WireStatus) => void call.emit('error', status);
  if (served === undefined) {
    finish(unknownPeer);
    return;
  }
  // One object, so that what an interceptor knows of a call the handler knows too.
  const messages = messagesOf(call, served.call, host);
  const send = sender(method, call, served.call, host);
  const receive = (receiver: MessageReceiver<unknown>) => void handOn(messages, receiver);
  const opened = Object.assign(served.call, { messages, receive, send });
  intercept(host.interceptors, opened, () => stream(opened)).then(
    () => {
      // A handler that returns because it was told to stop must not look like a success.
      if (served.call.signal.aborted) finish(failure(served.call.signal.reason, served.call, host));
      else call.end();
      served.end();
    },
    (error: unknown) => {
      finish(failure(error, served.call, host));
      served.end(error);
    },
  );
}

/** Undefined when the connection is gone: nobody is served without the kernel or TLS naming them. */
function begin(method: Method<unknown, unknown>, host: HandlerHost, call: Unary | Streaming) {
  const peer = host.findPeer(call.getPeer());
  if (peer === undefined) return undefined;
  const served = createServedCall(method, peer, call.metadata);
  const http2Stream = streamOf(call);
  host.started(served.call);
  const events: EventEmitter = call;
  events.on('cancelled', () => served.call.abort(wentAway));
  return {
    call: served.call,
    /** The handler is done; the peer has `sendMs` to take what is left. */
    end: (error?: unknown) => {
      host.over(served.call);
      served.over(error);
      if (http2Stream.closed) return;
      const cancel = host.clock.after(host.sendMs, () => http2Stream.close(http2Cancel));
      http2Stream.once('close', cancel);
    },
  };
}

/** One message in flight; a peer that leaves it unread for too long loses the stream. */
function sender(
  method: Method<unknown, unknown>,
  call: Streaming,
  served: ServedCall,
  host: HandlerHost,
) {
  let sending = false;
  return async (message: unknown): Promise<void> => {
    if (served.signal.aborted) throw served.signal.reason as SpiffeError;
    if (sending) throw new SpiffeError('INTERNAL', 'a message is in flight already');
    const bytes = encode(method.response, message);
    sending = true;
    return new Promise<void>((resolve, reject) => {
      const gone = () => settle(served.signal.reason as SpiffeError);
      const stalled = () => {
        served.abort(new SpiffeError('CANCELLED', 'the caller reads nothing'));
        streamOf(call).close(http2Cancel);
      };
      const cancel = host.clock.after(host.sendMs, stalled);
      const settle = (error?: Error | null) => {
        sending = false;
        cancel();
        served.signal.removeEventListener('abort', gone);
        if (error === undefined || error === null) resolve();
        else reject(error);
      };
      served.signal.addEventListener('abort', gone, { once: true });
      call.write(bytes, settle);
    });
  };
}

function messagesOf(
  call: Streaming,
  served: ServedCall,
  host: HandlerHost,
): AsyncIterable<unknown> {
  if ('request' in call) return once(call.request);
  readOneAhead(call);
  const ended = new Promise<void>((resolve, reject) => {
    // A reset looks like a half-close at first; the signal follows.
    call.once('end', () => {
      if (!streamOf(call).closed) resolve();
    });
    served.signal.addEventListener('abort', () => reject(served.signal.reason as SpiffeError), {
      once: true,
    });
  });
  const http2Stream = streamOf(call);
  return readMessages(call, ended, () => host.taken?.(http2Stream));
}

async function* once(message: unknown): AsyncIterable<unknown> {
  await Promise.resolve();
  yield message;
}

function failure(error: unknown, call: ServedCall, host: HandlerHost): WireStatus {
  const status = statusOf(error);
  if (status.code === internal) {
    host.log.error('Call failed', { method: call.path, error });
  }
  return status;
}

function encode(codec: Method<unknown, unknown>['request'], message: unknown): Buffer {
  if (message instanceof EncodedParts) return message.join();
  const bytes = message instanceof Uint8Array ? message : codec.encode(message).finish();
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One for all: most streams end like this, and where it was made says nothing. */
const wentAway = new SpiffeError('CANCELLED', 'the caller went away');

const internal: number = grpcStatus.INTERNAL;

const unknownPeer: WireStatus = {
  code: grpcStatus.UNAVAILABLE,
  details: 'the connection of the caller is gone',
};
