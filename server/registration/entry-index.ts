import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { selectorText, type Selector } from '../../common/spiffe/selector.ts';
import { serverIdOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import {
  AuthorizedEntries,
  type AuthorizedSet,
  type EntryRoots,
  type Walked,
} from './authorized-entries.ts';
import { EntryGroups } from './entry-groups.ts';

type Entries = Map<string, RegistrationEntry>;

/**
 * All registration entries in memory, arranged for the one question that agents ask all the time:
 * which entries are mine? A change costs what it touches; an answer costs what it returns.
 */
export class EntryIndex {
  readonly #serverId: SpiffeId;
  readonly #byId: Entries = new Map();
  readonly #byParent = new Map<SpiffeId, Entries>();
  readonly #privileged = new Map<SpiffeId, Entries>();
  /** Node aliases by their first selector: whoever has all of them has that one. */
  readonly #aliases = new Map<string, Entries>();
  readonly #bySpiffeId = new EntryGroups<SpiffeId>();
  readonly #byFederation = new EntryGroups<TrustDomain>();
  readonly #authorized = new AuthorizedEntries(this);

  constructor(trustDomain: TrustDomain) {
    this.#serverId = serverIdOf(trustDomain);
  }

  get size(): number {
    return this.#byId.size;
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys();
  }

  values(): IterableIterator<RegistrationEntry> {
    return this.#byId.values();
  }

  get(id: string): RegistrationEntry | undefined {
    return this.#byId.get(id);
  }

  set(entry: RegistrationEntry): void {
    this.delete(entry.id);
    this.#byId.set(entry.id, entry);
    if (this.isAlias(entry)) put(this.#aliases, firstSelector(entry), entry);
    else put(this.#byParent, entry.parentId, entry);
    this.#noteChange(entry);
    this.#bySpiffeId.add(entry.spiffeId, entry);
    for (const name of entry.federatesWith) this.#byFederation.add(name, entry);
    if (entry.admin || entry.downstream) put(this.#privileged, entry.spiffeId, entry);
  }

  delete(id: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    this.#noteChange(entry);
    drop(this.#aliases, firstSelector(entry), id);
    drop(this.#byParent, entry.parentId, id);
    drop(this.#privileged, entry.spiffeId, id);
    this.#bySpiffeId.delete(entry.spiffeId, id);
    for (const name of entry.federatesWith) this.#byFederation.delete(name, id);
  }

  /**
   * The entries an agent may serve: those whose parent is the agent, or an alias that the agent's
   * selectors match, and what hangs below them. Aliases themselves are not among them. The same set is
   * returned for the same selectors until something in it changes.
   */
  authorizedFor(agentId: SpiffeId, nodeSelectors: readonly Selector[]): AuthorizedSet {
    return this.#authorized.of(agentId, nodeSelectors);
  }

  /** Finds the entries an agent may serve. */
  walk(agentId: SpiffeId, nodeSelectors: readonly Selector[]): Walked {
    const entries: RegistrationEntry[] = [];
    const visited = new Set<SpiffeId>();
    const aliases = this.#aliasesOf(nodeSelectors);
    const parents = [agentId, ...aliases.map((alias) => alias.spiffeId)];
    for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
      // An entry that is its own ancestor must not be walked twice.
      if (visited.has(parent)) continue;
      visited.add(parent);
      for (const entry of this.#byParent.get(parent)?.values() ?? []) {
        entries.push(entry);
        parents.push(entry.spiffeId);
      }
    }
    return { entries, aliases };
  }

  /**
   * The way up, as `walk` is the way down: whose entries change when something below these
   * parents does. `parents` are these and all above them, agents among them; `aliases` are those that
   * the way up ends at.
   */
  rootsAbove(below: Iterable<SpiffeId>): EntryRoots {
    const parents = new Set(below);
    const aliases: RegistrationEntry[] = [];
    // What is added while it is walked is walked too, and nothing twice.
    for (const parent of parents) {
      for (const entry of this.#bySpiffeId.of(parent)) {
        if (this.isAlias(entry)) aliases.push(entry);
        else parents.add(entry.parentId);
      }
    }
    return { parents, aliases };
  }

  /** True for a node alias: no agent serves it, but agents that match it serve what is below it. */
  isAlias(entry: RegistrationEntry): boolean {
    return entry.parentId === this.#serverId;
  }

  /** The entries that federate with a trust domain. */
  federatingWith(trustDomain: TrustDomain): Iterable<RegistrationEntry> {
    return this.#byFederation.of(trustDomain);
  }

  /** True when an entry gives this SPIFFE ID the right to administer. */
  isAdmin(spiffeId: SpiffeId): boolean {
    return this.#hasPrivileged(spiffeId, (entry) => entry.admin);
  }

  /** True when an entry lets this SPIFFE ID ask for an intermediate CA. */
  isDownstream(spiffeId: SpiffeId): boolean {
    return this.#hasPrivileged(spiffeId, (entry) => entry.downstream);
  }

  #hasPrivileged(spiffeId: SpiffeId, test: (entry: RegistrationEntry) => boolean): boolean {
    return this.#privileged.get(spiffeId)?.values().some(test) ?? false;
  }

  #noteChange(entry: RegistrationEntry): void {
    if (this.isAlias(entry)) this.#authorized.forgetAll();
    else this.#authorized.changedBelow(entry.parentId);
  }

  #aliasesOf(nodeSelectors: readonly Selector[]): RegistrationEntry[] {
    const texts = new Set(nodeSelectors.map(selectorText));
    return [...texts]
      .flatMap((text) => [...(this.#aliases.get(text)?.values() ?? [])])
      .filter((alias) => alias.selectors.every((selector) => texts.has(selectorText(selector))));
  }
}

function firstSelector(entry: RegistrationEntry): string {
  const [first] = entry.selectors;
  return first === undefined ? '' : selectorText(first);
}

function put<Key>(index: Map<Key, Entries>, key: Key, entry: RegistrationEntry): void {
  const entries = index.get(key) ?? new Map<string, RegistrationEntry>();
  entries.set(entry.id, entry);
  index.set(key, entries);
}

function drop<Key>(index: Map<Key, Entries>, key: Key, id: string): void {
  const entries = index.get(key);
  if (entries?.delete(id) === true && entries.size === 0) index.delete(key);
}
