/** `1 entry`, `2 entries`. */
export function countText(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `label   : value` lines whose colons stand in one column; rows without a value are left out. */
export function labelledLines(
  width: number,
  rows: readonly (readonly [string, string | number | undefined])[],
): string {
  return rows
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => `${label.padEnd(width)}: ${value ?? ''}\n`)
    .join('');
}
