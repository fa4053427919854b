import type { HttpAnswer, HttpHandler } from '../../common/http/http-server.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { encodeBundleDocument } from '../../common/x509/bundle-document.ts';

interface BundleEndpointOptions {
  /** The server's own bundle; undefined before there is one. */
  readonly bundle: () => Bundle | undefined;
  readonly refreshHintSeconds: number;
}

/**
 * Answers for the whole bundle endpoint (SPIFFE Federation §5.1): GET of `/`, and nothing else. The
 * document is encoded once for each bundle.
 */
export function bundleEndpoint(options: BundleEndpointOptions): HttpHandler {
  const { bundle: current, refreshHintSeconds } = options;
  const encoded = new WeakMap<Bundle, string>();
  return ({ method, path }) => {
    if (method !== 'GET') return refusal(405, '405 method not allowed');
    if (path !== '/') return refusal(404, '404 page not found');
    const bundle = current();
    if (bundle === undefined) return refusal(500, '500 unable to retrieve local bundle');
    const body = encoded.get(bundle) ?? encodeBundleDocument({ ...bundle, refreshHintSeconds });
    encoded.set(bundle, body);
    return { status: 200, contentType: 'application/json', body };
  };
}

function refusal(status: number, text: string): HttpAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` };
}
