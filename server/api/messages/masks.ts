/**
 * Leaves out what a mask does not ask for; without a mask everything stays. `always` names the fields
 * that no mask takes away.
 */
export function applyMask<T extends object>(
  fields: T,
  mask: object | null,
  always: keyof T,
): Partial<T> {
  if (mask === null) return fields;
  const asked = mask as Readonly<Record<string, unknown>>;
  const kept = Object.entries(fields).filter(([name]) => name === always || asked[name] === true);
  return Object.fromEntries(kept) as Partial<T>;
}
