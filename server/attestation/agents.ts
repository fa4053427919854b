import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Agent, AgentPruning } from '../datastore/datastore.ts';
import type { AgentIndex } from './agent-index.ts';
import { provenKey, type AgentSigner, type AgentSvid } from './attestation.ts';

/** What the server remembers of agents; the datastore does. */
interface AgentMemory {
  find(id: SpiffeId): Promise<Agent | undefined>;
  promote(id: SpiffeId, serialNumber: string, nowMs: number): Promise<boolean>;
  setRenewal(
    id: SpiffeId,
    serialNumber: string,
    expiresAtMs: number,
    nowMs: number,
  ): Promise<boolean>;
  setVersion(id: SpiffeId, version: string, nowMs: number): Promise<boolean>;
  delete(id: SpiffeId, nowMs: number): Promise<boolean>;
  ban(id: SpiffeId, nowMs: number): Promise<boolean>;
  prune(options: AgentPruning, nowMs: number): Promise<readonly SpiffeId[]>;
}

interface AgentsOptions {
  readonly store: AgentMemory;
  readonly index: AgentIndex;
  readonly signer: AgentSigner;
  /** Knows whose enrolment is outdated; absent where there are no profiles. */
  readonly bindings?: { mustReattest(agent: Agent): boolean };
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly log: Logger;
}

/** The X509-SVID that a caller presented. */
interface PresentedSvid {
  readonly spiffeId: SpiffeId;
  readonly serialNumber: string;
  readonly notAfterMs: number;
}

/**
 * The life of an agent after it was attested. An agent is active while it presents the X509-SVID that
 * was recorded last; a renewed one takes over when it is first used; a banned agent has neither.
 */
export class Agents {
  readonly #options: AgentsOptions;

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the caller is an active agent. Costs no query unless memory and caller disagree.
   * Throws AGENT_EXPIRED, AGENT_NOT_ATTESTED, AGENT_BANNED, AGENT_NOT_ACTIVE or AGENT_MUST_REATTEST.
   */
  async authorize(svid: PresentedSvid): Promise<void> {
    const { clock, index } = this.#options;
    if (clock.now() > svid.notAfterMs) {
      throw refusal('AGENT_EXPIRED', svid.spiffeId, 'SVID is expired');
    }
    const known = index.get(svid.spiffeId);
    if (known?.serialNumber === svid.serialNumber && !this.#isOutdated(known)) return;
    try {
      await this.#authorizeByStore(svid);
    } catch (error) {
      // A renewed X509-SVID is good from memory too; that it is in use is written down another time.
      const isRenewed = known?.newSerialNumber === svid.serialNumber && !this.#isOutdated(known);
      if (!isRenewed || !hasCode(error, 'STORAGE_UNAVAILABLE')) throw error;
    }
  }

  /** Another server may have attested, renewed or evicted it a moment ago. */
  async #authorizeByStore(svid: PresentedSvid): Promise<void> {
    const agent = await this.#options.store.find(svid.spiffeId);
    if (agent === undefined) throw refusal('AGENT_NOT_ATTESTED', svid.spiffeId, 'is not attested');
    if (agent.serialNumber === '') throw refusal('AGENT_BANNED', svid.spiffeId, 'is banned');
    if (this.#isOutdated(agent)) await this.#refuseOutdated(agent);
    if (agent.serialNumber === svid.serialNumber) return;
    if (agent.newSerialNumber === svid.serialNumber && (await this.#promote(svid))) return;
    throw refusal(
      'AGENT_NOT_ACTIVE',
      svid.spiffeId,
      `expected to have serial number ${JSON.stringify(agent.serialNumber)}; has ${JSON.stringify(svid.serialNumber)}`,
    );
  }

  /** The selectors its attestation found, for the entries it may serve. */
  selectorsOf(id: SpiffeId): readonly Selector[] {
    return this.#options.index.get(id)?.selectors ?? none;
  }

  /** Signs a new X509-SVID; the old one works until the new one is first used. `csrDer` may be missing. */
  async renew(id: SpiffeId, csrDer: Uint8Array | undefined): Promise<AgentSvid> {
    const { store, signer, clock, log, follower } = this.#options;
    const agent = await store.find(id);
    if (agent === undefined) throw notFound();
    if (agent.canReattest) {
      throw new SpiffeError('AGENT_MUST_REATTEST', 'agent must reattest instead of renew');
    }
    if (csrDer === undefined) throw new SpiffeError('INVALID_ARGUMENT', 'params cannot be nil');
    if (csrDer.length === 0) throw new SpiffeError('INVALID_ARGUMENT', 'missing CSR');
    log.info('Renewing agent SVID', { agent_id: id });
    const svid = await signer.signAgentX509Svid(id, provenKey(csrDer));
    const recorded = await store.setRenewal(id, svid.serialNumber, svid.notAfterMs, clock.now());
    if (!recorded) throw notFound();
    await follower.catchUp();
    return svid;
  }

  /** Throws NOT_FOUND, and INVALID_ARGUMENT for a version that is too long. */
  async postVersion(id: SpiffeId, version: string): Promise<void> {
    if (version === '') return;
    if (version.length > 255) {
      throw new SpiffeError('INVALID_ARGUMENT', 'agent version is too long (max 255 characters)');
    }
    const { store, clock } = this.#options;
    if (!(await store.setVersion(id, version, clock.now()))) throw notFound();
  }

  /** Forgets an agent; it may attest again. Throws NOT_FOUND. */
  async evict(id: SpiffeId): Promise<void> {
    const { store, clock, log, follower } = this.#options;
    if (!(await store.delete(id, clock.now()))) throw notFound();
    await follower.catchUp();
    log.info('Agent deleted', { spiffe_id: id });
  }

  /** Shuts an agent out until it is evicted. Throws NOT_FOUND. */
  async ban(id: SpiffeId): Promise<void> {
    const { store, clock, log, follower } = this.#options;
    if (!(await store.ban(id, clock.now()))) throw notFound();
    await follower.catchUp();
    log.info('Agent banned', { spiffe_id: id });
  }

  /** Forgets agents that expired long ago; returns how many. */
  async prune(policy: {
    readonly expiredForMs: number;
    readonly includeTofu: boolean;
    readonly limit: number;
  }): Promise<number> {
    const { store, clock, log, follower } = this.#options;
    const { expiredForMs, ...rest } = policy;
    const options = { ...rest, expiredBeforeMs: clock.now() - expiredForMs };
    const pruned = await store.prune(options, clock.now());
    for (const id of pruned) log.info('Pruned expired attested node', { spiffe_id: id });
    if (pruned.length > 0) await follower.catchUp();
    return pruned.length;
  }

  #isOutdated(agent: Agent): boolean {
    return this.#options.bindings?.mustReattest(agent) ?? false;
  }

  /** Unless it only seems so: another server may know a version that is not in memory here. */
  async #refuseOutdated(agent: Agent): Promise<void> {
    await this.#options.follower.catchUp();
    if (!this.#isOutdated(agent)) return;
    throw refusal(
      'AGENT_MUST_REATTEST',
      agent.spiffeId,
      'must attest again: its enrolment is outdated',
    );
  }

  async #promote(svid: PresentedSvid): Promise<boolean> {
    const { store, clock, follower } = this.#options;
    const promoted = await store.promote(svid.spiffeId, svid.serialNumber, clock.now());
    await follower.catchUp();
    // Two first uses at once: the one that lost finds it done.
    return promoted || (await store.find(svid.spiffeId))?.serialNumber === svid.serialNumber;
  }
}

function refusal(
  code:
    | 'AGENT_EXPIRED'
    | 'AGENT_NOT_ATTESTED'
    | 'AGENT_BANNED'
    | 'AGENT_NOT_ACTIVE'
    | 'AGENT_MUST_REATTEST',
  id: SpiffeId,
  why: string,
): SpiffeError {
  return new SpiffeError(code, `agent ${JSON.stringify(id)} ${why}`);
}

function notFound(): SpiffeError {
  return new SpiffeError('NOT_FOUND', 'agent not found');
}

/** One object, so that what is remembered of an agent without selectors is found again. */
const none: readonly Selector[] = [];
