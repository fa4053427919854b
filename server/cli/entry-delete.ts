import { z } from 'zod';
import { defineCommand, exitCodes, type CliIo } from '../../common/cli/command.ts';
import { readInput } from '../../common/cli/files.ts';
import { stringFlag } from '../../common/cli/flags.ts';
import { printMessage } from '../../common/cli/output.ts';
import { decode } from '../../common/config/decode.ts';
import { readConfig } from '../../common/config/load-config.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { adminFlags, withServer } from './admin-connection.ts';
import { isOk, statusText, type StatusMessage } from './entry-text.ts';

export const entryDelete = defineCommand({
  path: ['entry', 'delete'],
  summary: 'Deletes registration entries',
  flags: {
    ...adminFlags,
    entryID: stringFlag('The Registration Entry ID of the record to delete.'),
    file: stringFlag(
      "Path to a file containing a JSON structure for batch deletion (optional). If set to '-', read from stdin.",
    ),
  },
  run: async (flags, io) => {
    const ids = flags.file === '' ? [flags.entryID] : await idsFromFile(flags.file, io);
    if (flags.file === '' && flags.entryID === '') {
      throw new SpiffeError('INVALID_ARGUMENT', 'an entry ID is required');
    }
    const response = await withServer(flags, io, (client) =>
      client.call(entryService.BatchDeleteEntry, { ids }),
    );
    if (flags.output === 'json') printMessage(io, 'json', response, () => '');
    else printPretty(io, response.results);
    return exitCodes.ok;
  },
});

async function idsFromFile(path: string, io: CliIo): Promise<readonly string[]> {
  const text = await readInput(path, io);
  const options = { format: 'json', source: path, longestChars: 64 * 1024 * 1024 } as const;
  return decode(readConfig(text, options), z.looseObject({ ids: z.array(z.string()) })).ids;
}

interface Result {
  readonly id: string;
  readonly status: StatusMessage | null;
}

function printPretty(io: CliIo, results: readonly Result[]): void {
  const deleted = results.filter(isOk);
  const failed = results.filter((result) => !isOk(result));
  for (const { id } of deleted) io.stdout.write(`Deleted entry with ID: ${id}\n`);
  if (deleted.length > 0) io.stdout.write('\n\n');
  for (const { id, status } of failed) {
    io.stderr.write(`Failed to delete entry with ID ${id} (${statusText(status)})\n`);
  }
  if (failed.length === 0) {
    io.stdout.write(`Deleted ${deleted.length} entries successfully`);
    return;
  }
  // Without a line end, as SPIRE prints it.
  const failure = `ailed to delete ${failed.length} entries`;
  const both = `Deleted ${deleted.length} entries successfully, but f${failure}`;
  io.stdout.write(`\n\n${deleted.length === 0 ? `F${failure}` : both}`);
  throw new SpiffeError('FAILED_PRECONDITION', 'failed to delete one or more entries');
}
