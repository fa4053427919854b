import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { entriesFromFile } from './entry-file.ts';
import { entryFlags, entryFromFlags } from './entry-input.ts';
import { printEntryResults, withSentEntries } from './entry-results.ts';

const flags = {
  ...adminFlags,
  ...entryFlags,
  entryID: stringFlag('The Registration Entry ID of the record to update'),
};

export const entryUpdate = defineCommand({
  path: ['entry', 'update'],
  summary: 'Updates registration entries',
  flags,
  run: async (values, io, given) => {
    const fromFile =
      values.data === ''
        ? undefined
        : (await entriesFromFile(values.data, io)).map(({ entry }) => entry);
    const fromFlags = fromFile === undefined ? entryFrom(values) : undefined;
    const response = await withServer(values, io, async (client) => {
      const entries =
        fromFlags === undefined
          ? (fromFile ?? [])
          : [{ ...fromFlags, additional_attributes: await attributes(client, values, given) }];
      const answer = await client.call(entryService.BatchUpdateEntry, { entries });
      return withSentEntries(answer, entries);
    });
    printEntryResults(io, values.output, response, 'update');
    return exitCodes.ok;
  },
});

/** All fields are replaced, given or not; the attributes are merged apart. */
function entryFrom(values: FlagValues<typeof flags>) {
  check(values.entryID !== '', 'entry ID is required');
  check(values.selector.length > 0, 'at least one selector is required');
  check(values.parentID !== '', 'a parent ID is required');
  check(values.spiffeID !== '', 'a SPIFFE ID is required');
  check(values.x509SVIDTTL >= 0, 'a positive x509-SVID TTL is required');
  check(values.jwtSVIDTTL >= 0, 'a positive JWT-SVID TTL is required');
  const parentId = spiffeIdToMessage(values.parentID);
  return { ...entryFromFlags(values), id: values.entryID, parent_id: parentId };
}

/** The message has no mask for each attribute, so those that no flag named are read first. */
async function attributes(
  client: RpcClient,
  values: FlagValues<typeof flags>,
  given: ReadonlySet<string>,
) {
  const prefetch = given.has('disableX509SVIDPrefetch');
  const jti = given.has('jwtSVIDIncludeJTI');
  if (!prefetch && !jti) return null;
  const failure = 'failed to fetch existing entry to merge additional attributes';
  const existing = await client.call(entryService.GetEntry, { id: values.entryID }, failure);
  const before = existing.additional_attributes;
  return {
    disable_x509_svid_prefetch: prefetch
      ? values.disableX509SVIDPrefetch
      : (before?.disable_x509_svid_prefetch ?? false),
    jwt_svid_include_jti: jti ? values.jwtSVIDIncludeJTI : (before?.jwt_svid_include_jti ?? false),
  };
}

function check(holds: boolean, rule: string): void {
  if (!holds) throw new SpiffeError('INVALID_ARGUMENT', rule);
}
