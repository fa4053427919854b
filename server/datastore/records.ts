import type { Selector } from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { AgentEnrollment } from '../enrollment/profile.ts';

/** A page of at most `size` rows after `token`, which is empty for the first one. */
export interface PageRequest {
  readonly size: number;
  readonly token: string;
}

/** `nextToken` is empty when there was no row left to page from. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextToken: string;
}

/** An attested node. */
export interface Agent {
  readonly spiffeId: SpiffeId;
  readonly attestationType: string;
  /** Decimal serial number of the X509-SVID in use; empty means banned. */
  readonly serialNumber: string;
  readonly expiresAtMs: number;
  /** Of a renewed X509-SVID that was not used yet; empty when there is none. */
  readonly newSerialNumber: string;
  readonly newExpiresAtMs: number;
  readonly canReattest: boolean;
  readonly agentVersion: string;
  readonly selectors: readonly Selector[];
  /** Absent for an agent that no enrolment profile admitted. */
  readonly enrollment?: AgentEnrollment;
}
