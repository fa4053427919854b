import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServedMethod } from '../../../common/rpc/contract.ts';
import { serveStream, serveUnary } from '../../../common/rpc/serve.ts';
import { agentService } from '../../../common/rpc/services/agent.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import type { AgentSvid } from '../../attestation/attestation.ts';
import type { JoinTokenRequest } from '../../attestation/join-token-issuer.ts';
import type { AuditLog } from '../../authorization/audit.ts';
import { callerIdOf } from '../../authorization/caller.ts';
import type { Agent, AgentFilter, Page, PageRequest } from '../../datastore/datastore.ts';
import { checkAgent, checkWorkload } from '../../registration/entry-rules.ts';
import { readAsked } from '../messages/pages.ts';
import { idFor, type SpiffeIdMessage } from '../messages/spiffe-ids.ts';
import { x509SvidMessage } from '../messages/svids.ts';
import { agentFilterOf, agentMessage } from './agent-messages.ts';
import { attestAgent, type Attestor } from './attest-agent.ts';

interface AgentApiOptions {
  readonly trustDomain: TrustDomain;
  readonly store: {
    find(id: SpiffeId): Promise<Agent | undefined>;
    list(filter: AgentFilter, page: PageRequest): Promise<Page<Agent>>;
    count(filter: AgentFilter): Promise<number>;
  };
  readonly attestation: Attestor;
  readonly agents: {
    renew(id: SpiffeId, csrDer: Uint8Array | undefined): Promise<AgentSvid>;
    postVersion(id: SpiffeId, version: string): Promise<void>;
    evict(id: SpiffeId): Promise<void>;
    ban(id: SpiffeId): Promise<void>;
  };
  readonly joinTokens: {
    issue(
      request: JoinTokenRequest,
    ): Promise<{ readonly token: string; readonly expiresAtMs: number }>;
  };
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'after'>;
}

/** `spire.api.server.agent.v1.Agent`. */
export function agentApi(options: AgentApiOptions): readonly ServedMethod[] {
  return [...operatorMethods(options), ...agentMethods(options)];
}

function operatorMethods(options: AgentApiOptions): readonly ServedMethod[] {
  const { store, agents, audit } = options;
  const agentIdOf = (id: SpiffeIdMessage | null) =>
    idFor('invalid agent ID', id, (parsed) => checkAgent(options.trustDomain, parsed));
  return [
    serveUnary(agentService.CountAgents, async ({ filter }) => ({
      count: await store.count(agentFilterOf(filter)),
    })),
    serveUnary(agentService.ListAgents, async (request) => {
      const filter = agentFilterOf(request.filter);
      const { items, nextToken } = await readAsked(request, (page) => store.list(filter, page));
      const found = items.map((agent) => agentMessage(agent, request.output_mask));
      return { agents: found, next_page_token: nextToken };
    }),
    serveUnary(agentService.GetAgent, async ({ id, output_mask: mask }) => {
      const agent = await store.find(agentIdOf(id));
      if (agent === undefined) throw new SpiffeError('NOT_FOUND', 'agent not found');
      return agentMessage(agent, mask);
    }),
    serveUnary(agentService.DeleteAgent, async ({ id }, call) => {
      const agentId = agentIdOf(id);
      audit.add(call, { spiffe_id: agentId });
      await agents.evict(agentId);
      return {};
    }),
    serveUnary(agentService.BanAgent, async ({ id }, call) => {
      const agentId = agentIdOf(id);
      audit.add(call, { spiffe_id: agentId });
      await agents.ban(agentId);
      return {};
    }),
    serveUnary(agentService.CreateJoinToken, async (request, call) => {
      const wanted = tokenRequestOf(request, options.trustDomain);
      audit.add(call, { ttl: wanted.ttlSeconds, spiffe_id: wanted.aliasId });
      const { token, expiresAtMs } = await options.joinTokens.issue(wanted);
      return { value: token, expires_at: Math.floor(expiresAtMs / 1000) };
    }),
  ];
}

function agentMethods({
  attestation,
  agents,
  audit,
  clock,
}: AgentApiOptions): readonly ServedMethod[] {
  return [
    serveStream(agentService.AttestAgent, (stream) =>
      attestAgent(stream, attestation, audit, clock),
    ),
    serveUnary(agentService.RenewAgent, async ({ params }, call) => {
      const svid = await agents.renew(callerIdOf(call), params?.csr);
      return { svid: x509SvidMessage(svid) };
    }),
    serveUnary(agentService.PostStatus, async ({ agent_version: version }, call) => {
      const id = callerIdOf(call);
      audit.add(call, { spiffe_id: id, agent_version: version });
      await agents.postVersion(id, version);
      return {};
    }),
  ];
}

function tokenRequestOf(
  request: spire.api.server.agent.v1.CreateJoinTokenRequest,
  trustDomain: TrustDomain,
): JoinTokenRequest {
  const { ttl, token, agent_id: agentId } = request;
  if (agentId === null) return { ttlSeconds: ttl, token };
  const aliasId = idFor('invalid agent ID', agentId, (id) => checkWorkload(trustDomain, id));
  return { ttlSeconds: ttl, token, aliasId };
}
