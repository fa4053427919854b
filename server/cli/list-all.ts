import type { RpcClient } from '../../common/cli/rpc-client.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { agentService } from '../../common/rpc/services/agent.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import type { AgentMessage } from './agent-text.ts';
import type { EntryMessage } from './entry-text.ts';

type EntryFilter = Init<spire.api.server.entry.v1.ListEntriesRequest.Filter>;
type AgentFilter = Init<spire.api.server.agent.v1.ListAgentsRequest.Filter>;

/** Every entry that the filter lets pass, page after page. */
export async function listAllEntries(
  client: RpcClient,
  filter: EntryFilter,
): Promise<EntryMessage[]> {
  const entries: EntryMessage[] = [];
  let token = '';
  do {
    const request = { filter, page_size: entryPage, page_token: token };
    const page = await client.call(entryService.ListEntries, request, 'error fetching entries');
    entries.push(...page.entries);
    token = page.next_page_token;
  } while (token !== '');
  return entries;
}

/** Every agent that the filter lets pass, page after page. */
export async function listAllAgents(
  client: RpcClient,
  filter: AgentFilter,
): Promise<AgentMessage[]> {
  const agents: AgentMessage[] = [];
  let token = '';
  do {
    const request = { filter, page_size: agentPage, page_token: token };
    const page = await client.call(agentService.ListAgents, request);
    agents.push(...page.agents);
    token = page.next_page_token;
  } while (token !== '');
  return agents;
}

/** Both well under the 4 MiB that a message may have. */
const entryPage = 500;
const agentPage = 1000;
