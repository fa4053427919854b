/**
 * An integer as Go's ParseInt reads it with base 0: decimal, 0x, 0o or a leading 0, 0b. Undefined for
 * anything else, and for what is too large to be exact.
 */
export function parseGoInt(text: string): number | undefined {
  const [, sign, digits] =
    /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const magnitude = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  if (!Number.isSafeInteger(magnitude)) return undefined;
  return sign === '-' && magnitude !== 0 ? -magnitude : magnitude;
}
