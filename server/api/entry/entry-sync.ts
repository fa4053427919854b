import { spire } from '../../../proto/gen/spire-api.js';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServerStream } from '../../../common/rpc/contract.ts';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { EntryEncoder } from './entry-encoder.ts';

type Request = spire.api.server.entry.v1.SyncAuthorizedEntriesRequest;
type Response = spire.api.server.entry.v1.SyncAuthorizedEntriesResponse;

export const syncPageSize = 500;

/**
 * SPIRE's delta protocol: few entries are sent at once; of many first the revisions, then those that
 * the agent asks for. The entries are those of the moment the stream was opened.
 */
export async function syncEntries(
  stream: ServerStream<Request, Response>,
  entries: readonly RegistrationEntry[],
  encoder: EntryEncoder,
): Promise<void> {
  const requests = stream.messages[Symbol.asyncIterator]();
  const first = await requests.next();
  if (first.done === true) return;
  const mask = checkFirst(first.value);
  if (entries.length <= syncPageSize) {
    await stream.send(encoder.syncPage(entries, mask, false));
    return;
  }
  await sendRevisions(stream, entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (let next = await requests.next(); next.done !== true; next = await requests.next()) {
    const wanted = next.value.ids.flatMap((id) => byId.get(id) ?? []);
    await sendEntries(stream, wanted, (page, more) => encoder.syncPage(page, mask, more));
  }
}

function checkFirst(request: Request): spire.api.types.EntryMask | null {
  if (request.ids.length > 0) {
    throw new SpiffeError('INVALID_ARGUMENT', 'specifying IDs on initial request is not supported');
  }
  const mask = request.output_mask;
  if (mask !== null && !mask.revision_number) {
    throw new SpiffeError('INVALID_ARGUMENT', 'revision number cannot be masked');
  }
  return mask;
}

async function sendRevisions(
  stream: ServerStream<Request, Response>,
  entries: readonly RegistrationEntry[],
): Promise<void> {
  const revisions = entries.map((entry) => ({
    id: entry.id,
    revision_number: entry.revisionNumber,
    created_at: Math.floor(entry.createdAtMs / 1000),
  }));
  await sendEntries(stream, revisions, (page, more) =>
    spire.api.server.entry.v1.SyncAuthorizedEntriesResponse.encode({
      entry_revisions: page,
      more,
    }).finish(),
  );
}

/** At least one page, which may be empty: the agent waits for `more` to be false. */
async function sendEntries<T>(
  stream: ServerStream<Request, Response>,
  items: readonly T[],
  encode: (page: readonly T[], more: boolean) => Uint8Array,
): Promise<void> {
  let at = 0;
  do {
    const end = at + syncPageSize;
    await stream.send(encode(items.slice(at, end), end < items.length));
    at = end;
  } while (at < items.length);
}
