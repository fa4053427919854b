import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../common/rpc/contract.ts';
import { serveUnary } from '../../common/rpc/serve.ts';
import { healthService } from '../../common/rpc/services/health.ts';

const serving = 1;
const notServing = 2;

/**
 * grpc.health.v1.Health/Check. It says whether the agent serves identities; SPIRE asks its own socket
 * instead, and then reports an attestor's trouble with the agent's process as ill health.
 */
export function createHealthService(isReady: () => boolean): readonly ServedMethod[] {
  return [
    serveUnary(healthService.Check, ({ service }) => {
      if (service !== '') {
        return Promise.reject(new SpiffeError('INVALID_ARGUMENT', 'service is not known'));
      }
      return Promise.resolve({ status: isReady() ? serving : notServing });
    }),
  ];
}
