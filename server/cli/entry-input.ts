import {
  booleanFlag,
  intFlag,
  listFlag,
  stringFlag,
  type FlagValues,
} from '../../common/cli/flags.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import type { EntryMessage } from './entry-text.ts';
import { checkSeconds } from './seconds.ts';

/** The flags that describe an entry, for `entry create` and `entry update`. */
export const entryFlags = {
  spiffeID: stringFlag('The SPIFFE ID that this record represents'),
  parentID: stringFlag("The SPIFFE ID of this record's parent"),
  selector: listFlag('A colon-delimited type:value selector. Can be used more than once'),
  federatesWith: listFlag(
    'SPIFFE ID of a trust domain to federate with. Can be used more than once',
  ),
  dns: listFlag(
    'A DNS name that will be included in SVIDs issued based on this entry, where appropriate. Can be used more than once',
  ),
  x509SVIDTTL: intFlag(
    'The lifetime, in seconds, for x509-SVIDs issued based on this registration entry.',
  ),
  jwtSVIDTTL: intFlag(
    'The lifetime, in seconds, for JWT-SVIDs issued based on this registration entry.',
  ),
  entryExpiry: intFlag(
    'An expiry, from epoch in seconds, for the resulting registration entry to be pruned',
  ),
  admin: booleanFlag(
    "If set, the SPIFFE ID in this entry will be granted access to the SPIRE Server's management APIs",
  ),
  downstream: booleanFlag(
    'A boolean value that, when set, indicates that the entry describes a downstream SPIRE server',
  ),
  storeSVID: booleanFlag(
    'A boolean value that, when set, indicates that the resulting issued SVID from this entry must be stored through an SVIDStore plugin',
  ),
  hint: stringFlag('The entry hint, used to disambiguate entries with the same SPIFFE ID'),
  disableX509SVIDPrefetch: booleanFlag(
    'A boolean value that, when set, disables prefetching X509 SVID for this entry',
  ),
  jwtSVIDIncludeJTI: booleanFlag(
    "A boolean value that, when set, includes a unique 'jti' claim in JWT-SVIDs issued for this entry and bypasses the agent JWT-SVID cache",
  ),
  data: stringFlag(
    "Path to a file containing registration JSON (optional). If set to '-', read the JSON from stdin.",
  ),
};

/** The entry that the flags describe, but for its ID and parent. Throws for malformed values. */
export function entryFromFlags(flags: FlagValues<typeof entryFlags>) {
  const { disableX509SVIDPrefetch: prefetch, jwtSVIDIncludeJTI: jti } = flags;
  return {
    spiffe_id: spiffeIdToMessage(flags.spiffeID),
    x509_svid_ttl: checkSeconds(flags.x509SVIDTTL, 'X509 SVID TTL'),
    jwt_svid_ttl: checkSeconds(flags.jwtSVIDTTL, 'JWT SVID TTL'),
    selectors: flags.selector.map(parseSelector),
    federates_with: flags.federatesWith,
    dns_names: flags.dns,
    expires_at: flags.entryExpiry,
    admin: flags.admin,
    downstream: flags.downstream,
    store_svid: flags.storeSVID,
    hint: flags.hint,
    additional_attributes:
      prefetch || jti ? { disable_x509_svid_prefetch: prefetch, jwt_svid_include_jti: jti } : null,
  } satisfies Init<EntryMessage>;
}
