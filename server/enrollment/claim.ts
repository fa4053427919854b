import type { LogFields } from '../../common/log/logger.ts';
import type { Evidence } from './checks.ts';
import { nodeFacts, podFacts, reviewFacts } from './kube-facts.ts';
import type { EnrollmentClaim, EnrollmentProfile, TokenUse } from './profile.ts';

/** What an attestation read of the cluster anyway. */
export interface Reading {
  readonly status: unknown;
  readonly pod: unknown;
  readonly node: unknown;
  readonly tokenAudiences: readonly string[] | undefined;
  readonly tokenIssuedAtMs: number | undefined;
  readonly tokenExpiresAtMs: number | undefined;
  readonly isApiToken: (signal: AbortSignal) => Promise<boolean>;
}

/** A passed enrolment: what is recorded with the agent, and what the audit log says. */
export interface Passed {
  readonly claim: EnrollmentClaim;
  readonly audit: LogFields;
}

/** The facts in it. */
export function evidenceOf({ status, pod, node, tokenAudiences }: Reading): Evidence {
  return {
    review: reviewFacts(status, tokenAudiences),
    pod: podFacts(pod),
    node: nodeFacts(node),
  };
}

/**
 * What is recorded with the agent, and on which conditions; `unreadable` for a token that has an ID and
 * does not say how long to remember it.
 */
export function claimOf(
  cluster: string,
  { name, version, spec }: EnrollmentProfile,
  { review, pod, node }: Evidence,
  displaces: EnrollmentClaim['displaces'],
  reading: Pick<Reading, 'tokenIssuedAtMs' | 'tokenExpiresAtMs'> & { readonly nowMs: number },
): EnrollmentClaim | 'unreadable' {
  // Kubernetes below 1.30 gives tokens no ID.
  const limited = spec.replayLimit && review.credentialId !== '';
  const use = limited ? useOf(review.credentialId, reading) : undefined;
  if (limited && use === undefined) return 'unreadable';
  return {
    profile: name,
    version,
    cluster,
    nodeUid: node.uid,
    podUid: pod.uid,
    podNamespace: pod.namespace,
    podName: pod.name,
    displaces,
    ...(use !== undefined && { use }),
  };
}

function useOf(
  credentialId: string,
  { tokenIssuedAtMs: issuedAtMs, tokenExpiresAtMs, nowMs }: Parameters<typeof claimOf>[4],
): TokenUse | undefined {
  if (issuedAtMs === undefined || tokenExpiresAtMs === undefined) return undefined;
  // It was good a moment ago: what it says of its end is no reason to forget it before.
  return { credentialId, issuedAtMs, expiresAtMs: Math.max(tokenExpiresAtMs, nowMs) + longerMs };
}

/** Identifiers of who asks, for log and audit log; never a token. */
export function auditOf(
  cluster: string,
  { name, version }: EnrollmentProfile,
  { review, pod, node }: Evidence,
): LogFields {
  return {
    enrollment_profile: name,
    profile_version: version,
    cluster,
    service_account_uid: review.uid,
    pod_uid: pod.uid,
    node_uid: node.uid,
    credential_id: review.credentialId,
  };
}

/** The same for an agent that came with a bootstrap token. */
export function fieldsOf({ profile, version, cluster }: EnrollmentClaim): LogFields {
  return { enrollment_profile: profile, profile_version: version, cluster };
}

/**
 * API servers take a token for a minute and a cache after its end, by a clock of their own; that one or
 * ours may be wrong by an hour.
 */
const longerMs = 2 * 3_600_000;
