import { SpiffeError } from '../errors/spiffe-error.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { AfterCall, Interceptor, LocalPeer } from './contract.ts';
import type { RpcLimits } from './limits.ts';

/**
 * Bounds the calls that one local process, and one user, have under way at once, streams among them: nobody
 * uses up what is meant for all. Throws RESOURCE_EXHAUSTED, which names the limit.
 */
export function limitCalls(
  limits: Pick<RpcLimits, 'maxCallsPerProcess' | 'maxCallsPerUid'>,
  metrics: Metrics = noMetrics,
): Interceptor {
  const refused = metrics.counter('rpc_limited_calls', 'Calls over the limit of their caller', [
    'limit',
  ]);
  const ofProcesses = new Map<string, number>();
  const ofUids = new Map<string, number>();
  const check = (counts: ReadonlyMap<string, number>, key: string, most: number, limit: string) => {
    if ((counts.get(key) ?? 0) < most) return;
    refused.inc({ limit });
    throw new SpiffeError('RESOURCE_EXHAUSTED', `limit ${limit} of ${most} is reached`);
  };
  // One for all calls: what it needs to know, the call knows.
  const leave: AfterCall = ({ peer }) => {
    if (peer.kind !== 'local') return;
    change(ofProcesses, processOf(peer), -1);
    change(ofUids, String(peer.uid), -1);
  };
  return (call, next) => {
    const { peer } = call;
    if (peer.kind !== 'local') return next();
    const process = processOf(peer);
    const uid = String(peer.uid);
    check(ofProcesses, process, limits.maxCallsPerProcess, 'calls_per_process');
    check(ofUids, uid, limits.maxCallsPerUid, 'calls_per_uid');
    change(ofProcesses, process, 1);
    change(ofUids, uid, 1);
    call.whenOver(leave);
    return next();
  };
}

/** A caller of another pid namespace has the pid 0, as others have: it stands for its connection. */
export function processOf({ connectionId, pid, process }: Omit<LocalPeer, 'closed'>): string {
  return process ?? (pid === 0 ? connectionId : String(pid));
}

/** Counts by key; what is at 0 is forgotten. */
export function change<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
