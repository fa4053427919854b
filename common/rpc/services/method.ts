import type { Codec, Method, MethodKind } from '../contract.ts';

/** Describes a unary method; `path` is `package.Service/Method`. */
export function unary<Request, Response>(
  path: string,
  request: Codec<Request>,
  response: Codec<Response>,
): Method<Request, Response> {
  return method('unary', path, request, response);
}

export function serverStream<Request, Response>(
  path: string,
  request: Codec<Request>,
  response: Codec<Response>,
): Method<Request, Response> {
  return method('server_stream', path, request, response);
}

export function bidi<Request, Response>(
  path: string,
  request: Codec<Request>,
  response: Codec<Response>,
): Method<Request, Response> {
  return method('bidi', path, request, response);
}

/** Passes bytes as they are, for callers that decode by themselves. The bytes are views: copy what is kept. */
export const rawCodec: Codec<Uint8Array> = {
  encode: (message) => ({ finish: () => message }),
  decode: (bytes) => bytes,
};

/** The same method with other codecs, for instance one that decodes only what its user reads. */
export function withCodecs<Request, Response>(
  from: Method<unknown, unknown>,
  request: Codec<Request>,
  response: Codec<Response>,
): Method<Request, Response> {
  return { path: from.path, kind: from.kind, request, response };
}

function method<Request, Response>(
  kind: MethodKind,
  path: string,
  request: Codec<Request>,
  response: Codec<Response>,
): Method<Request, Response> {
  return { path: `/${path}`, kind, request, response };
}
