import type { Selector } from '../../common/spiffe/selector.ts';
import { canonicalSelectors, selectorText } from '../../common/spiffe/selector.ts';

/** Selectors as canonical JSON: equal sets are equal texts. */
export function selectorsToJson(selectors: Iterable<Selector>): string {
  return JSON.stringify(canonicalSelectors(selectors).map(selectorText));
}

export function selectorsFromJson(json: string): readonly Selector[] {
  return (JSON.parse(json) as string[]).map((text) => {
    const colon = text.indexOf(':');
    return { type: text.slice(0, colon), value: text.slice(colon + 1) };
  });
}

/** Sorted, without duplicates. */
export function canonicalTexts<T extends string>(texts: Iterable<T>): T[] {
  return [...new Set(texts)].sort();
}
