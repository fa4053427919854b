import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { selectorText } from '../../common/spiffe/selector.ts';

/** A registration entry that does not match, and what it would take. */
export interface NearEntry {
  readonly entryId: string;
  readonly spiffeId: string;
  /** Selectors of the entry that the workload has. */
  readonly matched: readonly string[];
  readonly missing: readonly MissingSelector[];
}

interface MissingSelector {
  readonly selector: string;
  /** What the workload has in its place: selectors that begin alike. */
  readonly instead: readonly string[];
}

/**
 * The entries that come near to matching: some selector is there, or each one has another value. The
 * fewest missing selectors first.
 */
export function nearEntries(
  selectors: ReadonlySet<string>,
  entries: Iterable<RegistrationEntry>,
): NearEntry[] {
  const found: NearEntry[] = [];
  for (const entry of entries) {
    const texts = entry.selectors.map(selectorText);
    const matched = texts.filter((text) => selectors.has(text));
    if (matched.length === texts.length) continue;
    const missing = texts
      .filter((text) => !selectors.has(text))
      .map((selector) => ({ selector, instead: insteadOf(selector, selectors) }));
    const comparable = missing.every(({ instead }) => instead.length > 0);
    if (matched.length === 0 && !comparable) continue;
    found.push({ entryId: entry.id, spiffeId: entry.spiffeId, matched, missing });
  }
  return found.sort(
    (a, b) =>
      a.missing.length - b.missing.length ||
      b.matched.length - a.matched.length ||
      (a.entryId < b.entryId ? -1 : 1),
  );
}

/** `k8s:pod-label:app:web` is compared with `k8s:pod-label:app:…`, then with `k8s:pod-label:…`. */
function insteadOf(selector: string, selectors: ReadonlySet<string>): readonly string[] {
  const parts = selector.split(':');
  for (let length = parts.length - 1; length >= leastShared; length--) {
    const prefix = `${parts.slice(0, length).join(':')}:`;
    const alike = [...selectors].filter((text) => text.startsWith(prefix)).sort();
    if (alike.length > 0) return alike.slice(0, mostAlike);
  }
  return [];
}

/** The type alone says nothing: all selectors of an attestor share it. */
const leastShared = 2;
const mostAlike = 5;
