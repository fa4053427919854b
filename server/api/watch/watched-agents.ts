import { selectorText, type Selector } from '../../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { Watch } from './watch.ts';

interface WatchedAgent {
  readonly watch: Watch;
  /** Of the node, as texts. */
  selectors: ReadonlySet<string>;
}

/** The agents that watch, by ID and by what node aliases ask of them. */
export class WatchedAgents {
  readonly #byId = new Map<SpiffeId, WatchedAgent>();
  readonly #bySelector = new Map<string, Set<WatchedAgent>>();

  get size(): number {
    return this.#byId.size;
  }

  ids(): IterableIterator<SpiffeId> {
    return this.#byId.keys();
  }

  *all(): Generator<Watch> {
    for (const { watch } of this.#byId.values()) yield watch;
  }

  get(id: SpiffeId): Watch | undefined {
    return this.#byId.get(id)?.watch;
  }

  /** Returns the watch whose place it took. */
  set(watch: Watch, selectors: readonly Selector[]): Watch | undefined {
    const before = this.#byId.get(watch.agentId);
    if (before !== undefined) this.delete(before.watch);
    const agent = { watch, selectors: textsOf(selectors) };
    this.#byId.set(watch.agentId, agent);
    this.#list(agent);
    return before?.watch;
  }

  /** Does nothing when another watch took its place. */
  delete(watch: Watch): void {
    const agent = this.#byId.get(watch.agentId);
    if (agent?.watch !== watch) return;
    this.#byId.delete(watch.agentId);
    this.#unlist(agent);
  }

  /** True when the selectors are not those known before. */
  setSelectors(id: SpiffeId, selectors: readonly Selector[]): boolean {
    const agent = this.#byId.get(id);
    const texts = textsOf(selectors);
    if (agent === undefined || isSame(texts, agent.selectors)) return false;
    this.#unlist(agent);
    agent.selectors = texts;
    this.#list(agent);
    return true;
  }

  /** Those that have every selector of a node alias. Costs as much as the rarest selector has agents. */
  *matching(aliasSelectors: readonly Selector[]): Generator<Watch> {
    const texts = aliasSelectors.map(selectorText);
    const sets = texts.map((text) => this.#bySelector.get(text) ?? new Set<WatchedAgent>());
    const [rarest] = sets.sort((a, b) => a.size - b.size);
    for (const agent of rarest ?? []) {
      if (texts.every((text) => agent.selectors.has(text))) yield agent.watch;
    }
  }

  #list(agent: WatchedAgent): void {
    for (const text of agent.selectors) {
      const agents = this.#bySelector.get(text) ?? new Set();
      agents.add(agent);
      this.#bySelector.set(text, agents);
    }
  }

  #unlist(agent: WatchedAgent): void {
    for (const text of agent.selectors) {
      const agents = this.#bySelector.get(text);
      if (agents?.delete(agent) === true && agents.size === 0) this.#bySelector.delete(text);
    }
  }
}

function textsOf(selectors: readonly Selector[]): ReadonlySet<string> {
  return new Set(selectors.map(selectorText));
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b);
}
