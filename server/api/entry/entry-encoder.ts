import { spire } from '../../../proto/gen/spire-api.js';
import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { Encoded } from '../../../common/rpc/contract.ts';
import { entryMessage } from './entry-messages.ts';

type EntryMask = spire.api.types.EntryMask;

/**
 * Encodes each entry once for each mask, however many agents ask for it how often: what is sent to an
 * agent is put together from bytes. An entry that changes is a new object, and is encoded anew.
 */
export class EntryEncoder {
  readonly #encoded = new WeakMap<RegistrationEntry, Map<string, Uint8Array>>();

  /** Field 1 of GetAuthorizedEntriesResponse. */
  authorizedEntries(entries: readonly RegistrationEntry[], mask: EntryMask | null): Encoded {
    return Buffer.concat(this.#fields(0x0a, entries, mask));
  }

  /** Fields 2 and 3 of SyncAuthorizedEntriesResponse. */
  syncPage(entries: readonly RegistrationEntry[], mask: EntryMask | null, more: boolean): Encoded {
    const fields = this.#fields(0x12, entries, mask);
    return Buffer.concat(more ? [...fields, moreField] : fields);
  }

  #fields(tag: number, entries: readonly RegistrationEntry[], mask: EntryMask | null) {
    const key = JSON.stringify(mask);
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

const moreField = Uint8Array.of(0x18, 1);
const mostMasks = 4;
