import type { EnrollmentClaim } from '../enrollment/profile.ts';
import type { Agent } from './datastore.ts';

/** True for another pod of the same node that nobody saw end, or that attested again since. */
export function isInTheWay(agent: Agent, claim: EnrollmentClaim): boolean {
  if (agent.enrollment?.podUid === claim.podUid) return false;
  return !claim.displaces.some(
    ({ spiffeId, serialNumber }) =>
      spiffeId === agent.spiffeId && serialNumber === agent.serialNumber,
  );
}
