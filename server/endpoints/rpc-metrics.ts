import type { Clock } from '../../common/clock/clock.ts';
import { errorCodes } from '../../common/errors/codes.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Interceptor } from '../../common/rpc/contract.ts';
import type { Counter, Histogram, Metrics } from '../../common/telemetry/metrics.ts';

/** Counts and times every call under SPIRE's names: `rpc.agent.v1.agent.attest_agent`. */
export function rpcMetrics(metrics: Metrics, clock: Clock): Interceptor {
  // Only methods that exist are served, so this stays small.
  const byPath = new Map<string, Instruments>();
  return async (call, next) => {
    const { path } = call;
    const instruments = byPath.get(path) ?? instrumentsOf(path, metrics);
    byPath.set(path, instruments);
    const startedAt = clock.monotonic();
    const finish = (labels: { readonly status: string }) => {
      instruments.calls.inc(labels);
      instruments.elapsed.observe(clock.monotonic() - startedAt, labels);
    };
    try {
      await next();
    } catch (error) {
      finish(error instanceof SpiffeError ? labelsOf(errorCodes[error.code].grpc) : internal);
      throw error;
    }
    finish(ok);
  };
}

interface Instruments {
  readonly calls: Counter<'status'>;
  readonly elapsed: Histogram<'status'>;
}

function instrumentsOf(path: string, metrics: Metrics): Instruments {
  const name = metricName(path);
  const help = `Milliseconds per call of ${path}`;
  return {
    calls: metrics.counter(name, `Calls of ${path}`, ['status']),
    elapsed: metrics.histogram(`${name}.elapsed_time`, help, buckets, ['status']),
  };
}

/** `/spire.api.server.agent.v1.Agent/AttestAgent` becomes `rpc.agent.v1.agent.attest_agent`. */
export function metricName(path: string): string {
  const [service = '', method = ''] = path.replace(/^\/(spire\.api\.server\.)?/, '').split('/');
  const words = method.replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4');
  return ['rpc', ...service.split('.'), words].join('.').toLowerCase();
}

function labelsOf(grpcStatus: string): { readonly status: string } {
  const known = labels.get(grpcStatus);
  if (known !== undefined) return known;
  const made = { status: goName(grpcStatus) };
  labels.set(grpcStatus, made);
  return made;
}

/** `PERMISSION_DENIED` as SPIRE's dashboards know it: `PermissionDenied`. */
function goName(status: string): string {
  return status
    .toLowerCase()
    .replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** By gRPC status, of which there are few. */
const labels = new Map<string, { readonly status: string }>();
const ok = { status: 'OK' };
const internal = { status: 'Internal' };
const buckets = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 30_000];
