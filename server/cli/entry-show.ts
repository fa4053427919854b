import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { stringFlag, type FlagValues } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import type { RpcClient } from '../../common/cli/rpc-client.ts';
import { countText } from '../../common/cli/text.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { listAllEntries } from './list-all.ts';
import { entryFilter, entryFilterFlags } from './entry-filter.ts';
import { entryText, sortEntries, type EntryMessage } from './entry-text.ts';

const flags = {
  ...adminFlags,
  ...entryFilterFlags('show'),
  entryID: stringFlag('The Entry ID of the records to show'),
};

export const entryShow = defineCommand({
  path: ['entry', 'show'],
  summary: 'Displays configured registration entries',
  flags,
  run: async (values, io) => {
    const found = await withServer(values, io, (client) =>
      values.entryID === '' ? listAllEntries(client, entryFilter(values)) : getOne(client, values),
    );
    const entries = sortEntries(found);
    printMessage(io, values.output, { entries, next_page_token: '' }, () => {
      const title = `Found ${countText(entries.length, 'entry', 'entries')}\n`;
      return title + entries.map(entryText).join('');
    });
    return exitCodes.ok;
  },
});

async function getOne(
  client: RpcClient,
  values: FlagValues<typeof flags>,
): Promise<EntryMessage[]> {
  const { entryID: id, parentID, spiffeID, selector } = values;
  if (parentID !== '' || spiffeID !== '' || selector.length > 0) {
    const rule = "the -entryID flag can't be combined with others";
    throw new SpiffeError('INVALID_ARGUMENT', rule);
  }
  return [await client.call(entryService.GetEntry, { id }, `error fetching entry ID ${id}`)];
}
