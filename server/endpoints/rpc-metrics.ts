import type { Clock } from '../../common/clock/clock.ts';
import { errorCodes } from '../../common/errors/codes.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Interceptor } from '../../common/rpc/contract.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';

/** Counts and times every call under SPIRE's names: `rpc.agent.v1.agent.attest_agent`. */
export function rpcMetrics(metrics: Metrics, clock: Clock): Interceptor {
  return async (call, next) => {
    const name = metricName(call.path);
    const startedAt = clock.monotonic();
    const finish = (status: string) => {
      metrics.counter(name, `Calls of ${call.path}`, ['status']).inc({ status });
      metrics
        .histogram(`${name}.elapsed_time`, `Milliseconds per call of ${call.path}`, buckets, [
          'status',
        ])
        .observe(clock.monotonic() - startedAt, { status });
    };
    try {
      await next();
    } catch (error) {
      finish(error instanceof SpiffeError ? goName(errorCodes[error.code].grpc) : 'Internal');
      throw error;
    }
    finish('OK');
  };
}

/** `/spire.api.server.agent.v1.Agent/AttestAgent` becomes `rpc.agent.v1.agent.attest_agent`. */
export function metricName(path: string): string {
  const known = names.get(path);
  if (known !== undefined) return known;
  const [service = '', method = ''] = path.replace(/^\/(spire\.api\.server\.)?/, '').split('/');
  const words = method.replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4');
  const name = ['rpc', ...service.split('.'), words].join('.').toLowerCase();
  names.set(path, name);
  return name;
}

/** `PERMISSION_DENIED` as SPIRE's dashboards know it: `PermissionDenied`. */
function goName(status: string): string {
  return status
    .toLowerCase()
    .replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** Only methods that exist are counted, so this stays small. */
const names = new Map<string, string>();
const buckets = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 30_000];
