import { booleanFlag, listFlag, stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { matchFlag, parseMatch } from './matching.ts';

/** The filter flags of `entry show` and `entry count`. */
export function entryFilterFlags(verb: 'show' | 'count') {
  return {
    parentID: stringFlag(`The Parent ID of the records to ${verb}`),
    spiffeID: stringFlag(`The SPIFFE ID of the records to ${verb}`),
    hint: stringFlag(`The Hint of the records to ${verb} (optional)`),
    selector: listFlag('A colon-delimited type:value selector. Can be used more than once'),
    matchSelectorsOn: matchFlag('selectors'),
    federatesWith: listFlag(
      'SPIFFE ID of a trust domain an entry is federate with. Can be used more than once',
    ),
    matchFederatesWithOn: matchFlag('federates with'),
    downstream: booleanFlag(
      'A boolean value that, when set, indicates that the entry describes a downstream SPIRE server',
    ),
  };
}

type FilterValues = FlagValues<ReturnType<typeof entryFilterFlags>>;

/** Lists and counts take the same filter. Throws for malformed values. */
export function entryFilter(
  flags: FilterValues,
): Init<spire.api.server.entry.v1.ListEntriesRequest.Filter> {
  const selectors = { match: parseMatch(flags.matchSelectorsOn), selectors: selectorsOf(flags) };
  const domains = {
    match: parseMatch(flags.matchFederatesWithOn),
    trust_domains: flags.federatesWith,
  };
  return {
    by_parent_id: idOf(flags.parentID, 'parent ID'),
    by_spiffe_id: idOf(flags.spiffeID, 'SPIFFE ID'),
    by_hint: flags.hint === '' ? null : { value: flags.hint },
    by_selectors: flags.selector.length === 0 ? null : selectors,
    by_federates_with: flags.federatesWith.length === 0 ? null : domains,
    by_downstream: flags.downstream ? { value: true } : null,
  };
}

function selectorsOf(flags: FilterValues) {
  return naming('error parsing selectors', () => flags.selector.map(parseSelector));
}

function idOf(text: string, name: string) {
  if (text === '') return null;
  return naming(`error parsing ${name} ${JSON.stringify(text)}`, () => spiffeIdToMessage(text));
}

function naming<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof SpiffeError)) throw cause;
    throw new SpiffeError(cause.code, `${what}: ${cause.message}`, { cause });
  }
}
