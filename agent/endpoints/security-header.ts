import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Interceptor } from '../../common/rpc/contract.ts';

const workloadApi = '/SpiffeWorkloadAPI/';
const header = 'workload.spiffe.io';

/**
 * Refuses Workload API calls without the security header (SPIFFE Workload Endpoint §6.3), which a
 * browser tricked into calling the socket cannot set. SDS and health need none.
 */
export const requireSecurityHeader: Interceptor = (call, next) => {
  const [value, ...others] = call.metadata.get(header);
  const isMissing = value !== 'true' || others.length > 0;
  if (call.path.startsWith(workloadApi) && isMissing) {
    throw new SpiffeError('SECURITY_HEADER_MISSING', 'security header missing from request');
  }
  return next();
};
