import { z } from 'zod';
import { readInput } from '../../common/cli/files.ts';
import type { CliIo } from '../../common/cli/command.ts';
import {
  booleanFlag,
  intFlag,
  listFlag,
  stringFlag,
  type FlagValues,
} from '../../common/cli/flags.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { decode } from '../../common/config/decode.ts';
import { readConfig } from '../../common/config/load-config.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { parseSelector } from '../../common/spiffe/selector.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
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

/** The entries of a `-data` file, or of standard input. Throws with every fault of the file. */
export async function entriesFromFile(path: string, io: CliIo): Promise<Init<EntryMessage>[]> {
  return entriesFromJson(await readInput(path, io), path);
}

/** The entries of a JSON text; `source` names it in faults, of which every one is told. */
export function entriesFromJson(text: string, source: string): Init<EntryMessage>[] {
  const options = { format: 'json', source, longestChars: longestFileChars } as const;
  const { entries } = decode(readConfig(text, options), fileSchema);
  return entries.map(({ entryExpiry, ...entry }) => ({ ...entry, expires_at: entryExpiry }));
}

function checked<Output>(parse: (text: string) => Output) {
  return z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'is invalid';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });
}

const seconds = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .default(0);

// Members that are not known are ignored, as SPIRE ignores them.
const entrySchema = z
  .object({
    spiffe_id: checked(spiffeIdToMessage),
    parent_id: checked(spiffeIdToMessage),
    entry_id: z.string().default(''),
    selectors: z.array(z.looseObject({ type: z.string(), value: z.string() })).default([]),
    x509_svid_ttl: seconds,
    jwt_svid_ttl: seconds,
    federates_with: z.array(checked(parseTrustDomain)).default([]),
    dns_names: z.array(z.string()).default([]),
    admin: z.boolean().default(false),
    downstream: z.boolean().default(false),
    store_svid: z.boolean().default(false),
    hint: z.string().default(''),
    entryExpiry: z.int().default(0),
    additional_attributes: z
      .looseObject({
        disable_x509_svid_prefetch: z.boolean().default(false),
        jwt_svid_include_jti: z.boolean().default(false),
      })
      .nullable()
      .default(null),
  })
  .catchall(z.unknown())
  .transform((entry) => ({
    id: entry.entry_id,
    spiffe_id: entry.spiffe_id,
    parent_id: entry.parent_id,
    selectors: entry.selectors,
    x509_svid_ttl: entry.x509_svid_ttl,
    jwt_svid_ttl: entry.jwt_svid_ttl,
    federates_with: entry.federates_with,
    dns_names: entry.dns_names,
    admin: entry.admin,
    downstream: entry.downstream,
    store_svid: entry.store_svid,
    hint: entry.hint,
    entryExpiry: entry.entryExpiry,
    additional_attributes: entry.additional_attributes,
  }));

const fileSchema = z.looseObject({ entries: z.array(entrySchema) });

/** Some hundred thousand entries. */
const longestFileChars = 64 * 1024 * 1024;
