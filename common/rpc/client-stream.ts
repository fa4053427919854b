import { status as grpcStatus, type ClientDuplexStream, type StatusObject } from '@grpc/grpc-js';
import type { ClientStream } from './contract.ts';
import { readMessages } from './message-reader.ts';
import { rpcErrorFrom, type ConnectFault } from './rpc-error.ts';

/** Wraps a call of grpc-js; `signal` cancels it. */
export function clientStreamOf<Request, Response>(
  call: ClientDuplexStream<unknown, Response>,
  faults: ConnectFault,
  signal: AbortSignal | undefined,
): ClientStream<Request, Response> {
  const cancel = () => call.cancel();
  const sending = new Set<(error: Error) => void>();
  const ended = new Promise<void>((resolve, reject) => {
    call.once('status', (status: StatusObject) => {
      signal?.removeEventListener('abort', cancel);
      const error = rpcErrorFrom(status, faults, signal?.reason);
      if (status.code === grpcStatus.OK) resolve();
      else reject(error);
      // Once a call is over grpc-js forgets what was being sent.
      for (const fail of sending) fail(error);
    });
  });
  // The status says it all; an error event without a listener would end the process.
  call.on('error', () => undefined);
  ended.catch(() => undefined);
  if (signal?.aborted === true) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  return {
    messages: readMessages<Response>(call, ended),
    send: (message) =>
      new Promise((resolve, reject) => {
        sending.add(reject);
        call.write(message, (error?: Error | null) => {
          sending.delete(reject);
          if (error === undefined || error === null) resolve();
          // The status, which follows, says more than the stream's own error.
          else ended.then(() => reject(error), reject);
        });
      }),
    end: () => void call.end(),
    cancel,
  };
}
