import { selectorText } from '../../common/spiffe/selector.ts';
import { matches, type EntryRecord, type SetRecord } from './records.ts';

/**
 * Finds the entries of a selector set and the sets of an entry without a scan. Each entry hangs on
 * one of its selectors, the one with the fewest entries: a selector that all pods of a namespace
 * share then costs nothing.
 */
export class EntryIndex {
  readonly #byAnchor = new Map<string, Set<EntryRecord>>();
  readonly #setsByText = new Map<string, Set<SetRecord>>();

  addEntry(record: EntryRecord): void {
    record.anchor = this.#rarest(record);
    addTo(this.#byAnchor, record.anchor, record);
  }

  removeEntry(record: EntryRecord): void {
    removeFrom(this.#byAnchor, record.anchor, record);
  }

  addSet(set: SetRecord): void {
    for (const text of set.texts) addTo(this.#setsByText, text, set);
  }

  removeSet(set: SetRecord): void {
    for (const text of set.texts) removeFrom(this.#setsByText, text, set);
  }

  entriesOf(texts: ReadonlySet<string>): EntryRecord[] {
    const found: EntryRecord[] = [];
    for (const text of texts) {
      for (const record of this.#byAnchor.get(text) ?? []) {
        if (matches(record, texts)) found.push(record);
      }
    }
    return found;
  }

  /** Sets with subscribers that the entry matches as it is now. */
  setsOf(record: EntryRecord): SetRecord[] {
    return [...(this.#setsByText.get(record.anchor) ?? [])].filter((set) =>
      matches(record, set.texts),
    );
  }

  #rarest(record: EntryRecord): string {
    let best = '';
    let fewest = Infinity;
    for (const selector of record.entry.selectors) {
      const text = selectorText(selector);
      const size = this.#byAnchor.get(text)?.size ?? 0;
      if (size < fewest) [best, fewest] = [text, size];
    }
    return best;
  }
}

function addTo<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}

function removeFrom<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}
