import type { Clock } from '../common/clock/clock.ts';
import type { Logger } from '../common/log/logger.ts';
import type { Metrics } from '../common/telemetry/metrics.ts';
import type { ServerConfig } from './config.ts';
import { BootstrapTokens } from './enrollment/tokens/bootstrap-tokens.ts';
import { PepperRing } from './enrollment/tokens/pepper-ring.ts';
import { checkPepper } from './enrollment/tokens/pepper-status.ts';
import { nodeBindings } from './fleet/node-binding.ts';
import { NodeTokens } from './fleet/node-tokens.ts';
import type { Memory } from './memory.ts';

/** What a pepper makes possible. */
export interface TokenServices {
  readonly ring: PepperRing;
  readonly bootstrap: BootstrapTokens;
  /** Absent without a fleet endpoint. */
  readonly node: NodeTokens | undefined;
}

interface TokenServicesDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Undefined without a pepper. Throws FAILED_PRECONDITION when tokens are stored under keys that the
 * configuration lacks.
 */
export async function openTokens(
  { fleet, forgottenKeyIds, pepper, spireJoinTokenIds, trustDomain }: ServerConfig,
  { clock, log, metrics }: TokenServicesDeps,
  { bindings, store }: Pick<Memory, 'bindings' | 'store'>,
): Promise<TokenServices | undefined> {
  const ring = pepper && new PepperRing(pepper);
  const inUse = { ring, forgottenKeyIds, hasFleet: fleet !== undefined };
  await checkPepper(inUse, store.tokens, clock.now(), log);
  if (ring === undefined) return undefined;
  const shared = { trustDomain, ring, clock, log, metrics };
  return {
    ring,
    bootstrap: new BootstrapTokens({ ...shared, spireJoinTokenIds, store: store.tokens }),
    node:
      fleet &&
      new NodeTokens({
        ...shared,
        store: store.fleet,
        agents: store.agents,
        bindingOf: nodeBindings(bindings),
        tokenTtlMs: fleet.tokenTtlMs,
      }),
  };
}
