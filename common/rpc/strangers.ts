import { addressKey } from '../text/address-key.ts';

/** Connections whose far end has not proved who it is, by the address they come from. */
export class Strangers {
  readonly #keys = new Map<string, string>();
  readonly #byAddress = new Map<string, Set<string>>();

  add(id: string, address: string): void {
    const key = addressKey(address);
    this.#keys.set(id, key);
    const ids = this.#byAddress.get(key) ?? new Set();
    this.#byAddress.set(key, ids.add(id));
  }

  delete(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    const ids = this.#byAddress.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.#byAddress.delete(key);
  }

  /** The one that makes room first: the oldest of the address that has most. */
  next(): string | undefined {
    let most: Set<string> | undefined;
    for (const ids of this.#byAddress.values()) {
      if (ids.size > (most?.size ?? 0)) most = ids;
    }
    return most?.values().next().value;
  }
}
