import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Counter, Metrics } from '../../common/telemetry/metrics.ts';
import type { Agent } from '../datastore/datastore.ts';
import type { AgentReport, BindingOf, FleetStore } from '../datastore/token-store.ts';
import type { PepperRing } from '../enrollment/tokens/pepper-ring.ts';
import { findTokenId, newToken } from '../enrollment/tokens/token-text.ts';

interface NodeTokensOptions {
  readonly ring: PepperRing;
  readonly store: Pick<FleetStore, 'issue' | 'report'>;
  readonly agents: { find(id: SpiffeId): Promise<Agent | undefined> };
  readonly bindingOf: BindingOf;
  readonly tokenTtlMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The tokens with which agents report: short-lived, one for each agent, and good for nothing else. */
export class NodeTokens {
  readonly #options: NodeTokensOptions;
  readonly #reports: Counter<'outcome'>;

  constructor(options: NodeTokensOptions) {
    this.#options = options;
    const help = 'reports of agents by what became of them';
    this.#reports = options.metrics.counter('fleet_reports', help, ['outcome']);
  }

  /** A new token for an agent that was let in as one; the one before ends. Throws PERMISSION_DENIED. */
  async issue(
    agentId: SpiffeId,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
    const { agents, bindingOf, clock, ring, store, tokenTtlMs } = this.#options;
    const agent = await agents.find(agentId);
    const binding = agent && bindingOf(agent);
    if (binding === undefined) throw notActive();
    const { id, text } = newToken('node');
    const { hash, keyId } = ring.digestOf(text, { id });
    const expiresAtMs = clock.now() + tokenTtlMs;
    if (await store.issue({ id, agentId, digest: { hash, keyId }, expiresAtMs, binding })) {
      return { token: text, expiresAtMs };
    }
    throw notActive();
  }

  /** Stores what the bearer of a token reports. Throws UNAUTHENTICATED, which says no more. */
  async report(token: string, report: AgentReport): Promise<SpiffeId> {
    const { bindingOf, clock, log, ring, store } = this.#options;
    const id = findTokenId(token, ['node']);
    if (id === undefined) throw this.#refuse('token_malformed');
    const presented = ring.presented(token, { id });
    const outcome = await store.report(presented, bindingOf, report, clock.now());
    if (outcome.kind !== 'stored') {
      // Anybody may make up tokens; only those that were some agent's are worth a line.
      const level = outcome.agentId === undefined ? 'debug' : 'info';
      log[level]('Report of an agent refused', {
        token_id: id,
        agent_id: outcome.agentId,
        reason: outcome.kind,
      });
      throw this.#refuse(outcome.kind);
    }
    this.#reports.inc({ outcome: 'stored' });
    return outcome.agentId;
  }

  #refuse(outcome: string): SpiffeError {
    this.#reports.inc({ outcome });
    return new SpiffeError('UNAUTHENTICATED', 'token refused: ask for another one');
  }
}

function notActive(): SpiffeError {
  return new SpiffeError('PERMISSION_DENIED', 'only an agent in good standing gets a token');
}
