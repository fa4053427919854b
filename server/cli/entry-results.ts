import type { CliIo } from '../../common/cli/command.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { printMessage, type OutputFormat } from '../../common/cli/output.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { spire } from '../../proto/gen/spire-api.js';
import { selectsDefaultAccountOnly } from '../registration/weak-selectors.ts';
import {
  entryText,
  isOk,
  statusText,
  type EntryMessage,
  type StatusMessage,
} from './entry-text.ts';

interface EntryResults {
  readonly results: readonly {
    readonly status: StatusMessage | null;
    readonly entry: EntryMessage | null;
  }[];
}

/**
 * What failed is shown as it was sent: the server answers with nothing, or with the entry that was in
 * the way.
 */
export function withSentEntries(
  response: EntryResults,
  sent: readonly Init<EntryMessage>[],
): EntryResults {
  const results = response.results.map((result, at) => {
    const request = sent[at];
    if (isOk(result) || request === undefined) return result;
    return { entry: Entry.decode(Entry.encode(request).finish()), status: result.status };
  });
  return { results };
}

/**
 * Prints what became of a batch: the good entries to standard output, the failed ones to standard
 * error. Throws when one failed; in JSON the statuses say so and nothing is thrown (SPIRE 1.15).
 */
export function printEntryResults(
  io: CliIo,
  format: OutputFormat,
  response: EntryResults,
  verb: 'create' | 'update',
): void {
  const blockOf = (entry: EntryMessage | null) => (entry === null ? '' : entryText(entry));
  printMessage(io, format, response, () =>
    response.results
      .filter(isOk)
      .map((result) => blockOf(result.entry))
      .join(''),
  );
  if (format === 'json') return;
  for (const { entry } of response.results.filter(isOk)) {
    if (!selectsDefaultAccountOnly(entry?.selectors ?? [])) continue;
    const what = 'is for every pod that names no service account: give it more selectors';
    io.stderr.write(`Warning: entry ${String(entry?.id)} ${what}\n`);
  }
  const failed = response.results.filter((result) => !isOk(result));
  for (const { status, entry } of failed) {
    const title = `Failed to ${verb} the following entry (${statusText(status)}):\n`;
    io.stderr.write(title + blockOf(entry));
  }
  if (failed.length > 0) {
    throw new SpiffeError('FAILED_PRECONDITION', `failed to ${verb} one or more entries`);
  }
}

const { Entry } = spire.api.types;
