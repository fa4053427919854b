/** Mostly one thing, which then needs no set around it. */
export type OneOrMore<T extends object> = T | Set<T>;

export function withOne<T extends object>(known: OneOrMore<T> | undefined, one: T): OneOrMore<T> {
  if (known === undefined || known === one) return one;
  return known instanceof Set ? known.add(one) : new Set([known, one]);
}

/** Undefined when none is left. */
export function withoutOne<T extends object>(
  known: OneOrMore<T> | undefined,
  one: T,
): OneOrMore<T> | undefined {
  if (!(known instanceof Set)) return known === one ? undefined : known;
  known.delete(one);
  return known.size === 0 ? undefined : known;
}

export function each<T extends object>(known: OneOrMore<T>): Iterable<T> {
  return known instanceof Set ? known : [known];
}
