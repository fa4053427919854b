import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import type { CreateOutcome, NewEntry } from '../datastore.ts';
import { canonicalEntry, parseEntryRow } from '../rows.ts';
import { entryColumnList, identityOf, insertEntries } from './entry-sql.ts';
import { KnownBundles } from './known-bundles.ts';
import type { Transaction } from './transaction.ts';

/**
 * Creates a batch in four statements, however many entries it has: each one is judged in memory as if
 * those before it were stored. The transaction must hold the lock `entries`, as nobody else may create
 * a similar entry meanwhile.
 */
export async function createEntries(
  transaction: Transaction,
  entries: readonly NewEntry[],
  nowMs: number,
): Promise<readonly CreateOutcome[]> {
  const stored = await Stored.load(transaction, entries);
  const bundles = new KnownBundles(transaction);
  await bundles.missing([...new Set(entries.flatMap((entry) => entry.federatesWith))]);
  const outcomes: CreateOutcome[] = [];
  for (const entry of entries) {
    outcomes.push(stored.find(entry) ?? (await judge(entry, bundles, stored, nowMs)));
  }
  const created = outcomes.flatMap((outcome) => (outcome.kind === 'created' ? outcome.entry : []));
  await insertEntries(transaction, created);
  for (const { id } of created) transaction.record('entry', id);
  return outcomes;
}

async function judge(
  entry: NewEntry,
  bundles: KnownBundles,
  stored: Stored,
  nowMs: number,
): Promise<CreateOutcome> {
  const trustDomain = await bundles.missing(entry.federatesWith);
  if (trustDomain !== undefined) return { kind: 'no_bundle', trustDomain };
  const created = canonicalEntry({ ...entry, createdAtMs: nowMs, revisionNumber: 0 });
  stored.add(created);
  return { kind: 'created', entry: created };
}

/** What is in the way of new entries, by ID and by what makes them similar; the oldest wins. */
class Stored {
  readonly #byId = new Map<string, RegistrationEntry>();
  readonly #byIdentity = new Map<string, RegistrationEntry>();

  static async load(transaction: Transaction, entries: readonly NewEntry[]): Promise<Stored> {
    const rows = await transaction.all(
      `SELECT ${entryColumnList} FROM entries WHERE identity = ANY ($1::uuid[]) OR id = ANY ($2)
       ORDER BY row_id`,
      entries.map(identityOf),
      entries.map((entry) => entry.id),
    );
    const stored = new Stored();
    for (const row of rows) stored.add(parseEntryRow(row));
    return stored;
  }

  add(entry: RegistrationEntry): void {
    const identity = identityOf(entry);
    if (!this.#byId.has(entry.id)) this.#byId.set(entry.id, entry);
    if (!this.#byIdentity.has(identity)) this.#byIdentity.set(identity, entry);
  }

  find(entry: NewEntry): CreateOutcome | undefined {
    const similar = this.#byIdentity.get(identityOf(entry));
    if (similar !== undefined) return { kind: 'similar', entry: similar };
    const taken = this.#byId.get(entry.id);
    return taken === undefined ? undefined : { kind: 'id_taken', entry: taken };
  }
}
