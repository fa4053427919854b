import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { booleanFlag, stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import { spiffeIdToMessage } from '../../common/cli/spiffe-id-message.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { creatableOf, entriesFromFile } from './entry-file.ts';
import { entryFlags, entryFromFlags } from './entry-input.ts';
import { printEntryResults, withSentEntries } from './entry-results.ts';

const flags = {
  ...adminFlags,
  ...entryFlags,
  entryID: stringFlag(
    'A custom ID for this registration entry (optional). If not set, a new entry ID will be generated',
  ),
  node: booleanFlag('If set, this entry will be applied to matching nodes rather than workloads'),
};

export const entryCreate = defineCommand({
  path: ['entry', 'create'],
  summary: 'Creates registration entries',
  flags,
  run: async (values, io) => {
    const entries =
      values.data === ''
        ? [entryFrom(values)]
        : creatableOf(await entriesFromFile(values.data, io), io).map(({ entry }) => entry);
    const response = await withServer(values, io, (client) =>
      client.call(entryService.BatchCreateEntry, { entries }),
    );
    printEntryResults(io, values.output, withSentEntries(response, entries), 'create');
    return exitCodes.ok;
  },
});

function entryFrom(values: FlagValues<typeof flags>) {
  check(values.selector.length > 0, 'at least one selector is required');
  check(!values.node || values.federatesWith.length === 0, 'node entries can not federate');
  check(
    values.node || values.parentID !== '',
    'a parent ID is required if the node flag is not set',
  );
  check(values.spiffeID !== '', 'a SPIFFE ID is required');
  check(values.x509SVIDTTL >= 0, 'a positive x509-SVID TTL is required');
  check(values.jwtSVIDTTL >= 0, 'a positive JWT-SVID TTL is required');
  const entry = entryFromFlags(values);
  const serverId = { trust_domain: entry.spiffe_id.trust_domain, path: '/spire/server' };
  const parentId = values.node ? serverId : spiffeIdToMessage(values.parentID);
  return { ...entry, id: values.entryID, parent_id: parentId };
}

function check(holds: boolean, rule: string): void {
  if (!holds) throw new SpiffeError('INVALID_ARGUMENT', rule);
}
