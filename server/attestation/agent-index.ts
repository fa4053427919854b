import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Agent, AgentFilter, Page, PageRequest } from '../datastore/datastore.ts';
import type { Mirror } from '../registration/change-follower.ts';
import { eachPage } from '../registration/mirrors.ts';

/** All agents in memory, so that a call of an agent costs no query. */
export type AgentIndex = Map<SpiffeId, Agent>;

interface AgentReader {
  list(filter: AgentFilter, page: PageRequest): Promise<Page<Agent>>;
  findAll(ids: readonly SpiffeId[]): Promise<readonly Agent[]>;
}

/** Keeps the agent index equal to the stored agents. */
export function agentMirror(index: AgentIndex, store: AgentReader): Mirror {
  return {
    async reload() {
      const gone = new Set(index.keys());
      const read = (token: string) => store.list({}, { size: pageSize, token });
      await eachPage(read, (agent) => {
        gone.delete(agent.spiffeId);
        index.set(agent.spiffeId, agent);
      });
      for (const id of gone) index.delete(id);
    },
    async refresh(keys) {
      const ids = keys as readonly SpiffeId[];
      const found = await store.findAll(ids);
      for (const id of ids) index.delete(id);
      for (const agent of found) index.set(agent.spiffeId, agent);
    },
  };
}

const pageSize = 500;
