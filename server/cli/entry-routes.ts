import { spiffeIdText } from '../../common/cli/spiffe-id-message.ts';
import { selectorText, type Selector } from '../../common/spiffe/selector.ts';
import type { AgentMessage } from './agent-text.ts';
import type { EntryMessage } from './entry-text.ts';

/** How an entry comes to an agent, or why it does not. */
interface EntryRoutes {
  /** Agents that may serve it, each with the entries between, nearest first. */
  readonly agents: readonly { readonly agent: AgentMessage; readonly via: readonly string[] }[];
  /** Where the way up ends without an agent, in words. */
  readonly deadEnds: readonly string[];
}

export interface Ground {
  readonly serverId: string;
  readonly entries: readonly EntryMessage[];
  readonly agents: readonly AgentMessage[];
}

/**
 * Walks from an entry up to agents: its parent is an agent, or a node alias that matches agents, or
 * the SPIFFE ID of another entry from which the walk goes on.
 */
export function routesOf(entry: EntryMessage, ground: Ground): EntryRoutes {
  const walk = new Walk(ground);
  walk.up(entry, []);
  return { agents: [...walk.agents.values()], deadEnds: [...walk.deadEnds] };
}

class Walk {
  readonly agents = new Map<string, { agent: AgentMessage; via: readonly string[] }>();
  readonly deadEnds = new Set<string>();
  readonly #ground: Ground;
  readonly #agentsById: ReadonlyMap<string, AgentMessage>;
  readonly #visited = new Set<string>();

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#agentsById = new Map(ground.agents.map((agent) => [spiffeIdText(agent.id), agent]));
  }

  up(entry: EntryMessage, via: readonly string[]): void {
    const parent = spiffeIdText(entry.parent_id);
    // An entry may be its own ancestor.
    if (this.#visited.has(parent)) return;
    this.#visited.add(parent);
    const agent = this.#agentsById.get(parent);
    if (agent !== undefined) this.#reach(agent, via);
    const above = this.#ground.entries.filter(
      (other) => spiffeIdText(other.spiffe_id) === parent && other.id !== entry.id,
    );
    for (const other of above) {
      if (spiffeIdText(other.parent_id) === this.#ground.serverId) this.#alias(other, via);
      else this.up(other, [...via, other.id]);
    }
    if (agent === undefined && above.length === 0) this.deadEnds.add(noSuchParent(parent));
  }

  #alias(alias: EntryMessage, via: readonly string[]): void {
    const matching = this.#ground.agents.filter(
      (agent) => missingSelectors(alias.selectors, agent.selectors).length === 0,
    );
    for (const agent of matching) this.#reach(agent, [...via, alias.id]);
    if (matching.length === 0) {
      const selectors = alias.selectors.map(selectorText).join(' ');
      this.deadEnds.add(
        `no attested agent has all selectors of node alias ${alias.id}: ${selectors}`,
      );
    }
  }

  #reach(agent: AgentMessage, via: readonly string[]): void {
    const id = spiffeIdText(agent.id);
    if (!this.agents.has(id)) this.agents.set(id, { agent, via });
  }
}

/** Those of `wanted` that are not among `held`, as text. */
export function missingSelectors(
  wanted: readonly Selector[],
  held: readonly Selector[],
): readonly string[] {
  const texts = new Set(held.map(selectorText));
  return wanted.map(selectorText).filter((text) => !texts.has(text));
}

function noSuchParent(parent: string): string {
  return `parent ID ${parent} is neither an attested agent nor the SPIFFE ID of an entry`;
}
