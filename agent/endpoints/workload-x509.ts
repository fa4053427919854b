import type { ServedMethod } from '../../common/rpc/contract.ts';
import { serveStream } from '../../common/rpc/serve.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { follow, type FollowOptions } from './follow.ts';
import { isNobody } from './hold.ts';
import { X509Responses } from './x509-responses.ts';

interface WorkloadX509Options extends FollowOptions {
  /** Whether a caller without identity may have our own bundle. */
  readonly allowUnauthenticatedVerifiers: boolean;
}

/**
 * The X.509 half of the SPIFFE Workload API (SPIFFE Workload API §5). Streams stay open and get a
 * message only when what it says has changed.
 */
export function createWorkloadX509(options: WorkloadX509Options): readonly ServedMethod[] {
  const { allowUnauthenticatedVerifiers, log } = options;
  const responses = new X509Responses(log);
  const bundlesOf = (view: IdentityView) =>
    isNobody(view) ? responses.ownBundle(view) : responses.bundles(view);
  return [
    serveStream(workloadService.FetchX509SVID, (stream) =>
      follow(stream, options, {
        method: 'fetch_x509_svid',
        isEnough: (view) => view.identities.length > 0,
        encode: (view) => responses.svids(view),
      }),
    ),
    serveStream(workloadService.FetchX509Bundles, (stream) =>
      follow(stream, options, {
        method: 'fetch_x509_bundles',
        isEnough: (view) => allowUnauthenticatedVerifiers || !isNobody(view),
        encode: bundlesOf,
      }),
    ),
  ];
}
