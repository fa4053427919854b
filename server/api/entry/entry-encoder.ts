import { spire } from '../../../proto/gen/spire-api.js';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { Encoded } from '../../../common/rpc/contract.ts';
import { entryMessage } from './entry-messages.ts';
import { KeptAnswers } from './kept-answers.ts';

type EntryMask = spire.api.types.EntryMask;

/** A set of entries that never changes. */
interface EntrySet {
  readonly entries: readonly RegistrationEntry[];
}

/**
 * Encodes each entry once for each mask, however many agents ask for it how often: what is sent to an
 * agent is put together from bytes, and kept as long as the agent's set of entries stays and there is
 * room. An entry or a set that changes is a new object, and is encoded anew.
 */
export class EntryEncoder {
  readonly #encoded = new WeakMap<RegistrationEntry, Map<string, Uint8Array>>();
  readonly #answers = new KeptAnswers(mostKeptBytes);

  /** Field 1 of GetAuthorizedEntriesResponse. */
  authorizedEntries(set: EntrySet, mask: EntryMask | null): Encoded {
    const key = JSON.stringify(mask);
    const put = () => Buffer.concat(this.#fields(0x0a, set.entries, mask, key));
    return this.#answers.of(set, `all ${key}`, put);
  }

  /** The whole answer to an agent with few entries: field 2 of SyncAuthorizedEntriesResponse. */
  syncAnswer(set: EntrySet, mask: EntryMask | null): Encoded {
    const key = JSON.stringify(mask);
    const put = () => Buffer.concat(this.#fields(0x12, set.entries, mask, key));
    return this.#answers.of(set, `sync ${key}`, put);
  }

  /**
   * Fields 2 and 3 of SyncAuthorizedEntriesResponse, in pages of so many entries and bytes. At least one
   * page, which may be empty: the agent waits for `more` to be false.
   */
  *syncPages(entries: readonly RegistrationEntry[], mask: EntryMask | null): Generator<Encoded> {
    const key = JSON.stringify(mask);
    let [page, bytes]: [Uint8Array[], number] = [[], 0];
    for (const entry of entries) {
      const field = Buffer.concat(this.#fields(0x12, [entry], mask, key));
      const isFull = page.length >= syncPageSize || bytes + field.length > largestPageBytes;
      if (isFull && page.length > 0) {
        yield Buffer.concat([...page, moreField]);
        [page, bytes] = [[], 0];
      }
      page.push(field);
      bytes += field.length;
    }
    yield Buffer.concat(page);
  }

  /** Fields 1 and 3 of SyncAuthorizedEntriesResponse: the entries from `at` to `end` of a set. */
  revisionPage(set: EntrySet, at: number, end: number): Encoded {
    return this.#answers.of(set, `revisions ${at}`, () =>
      spire.api.server.entry.v1.SyncAuthorizedEntriesResponse.encode({
        entry_revisions: set.entries.slice(at, end).map((entry) => ({
          id: entry.id,
          revision_number: entry.revisionNumber,
          created_at: Math.floor(entry.createdAtMs / 1000),
        })),
        more: end < set.entries.length,
      }).finish(),
    );
  }

  #fields(tag: number, entries: readonly RegistrationEntry[], mask: EntryMask | null, key: string) {
    return entries.flatMap((entry) => {
      const bytes = this.#encode(entry, mask, key);
      return [Uint8Array.of(tag, ...varint(bytes.length)), bytes];
    });
  }

  #encode(entry: RegistrationEntry, mask: EntryMask | null, key: string): Uint8Array {
    const byMask = this.#encoded.get(entry) ?? new Map<string, Uint8Array>();
    const known = byMask.get(key);
    if (known !== undefined) return known;
    const bytes = spire.api.types.Entry.encode(entryMessage(entry, mask)).finish();
    // A client that invents masks does not fill the memory.
    if (byMask.size < mostMasks) byMask.set(key, bytes);
    this.#encoded.set(entry, byMask);
    return bytes;
  }
}

/** Protocol Buffers encoding: seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

/** SPIRE 1.15: agents take the size of the first page of revisions for that of every page. */
export const syncPageSize = 500;
/** Well below the 4 MiB that gRPC clients accept unless told otherwise. */
export const largestPageBytes = 2 * 1024 * 1024;
const moreField = Uint8Array.of(0x18, 1);
const mostMasks = 4;
/** For 5,000 agents with a page of 12 kB each. */
const mostKeptBytes = 64 * 1024 * 1024;
