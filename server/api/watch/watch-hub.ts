import type { Clock } from '../../../common/clock/clock.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { EntryRoots } from '../../registration/authorized-entries.ts';
import type { MirrorObserver } from '../../registration/mirrors.ts';
import { FanOut, merge } from './fan-out.ts';
import { Watch, type Notice } from './watch.ts';
import { WatchedAgents } from './watched-agents.ts';

interface WatchHubOptions {
  readonly trustDomain: TrustDomain;
  readonly entries: {
    get(id: string): RegistrationEntry | undefined;
    isAlias(entry: RegistrationEntry): boolean;
    rootsAbove(below: Iterable<SpiffeId>): EntryRoots;
    federatingWith(trustDomain: TrustDomain): Iterable<RegistrationEntry>;
  };
  readonly agents: {
    get(
      id: SpiffeId,
    ): { readonly serialNumber: string; readonly selectors: readonly Selector[] } | undefined;
  };
  readonly clock: Clock;
  /** True for an agent whose enrolment is of a version that is not in force. */
  readonly mustReattest?: (id: SpiffeId) => boolean;
}

/** What changed since agents were told last. */
interface Changes {
  /** Parents of entries, as they were and as they are. */
  readonly parents: Set<SpiffeId>;
  readonly aliases: RegistrationEntry[];
  readonly trustDomains: Set<TrustDomain>;
  everything: boolean;
}

/** Changes that follow each other this closely are told together. */
const coalesceMs = 25;
const entriesChanged: Notice = { entries: true, bundles: false };
const bundlesChanged: Notice = { entries: false, bundles: true };
const allChanged: Notice = { entries: true, bundles: true };

/**
 * Knows which agents watch, and tells those that a change concerns. It observes the mirrors in memory,
 * so it hears of changes of other servers on the same database too, and finds the agents by walking
 * up from what changed: the cost is that of the agents concerned, whatever number watches.
 */
export class WatchHub {
  readonly #options: WatchHubOptions;
  readonly #watched = new WatchedAgents();
  readonly #fanOut: FanOut;
  #changes: Changes | undefined;

  constructor(options: WatchHubOptions) {
    this.#options = options;
    this.#fanOut = new FanOut(options.clock);
  }

  /** How many agents watch. */
  get size(): number {
    return this.#watched.size;
  }

  /** Opens the one watch of an agent; an older one is ended. Whoever opens it closes it. */
  open(agentId: SpiffeId): Watch {
    const watch = new Watch(agentId);
    const selectors = this.#options.agents.get(agentId)?.selectors ?? [];
    const before = this.#watched.set(watch, selectors);
    if (before !== undefined) {
      this.#fanOut.forget(before);
      before.end(
        new SpiffeError('RESOURCE_EXHAUSTED', 'a newer watch of this agent took its place'),
      );
    }
    return watch;
  }

  close(watch: Watch): void {
    this.#watched.delete(watch);
    this.#fanOut.forget(watch);
  }

  /** An entry counts as it was and as it is: who lost it must hear of it too. */
  readonly entryObserver: MirrorObserver = {
    reading: (ids) => this.#noteEntries(ids),
    read: (ids) => {
      if (ids === undefined) this.#note((changes) => (changes.everything = true));
      else this.#noteEntries(ids);
    },
  };

  readonly bundleObserver: MirrorObserver = {
    read: (names) =>
      this.#note((changes) => {
        if (names === undefined) changes.everything = true;
        for (const name of names ?? []) changes.trustDomains.add(name as TrustDomain);
      }),
  };

  readonly agentObserver: MirrorObserver = {
    read: (ids) => {
      for (const id of ids ?? [...this.#watched.ids()]) this.#agentChanged(id as SpiffeId);
    },
  };

  /** Another version of a profile came into force: the agents of the old one attest again at once. */
  readonly profileObserver: MirrorObserver = {
    read: () => {
      for (const id of [...this.#watched.ids()]) this.#agentChanged(id);
    },
  };

  #noteEntries(ids: readonly string[]): void {
    const { entries } = this.#options;
    this.#note((changes) => {
      for (const entry of ids.flatMap((id) => entries.get(id) ?? [])) {
        if (entries.isAlias(entry)) changes.aliases.push(entry);
        else changes.parents.add(entry.parentId);
      }
    });
  }

  /** Nothing is kept for nobody: an agent that comes later asks for everything anyway. */
  #note(add: (changes: Changes) => void): void {
    if (this.#watched.size === 0) return;
    if (this.#changes === undefined) {
      this.#options.clock.after(coalesceMs, () => this.#flush());
      this.#changes = {
        parents: new Set(),
        aliases: [],
        trustDomains: new Set(),
        everything: false,
      };
    }
    add(this.#changes);
  }

  #flush(): void {
    const changes = this.#changes;
    this.#changes = undefined;
    if (changes !== undefined) this.#fanOut.tell(this.#concerned(changes));
  }

  #concerned(changes: Changes): Map<Watch, Notice> {
    const notices = new Map<Watch, Notice>();
    const add = (notice: Notice) => (watches: Iterable<Watch>) => {
      for (const watch of watches) notices.set(watch, merge(notices.get(watch), notice));
    };
    if (changes.everything) {
      add(allChanged)(this.#watched.all());
      return notices;
    }
    this.#below(changes.parents, changes.aliases, add(entriesChanged));
    for (const name of changes.trustDomains) {
      if (name === this.#options.trustDomain) add(bundlesChanged)(this.#watched.all());
      else this.#below(this.#parentsFederatingWith(name), [], add(bundlesChanged));
    }
    return notices;
  }

  /**
   * Walks up in the index of now. A way that is gone is not missed: its highest part that changed was
   * noted itself, and what is above that stands as it stood.
   */
  #below(
    parents: Iterable<SpiffeId>,
    aliases: readonly RegistrationEntry[],
    add: (watches: Iterable<Watch>) => void,
  ): void {
    const roots = this.#options.entries.rootsAbove(parents);
    for (const parent of roots.parents) {
      const watch = this.#watched.get(parent);
      if (watch !== undefined) add([watch]);
    }
    for (const { selectors } of [...aliases, ...roots.aliases]) {
      add(this.#watched.matching(selectors));
    }
  }

  #parentsFederatingWith(name: TrustDomain): Set<SpiffeId> {
    const parents = new Set<SpiffeId>();
    for (const { parentId } of this.#options.entries.federatingWith(name)) parents.add(parentId);
    return parents;
  }

  #agentChanged(id: SpiffeId): void {
    const watch = this.#watched.get(id);
    if (watch === undefined) return;
    const agent = this.#options.agents.get(id);
    if (agent === undefined) watch.end(refusal('AGENT_NOT_ATTESTED', id, 'is not attested'));
    else if (agent.serialNumber === '') watch.end(refusal('AGENT_BANNED', id, 'is banned'));
    else if (this.#options.mustReattest?.(id) === true) {
      watch.end(refusal('AGENT_MUST_REATTEST', id, 'must attest again'));
    } else if (this.#watched.setSelectors(id, agent.selectors)) watch.tell(entriesChanged);
  }
}

/** The words of the authorizer, which the agent meets at its next call anyway. */
function refusal(
  code: 'AGENT_NOT_ATTESTED' | 'AGENT_BANNED' | 'AGENT_MUST_REATTEST',
  id: SpiffeId,
  why: string,
): SpiffeError {
  return new SpiffeError(code, `agent ${JSON.stringify(id)} ${why}`);
}
