import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type { Transaction } from './transaction.ts';

/**
 * Which trust domains have a bundle, asked once for each. Those that have are locked against deletion
 * (FOR KEY SHARE) until the end of the transaction, so that what federates with them stays right.
 */
export class KnownBundles {
  readonly #transaction: Transaction;
  readonly #known = new Map<string, boolean>();

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  /** The first of these without a bundle. */
  async missing(trustDomains: readonly TrustDomain[]): Promise<TrustDomain | undefined> {
    await this.#ask(trustDomains.filter((name) => !this.#known.has(name)));
    return trustDomains.find((name) => this.#known.get(name) !== true);
  }

  async #ask(names: readonly TrustDomain[]): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) this.#known.set(name, false);
    const rows = await this.#transaction.all(
      `SELECT trust_domain FROM bundles WHERE trust_domain = ANY ($1)
       ORDER BY trust_domain FOR KEY SHARE`,
      names,
    );
    for (const row of rows) this.#known.set(String(row['trust_domain']), true);
  }
}
