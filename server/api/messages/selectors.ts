import type { spire } from '../../../proto/gen/spire-api.js';
import type { MatchBehavior, SetFilter } from '../../datastore/datastore.ts';
import { checkSelector, type Selector } from '../../../common/spiffe/selector.ts';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';

type SelectorMessage = spire.api.types.Selector;

/** Throws SELECTOR_INVALID for the first one that breaks a rule. */
export function selectorsOf(messages: readonly SelectorMessage[]): Selector[] {
  return messages.map(({ type, value }) => checkSelector({ type, value }));
}

/** A filter by a set; throws INVALID_ARGUMENT for a match that is not in the protocol. */
export function setFilterOf<T>(match: number, values: readonly T[]): SetFilter<T> {
  const behavior = behaviors[match];
  if (behavior === undefined) {
    throw new SpiffeError('INVALID_ARGUMENT', `match behavior ${match} is unknown`);
  }
  return { match: behavior, values };
}

/** Numbered alike for selectors and for trust domains. */
const behaviors: readonly MatchBehavior[] = ['exact', 'subset', 'superset', 'any'];
