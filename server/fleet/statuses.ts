import type { Clock } from '../../common/clock/clock.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Agent, AgentFilter, Page, PageRequest } from '../datastore/datastore.ts';
import type { StoredReport } from '../datastore/token-store.ts';
import {
  readEvidence,
  readHeartbeat,
  type AgentEvent,
  type Evidence,
  type Heartbeat,
} from './reports.ts';

/** An agent and what it reported last. */
export interface AgentStatus {
  readonly agent: Agent;
  /** 0 when it never reported. */
  readonly lastHeartbeatAtMs: number;
  /** It missed three heartbeats, or never sent one. */
  readonly silent: boolean;
  readonly heartbeat: Heartbeat | undefined;
  readonly evidence: Evidence;
  readonly evidenceAtMs: number;
  readonly events: readonly AgentEvent[];
  readonly eventCount: number;
}

interface AgentStatusesOptions {
  readonly agents: { list(filter: AgentFilter, page: PageRequest): Promise<Page<Agent>> };
  readonly fleet: {
    findReports(agentIds: readonly SpiffeId[]): Promise<readonly StoredReport[]>;
  };
  readonly heartbeatIntervalMs: number;
  readonly clock: Clock;
}

/** Reads how the agents are. */
export class AgentStatuses {
  readonly #options: AgentStatusesOptions;

  constructor(options: AgentStatusesOptions) {
    this.#options = options;
  }

  /** Two queries for a page. */
  async list(page: PageRequest): Promise<Page<AgentStatus>> {
    const { agents, clock, fleet, heartbeatIntervalMs } = this.#options;
    const { items, nextToken } = await agents.list({}, page);
    const reports = await fleet.findReports(items.map(({ spiffeId }) => spiffeId));
    const byAgent = new Map(reports.map((report) => [report.agentId, report]));
    const silentBeforeMs = clock.now() - 3 * heartbeatIntervalMs;
    const statuses = items.map((agent) =>
      statusOf(agent, byAgent.get(agent.spiffeId), silentBeforeMs),
    );
    return { items: statuses, nextToken };
  }
}

function statusOf(
  agent: Agent,
  report: StoredReport | undefined,
  silentBeforeMs: number,
): AgentStatus {
  const lastHeartbeatAtMs = report?.heartbeatAtMs ?? 0;
  return {
    agent,
    lastHeartbeatAtMs,
    silent: lastHeartbeatAtMs < silentBeforeMs,
    heartbeat: readHeartbeat(report?.heartbeat ?? ''),
    evidence: readEvidence(report?.evidence ?? ''),
    evidenceAtMs: report?.evidenceAtMs ?? 0,
    events: (report?.events ?? []).map((text) => JSON.parse(text) as AgentEvent),
    eventCount: report?.eventCount ?? 0,
  };
}
