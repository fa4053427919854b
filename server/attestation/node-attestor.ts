import type { Selector } from '../../common/spiffe/selector.ts';
import type { LogFields } from '../../common/log/logger.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { BootstrapUse } from '../datastore/token-store.ts';
import type { EnrollmentClaim } from '../enrollment/profile.ts';

/** What a node attestor found out about a node. */
export interface NodeAttestation {
  readonly agentId: SpiffeId;
  /** Of the attestor's own type. */
  readonly selectors: readonly Selector[];
  /** True when the node can prove itself again at any time, so that it attests instead of renewing. */
  readonly canReattest: boolean;
  /** A join token to use up together with the creation of the agent. */
  readonly tokenHash?: Uint8Array;
  /** The same for a token that is stored under the pepper. */
  readonly tokenUse?: BootstrapUse;
  /** The enrolment profile that a bootstrap token was made for. */
  readonly bootstrapProfile?: string;
  /** By which enrolment profile the node attestor admitted it. */
  readonly enrolled?: Enrolled;
}

/** A passed enrolment: what is recorded with the agent, and what the audit log says. */
export interface Enrolled {
  readonly claim: EnrollmentClaim;
  readonly audit: LogFields;
}

/** Sends a challenge to the node and waits for its response. */
export type Challenge = (challenge: Uint8Array) => Promise<Uint8Array>;

/** Where a node calls from. */
export interface NodeAddress {
  /** The IP address; absent when it is not known. */
  readonly address?: string;
}

/** Proves which node it is that wants to become an agent; the instance of a NodeAttestor plugin. */
export interface NodeAttestor {
  /** Throws what the node is to be told: INVALID_ARGUMENT, PERMISSION_DENIED and the like. */
  attest(
    payload: Uint8Array,
    challenge: Challenge,
    signal: AbortSignal,
    node?: NodeAddress,
  ): Promise<NodeAttestation>;
}
