import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveUnary } from '../../../common/rpc/serve.ts';
import {
  fleetService,
  nodeTokenService,
  reviewersService,
  tokensService,
} from '../../../common/rpc/services/fleet.ts';
import { parseSpiffeId, type SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import { callerIdOf } from '../../authorization/caller.ts';
import type { Page, PageRequest } from '../../datastore/datastore.ts';
import type { ReviewerStore, TokenStore } from '../../datastore/token-store.ts';
import type { BootstrapTokens } from '../../enrollment/tokens/bootstrap-tokens.ts';
import { pepperStatus } from '../../enrollment/tokens/pepper-status.ts';
import type { ReviewerFiles } from '../../fleet/reviewer-files.ts';
import type { AgentStatus } from '../../fleet/statuses.ts';
import { checkWorkload } from '../../registration/entry-rules.ts';
import { readAsked } from '../messages/pages.ts';
import { named } from '../messages/spiffe-ids.ts';
import {
  agentStatusMessage,
  bootstrapTokenMessage,
  pepperKeyMessage,
  reviewerMessage,
  sizeOfStatus,
} from './fleet-messages.ts';

interface FleetApiOptions {
  readonly trustDomain: TrustDomain;
  /** Absent without a fleet endpoint: agents hear that nothing is served. */
  readonly nodeTokens?:
    | {
        issue(agentId: SpiffeId): Promise<{ readonly token: string; readonly expiresAtMs: number }>;
      }
    | undefined;
  readonly endpoint: { readonly address: string; readonly heartbeatIntervalMs: number };
  readonly statuses: { list(page: PageRequest): Promise<Page<AgentStatus>> };
  /** Absent without a pepper. */
  readonly tokens?:
    | {
        readonly ring: { readonly writeKeyId: string; readonly keyIds: readonly string[] };
        readonly bootstrap: BootstrapTokens;
      }
    | undefined;
  /** Throws for a profile that admits no tokens; returns what should be known of one, or of none. */
  readonly checkTokenProfile: (profile: string) => readonly string[];
  readonly store: Pick<TokenStore, 'countByKey' | 'find'>;
  readonly reviewers: Pick<ReviewerStore, 'list' | 'retire'>;
  readonly reviewerFiles: Pick<ReviewerFiles, 'has' | 'look'>;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/** `sigil.fleet.v1`: tokens of nodes, how agents are, and the credentials of reviewers. */
export function fleetApi(options: FleetApiOptions): readonly ServedMethod[] {
  return [
    ...nodeTokenMethods(options),
    serveUnary(fleetService.ListAgentStatuses, async (request) => {
      const read = (page: PageRequest) => options.statuses.list(page);
      const { items, nextToken } = await readAsked(request, read, sizeOfStatus);
      return { agents: items.map(agentStatusMessage), next_page_token: nextToken };
    }),
    ...tokenMethods(options),
    ...reviewerMethods(options),
  ];
}

function nodeTokenMethods({
  audit,
  endpoint,
  nodeTokens,
}: FleetApiOptions): readonly ServedMethod[] {
  if (nodeTokens === undefined) return [];
  return [
    serveUnary(nodeTokenService.IssueNodeToken, async (_, call) => {
      const agentId = callerIdOf(call);
      audit.add(call, { agent_id: agentId });
      const { expiresAtMs, token } = await nodeTokens.issue(agentId);
      return {
        token,
        expires_at_ms: expiresAtMs,
        endpoint: endpoint.address,
        heartbeat_interval_ms: endpoint.heartbeatIntervalMs,
      };
    }),
  ];
}

function tokenMethods(options: FleetApiOptions): readonly ServedMethod[] {
  const { audit, checkTokenProfile, clock, store, tokens, trustDomain } = options;
  const needed = () => tokens ?? noPepper();
  return [
    serveUnary(tokensService.CreateClusterToken, async (request, call) => {
      const { description, max_uses: maxUses, profile, spiffe_id: id } = request;
      const { ttl_seconds: ttlSeconds } = request;
      const aliasId = id === '' ? undefined : workloadId(trustDomain, id);
      audit.add(call, { ttl: ttlSeconds, spiffe_id: aliasId });
      const wish = {
        description,
        maxUses,
        profile,
        ttlSeconds,
        ...(aliasId !== undefined && { aliasId }),
      };
      const { bootstrap } = needed();
      const warnings = checkTokenProfile(profile);
      const made = await bootstrap.makeClusterToken(wish);
      audit.add(call, { token_id: made.id });
      const stored = await store.find([made.id]);
      return {
        token: made.token,
        info: stored === undefined ? null : bootstrapTokenMessage(stored),
        warnings: [...warnings],
      };
    }),
    serveUnary(tokensService.ListTokens, async (request) => {
      const { bootstrap } = needed();
      const { items, nextToken } = await readAsked(request, (page) => bootstrap.list(page));
      return { tokens: items.map(bootstrapTokenMessage), next_page_token: nextToken };
    }),
    serveUnary(tokensService.RevokeToken, async ({ id }, call) => {
      checkTokenId(id);
      audit.add(call, { token_id: id });
      await needed().bootstrap.revoke(id);
      return {};
    }),
    serveUnary(tokensService.GetPepperStatus, async () => {
      const uses = await store.countByKey(clock.now());
      return { keys: pepperStatus(needed().ring, uses).map(pepperKeyMessage) };
    }),
  ];
}

function reviewerMethods(options: FleetApiOptions): readonly ServedMethod[] {
  const { audit, clock, reviewerFiles: files, reviewers } = options;
  return [
    serveUnary(reviewersService.ListReviewers, async () => {
      const unused = await files.look();
      const known = (await reviewers.list()).map(reviewerMessage);
      return { reviewers: [...known, ...unused] };
    }),
    serveUnary(reviewersService.RetireReviewer, async ({ cluster }, call) => {
      audit.add(call, { cluster: cluster.slice(0, 100) });
      // A file that was put there while nobody attested makes the one before previous.
      await files.look(cluster);
      const retired = await reviewers.retire(cluster, clock.now());
      if (retired > 0) return { retired };
      const why = files.has(cluster)
        ? 'has no previous reviewer credential'
        : 'has no reviewer in the configuration of k8s_psat';
      const text = `cluster ${JSON.stringify(cluster.slice(0, 100))} ${why}`;
      throw new SpiffeError('NOT_FOUND', text);
    }),
  ];
}

function workloadId(trustDomain: TrustDomain, text: string): SpiffeId {
  return named('invalid spiffe_id', () => {
    const id = parseSpiffeId(text);
    checkWorkload(trustDomain, id);
    return id;
  });
}

/** What somebody took for an ID may be a token: it must get neither into the audit log nor into a text. */
function checkTokenId(id: string): void {
  if (/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|chosen-[0-9a-f]{64})$/.test(id)) return;
  throw new SpiffeError('INVALID_ARGUMENT', 'id must be the ID of a token, not the token');
}

function noPepper(): never {
  throw new SpiffeError('FAILED_PRECONDITION', 'server.token_pepper is not configured');
}
