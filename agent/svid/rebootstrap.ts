/** What to do when the server's CA is none that we know (SPIRE's rebootstrap_mode and _delay). */
export interface RebootstrapPolicy {
  readonly mode: 'never' | 'auto' | 'always';
  readonly delayMs: number;
}

/** Remembers since when the server could not be verified, and says when to look for a new bundle. */
export class UnknownAuthorityWatch {
  readonly #policy: RebootstrapPolicy;
  #sinceMs: number | undefined;

  constructor(policy: RebootstrapPolicy) {
    this.#policy = policy;
  }

  /** An agent that cannot attest again by itself would lock itself out, so for it nothing is due. */
  seen(nowMs: number, reattestable: boolean): void {
    if (this.#policy.mode === 'never' || !reattestable) return;
    this.#sinceMs ??= nowMs;
  }

  isDue(nowMs: number): boolean {
    return this.#sinceMs !== undefined && nowMs - this.#sinceMs >= this.#policy.delayMs;
  }

  reset(): void {
    this.#sinceMs = undefined;
  }
}
