import type { Clock } from '../clock/clock.ts';
import { addressKey } from '../text/address-key.ts';
import type { RpcLimits } from './limits.ts';

/**
 * How many TLS handshakes an address may still begin: an IPv4 address, or an IPv6 /64. A handshake costs us a
 * signature and its maker next to nothing. What is kept is bounded; an address that is forgotten, as the one that was
 * quiet for longest, starts anew, which gives whoever has so many addresses nothing.
 */
export class HandshakeBudget {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #mostAddresses: number;
  /** The one that was heard last is last. */
  readonly #byAddress = new Map<string, { left: number; atMs: number }>();

  constructor(
    limits: Pick<RpcLimits, 'handshakesBurst' | 'handshakesPerSecond'>,
    clock: Pick<Clock, 'monotonic'>,
    mostAddresses = 16_384,
  ) {
    this.#burst = limits.handshakesBurst;
    this.#perSecond = limits.handshakesPerSecond;
    this.#clock = clock;
    this.#mostAddresses = mostAddresses;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#byAddress.size;
  }

  /** False when the address has used up what it may have for now. */
  take(address: string): boolean {
    const key = addressKey(address);
    const nowMs = this.#clock.monotonic();
    const budget = this.#byAddress.get(key) ?? { left: this.#burst, atMs: nowMs };
    this.#byAddress.delete(key);
    this.#byAddress.set(key, budget);
    budget.left = this.#leftAt(budget, nowMs);
    budget.atMs = nowMs;
    this.#forget(key, nowMs);
    if (budget.left < 1) return false;
    budget.left--;
    return true;
  }

  #leftAt({ left, atMs }: { readonly left: number; readonly atMs: number }, nowMs: number): number {
    return Math.min(this.#burst, left + ((nowMs - atMs) * this.#perSecond) / 1000);
  }

  /** Those that have all of it again, oldest first; the oldest in any case when there are too many. */
  #forget(current: string, nowMs: number): void {
    for (const [key, budget] of this.#byAddress) {
      const isFull = this.#leftAt(budget, nowMs) >= this.#burst;
      if (key === current || (!isFull && this.size <= this.#mostAddresses)) return;
      this.#byAddress.delete(key);
    }
  }
}
