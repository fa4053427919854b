import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';

/** What one agent may serve, at one moment; never changed, so that what is made of it may be kept. */
export interface AuthorizedSet {
  readonly entries: readonly RegistrationEntry[];
  get(id: string): RegistrationEntry | undefined;
}

/** The agents and node aliases that something hangs below. */
export interface EntryRoots {
  readonly parents: ReadonlySet<SpiffeId>;
  readonly aliases: readonly RegistrationEntry[];
}

/** The way down from an agent and the way up from what changed; the entry index has both. */
interface EntryTree {
  walk(agentId: SpiffeId, nodeSelectors: readonly Selector[]): Walked;
  rootsAbove(below: Iterable<SpiffeId>): EntryRoots;
}

export interface Walked {
  readonly entries: readonly RegistrationEntry[];
  /** The node aliases that the walk began at. */
  readonly aliases: readonly RegistrationEntry[];
}

interface Known {
  readonly nodeSelectors: readonly Selector[];
  readonly aliases: readonly RegistrationEntry[];
  readonly set: AuthorizedSet;
}

/**
 * Remembers what each agent may serve until something changes above or below it: agents ask every few
 * seconds, and mostly nothing has. A change is noted when it happens, and looked at when somebody asks,
 * so that a batch of changes is one walk up.
 */
export class AuthorizedEntries {
  readonly #tree: EntryTree;
  readonly #known = new Map<SpiffeId, Known>();
  readonly #byAlias = new Map<string, Set<SpiffeId>>();
  readonly #changedParents = new Set<SpiffeId>();

  constructor(tree: EntryTree) {
    this.#tree = tree;
  }

  of(agentId: SpiffeId, nodeSelectors: readonly Selector[]): AuthorizedSet {
    if (this.#changedParents.size > 0) this.#forgetChanged();
    const known = this.#known.get(agentId);
    // An agent that is read anew has other selectors, even if they say the same.
    if (known?.nodeSelectors === nodeSelectors) return known.set;
    this.#forget(agentId);
    const { entries, aliases } = this.#tree.walk(agentId, nodeSelectors);
    const set = new ListedSet(entries);
    if (this.#known.size >= mostAgents) this.forgetAll();
    this.#known.set(agentId, { nodeSelectors, aliases, set });
    for (const { id } of aliases) {
      const agents = this.#byAlias.get(id) ?? new Set();
      this.#byAlias.set(id, agents.add(agentId));
    }
    return set;
  }

  /** An entry below this parent comes, goes or changes. */
  changedBelow(parentId: SpiffeId): void {
    if (this.#known.size > 0) this.#changedParents.add(parentId);
  }

  /** A node alias comes, goes or changes: whom it concerns is for the next walk down to find. */
  forgetAll(): void {
    this.#known.clear();
    this.#byAlias.clear();
    this.#changedParents.clear();
  }

  /**
   * Looks up from where something changed. A link of the tree that is gone has left its own parent
   * among the changed ones, so whoever stood above it is found by what is left.
   */
  #forgetChanged(): void {
    const { parents, aliases } = this.#tree.rootsAbove(this.#changedParents);
    this.#changedParents.clear();
    for (const parent of parents) this.#forget(parent);
    for (const { id } of aliases) {
      for (const agentId of this.#byAlias.get(id) ?? []) this.#forget(agentId);
    }
  }

  #forget(agentId: SpiffeId): void {
    const known = this.#known.get(agentId);
    if (known === undefined) return;
    this.#known.delete(agentId);
    for (const { id } of known.aliases) {
      const agents = this.#byAlias.get(id);
      if (agents?.delete(agentId) === true && agents.size === 0) this.#byAlias.delete(id);
    }
  }
}

/** Found by ID only when somebody asks, and by a map only when there are many. */
class ListedSet implements AuthorizedSet {
  readonly entries: readonly RegistrationEntry[];
  #byId: ReadonlyMap<string, RegistrationEntry> | undefined;

  constructor(entries: readonly RegistrationEntry[]) {
    this.entries = entries;
  }

  get(id: string): RegistrationEntry | undefined {
    if (this.entries.length <= fewEntries) return this.entries.find((entry) => entry.id === id);
    this.#byId ??= new Map(this.entries.map((entry) => [entry.id, entry]));
    return this.#byId.get(id);
  }
}

const fewEntries = 32;
/** Far above what one server has; agents that were pruned are not worth their own bookkeeping. */
const mostAgents = 100_000;
