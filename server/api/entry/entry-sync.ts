import type { spire } from '../../../proto/gen/spire-api.js';
import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { ServerStream } from '../../../common/rpc/contract.ts';
import type { AuthorizedSet } from '../../registration/authorized-entries.ts';
import { largestPageBytes, syncPageSize, type EntryEncoder } from './entry-encoder.ts';

type Request = spire.api.server.entry.v1.SyncAuthorizedEntriesRequest;
type Response = spire.api.server.entry.v1.SyncAuthorizedEntriesResponse;

/**
 * SPIRE's delta protocol: few entries are sent at once; of many, or of large ones, first the revisions, then those that
 * the agent asks for. The entries are those of the moment the stream was opened.
 */
export async function syncEntries(
  stream: ServerStream<Request, Response>,
  set: AuthorizedSet,
  encoder: EntryEncoder,
): Promise<void> {
  const requests = stream.messages[Symbol.asyncIterator]();
  const first = await requests.next();
  if (first.done === true) return;
  const mask = checkFirst(first.value);
  const whole = set.entries.length <= syncPageSize ? encoder.syncAnswer(set, mask) : undefined;
  if (whole !== undefined && whole.length <= largestPageBytes) {
    await stream.send(whole);
    return;
  }
  for (let at = 0; at < set.entries.length; at += syncPageSize) {
    await stream.send(encoder.revisionPage(set, at, at + syncPageSize));
  }
  for (let next = await requests.next(); next.done !== true; next = await requests.next()) {
    // Each once: a hundred thousand times the same large entry fits into one request.
    const wanted = [...new Set(next.value.ids)].flatMap((id) => set.get(id) ?? []);
    for (const page of encoder.syncPages(wanted, mask)) await stream.send(page);
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
