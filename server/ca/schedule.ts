const dayMs = 86_400_000;

/** How long an authority is good for. */
interface Lifetime {
  readonly issuedAtMs: number;
  readonly notAfterMs: number;
}

/** When the next authority is made and put into the bundle: half a life, at most 30 days, before the end. */
export function prepareAtMs(current: Lifetime): number {
  return current.notAfterMs - Math.min(lengthOf(current) / 2, 30 * dayMs);
}

/** When the next authority takes over: a sixth of a life, at most 7 days, before the end. */
export function activateAtMs(current: Lifetime): number {
  return current.notAfterMs - Math.min(lengthOf(current) / 6, 7 * dayMs);
}

/** The longest SVID that no rotation cuts short; a larger default TTL deserves a warning at the start. */
export function longestSvidTtlMs(caTtlMs: number): number {
  return Math.min(caTtlMs / 6, 7 * dayMs);
}

/**
 * How long a new authority must have been in the bundle before it signs. The schedule leaves a third of
 * a life; a forced rotation, or one after an outage, waits for this. Short lives shorten it.
 */
export function publishDelayMs(lifetime: Lifetime, wantedMs: number): number {
  return Math.min(wantedMs, lengthOf(lifetime) / 3);
}

/** Roots stay in the bundle for a while after they expired, against clocks that are behind. */
export function bundleGraceMs(caTtlMs: number): number {
  return Math.min(caTtlMs, dayMs);
}

function lengthOf(lifetime: Lifetime): number {
  return lifetime.notAfterMs - lifetime.issuedAtMs;
}
