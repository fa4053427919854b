import type { ErrorCode } from '../../errors/codes.ts';
import { messageOf, SpiffeError } from '../../errors/spiffe-error.ts';
import type { ClientStream } from '../../rpc/contract.ts';
import { RpcError } from '../../rpc/rpc-error.ts';

/** Which plugin spoke. */
export interface PluginInfo {
  readonly type: string;
  readonly name: string;
}

/** SPIRE's mark before every text of a plugin, `nodeattestor(x509pop): `. */
function facadePrefix({ name, type }: PluginInfo): string {
  return `${type.toLowerCase()}(${name}): `;
}

/** An error of the host's own about a plugin. */
export function facadeError(info: PluginInfo, code: ErrorCode, message: string): SpiffeError {
  return new SpiffeError(code, facadePrefix(info) + message);
}

/** The same error with the mark, unless it has it; plugins of old put their name before the text themselves. */
export function withFacadePrefix(info: PluginInfo, error: unknown): unknown {
  const prefix = facadePrefix(info);
  const text = messageOf(error);
  if (text.startsWith(prefix)) return error;
  const old = `${info.name}: `;
  const message = prefix + (text.startsWith(old) ? text.slice(old.length) : text);
  if (error instanceof RpcError) {
    const { grpcCode, details } = error;
    return new RpcError(error.code, message, { grpcCode, details, cause: error.cause });
  }
  if (error instanceof SpiffeError) return new SpiffeError(error.code, message, { cause: error });
  return new SpiffeError('INTERNAL', message, { cause: error });
}

/** A stream whose errors have the mark. */
export function markStream<Request, Response>(
  info: PluginInfo,
  stream: ClientStream<Request, Response>,
): ClientStream<Request, Response> {
  return {
    messages: markMessages(info, stream.messages),
    async send(message) {
      try {
        await stream.send(message);
      } catch (error) {
        throw withFacadePrefix(info, error);
      }
    },
    end: () => stream.end(),
    cancel: () => stream.cancel(),
  };
}

async function* markMessages<T>(info: PluginInfo, messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw withFacadePrefix(info, error);
  }
}
