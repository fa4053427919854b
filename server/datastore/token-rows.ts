import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Agent, AttestOutcome } from './datastore.ts';
import { parseAgentRow, type Row } from './rows.ts';
import type {
  BindingOf,
  BootstrapToken,
  BootstrapTokenKind,
  KeyUse,
  NewBootstrapToken,
  NodeBinding,
  NodeToken,
  PresentedToken,
  Rehash,
  ReportOutcome,
  ReviewerVersion,
  StoredReport,
  TokenRefusal,
} from './token-store.ts';

/** The columns of a new bootstrap token, in the order of `bootstrapColumns`. */
export function bootstrapValues(token: NewBootstrapToken) {
  return [
    token.id,
    token.kind,
    token.digest.keyId,
    token.digest.hash,
    token.expiresAtMs,
    token.maxUses,
    token.createdAtMs,
    token.description,
    token.aliasId ?? '',
    token.profile,
  ] as const;
}

export const bootstrapColumns =
  'id, kind, key_id, hash, expires_at_ms, max_uses, created_at_ms, description, alias_spiffe_id, profile';

export function parseBootstrapRow(row: Row): BootstrapToken {
  const aliasId = String(row['alias_spiffe_id']);
  return {
    id: String(row['id']),
    kind: String(row['kind']) as BootstrapTokenKind,
    digest: digestOf(row),
    expiresAtMs: Number(row['expires_at_ms']),
    maxUses: Number(row['max_uses']),
    uses: Number(row['uses']),
    createdAtMs: Number(row['created_at_ms']),
    lastUsedAtMs: Number(row['last_used_at_ms']),
    revokedAtMs: Number(row['revoked_at_ms']),
    description: String(row['description']),
    profile: String(row['profile']),
    ...(aliasId !== '' && { aliasId: aliasId as SpiffeId }),
  };
}

/** Whether a token that was found and compared admits one more node. */
export function refusalOf(token: BootstrapToken, nowMs: number): TokenRefusal | undefined {
  if (token.revokedAtMs > 0) return 'token_revoked';
  if (token.expiresAtMs < nowMs) return 'token_expired';
  return token.uses >= token.maxUses ? 'token_used_up' : undefined;
}

/** Thrown within a transaction, so that an attestation which admitted nobody leaves all as it was. */
export class UseRefused extends Error {
  readonly outcome: AttestOutcome;

  constructor(outcome: AttestOutcome) {
    super('nobody was admitted');
    this.outcome = outcome;
  }
}

/** The outcome of a use, also of one that was rolled back. */
export async function outcomeOf(use: () => Promise<AttestOutcome>): Promise<AttestOutcome> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof UseRefused) return error.outcome;
    throw error;
  }
}

/** Why a node token is no good, or whose it is, and how to store it anew where that is due. */
export type NodeTokenVerdict =
  | Exclude<ReportOutcome, { readonly kind: 'stored' }>
  | {
      readonly kind: 'good';
      readonly id: string;
      readonly agentId: SpiffeId;
      readonly rehash: Rehash | undefined;
    };

/** Judges a node token by its row, which has its agent as it is now; undefined when there is none. */
export function judgeNodeToken(
  row: Row | undefined,
  presented: PresentedToken,
  bindingOf: BindingOf,
  nowMs: number,
): NodeTokenVerdict {
  if (row === undefined) return { kind: 'token_unknown' };
  const { agent, token } = parseNodeTokenRow(row);
  const { agentId, id } = token;
  const verdict = presented.check(token.digest);
  if (verdict.kind !== 'good') {
    return { kind: verdict.kind === 'wrong' ? 'token_wrong' : 'token_key_unknown', agentId };
  }
  if (agent.serialNumber === '') return { kind: 'agent_banned', agentId };
  if (token.expiresAtMs < nowMs) return { kind: 'token_expired', agentId };
  const binding = bindingOf(agent);
  const isSame = binding !== undefined && bindingText(token.binding) === bindingText(binding);
  return isSame
    ? { kind: 'good', id, agentId, rehash: verdict.rehash }
    : { kind: 'binding_changed', agentId };
}

function parseNodeTokenRow(row: Row): { readonly token: NodeToken; readonly agent: Agent } {
  const agentId = String(row['agent_id']) as SpiffeId;
  return {
    token: {
      id: String(row['id']),
      agentId,
      digest: digestOf(row),
      expiresAtMs: Number(row['expires_at_ms']),
      binding: JSON.parse(String(row['binding'])) as NodeBinding,
    },
    agent: parseAgentRow({ ...row, spiffe_id: agentId, expires_at_ms: row['svid_expires_at_ms'] }),
  };
}

/** In a fixed order, so that equal bindings are equal texts. */
export function bindingText(binding: NodeBinding): string {
  const { cluster, nodeUid, podUid, profile, profileVersion } = binding;
  return JSON.stringify({ cluster, nodeUid, podUid, profile, profileVersion });
}

export function parseReportRow(row: Row): StoredReport {
  return {
    agentId: String(row['agent_id']) as SpiffeId,
    heartbeatAtMs: Number(row['heartbeat_at_ms']),
    heartbeat: String(row['heartbeat']),
    evidenceAtMs: Number(row['evidence_at_ms']),
    evidence: String(row['evidence']),
    events: JSON.parse(String(row['events'])) as string[],
    eventCount: Number(row['event_count']),
  };
}

/** The stored events with new ones behind them, the oldest forgotten. */
export function eventsWith(stored: string, added: readonly string[]): string {
  return JSON.stringify([...(JSON.parse(stored) as string[]), ...added].slice(-mostEvents));
}

export function parseKeyUse(row: Row): KeyUse {
  return {
    keyId: String(row['key_id']),
    kind: String(row['kind']) as KeyUse['kind'],
    count: Number(row['count']),
  };
}

export function parseReviewerRow(row: Row): ReviewerVersion {
  return {
    cluster: String(row['cluster']),
    version: String(row['version']),
    path: String(row['path']),
    currentSinceMs: Number(row['current_since_ms']),
    previousSinceMs: Number(row['previous_since_ms']),
    retiredAtMs: Number(row['retired_at_ms']),
  };
}

function digestOf(row: Row) {
  const hash = row['hash'];
  return {
    keyId: String(row['key_id']),
    hash: hash instanceof Uint8Array ? new Uint8Array(hash) : new Uint8Array(),
  };
}

const mostEvents = 32;
