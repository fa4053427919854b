import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import { selectorText, type Selector } from '../../../common/spiffe/selector.ts';
import type { Agent, AgentFilter, EntryFilter, MatchBehavior, SetFilter } from '../datastore.ts';

/** Whether an entry is among those that the stores find by a filter. */
export function entryMatcher(filter: EntryFilter): (entry: RegistrationEntry) => boolean {
  const { spiffeId, parentId, hint, downstream } = filter;
  const selectors = selectorMatcher(filter.selectors);
  const federatesWith = setMatcher(filter.federatesWith);
  return (entry) =>
    isWanted(spiffeId, entry.spiffeId) &&
    isWanted(parentId, entry.parentId) &&
    isWanted(hint, entry.hint) &&
    isWanted(downstream, entry.downstream) &&
    selectors(entry.selectors) &&
    federatesWith(entry.federatesWith);
}

/** Whether an agent is among those that the stores find by a filter. */
export function agentMatcher(filter: AgentFilter): (agent: Agent) => boolean {
  const { attestationType, banned, canReattest, expiresBeforeMs = Infinity } = filter;
  const selectors = selectorMatcher(filter.selectors);
  return (agent) =>
    isWanted(attestationType, agent.attestationType) &&
    isWanted(banned, agent.serialNumber === '') &&
    isWanted(canReattest, agent.canReattest) &&
    agent.expiresAtMs < expiresBeforeMs &&
    selectors(agent.selectors);
}

function isWanted<T>(wanted: T | undefined, stored: T): boolean {
  return wanted === undefined || wanted === stored;
}

function selectorMatcher(
  filter: SetFilter<Selector> | undefined,
): (stored: readonly Selector[]) => boolean {
  if (filter === undefined) return () => true;
  const matches = setMatcher({ match: filter.match, values: filter.values.map(selectorText) });
  return (stored) => matches(stored.map(selectorText));
}

function setMatcher<T extends string>(
  filter: SetFilter<T> | undefined,
): (stored: readonly T[]) => boolean {
  if (filter === undefined) return () => true;
  const wanted = new Set(filter.values);
  return (stored) => matchers[filter.match](new Set(stored), wanted);
}

/** As `conditions.ts` says: a subset is never empty, a superset of nothing is everything. */
const matchers: Record<
  MatchBehavior,
  (stored: ReadonlySet<string>, wanted: ReadonlySet<string>) => boolean
> = {
  exact: (stored, wanted) => stored.size === wanted.size && stored.isSubsetOf(wanted),
  any: (stored, wanted) => !stored.isDisjointFrom(wanted),
  subset: (stored, wanted) => stored.size > 0 && stored.isSubsetOf(wanted),
  superset: (stored, wanted) => wanted.isSubsetOf(stored),
};
