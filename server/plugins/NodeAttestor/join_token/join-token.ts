import { z } from 'zod';
import { definePlugin } from '../../../../common/catalog/plugin.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import type { TrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { expiredToken, unknownToken } from '../../../attestation/attestation.ts';
import { hashJoinToken, joinTokenAgentId } from '../../../attestation/join-tokens.ts';
import type { NodeAttestation, NodeAttestor } from '../../../attestation/node-attestor.ts';

export interface JoinTokenHost {
  readonly trustDomain: TrustDomain;
  readonly clock: Clock;
  readonly tokens: {
    findJoinToken(hash: Uint8Array): Promise<{ readonly expiresAtMs: number } | undefined>;
  };
  /** Tokens that are stored under the pepper; absent without one. */
  readonly bootstrapTokens?:
    { admit(token: string): Promise<NodeAttestation | undefined> } | undefined;
}

/** Admits a node that presents a token which an operator made; it is used up when the agent is recorded. */
export const joinToken = definePlugin({
  type: 'NodeAttestor',
  name: 'join_token',
  config: z.strictObject({}),
  create: (_config, host: JoinTokenHost): NodeAttestor => ({
    async attest(payload) {
      const token = Buffer.from(payload).toString('utf8');
      const admitted = await host.bootstrapTokens?.admit(token);
      if (admitted !== undefined) return admitted;
      const tokenHash = hashJoinToken(token);
      const stored = await host.tokens.findJoinToken(tokenHash);
      if (stored === undefined) throw unknownToken();
      if (stored.expiresAtMs < host.clock.now()) throw expiredToken();
      const agentId = joinTokenAgentId(host.trustDomain, token);
      return { agentId, selectors: [], canReattest: false, tokenHash };
    },
  }),
});
