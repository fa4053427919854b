/**
 * The known name that a misspelt one was probably meant to be: equal but for case, dashes and
 * underscores, or at most two typing slips away (one for short names).
 */
export function findNearMiss(name: string, known: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const plain = plainForm(name);
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const candidate of known) {
    const slips = slipsBetween(plain, plainForm(candidate));
    const allowed = Math.min(candidate.length, plain.length) < 5 ? 1 : 2;
    if (slips <= allowed && (best === undefined || slips < best.slips)) {
      best = { name: candidate, slips };
    }
  }
  return best?.name;
}

/** As `findNearMiss`; else the only known name that the given one is the beginning of, `config` for `conf`. */
export function findMeant(name: string, known: readonly string[]): string | undefined {
  const near = findNearMiss(name, known);
  if (near !== undefined || name.length < shortestBeginning) return near;
  const [longer, ...others] = known.filter((one) => plainForm(one).startsWith(plainForm(name)));
  return others.length === 0 ? longer : undefined;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (beforeLast[j - 2] ?? Infinity) + 1 : Infinity;
      row.push(
        Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same, swap),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? Infinity;
}

const longestName = 64;
const shortestBeginning = 3;
