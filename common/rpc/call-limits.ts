import type { ErrorCode } from '../errors/codes.ts';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { AfterCall, Interceptor, LocalPeer, Peer } from './contract.ts';
import type { RpcLimits } from './limits.ts';

/**
 * Bounds the calls that one peer has under way at once, streams among them: a local process, and its container or
 * else its user; over TLS a SPIFFE ID, on all its connections. Nobody uses up what is meant for all. Throws
 * RESOURCE_EXHAUSTED, CONTAINER_LIMIT or SPIFFE_ID_LIMIT, which name the limit.
 */
export function limitCalls(
  limits: Pick<
    RpcLimits,
    'maxCallsPerProcess' | 'maxCallsPerUid' | 'maxCallsPerContainer' | 'maxCallsPerSpiffeId'
  >,
  metrics: Metrics = noMetrics,
): Interceptor {
  const refused = metrics.counter('rpc_limited_calls', 'Calls over the limit of their caller', [
    'limit',
  ]);
  const counts: Record<LimitName, Map<string, number>> = {
    calls_per_process: new Map(),
    calls_per_uid: new Map(),
    calls_per_container: new Map(),
    calls_per_spiffe_id: new Map(),
  };
  const most: Readonly<Record<LimitName, number>> = {
    calls_per_process: limits.maxCallsPerProcess,
    calls_per_uid: limits.maxCallsPerUid,
    calls_per_container: limits.maxCallsPerContainer,
    calls_per_spiffe_id: limits.maxCallsPerSpiffeId,
  };
  // One for all calls: what it needs to know, the call knows.
  const leave: AfterCall = ({ peer }) => {
    for (const [limit, key] of countedAs(peer)) change(counts[limit], key, -1);
  };
  return (call, next) => {
    const counted = countedAs(call.peer);
    for (const [limit, key] of counted) {
      if ((counts[limit].get(key) ?? 0) < most[limit]) continue;
      refused.inc({ limit });
      throw new SpiffeError(codes[limit], `limit ${limit} of ${most[limit]} is reached`);
    }
    if (counted.length === 0) return next();
    for (const [limit, key] of counted) change(counts[limit], key, 1);
    call.whenOver(leave);
    return next();
  };
}

type LimitName =
  'calls_per_process' | 'calls_per_uid' | 'calls_per_container' | 'calls_per_spiffe_id';

const codes: Readonly<Record<LimitName, ErrorCode>> = {
  calls_per_process: 'RESOURCE_EXHAUSTED',
  calls_per_uid: 'RESOURCE_EXHAUSTED',
  calls_per_container: 'CONTAINER_LIMIT',
  calls_per_spiffe_id: 'SPIFFE_ID_LIMIT',
};

/** By what a call of this peer is counted. Who presents no certificate has few streams on each connection. */
function countedAs(peer: Peer): readonly (readonly [limit: LimitName, key: string])[] {
  if (peer.kind === 'remote') {
    return peer.identity === undefined ? [] : [['calls_per_spiffe_id', peer.identity.spiffeId]];
  }
  const share = peer.share === undefined ? 'calls_per_uid' : 'calls_per_container';
  return [
    ['calls_per_process', processOf(peer)],
    [share, shareOf(peer)],
  ];
}

/** A caller of another pid namespace has the pid 0, as others have: it stands for its connection. */
export function processOf({ connectionId, pid, process }: Omit<LocalPeer, 'closed'>): string {
  return process ?? (pid === 0 ? connectionId : String(pid));
}

/** The container that a caller is in; its user where it is in none. */
export function shareOf({ share, uid }: Pick<LocalPeer, 'share' | 'uid'>): string {
  return share ?? `uid ${uid}`;
}

/** Counts by key; what is at 0 is forgotten. */
export function change<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
