import { selectorText } from '../../common/spiffe/selector.ts';
import type { AgentFilter, EntryFilter, MatchBehavior } from './datastore.ts';

/** A part of a WHERE clause; each `?` stands for one of the values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/**
 * How a database compares a stored set with wanted values: exact is the same set, subset a stored set
 * that is not empty and holds nothing else, superset one that holds all of them, any one with
 * something in common.
 */
export type SetMatcher = (match: MatchBehavior, wanted: readonly string[]) => Condition;

export function entryCondition(
  filter: EntryFilter,
  matchers: { readonly selectors: SetMatcher; readonly federatesWith: SetMatcher },
): Condition {
  const conditions: Condition[] = [];
  if (filter.spiffeId !== undefined) {
    conditions.push({ sql: 'spiffe_id = ?', values: [filter.spiffeId] });
  }
  if (filter.parentId !== undefined) {
    conditions.push({ sql: 'parent_id = ?', values: [filter.parentId] });
  }
  if (filter.hint !== undefined) conditions.push({ sql: 'hint = ?', values: [filter.hint] });
  if (filter.downstream !== undefined) {
    conditions.push({ sql: 'downstream = ?', values: [Number(filter.downstream)] });
  }
  if (filter.selectors !== undefined) {
    const { match, values } = filter.selectors;
    conditions.push(matchers.selectors(match, values.map(selectorText)));
  }
  if (filter.federatesWith !== undefined) {
    const { match, values } = filter.federatesWith;
    conditions.push(matchers.federatesWith(match, values));
  }
  return allOf(conditions);
}

export function agentCondition(filter: AgentFilter, matchSelectors: SetMatcher): Condition {
  const conditions: Condition[] = [];
  if (filter.attestationType !== undefined) {
    conditions.push({ sql: 'attestation_type = ?', values: [filter.attestationType] });
  }
  if (filter.banned !== undefined) {
    conditions.push({ sql: `(serial_number = '') = ?`, values: [Number(filter.banned)] });
  }
  if (filter.canReattest !== undefined) {
    conditions.push({ sql: 'can_reattest = ?', values: [Number(filter.canReattest)] });
  }
  if (filter.expiresBeforeMs !== undefined) {
    conditions.push({ sql: 'expires_at_ms < ?', values: [filter.expiresBeforeMs] });
  }
  if (filter.selectors !== undefined) {
    const { match, values } = filter.selectors;
    conditions.push(matchSelectors(match, values.map(selectorText)));
  }
  return allOf(conditions);
}

/** Joins conditions with AND; no condition is always true. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: 'TRUE', values: [] };
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}
