import type { Channel, ClientStream } from '../../common/rpc/contract.ts';
import { entryService } from '../../common/rpc/services/entry.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { spire } from '../../proto/gen/spire-api.js';
import { entryFromProto, sameEntry } from './entry-mapping.ts';

type SyncRequest = spire.api.server.entry.v1.SyncAuthorizedEntriesRequest;
type SyncResponse = spire.api.server.entry.v1.SyncAuthorizedEntriesResponse;

/** What the agent has already. */
export interface KnownEntries {
  readonly entryCount: number;
  findEntry(entryId: string): RegistrationEntry | undefined;
  entryIds(): Iterable<string>;
}

/** What differs from it at the server. */
export interface EntryChanges {
  readonly changed: readonly RegistrationEntry[];
  readonly removed: readonly string[];
}

/** Deadline of the whole exchange; SPIRE's agent gives 30 s too. */
const syncTimeoutMs = 30_000;

/** Exactly what SPIRE's agent asks for: parent ID, TTLs and DNS names are the server's business. */
const outputMask = {
  spiffe_id: true,
  selectors: true,
  federates_with: true,
  admin: true,
  downstream: true,
  revision_number: true,
  store_svid: true,
  hint: true,
  additional_attributes: true,
  created_at: true,
};

/**
 * Finds what changed by SyncAuthorizedEntries: a short list comes whole, a long one as revisions, of
 * which only the unknown are then asked for, a page at a time.
 */
export async function syncAuthorizedEntries(
  channel: Channel,
  known: KnownEntries,
  log: Logger,
  signal: AbortSignal,
): Promise<EntryChanges> {
  const stream = channel.open(entryService.SyncAuthorizedEntries, {
    signal,
    timeoutMs: syncTimeoutMs,
  });
  try {
    return await exchange(stream, known, log);
  } finally {
    stream.cancel();
  }
}

/** The same from GetAuthorizedEntries, which sends everything every time. */
export async function getAuthorizedEntries(
  channel: Channel,
  known: KnownEntries,
  log: Logger,
  signal: AbortSignal,
): Promise<EntryChanges> {
  const request = { output_mask: outputMask };
  const options = { signal, timeoutMs: syncTimeoutMs };
  const response = await channel.unary(entryService.GetAuthorizedEntries, request, options);
  return compareWhole(response.entries, known, log);
}

async function exchange(
  stream: ClientStream<SyncRequest, SyncResponse>,
  known: KnownEntries,
  log: Logger,
): Promise<EntryChanges> {
  const replies = stream.messages[Symbol.asyncIterator]();
  await stream.send({ output_mask: outputMask });
  const first = await nextReply(replies);
  if (first.entry_revisions.length === 0) {
    if (first.more) throw protocolFault('the list of entries is said to go on');
    stream.end();
    return compareWhole(first.entries, known, log);
  }
  const seen = new Set<string>();
  const stale = await readRevisions(first, replies, known, seen, log);
  const pageSize = first.entry_revisions.length;
  const changed: RegistrationEntry[] = [];
  for (let at = 0; at < stale.length; at += pageSize) {
    await stream.send({ ids: stale.slice(at, at + pageSize) });
    changed.push(...(await readEntries(replies, log)));
  }
  stream.end();
  return { changed, removed: notSeen(known, seen) };
}

async function readRevisions(
  first: SyncResponse,
  replies: AsyncIterator<SyncResponse>,
  known: KnownEntries,
  seen: Set<string>,
  log: Logger,
): Promise<string[]> {
  const stale: string[] = [];
  for (let reply = first; ; reply = await nextReply(replies)) {
    if (reply.entries.length > 0) throw protocolFault('entries came while revisions were expected');
    for (const revision of reply.entry_revisions) {
      if (revision.id === '' || revision.revision_number < 0) {
        log.warn('Ignoring a malformed entry revision', { entry_id: revision.id });
        continue;
      }
      seen.add(revision.id);
      if (isStale(known.findEntry(revision.id), revision)) stale.push(revision.id);
    }
    if (!reply.more) return stale.sort();
  }
}

async function readEntries(
  replies: AsyncIterator<SyncResponse>,
  log: Logger,
): Promise<RegistrationEntry[]> {
  const entries: RegistrationEntry[] = [];
  for (;;) {
    const reply = await nextReply(replies);
    if (reply.entry_revisions.length > 0) {
      throw protocolFault('revisions came while entries were expected');
    }
    entries.push(...reply.entries.flatMap((entry) => readEntry(entry, log) ?? []));
    if (!reply.more) return entries;
  }
}

function compareWhole(
  entries: readonly spire.api.types.Entry[],
  known: KnownEntries,
  log: Logger,
): EntryChanges {
  const seen = new Set<string>();
  const changed: RegistrationEntry[] = [];
  for (const message of entries) {
    const entry = readEntry(message, log);
    if (entry === undefined) continue;
    seen.add(entry.id);
    const before = known.findEntry(entry.id);
    if (before === undefined || !sameEntry(before, entry)) changed.push(entry);
  }
  return { changed, removed: notSeen(known, seen) };
}

function notSeen(known: KnownEntries, seen: ReadonlySet<string>): string[] {
  return [...known.entryIds()].filter((id) => !seen.has(id));
}

/** Created at another time means deleted and made again; 0 comes from servers that do not tell. */
function isStale(
  entry: RegistrationEntry | undefined,
  revision: spire.api.server.entry.v1.EntryRevision,
): boolean {
  if (entry?.revisionNumber !== revision.revision_number) return true;
  return revision.created_at !== 0 && revision.created_at * 1000 !== entry.createdAtMs;
}

function readEntry(message: spire.api.types.Entry, log: Logger): RegistrationEntry | undefined {
  try {
    return entryFromProto(message);
  } catch (error) {
    log.warn('Ignoring a malformed entry', { entry_id: message.id, error });
    return undefined;
  }
}

async function nextReply(replies: AsyncIterator<SyncResponse>): Promise<SyncResponse> {
  const next = await replies.next();
  if (next.done === true) throw protocolFault('the stream ended early');
  return next.value;
}

function protocolFault(what: string): SpiffeError {
  return new SpiffeError('INTERNAL', `server broke the protocol of SyncAuthorizedEntries: ${what}`);
}
