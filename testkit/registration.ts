import { entryDefaults, type RegistrationEntry } from '../common/spiffe/registration-entry.ts';
import { parseSpiffeId } from '../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../common/spiffe/trust-domain.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';

export const zetaTest = 'zeta.test' as TrustDomain;

/** A registration entry for tests; say only what the test is about. */
export function entryOf(
  id: string,
  fields: Partial<Omit<RegistrationEntry, 'spiffeId' | 'parentId'>> & {
    readonly spiffeId?: string;
    readonly parentId?: string;
  } = {},
): RegistrationEntry {
  return {
    ...entryDefaults,
    selectors: [{ type: 'unix', value: 'uid:33' }],
    createdAtMs: 0,
    revisionNumber: 0,
    ...fields,
    id,
    spiffeId: parseSpiffeId(fields.spiffeId ?? `spiffe://zeta.test/${id}`),
    parentId: parseSpiffeId(fields.parentId ?? 'spiffe://zeta.test/spire/agent/join_token/a'),
  };
}

/** A bundle whose one authority is not a real certificate. */
export function bundleOf(trustDomain: string, der: Uint8Array = new Uint8Array([1])): Bundle {
  return {
    trustDomain: trustDomain as TrustDomain,
    x509Authorities: [{ der, tainted: false }],
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 0,
  };
}

/** For a follower of whose luck nobody wants to hear. */
export const noContact = { answered: () => undefined, failed: () => undefined };
