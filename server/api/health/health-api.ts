import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import { healthService } from '../../../common/rpc/services/health.ts';
import { grpc } from '../../../proto/gen/grpc-health.js';
import { notServed } from '../not-served.ts';

/** `grpc.health.v1.Health`: serving while the server can answer with its own bundle. */
export function healthApi(isServing: () => boolean): readonly ServedMethod[] {
  return [
    serveUnary(healthService.Check, ({ service }) => {
      if (service !== '') {
        return Promise.reject(
          new SpiffeError('INVALID_ARGUMENT', 'per-service health is not supported'),
        );
      }
      return Promise.resolve({ status: isServing() ? SERVING : NOT_SERVING });
    }),
    notServed(healthService.List),
    notServed(healthService.Watch),
  ];
}

const { SERVING, NOT_SERVING } = grpc.health.v1.HealthCheckResponse.ServingStatus;
