import { selectorText } from '../../../common/spiffe/selector.ts';
import type { BootstrapToken, ReviewerVersion } from '../../datastore/token-store.ts';
import type { PepperKeyStatus } from '../../enrollment/tokens/pepper-status.ts';
import type { AgentStatus } from '../../fleet/statuses.ts';

export function agentStatusMessage(status: AgentStatus) {
  const { agent, evidence, events, heartbeat } = status;
  const { enrollment } = agent;
  return {
    spiffe_id: agent.spiffeId,
    attestation_type: agent.attestationType,
    banned: agent.serialNumber === '',
    expires_at_ms: agent.expiresAtMs,
    selectors: agent.selectors.map(selectorText),
    version: heartbeat?.version || agent.agentVersion,
    last_heartbeat_at_ms: status.lastHeartbeatAtMs,
    silent: status.silent,
    envoys: heartbeat?.envoys ?? 0,
    nacks: heartbeat?.nacks ?? 0,
    identities: heartbeat?.identities ?? 0,
    earliest_expiry_at_ms: heartbeat?.earliest_expiry_at_ms ?? 0,
    evidence: { ...evidence },
    evidence_at_ms: status.evidenceAtMs,
    events: events.map(({ at_ms, kind, text }) => ({ at_ms, kind, text })),
    event_count: status.eventCount,
    profile: enrollment?.profile ?? '',
    profile_version: enrollment?.version ?? 0,
    cluster: enrollment?.cluster ?? '',
    node_uid: enrollment?.nodeUid ?? '',
    pod_uid: enrollment?.podUid ?? '',
  };
}

/** About how many bytes a status has in a message, and no less: agents fill some with what they like. */
export function sizeOfStatus(status: AgentStatus): number {
  return Buffer.byteLength(JSON.stringify(status));
}

export function bootstrapTokenMessage(token: BootstrapToken) {
  return {
    id: token.id,
    kind: token.kind,
    expires_at_ms: token.expiresAtMs,
    max_uses: token.maxUses,
    uses: token.uses,
    created_at_ms: token.createdAtMs,
    last_used_at_ms: token.lastUsedAtMs,
    revoked_at_ms: token.revokedAtMs,
    description: token.description,
    spiffe_id: token.aliasId ?? '',
    key_id: token.digest.keyId,
    profile: token.profile,
  };
}

export function pepperKeyMessage(key: PepperKeyStatus) {
  return {
    id: key.keyId,
    role: key.role,
    join_tokens: key.joinTokens,
    cluster_tokens: key.clusterTokens,
    node_tokens: key.nodeTokens,
  };
}

export function reviewerMessage(version: ReviewerVersion) {
  return {
    cluster: version.cluster,
    version: version.version,
    path: version.path,
    state: stateOf(version),
    current_since_ms: version.currentSinceMs,
    previous_since_ms: version.previousSinceMs,
    retired_at_ms: version.retiredAtMs,
  };
}

function stateOf({ previousSinceMs, retiredAtMs }: ReviewerVersion): string {
  if (retiredAtMs > 0) return 'retired';
  return previousSinceMs > 0 ? 'previous' : 'current';
}
