import type { Metadata as GrpcMetadata } from '@grpc/grpc-js';
import type { SpiffeError } from '../errors/spiffe-error.ts';
import type {
  AfterCall,
  InterceptedCall,
  Interceptor,
  Metadata,
  MethodKind,
  Peer,
} from './contract.ts';

/** A call under way, with the switch that ends it. */
export interface ServedCall extends InterceptedCall {
  readonly kind: MethodKind;
  abort(reason: SpiffeError): void;
}

/** Hears of every call of a server. */
export interface CallObserver {
  started(call: ServedCall): void;
  over(call: ServedCall): void;
}

/** A call of grpc-js, and how it is told that it is over. */
export function createServedCall(
  { path, kind }: { readonly path: string; readonly kind: MethodKind },
  peer: Peer,
  metadata: GrpcMetadata,
): { readonly call: ServedCall; over(error?: unknown): void } {
  const ending = new AbortController();
  const afters: AfterCall[] = [];
  const call: ServedCall = {
    path,
    kind,
    peer,
    metadata: readable(metadata),
    signal: ending.signal,
    abort: (reason) => {
      if (!ending.signal.aborted) ending.abort(reason);
    },
    whenOver: (after) => void afters.push(after),
  };
  return {
    call,
    over: (error) => {
      for (const after of afters.splice(0)) after(call, error);
    },
  };
}

/** Runs `handler` inside the interceptors, outermost first. */
export function intercept(
  interceptors: readonly Interceptor[],
  call: InterceptedCall,
  handler: () => Promise<void>,
  request?: unknown,
): Promise<void> {
  // No async function: each would hold its frame for as long as a stream lives.
  const run = (at: number): Promise<void> => {
    const interceptor = interceptors[at];
    try {
      return interceptor === undefined ? handler() : interceptor(call, () => run(at + 1), request);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
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
