import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import { entryCondition } from '../conditions.ts';
import type {
  CreateOutcome,
  EntryFilter,
  EntryStore,
  EntryUpdate,
  NewEntry,
  Page,
  PageRequest,
  UpdateOutcome,
} from '../datastore.ts';
import { canonicalEntry, parseEntryRow } from '../rows.ts';
import type { Database } from './database.ts';
import { createEntries } from './entry-creation.ts';
import { entryColumnList, lockEntries, replaceEntries } from './entry-sql.ts';
import { KnownBundles } from './known-bundles.ts';
import { setMatcher } from './match-set.ts';
import { countRows, readPage } from './paging.ts';
import type { Transaction } from './transaction.ts';

/** Registration entries in PostgreSQL. The number of statements does not depend on the batch. */
export class PostgresEntries implements EntryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(entries: readonly NewEntry[], nowMs: number): Promise<readonly CreateOutcome[]> {
    return this.#database.write({ nowMs, lock: 'entries' }, (transaction) =>
      createEntries(transaction, entries, nowMs),
    );
  }

  async update(updates: readonly EntryUpdate[], nowMs: number): Promise<readonly UpdateOutcome[]> {
    return this.#database.write({ nowMs }, async (transaction) => {
      const ids = updates.map((update) => update.id);
      const locked = await lockEntries(transaction, 'id = ANY ($1)', ids);
      const stored = new Map(locked.map((entry) => [entry.id, entry]));
      const bundles = new KnownBundles(transaction);
      const changed = new Map<string, RegistrationEntry>();
      const outcomes: UpdateOutcome[] = [];
      for (const update of updates) {
        const outcome = await updateOne(update, stored.get(update.id), bundles);
        outcomes.push(outcome);
        if (outcome.kind !== 'updated') continue;
        stored.set(update.id, outcome.entry);
        changed.set(update.id, outcome.entry);
        transaction.record('entry', update.id);
      }
      await replaceEntries(transaction, [...changed.values()]);
      return outcomes;
    });
  }

  async delete(ids: readonly string[], nowMs: number): Promise<readonly boolean[]> {
    return this.#database.write({ nowMs }, async (transaction) => {
      const deleted = await deleteEntries(transaction, 'id = ANY ($1)', ids);
      // An ID that is given twice was there the first time only.
      const outcomes = ids.map((id) => deleted.delete(id));
      for (const [at, id] of ids.entries())
        if (outcomes[at] === true) transaction.record('entry', id);
      return outcomes;
    });
  }

  async find(id: string): Promise<RegistrationEntry | undefined> {
    return (await this.findAll([id])).at(0);
  }

  async findAll(ids: readonly string[]): Promise<readonly RegistrationEntry[]> {
    const rows = await this.#database.all(
      `SELECT ${entryColumnList} FROM entries WHERE id = ANY ($1)`,
      ids,
    );
    return rows.map(parseEntryRow);
  }

  async list(filter: EntryFilter, page: PageRequest): Promise<Page<RegistrationEntry>> {
    const where = entryCondition(filter, matchers);
    return readPage(this.#database, entryTable, where, page, parseEntryRow);
  }

  async count(filter: EntryFilter): Promise<number> {
    return countRows(this.#database, 'entries', entryCondition(filter, matchers));
  }

  async prune(nowMs: number, limit: number): Promise<readonly RegistrationEntry[]> {
    return this.#database.write({ nowMs }, async (transaction) => {
      // Every server prunes; what another one is at is left to it.
      const rows = await transaction.all(
        `DELETE FROM entries WHERE row_id IN (
           SELECT row_id FROM entries WHERE expires_at_ms > 0 AND expires_at_ms < $1
           ORDER BY row_id LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING ${entryColumnList}`,
        nowMs,
        limit,
      );
      const expired = rows.map(parseEntryRow);
      for (const { id } of expired) transaction.record('entry', id);
      return expired;
    });
  }
}

/** Deletes entries within a transaction; returns their IDs. The caller records the changes. */
export async function deleteEntries(
  transaction: Transaction,
  where: string,
  ...values: unknown[]
): Promise<Set<string>> {
  const rows = await transaction.all(
    `DELETE FROM entries WHERE row_id IN (
       SELECT row_id FROM entries WHERE ${where} ORDER BY row_id FOR UPDATE) RETURNING id`,
    ...values,
  );
  return new Set(rows.map((row) => String(row['id'])));
}

async function updateOne(
  update: EntryUpdate,
  stored: RegistrationEntry | undefined,
  bundles: KnownBundles,
): Promise<UpdateOutcome> {
  if (stored === undefined) return { kind: 'not_found' };
  let changed: RegistrationEntry;
  try {
    changed = update.change(stored);
  } catch (error) {
    const refusal = error instanceof Error ? error : new Error('refused', { cause: error });
    return { kind: 'refused', error: refusal };
  }
  const trustDomain = await bundles.missing(changed.federatesWith);
  if (trustDomain !== undefined) return { kind: 'no_bundle', trustDomain };
  const entry = canonicalEntry({
    ...changed,
    id: stored.id,
    createdAtMs: stored.createdAtMs,
    revisionNumber: stored.revisionNumber + 1,
  });
  return { kind: 'updated', entry };
}

const entryTable = { table: 'entries', columns: entryColumnList };
const matchers = {
  selectors: setMatcher('selectors', 'selector_keys'),
  federatesWith: setMatcher('federates_with', 'federates_with_keys'),
};
