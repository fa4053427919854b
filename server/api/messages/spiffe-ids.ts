import type { spire } from '../../../proto/gen/spire-api.js';
import type { Init } from '../../../common/rpc/contract.ts';
import { SpiffeError, messageOf } from '../../../common/errors/spiffe-error.ts';
import {
  pathOf,
  spiffeIdFrom,
  trustDomainOf,
  type SpiffeId,
} from '../../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain, type TrustDomain } from '../../../common/spiffe/trust-domain.ts';

export type SpiffeIdMessage = spire.api.types.SPIFFEID;

/** Throws INVALID_ARGUMENT, also when there is no ID. */
function spiffeIdOf(message: SpiffeIdMessage | null): SpiffeId {
  if (message === null) {
    throw new SpiffeError('INVALID_ARGUMENT', 'request must specify SPIFFE ID');
  }
  return spiffeIdFrom(parseTrustDomain(message.trust_domain), message.path);
}

/** Parses an ID and checks its class; the text of a fault begins with what the ID is for. */
export function idFor(
  what: string,
  message: SpiffeIdMessage | null,
  check: (id: SpiffeId) => void = () => undefined,
): SpiffeId {
  return named(what, () => {
    const id = spiffeIdOf(message);
    check(id);
    return id;
  });
}

/** Parses the name of a trust domain; the text of a fault begins with `what`. */
export function trustDomainFor(what: string, name: string): TrustDomain {
  return named(what, () => parseTrustDomain(name));
}

export function spiffeIdMessage(id: SpiffeId): Init<SpiffeIdMessage> {
  return { trust_domain: trustDomainOf(id), path: pathOf(id) };
}

/** Runs a check; whatever it throws becomes INVALID_ARGUMENT with `what` before the text. */
export function named<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new SpiffeError('INVALID_ARGUMENT', `${what}: ${messageOf(cause)}`, { cause });
  }
}
