import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import { serveStream } from '../../common/rpc/serve.ts';
import { workloadService } from '../../common/rpc/services/workload.ts';

/** The WIT-SVID profile is not supported; the Workload API wants this said with Unimplemented. */
export function createWitMethods(): readonly ServedMethod[] {
  return [
    serveStream(workloadService.FetchWITSVID, () => Promise.reject(unsupported('FetchWITSVID'))),
    serveStream(workloadService.FetchWITBundles, () =>
      Promise.reject(unsupported('FetchWITBundles')),
    ),
  ];
}

function unsupported(method: string): SpiffeError {
  return new SpiffeError('UNIMPLEMENTED', `method ${method} not implemented`);
}
