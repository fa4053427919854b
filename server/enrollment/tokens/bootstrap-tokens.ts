import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { boundedLog } from '../../../common/log/bounded-log.ts';
import type { Logger } from '../../../common/log/logger.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { Counter, Metrics } from '../../../common/telemetry/metrics.ts';
import { expiredToken, unknownToken } from '../../attestation/attestation.ts';
import { joinTokenAgentId } from '../../attestation/join-tokens.ts';
import type { NodeAttestation } from '../../attestation/node-attestor.ts';
import type { Page, PageRequest } from '../../datastore/datastore.ts';
import { refusalOf } from '../../datastore/token-rows.ts';
import type { BootstrapToken, TokenRefusal, TokenStore } from '../../datastore/token-store.ts';
import type { PepperRing, TokenPlace } from './pepper-ring.ts';
import { findTokenId, newToken } from './token-text.ts';

interface BootstrapTokensOptions {
  readonly trustDomain: TrustDomain;
  readonly ring: PepperRing;
  readonly store: TokenStore;
  /** Puts a used join token into the agent's ID, as SPIRE does. */
  readonly spireJoinTokenIds: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface JoinTokenWish {
  readonly ttlSeconds: number;
  /** Empty for a random one. */
  readonly token: string;
  readonly aliasId?: SpiffeId;
}

interface ClusterTokenWish {
  readonly ttlSeconds: number;
  readonly maxUses: number;
  readonly description: string;
  /** The enrolment profile that its agents are enrolled by; empty for none. */
  readonly profile: string;
  readonly aliasId?: SpiffeId;
}

/** A token that was made; its text is shown this once. */
interface MadeToken {
  readonly id: string;
  readonly token: string;
  readonly expiresAtMs: number;
}

/** Makes and admits the tokens with which nodes become agents, stored under the pepper. */
export class BootstrapTokens {
  readonly #options: BootstrapTokensOptions;
  readonly #refusals: Counter<'reason'>;
  /** Anybody may make up tokens. */
  readonly #boundedLog: Logger;

  constructor(options: BootstrapTokensOptions) {
    this.#options = options;
    this.#boundedLog = boundedLog(options.log, options.clock);
    this.#refusals = options.metrics.counter(
      'bootstrap_token_refusals',
      'bootstrap tokens that admitted nobody',
      ['reason'],
    );
  }

  /** A token for one node. Throws INVALID_ARGUMENT, and ALREADY_EXISTS for one in use. */
  async makeJoinToken({ aliasId, token, ttlSeconds }: JoinTokenWish): Promise<MadeToken> {
    const { id, text } = newToken('join');
    const isChosen = token !== '';
    // Refuses what could not become an agent's ID.
    if (isChosen) joinTokenAgentId(this.#options.trustDomain, token);
    return this.#make(isChosen ? token : text, isChosen ? 'chosen' : { id }, {
      kind: 'join',
      maxUses: 1,
      description: '',
      profile: '',
      ttlSeconds,
      ...(aliasId !== undefined && { aliasId }),
    });
  }

  /** A token for as many nodes as it says. Throws INVALID_ARGUMENT. */
  async makeClusterToken(wish: ClusterTokenWish): Promise<MadeToken> {
    checkRange('max_uses', wish.maxUses, mostUses);
    checkRange('ttl', wish.ttlSeconds, longestTtlSeconds);
    if (wish.description.length > longestDescription) {
      throw invalid(`description must have at most ${longestDescription} characters`);
    }
    if (wish.profile.length > longestDescription) throw invalid('profile: the name is too long');
    const { id, text } = newToken('cluster');
    return this.#make(text, { id }, { kind: 'cluster', ...wish });
  }

  list(page: PageRequest): Promise<Page<BootstrapToken>> {
    return this.#options.store.list(page);
  }

  /** It admits nobody from now on; agents that it admitted stay. Throws NOT_FOUND. */
  async revoke(id: string): Promise<void> {
    const { clock, log, store } = this.#options;
    if (!(await store.revoke(id, clock.now()))) {
      throw new SpiffeError('NOT_FOUND', `token ${JSON.stringify(id)} not found`);
    }
    log.info('Bootstrap token revoked', { token_id: id });
  }

  /**
   * Looks at a token that a node presents; nothing is used up yet. Undefined when it is not stored
   * here, so that it may be an older one. Throws JOIN_TOKEN_INVALID with SPIRE's texts.
   */
  async admit(text: string): Promise<NodeAttestation | undefined> {
    const { clock, ring, store } = this.#options;
    if (text.length > longestToken) throw unknownToken();
    const id = findTokenId(text, ['join', 'cluster']);
    const presented = ring.presented(text, id === undefined ? 'chosen' : { id });
    const token = await store.find(presented.ids);
    if (token === undefined) {
      if (id === undefined) return undefined;
      throw this.#refuse('token_unknown', id);
    }
    const verdict = presented.check(token.digest);
    if (verdict.kind === 'wrong') throw this.#refuse('token_wrong', token.id);
    if (verdict.kind === 'unknown_key') throw this.#refuse('token_key_unknown', token.id);
    const refusal = refusalOf(token, clock.now());
    if (refusal !== undefined) throw this.#refuse(refusal, token.id);
    return {
      agentId: this.#agentIdFor(token, text),
      selectors: [],
      canReattest: false,
      ...(token.profile !== '' && { bootstrapProfile: token.profile }),
      tokenUse: { ...presented, aliasEntryId: randomUUID() },
    };
  }

  /** A token must not be readable in the ID of an agent, least of all one that others still use. */
  #agentIdFor({ kind }: BootstrapToken, text: string): SpiffeId {
    const { spireJoinTokenIds, trustDomain } = this.#options;
    const suffix = kind === 'join' && spireJoinTokenIds ? text : randomUUID();
    return joinTokenAgentId(trustDomain, suffix);
  }

  async #make(
    token: string,
    place: TokenPlace,
    { ttlSeconds, ...more }: ClusterTokenWish & { readonly kind: BootstrapToken['kind'] },
  ): Promise<MadeToken> {
    const { clock, ring, store } = this.#options;
    const { id, ...digest } = ring.digestOf(token, place);
    const createdAtMs = clock.now();
    const expiresAtMs = createdAtMs + ttlSeconds * 1000;
    if (await this.#isTaken(token, place)) throw taken();
    if (!(await store.create({ ...more, id, digest, expiresAtMs, createdAtMs }))) throw taken();
    return { id, token, expiresAtMs };
  }

  /** A token that an operator chose may be stored under the ID that another key gave it. */
  async #isTaken(token: string, place: TokenPlace): Promise<boolean> {
    if (place !== 'chosen') return false;
    const { ring, store } = this.#options;
    return (await store.find(ring.presented(token, place).ids)) !== undefined;
  }

  #refuse(reason: TokenRefusal, id: string): SpiffeError {
    this.#refusals.inc({ reason });
    this.#boundedLog.warn('Bootstrap token refused', { token_id: id, reason });
    return tokenError(reason);
  }
}

/** What a node is told; why exactly, operators find in the log. */
function tokenError(refusal: TokenRefusal): SpiffeError {
  return refusal === 'token_expired' ? expiredToken() : unknownToken();
}

function checkRange(field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw invalid(`${field} must be a whole number from 1 to ${most}, not ${value}`);
}

function taken(): SpiffeError {
  return new SpiffeError('ALREADY_EXISTS', 'failed to create token: it exists already');
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}

const mostUses = 1_000_000;
const longestTtlSeconds = 366 * 24 * 3600;
const longestDescription = 200;
const longestToken = 1024;
