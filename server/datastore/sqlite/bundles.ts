import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import type {
  BundleAuthorities,
  BundleDeleteMode,
  BundleDeleteOutcome,
  BundleParts,
  BundleStore,
  Page,
  PageRequest,
} from '../datastore.ts';
import { allOf } from '../conditions.ts';
import { authoritiesToJson, emptyBundle, parseBundleRow } from '../rows.ts';
import type { SqliteChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import type { SqliteEntries } from './entries.ts';
import { countRows, readPage } from './paging.ts';

/** Trust bundles in SQLite. Writes reach the disk before they are answered: a lost root breaks trust. */
export class SqliteBundles implements BundleStore {
  readonly #connection: Connection;
  readonly #changes: SqliteChanges;
  readonly #entries: SqliteEntries;

  constructor(connection: Connection, changes: SqliteChanges, entries: SqliteEntries) {
    this.#connection = connection;
    this.#changes = changes;
    this.#entries = entries;
  }

  async find(trustDomain: TrustDomain): Promise<Bundle | undefined> {
    return Promise.resolve(this.#findOne(trustDomain));
  }

  async list(page: PageRequest): Promise<Page<Bundle>> {
    return Promise.resolve(readPage(this.#connection, 'bundles', allOf([]), page, parseBundleRow));
  }

  async count(): Promise<number> {
    return Promise.resolve(countRows(this.#connection, 'bundles', allOf([])));
  }

  async create(bundle: Bundle, nowMs: number): Promise<boolean> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        if (this.#findOne(bundle.trustDomain) !== undefined) return false;
        this.put(bundle, nowMs);
        return true;
      }),
    );
  }

  async set(bundle: Bundle, nowMs: number): Promise<void> {
    this.#connection.write('full', () => this.put(bundle, nowMs));
    return Promise.resolve();
  }

  async update(
    trustDomain: TrustDomain,
    parts: BundleParts,
    nowMs: number,
  ): Promise<Bundle | undefined> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        const stored = this.#findOne(trustDomain);
        if (stored === undefined) return undefined;
        const updated = { ...stored, ...parts };
        this.put(updated, nowMs);
        return updated;
      }),
    );
  }

  async delete(
    trustDomain: TrustDomain,
    mode: BundleDeleteMode,
    nowMs: number,
  ): Promise<BundleDeleteOutcome> {
    return Promise.resolve(
      this.#connection.write('full', () => this.#deleteOne(trustDomain, mode, nowMs)),
    );
  }

  async change(
    trustDomain: TrustDomain,
    change: (stored: Bundle) => BundleAuthorities | undefined,
    nowMs: number,
  ): Promise<Bundle> {
    return Promise.resolve(
      this.#connection.write('full', () => {
        const stored = this.#findOne(trustDomain) ?? emptyBundle(trustDomain);
        const authorities = change(stored);
        if (authorities === undefined) return stored;
        const changed = { ...stored, ...authorities, sequenceNumber: stored.sequenceNumber + 1 };
        this.put(changed, nowMs);
        return changed;
      }),
    );
  }

  #deleteOne(trustDomain: TrustDomain, mode: BundleDeleteMode, nowMs: number): BundleDeleteOutcome {
    if (this.#findOne(trustDomain) === undefined) return { kind: 'not_found' };
    const federating = this.#entries.federatingWith(trustDomain);
    if (mode === 'restrict' && federating.length > 0) {
      return { kind: 'in_use', entries: federating.length };
    }
    if (mode === 'delete') {
      for (const entry of federating) this.#entries.deleteOne(entry.id, nowMs);
    } else {
      this.#entries.dissociate(trustDomain, nowMs);
    }
    this.#connection.run('DELETE FROM bundles WHERE trust_domain = ?', trustDomain);
    this.#changes.record('bundle', trustDomain, nowMs);
    return { kind: 'deleted' };
  }

  #findOne(trustDomain: TrustDomain): Bundle | undefined {
    const row = this.#connection.get('SELECT * FROM bundles WHERE trust_domain = ?', trustDomain);
    return row === undefined ? undefined : parseBundleRow(row);
  }

  /** Creates or replaces, in the transaction under way. */
  put(bundle: Bundle, nowMs: number): void {
    this.#connection.run(
      `INSERT INTO bundles (trust_domain, sequence_number, refresh_hint_seconds, authorities)
       VALUES (?, ?, ?, ?)
       ON CONFLICT (trust_domain) DO UPDATE SET sequence_number = excluded.sequence_number,
         refresh_hint_seconds = excluded.refresh_hint_seconds, authorities = excluded.authorities`,
      bundle.trustDomain,
      bundle.sequenceNumber,
      bundle.refreshHintSeconds,
      authoritiesToJson(bundle),
    );
    this.#changes.record('bundle', bundle.trustDomain, nowMs);
  }
}
