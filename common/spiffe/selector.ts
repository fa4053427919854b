import { SpiffeError } from '../errors/spiffe-error.ts';

/** One observed property of a node or workload, such as `unix` / `uid:1000`. */
export interface Selector {
  readonly type: string;
  readonly value: string;
}

/** The text form `type:value`, unique because a type has no colon. */
export function selectorText(selector: Selector): string {
  return `${selector.type}:${selector.value}`;
}

/** Parses `type:value` as the CLI takes it. Throws SELECTOR_INVALID. */
export function parseSelector(text: string): Selector {
  const colon = text.indexOf(':');
  if (colon === -1) {
    throw new SpiffeError(
      'SELECTOR_INVALID',
      `selector ${JSON.stringify(text)} must be formatted as type:value`,
    );
  }
  return checkSelector({ type: text.slice(0, colon), value: text.slice(colon + 1) });
}

/** Throws SELECTOR_INVALID when the type is empty or has a colon, or the value is empty. */
export function checkSelector(selector: Selector): Selector {
  if (selector.type === '') throw new SpiffeError('SELECTOR_INVALID', 'missing selector type');
  if (selector.type.includes(':')) {
    throw new SpiffeError('SELECTOR_INVALID', "selector type contains ':'");
  }
  if (selector.value === '') throw new SpiffeError('SELECTOR_INVALID', 'missing selector value');
  return selector;
}

/** Sorted by text, duplicates dropped: two equal sets become equal lists. */
export function canonicalSelectors(selectors: Iterable<Selector>): readonly Selector[] {
  const byText = new Map([...selectors].map((selector) => [selectorText(selector), selector]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, selector]) => selector);
}

/** Whether two canonical lists are equal. */
export function sameSelectors(a: readonly Selector[], b: readonly Selector[]): boolean {
  return (
    a.length === b.length &&
    a.every((selector, at) => {
      const other = b[at];
      return selector.type === other?.type && selector.value === other.value;
    })
  );
}
