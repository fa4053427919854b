import { defineCommand, exitCodes } from '../../common/cli/command.ts';
import { printMessage } from '../../common/cli/output.ts';
import { countText } from '../../common/cli/text.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { entryFilter, entryFilterFlags } from './entry-filter.ts';

export const entryCount = defineCommand({
  path: ['entry', 'count'],
  summary: 'Count registration entries',
  flags: { ...adminFlags, ...entryFilterFlags('count') },
  run: async (flags, io) => {
    const filter = entryFilter(flags);
    const answer = await withServer(flags, io, (client) =>
      client.call(entryService.CountEntries, { filter }),
    );
    const text = countText(answer.count, 'registration entry', 'registration entries');
    printMessage(io, flags.output, answer, () => `${text}\n`);
    return exitCodes.ok;
  },
});
