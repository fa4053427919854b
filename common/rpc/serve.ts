import type { Method, ServedMethod, StreamHandler, UnaryHandler } from './contract.ts';

/** Joins a unary method with its handler. */
export function serveUnary<Request, Response>(
  method: Method<Request, Response>,
  handler: UnaryHandler<Request, Response>,
): ServedMethod {
  // The codecs of the method vouch for what the handler is given.
  return { method, unary: handler as UnaryHandler<unknown, unknown> };
}

/** Joins a streaming method with its handler. */
export function serveStream<Request, Response>(
  method: Method<Request, Response>,
  handler: StreamHandler<Request, Response>,
): ServedMethod {
  return { method, stream: handler as StreamHandler<unknown, unknown> };
}
