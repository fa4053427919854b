import { systemClock } from '../../common/clock/clock.ts';
import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { booleanFlag, stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { countText, labelledLines } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { fleetService, type AgentStatusMessage } from '../../common/rpc/services/fleet.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { momentText } from './moment-text.ts';

/** Ours: how the agents are, by what they reported last. */
export const agentStatus = defineCommand({
  path: ['agent', 'status'],
  summary: 'Prints how the agents are: version, last heartbeat, Envoys, NACKs, earliest expiry',
  flags: {
    ...adminFlags,
    spiffeID: stringFlag('Only the agent with this SPIFFE ID'),
    silent: booleanFlag('Only agents that missed three heartbeats or never sent one'),
  },
  run: async (flags, io) => {
    const { silent: onlySilent, spiffeID: wanted } = flags;
    if (wanted !== '') spiffeIdToMessage(wanted);
    const all = await withServer(flags, io, listAllStatuses);
    const named = all.filter(({ spiffe_id: id }) => wanted === '' || id === wanted);
    if (wanted !== '' && named.length === 0) {
      throw new SpiffeError('NOT_FOUND', `agent ${JSON.stringify(wanted)} not found`);
    }
    const agents = named.filter(({ silent }) => !onlySilent || silent);
    const nowMs = (io.clock ?? systemClock).now();
    printMessage(io, flags.output, { agents, next_page_token: '' }, () => {
      const title = `Found ${countText(agents.length, 'agent', 'agents')}\n`;
      return title + agents.map((agent) => `\n${statusText(agent, nowMs)}`).join('');
    });
    return exitCodes.ok;
  },
});

async function listAllStatuses(client: RpcClient): Promise<AgentStatusMessage[]> {
  const agents: AgentStatusMessage[] = [];
  let token = '';
  do {
    const request = { page_size: statusPage, page_token: token };
    const page = await client.call(fleetService.ListAgentStatuses, request);
    agents.push(...page.agents);
    token = page.next_page_token;
  } while (token !== '');
  return agents;
}

function statusText(agent: AgentStatusMessage, nowMs: number): string {
  const moment = (ms: number) => momentText(ms, nowMs);
  const { last_heartbeat_at_ms: beatMs } = agent;
  const heard = beatMs === 0 ? '(never)' : `${moment(beatMs)}${agent.silent ? ', silent' : ''}`;
  const heardRows = [
    ['Envoys', agent.envoys],
    ['Refused by Envoys', agent.nacks],
    ['Identities in use', agent.identities],
    ['Earliest expiry', moment(agent.earliest_expiry_at_ms)],
  ] as const;
  const profile = `${agent.profile} version ${agent.profile_version}`;
  return labelledLines(20, [
    ['SPIFFE ID', agent.spiffe_id],
    ['Attestation type', agent.attestation_type],
    ['Banned', agent.banned ? 'true' : undefined],
    ['Version', agent.version || '(unknown)'],
    ['X509-SVID expires', moment(agent.expires_at_ms)],
    ['Last heartbeat', heard],
    ...(beatMs === 0 ? [] : heardRows),
    ['Enrolled by', agent.profile === '' ? undefined : profile],
    ...agent.selectors.map((selector) => ['Attested', selector] as const),
    ...Object.entries(agent.evidence).map(
      ([name, value]) => ['Reported', `${name}: ${value}`] as const,
    ),
    ...agent.events
      .slice(-shownEvents)
      .map(({ at_ms: at, kind, text }) => ['Event', `${moment(at)} ${kind}: ${text}`] as const),
  ]);
}

/** An agent with all its events has less than 30 kB; a message may have 4 MiB. */
const statusPage = 100;
const shownEvents = 5;
