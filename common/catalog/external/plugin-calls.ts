import type { ErrorCode } from '../../errors/codes.ts';
import type { SpiffeError } from '../../errors/spiffe-error.ts';
import type { CallOptions, ClientStream, Init, Method } from '../../rpc/contract.ts';
import type { PluginInfo } from './facade-error.ts';

/** How a facade speaks to the plugin behind it. Errors of the plugin carry its mark. */
export interface PluginCalls extends PluginInfo {
  unary<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions & { readonly timeoutMs: number },
  ): Promise<Response>;
  open<Request, Response>(
    method: Method<Request, Response>,
    options: CallOptions,
  ): ClientStream<Request, Response>;
  /** An error of the host about this plugin, marked. */
  error(code: ErrorCode, message: string): SpiffeError;
  /** Calls `listener` each time the plugin came back after its process ended. */
  onRestart(listener: () => void): void;
}
