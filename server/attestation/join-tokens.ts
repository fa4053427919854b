import { createHash } from 'node:crypto';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { spiffeIdFrom, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';

/** SHA-256 of a join token: what the server stores, so that a stolen database admits nobody. */
export function hashJoinToken(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

/** The ID of the agent that a join token makes. Throws INVALID_ARGUMENT when the token cannot be in a path. */
export function joinTokenAgentId(trustDomain: TrustDomain, token: string): SpiffeId {
  if (token.includes('/')) throw unfit('it contains a slash');
  try {
    return spiffeIdFrom(trustDomain, `/spire/agent/join_token/${token}`);
  } catch (cause) {
    // The text of the cause quotes the token.
    const rule = messageOf(cause).split(': ').at(-1) ?? '';
    throw unfit(rule);
  }
}

function unfit(rule: string): SpiffeError {
  return new SpiffeError(
    'INVALID_ARGUMENT',
    `join token cannot become part of a SPIFFE ID: ${rule}`,
  );
}
