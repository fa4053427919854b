import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';

/**
 * Entries by a key that few of them share. A group of one is the entry itself: a map for each of
 * 100,000 entries would weigh more than the entries.
 */
export class EntryGroups<Key> {
  readonly #groups = new Map<Key, RegistrationEntry | Map<string, RegistrationEntry>>();

  add(key: Key, entry: RegistrationEntry): void {
    const group = this.#groups.get(key);
    if (group instanceof Map) group.set(entry.id, entry);
    else if (group === undefined || group.id === entry.id) this.#groups.set(key, entry);
    else {
      const both = [group, entry].map((one) => [one.id, one] as const);
      this.#groups.set(key, new Map(both));
    }
  }

  delete(key: Key, id: string): void {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    if (!(group instanceof Map)) {
      if (group.id === id) this.#groups.delete(key);
    } else if (group.delete(id) && group.size === 0) this.#groups.delete(key);
  }

  of(key: Key): Iterable<RegistrationEntry> {
    const group = this.#groups.get(key);
    if (group === undefined) return [];
    return group instanceof Map ? group.values() : [group];
  }
}
