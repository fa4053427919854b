import type { Metadata as GrpcMetadata } from '@grpc/grpc-js';
import type { SpiffeError } from '../errors/spiffe-error.ts';
import type { Call, Interceptor, Metadata, Peer } from './contract.ts';

/** A call under way, with the switch that ends it. */
export interface ServedCall extends Call {
  abort(reason: SpiffeError): void;
}

export function createServedCall(path: string, peer: Peer, metadata: GrpcMetadata): ServedCall {
  const ending = new AbortController();
  return {
    path,
    peer,
    metadata: readable(metadata),
    signal: ending.signal,
    abort: (reason) => {
      if (!ending.signal.aborted) ending.abort(reason);
    },
  };
}

/** Runs `handler` inside the interceptors, outermost first. */
export function intercept(
  interceptors: readonly Interceptor[],
  call: Call,
  handler: () => Promise<void>,
  request?: unknown,
): Promise<void> {
  // No async function: each would hold its frame for as long as a stream lives.
  const run = (at: number): Promise<void> => {
    const interceptor = interceptors[at];
    try {
      return interceptor === undefined ? handler() : interceptor(call, () => run(at + 1), request);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  };
  return run(0);
}

function readable(metadata: GrpcMetadata): Metadata {
  return {
    get: (name) =>
      metadata
        .get(name)
        .map((value) => (typeof value === 'string' ? value : value.toString('base64'))),
  };
}
