import assert from 'node:assert/strict';
import type { ServerHttp2Stream, ServerOptions } from 'node:http2';
import { logVerbosity, setLogVerbosity, type Server } from '@grpc/grpc-js';

/*
 * The private parts of grpc-js 1.14 and of Node's streams that we cannot do without, each with its
 * reason. The transport suite fails when one of them moves.
 */

/** grpc-js writes what peers send to stderr, past our log; what matters is in statuses. */
export function silenceGrpc(): void {
  setLogVerbosity(logVerbosity.NONE);
}

/** Node's HTTP/2 options: grpc-js offers no way to limit headers. Call before any listener exists. */
export function limitHeaders(server: Server, maxHeaderBytes: number): void {
  const { commonServerOptions: options } = server as unknown as {
    commonServerOptions?: ServerOptions;
  };
  assert(options !== undefined, 'grpc-js keeps its HTTP/2 options in commonServerOptions');
  options.settings = { ...options.settings, maxHeaderListSize: maxHeaderBytes };
}

/** The HTTP/2 stream of a call: grpc-js cannot end one stalled stream, nor say when it has closed. */
export function streamOf(call: unknown): ServerHttp2Stream {
  const { call: inner } = call as { call?: { stream?: ServerHttp2Stream } };
  assert(inner?.stream !== undefined, 'grpc-js keeps the HTTP/2 stream of a call in call.stream');
  return inner.stream;
}

/** grpc-js reads 16 messages ahead whatever their size; one is enough. */
export function readOneAhead(call: unknown): void {
  const { _readableState: state } = call as { _readableState?: { highWaterMark: number } };
  assert(state !== undefined, 'Node keeps the state of a readable stream in _readableState');
  state.highWaterMark = 1;
}

type StreamHandler = (interceptors: unknown, stream: ServerHttp2Stream, headers: unknown) => void;

/**
 * grpc-js 1.14.7 answers an unknown method or content type even when the peer has reset the stream in
 * the same packet; that throws where nobody catches, and ends the process. `onServed` sees each stream
 * once grpc-js listens to it. Call before any listener exists.
 */
export function guardStreams(
  server: Server,
  onFault: (error: unknown) => void,
  onServed: (stream: ServerHttp2Stream) => void,
): void {
  const target = server as unknown as { _streamHandler?: StreamHandler };
  const handle = target._streamHandler;
  assert(handle !== undefined, 'grpc-js serves HTTP/2 streams in _streamHandler');
  target._streamHandler = (interceptors, stream, headers) => {
    try {
      handle.call(server, interceptors, stream, headers);
      onServed(stream);
    } catch (error) {
      if (!stream.destroyed) onFault(error);
      stream.on('error', () => undefined);
      stream.destroy();
    }
  };
}
