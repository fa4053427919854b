import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Method, ServedMethod } from '../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../common/rpc/serve.ts';

/** Answers UNIMPLEMENTED with the name of the method, to whoever is authorized to call it. */
export function notServed<Request, Response>(method: Method<Request, Response>): ServedMethod {
  const refuse = () =>
    Promise.reject(
      new SpiffeError('UNIMPLEMENTED', `method ${method.path} is not served by this server`),
    );
  return method.kind === 'unary' ? serveUnary(method, refuse) : serveStream(method, refuse);
}
