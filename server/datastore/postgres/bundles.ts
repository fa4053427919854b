import type { Bundle } from '../../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { allOf } from '../conditions.ts';
import type {
  BundleAuthorities,
  BundleDeleteMode,
  BundleDeleteOutcome,
  BundleParts,
  BundleStore,
  Page,
  PageRequest,
} from '../datastore.ts';
import { authoritiesToJson, emptyBundle, parseBundleRow } from '../rows.ts';
import type { Database } from './database.ts';
import { deleteEntries } from './entries.ts';
import { lockEntries, replaceEntries } from './entry-sql.ts';
import { keyOf } from './match-set.ts';
import { countRows, readPage } from './paging.ts';
import type { Transaction } from './transaction.ts';

/**
 * Trust bundles in PostgreSQL. Writers take turns by the lock `bundles`: they are few, and a row
 * that does not exist yet cannot be locked.
 */
export class PostgresBundles implements BundleStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(trustDomain: TrustDomain): Promise<Bundle | undefined> {
    const [row] = await this.#database.all(selectOne, trustDomain);
    return row === undefined ? undefined : parseBundleRow(row);
  }

  async list(page: PageRequest): Promise<Page<Bundle>> {
    return readPage(this.#database, bundleTable, allOf([]), page, parseBundleRow);
  }

  async count(): Promise<number> {
    return countRows(this.#database, 'bundles', allOf([]));
  }

  async create(bundle: Bundle, nowMs: number): Promise<boolean> {
    return this.#write(nowMs, async (transaction) => {
      if ((await findOne(transaction, bundle.trustDomain)) !== undefined) return false;
      await putBundle(transaction, bundle);
      return true;
    });
  }

  async set(bundle: Bundle, nowMs: number): Promise<void> {
    return this.#write(nowMs, (transaction) => putBundle(transaction, bundle));
  }

  async update(
    trustDomain: TrustDomain,
    parts: BundleParts,
    nowMs: number,
  ): Promise<Bundle | undefined> {
    return this.#write(nowMs, async (transaction) => {
      const stored = await findOne(transaction, trustDomain);
      if (stored === undefined) return undefined;
      const updated = { ...stored, ...parts };
      await putBundle(transaction, updated);
      return updated;
    });
  }

  async delete(
    trustDomain: TrustDomain,
    mode: BundleDeleteMode,
    nowMs: number,
  ): Promise<BundleDeleteOutcome> {
    return this.#write(nowMs, (transaction) => deleteOne(transaction, trustDomain, mode));
  }

  async change(
    trustDomain: TrustDomain,
    change: (stored: Bundle) => BundleAuthorities | undefined,
    nowMs: number,
  ): Promise<Bundle> {
    return this.#write(nowMs, async (transaction) => {
      const stored = (await findOne(transaction, trustDomain)) ?? emptyBundle(trustDomain);
      const authorities = change(stored);
      if (authorities === undefined) return stored;
      const changed = { ...stored, ...authorities, sequenceNumber: stored.sequenceNumber + 1 };
      await putBundle(transaction, changed);
      return changed;
    });
  }

  #write<T>(nowMs: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.write({ nowMs, lock: 'bundles' }, work);
  }
}

async function findOne(
  transaction: Transaction,
  trustDomain: TrustDomain,
): Promise<Bundle | undefined> {
  const row = await transaction.get(selectOne, trustDomain);
  return row === undefined ? undefined : parseBundleRow(row);
}

/** Creates or replaces, in a transaction that has the lock `bundles`. */
export async function putBundle(transaction: Transaction, bundle: Bundle): Promise<void> {
  await transaction.run(
    `INSERT INTO bundles (trust_domain, sequence_number, refresh_hint_seconds, authorities)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (trust_domain) DO UPDATE SET sequence_number = excluded.sequence_number,
       refresh_hint_seconds = excluded.refresh_hint_seconds, authorities = excluded.authorities`,
    bundle.trustDomain,
    bundle.sequenceNumber,
    bundle.refreshHintSeconds,
    authoritiesToJson(bundle),
  );
  transaction.record('bundle', bundle.trustDomain);
}

async function deleteOne(
  transaction: Transaction,
  trustDomain: TrustDomain,
  mode: BundleDeleteMode,
): Promise<BundleDeleteOutcome> {
  // Waits for those who are about to federate with it, and keeps others from beginning to.
  const bundle = await transaction.get(`${selectOne} FOR UPDATE`, trustDomain);
  if (bundle === undefined) return { kind: 'not_found' };
  const key = keyOf(trustDomain);
  const federating = await lockEntries(transaction, federates, [key]);
  if (mode === 'restrict' && federating.length > 0) {
    return { kind: 'in_use', entries: federating.length };
  }
  if (mode === 'delete') {
    await deleteEntries(transaction, federates, [key]);
  } else {
    await replaceEntries(
      transaction,
      federating.map((entry) => ({
        ...entry,
        federatesWith: entry.federatesWith.filter((name) => name !== trustDomain),
        revisionNumber: entry.revisionNumber + 1,
      })),
    );
  }
  for (const { id } of federating) transaction.record('entry', id);
  await transaction.run('DELETE FROM bundles WHERE trust_domain = $1', trustDomain);
  transaction.record('bundle', trustDomain);
  return { kind: 'deleted' };
}

const federates = 'federates_with_keys @> $1::uuid[]';
const bundleTable = {
  table: 'bundles',
  columns: 'trust_domain, sequence_number, refresh_hint_seconds, authorities',
};
const selectOne = `SELECT ${bundleTable.columns} FROM bundles WHERE trust_domain = $1`;
