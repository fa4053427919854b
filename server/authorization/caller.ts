import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Call } from '../../common/rpc/contract.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';

/** The SPIFFE ID of a caller that was let in as an agent. Throws INTERNAL when there is none. */
export function callerIdOf(call: Call): SpiffeId {
  if (call.peer.kind === 'remote' && call.peer.identity !== undefined) {
    return call.peer.identity.spiffeId;
  }
  throw new SpiffeError('INTERNAL', 'caller ID missing from request context');
}
