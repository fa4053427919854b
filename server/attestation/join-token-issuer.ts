import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { JoinToken } from '../datastore/datastore.ts';
import { hashJoinToken, joinTokenAgentId } from './join-tokens.ts';

interface JoinTokenStore {
  createJoinToken(token: JoinToken): Promise<boolean>;
  pruneJoinTokens(nowMs: number): Promise<number>;
}

interface JoinTokenIssuerOptions {
  readonly trustDomain: TrustDomain;
  readonly store: JoinTokenStore;
  readonly clock: Clock;
  /** Makes the tokens when there is a pepper. */
  readonly peppered?:
    | {
        makeJoinToken(
          request: JoinTokenRequest,
        ): Promise<{ readonly token: string; readonly expiresAtMs: number }>;
      }
    | undefined;
}

export interface JoinTokenRequest {
  readonly ttlSeconds: number;
  /** Empty for a random one. */
  readonly token: string;
  /** Also gives the node this ID, by an entry that comes and goes with the agent. */
  readonly aliasId?: SpiffeId;
}

/** Makes join tokens; only their hashes are stored. */
export class JoinTokenIssuer {
  readonly #options: JoinTokenIssuerOptions;

  constructor(options: JoinTokenIssuerOptions) {
    this.#options = options;
  }

  /** Returns the token, which is shown this once. Throws INVALID_ARGUMENT, and ALREADY_EXISTS for one in use. */
  async issue(
    request: JoinTokenRequest,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
    const { trustDomain, store, clock, peppered } = this.#options;
    const { ttlSeconds, aliasId } = request;
    if (ttlSeconds < 1) {
      throw new SpiffeError('INVALID_ARGUMENT', 'ttl is required, you must provide one');
    }
    if (peppered !== undefined) return peppered.makeJoinToken(request);
    const token = request.token === '' ? randomUUID() : request.token;
    // Refuses what could not become an agent's ID.
    joinTokenAgentId(trustDomain, token);
    const expiresAtMs = clock.now() + ttlSeconds * 1000;
    const alias = aliasId && { entryId: randomUUID(), spiffeId: aliasId };
    const stored = { hash: hashJoinToken(token), expiresAtMs };
    if (await store.createJoinToken(alias === undefined ? stored : { ...stored, alias })) {
      return { token, expiresAtMs };
    }
    throw new SpiffeError('ALREADY_EXISTS', 'failed to create token: it exists already');
  }

  /** Forgets tokens that nobody used in time; returns how many. */
  prune(): Promise<number> {
    return this.#options.store.pruneJoinTokens(this.#options.clock.now());
  }
}
