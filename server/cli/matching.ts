import { stringFlag } from '../../common/cli/flags.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { spire } from '../../proto/gen/spire-api.js';

const { MatchBehavior } = spire.api.types.SelectorMatch;

/** How a list in a filter is compared; the two enums of the API have the same numbers. */
export function parseMatch(text: string): number {
  const behavior = behaviors.get(text);
  if (behavior !== undefined) return behavior;
  throw new SpiffeError('INVALID_ARGUMENT', `match behavior ${JSON.stringify(text)} unknown`);
}

/** `-matchSelectorsOn` and `-matchFederatesWithOn`. */
export function matchFlag(what: string) {
  return stringFlag(
    `The match mode used when filtering by ${what}. Options: exact, any, superset and subset`,
    'superset',
  );
}

const behaviors: ReadonlyMap<string, number> = new Map([
  ['exact', MatchBehavior.MATCH_EXACT],
  ['any', MatchBehavior.MATCH_ANY],
  ['superset', MatchBehavior.MATCH_SUPERSET],
  ['subset', MatchBehavior.MATCH_SUBSET],
]);
