import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Call, Interceptor } from '../../common/rpc/contract.ts';
import { addressKey } from '../../common/text/address-key.ts';
import { TokenBuckets, type Rate } from './token-bucket.ts';

interface RateLimitSwitches {
  readonly attestation: boolean;
  readonly signing: boolean;
}

interface Limit {
  readonly buckets: TokenBuckets;
  /** What the text says when a call is refused. */
  readonly what: string;
  cost(request: unknown): number;
}

/**
 * Limits by who calls: the SPIFFE ID of a caller that has one, else its address. SPIRE 1.15 limits by
 * address, and so all agents behind one gateway together. Callers on the admin socket have no limit.
 */
export function rateLimitInterceptor(switches: RateLimitSwitches, clock: Clock): Interceptor {
  const limits = limitsByMethod(switches, clock);
  return async (call, next, request) => {
    const limit = limits.get(call.path);
    if (limit !== undefined) await wait(limit, call, request);
    await next();
  };
}

async function wait(limit: Limit, call: Call, request: unknown): Promise<void> {
  if (call.peer.kind !== 'remote') return;
  try {
    const { identity, address } = call.peer;
    const key = identity?.spiffeId ?? addressKey(address);
    await limit.buckets.take(key, limit.cost(request), call.signal);
  } catch (cause) {
    if (!hasCode(cause, 'RESOURCE_EXHAUSTED')) throw cause;
    const text = `rejecting request due to ${limit.what} rate limiting: ${cause.message}`;
    throw new SpiffeError('RESOURCE_EXHAUSTED', text, { cause });
  }
}

function limitsByMethod(switches: RateLimitSwitches, clock: Clock): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>();
  const add = (rate: Rate, rules: readonly (readonly [string, string, Limit['cost']?])[]) => {
    const buckets = new TokenBuckets(rate, clock);
    for (const [path, what, cost = one] of rules) limits.set(path, { buckets, what, cost });
  };
  if (switches.attestation) {
    add(attestations, [[`${agent}/AttestAgent`, 'attest agent']]);
  }
  if (switches.signing) {
    add(fiveHundred, [
      [`${svid}/BatchNewX509SVID`, 'certificate signing', params],
      [`${agent}/RenewAgent`, 'renew agent'],
      [`${svid}/NewDownstreamX509CA`, 'downstream CA signing'],
    ]);
    add(fiveHundred, [[`${svid}/NewJWTSVID`, 'JWT signing request']]);
    add(fiveHundred, [[`${svid}/BatchNewWITSVID`, 'WIT signing request', params]]);
  }
  add(fiveHundred, [
    [`${bundle}/PublishJWTAuthority`, 'publish JWT authority'],
    [`${bundle}/PublishWITAuthority`, 'publish WIT authority'],
  ]);
  add({ perSecond: 10, burst: 10 }, [[`${agent}/PostStatus`, 'post status']]);
  // Each is a write; an agent needs some in an hour.
  add({ perSecond: 1, burst: 20 }, [['/sigil.fleet.v1.NodeToken/IssueNodeToken', 'node token']]);
  return limits;
}

function one(): number {
  return 1;
}

/** Each certificate costs one token. */
function params(request: unknown): number {
  const { params: list } = request as { readonly params: readonly unknown[] };
  return list.length;
}

const agent = '/spire.api.server.agent.v1.Agent';
const svid = '/spire.api.server.svid.v1.SVID';
const bundle = '/spire.api.server.bundle.v1.Bundle';
/** SPIRE 1.15 admits one a second and address: a cluster behind one gateway would take its nodes in minutes. */
const attestations: Rate = { perSecond: 10, burst: 50 };
const fiveHundred: Rate = { perSecond: 500, burst: 500 };
