import type { RegistrationEntry } from '../../../common/spiffe/registration-entry.ts';
import { selectorText } from '../../../common/spiffe/selector.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
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
import { entryCondition } from '../conditions.ts';
import { canonicalEntry, entryColumns, parseEntryRow } from '../rows.ts';
import { selectorsToJson } from '../sets.ts';
import type { SqliteChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import { setMatcher } from './match-set.ts';
import { countRows, readPage } from './paging.ts';

/** Registration entries in SQLite. */
export class SqliteEntries implements EntryStore {
  readonly #connection: Connection;
  readonly #changes: SqliteChanges;

  constructor(connection: Connection, changes: SqliteChanges) {
    this.#connection = connection;
    this.#changes = changes;
  }

  async create(entries: readonly NewEntry[], nowMs: number): Promise<readonly CreateOutcome[]> {
    return Promise.resolve(
      this.#connection.write('normal', () => entries.map((entry) => this.createOne(entry, nowMs))),
    );
  }

  async update(updates: readonly EntryUpdate[], nowMs: number): Promise<readonly UpdateOutcome[]> {
    return Promise.resolve(
      this.#connection.write('normal', () =>
        updates.map((update) => this.#updateOne(update, nowMs)),
      ),
    );
  }

  async delete(ids: readonly string[], nowMs: number): Promise<readonly boolean[]> {
    return Promise.resolve(
      this.#connection.write('normal', () => ids.map((id) => this.deleteOne(id, nowMs))),
    );
  }

  async find(id: string): Promise<RegistrationEntry | undefined> {
    return Promise.resolve(this.#findOne(id));
  }

  async findAll(ids: readonly string[]): Promise<readonly RegistrationEntry[]> {
    const rows = this.#connection.all(
      'SELECT * FROM entries WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    return Promise.resolve(rows.map(parseEntryRow));
  }

  async list(filter: EntryFilter, page: PageRequest): Promise<Page<RegistrationEntry>> {
    return Promise.resolve(
      readPage(this.#connection, 'entries', entryCondition(filter, matchers), page, parseEntryRow),
    );
  }

  async count(filter: EntryFilter): Promise<number> {
    return Promise.resolve(
      countRows(this.#connection, 'entries', entryCondition(filter, matchers)),
    );
  }

  async prune(nowMs: number, limit: number): Promise<readonly RegistrationEntry[]> {
    return Promise.resolve(
      this.#connection.write('normal', () => {
        const expired = this.#connection
          .all(
            'SELECT * FROM entries WHERE expires_at_ms > 0 AND expires_at_ms < ? LIMIT ?',
            nowMs,
            limit,
          )
          .map(parseEntryRow);
        for (const entry of expired) this.deleteOne(entry.id, nowMs);
        return expired;
      }),
    );
  }

  /** Creates an entry within the transaction under way. */
  createOne(entry: NewEntry, nowMs: number): CreateOutcome {
    const similar = this.#findSimilar(entry);
    if (similar !== undefined) return { kind: 'similar', entry: similar };
    const taken = this.#findOne(entry.id);
    if (taken !== undefined) return { kind: 'id_taken', entry: taken };
    const missing = this.#missingBundle(entry.federatesWith);
    if (missing !== undefined) return { kind: 'no_bundle', trustDomain: missing };
    const created = canonicalEntry({ ...entry, createdAtMs: nowMs, revisionNumber: 0 });
    this.#writeSets(this.#insert(created), created);
    this.#changes.record('entry', created.id, nowMs);
    return { kind: 'created', entry: created };
  }

  /** Deletes an entry within the transaction under way. */
  deleteOne(id: string, nowMs: number): boolean {
    if (this.#connection.run('DELETE FROM entries WHERE id = ?', id) === 0) return false;
    this.#changes.record('entry', id, nowMs);
    return true;
  }

  /** Takes a trust domain out of the entries that federate with it, within the transaction under way. */
  dissociate(trustDomain: TrustDomain, nowMs: number): void {
    for (const entry of this.federatingWith(trustDomain)) {
      const federatesWith = entry.federatesWith.filter((name) => name !== trustDomain);
      this.#replace({ ...entry, federatesWith, revisionNumber: entry.revisionNumber + 1 }, nowMs);
    }
  }

  federatingWith(trustDomain: TrustDomain): RegistrationEntry[] {
    return this.#connection
      .all(
        `SELECT entries.* FROM entries JOIN entry_federates_with AS with_ ON with_.entry = row_id
         WHERE with_.trust_domain = ?`,
        trustDomain,
      )
      .map(parseEntryRow);
  }

  #updateOne(update: EntryUpdate, nowMs: number): UpdateOutcome {
    const stored = this.#findOne(update.id);
    if (stored === undefined) return { kind: 'not_found' };
    let changed: RegistrationEntry;
    try {
      changed = update.change(stored);
    } catch (error) {
      return {
        kind: 'refused',
        error: error instanceof Error ? error : new Error('refused', { cause: error }),
      };
    }
    const missing = this.#missingBundle(changed.federatesWith);
    if (missing !== undefined) return { kind: 'no_bundle', trustDomain: missing };
    const entry = canonicalEntry({
      ...changed,
      id: stored.id,
      createdAtMs: stored.createdAtMs,
      revisionNumber: stored.revisionNumber + 1,
    });
    this.#replace(entry, nowMs);
    return { kind: 'updated', entry };
  }

  #findOne(id: string): RegistrationEntry | undefined {
    const row = this.#connection.get('SELECT * FROM entries WHERE id = ?', id);
    return row === undefined ? undefined : parseEntryRow(row);
  }

  #findSimilar(entry: NewEntry): RegistrationEntry | undefined {
    const row = this.#connection.get(
      'SELECT * FROM entries WHERE spiffe_id = ? AND parent_id = ? AND selectors = ? ORDER BY row_id',
      entry.spiffeId,
      entry.parentId,
      selectorsToJson(entry.selectors),
    );
    return row === undefined ? undefined : parseEntryRow(row);
  }

  #missingBundle(federatesWith: readonly TrustDomain[]): TrustDomain | undefined {
    return federatesWith.find(
      (name) =>
        this.#connection.get('SELECT 1 AS found FROM bundles WHERE trust_domain = ?', name) ===
        undefined,
    );
  }

  #insert(entry: RegistrationEntry): number {
    const columns = entryColumns(entry);
    const names = Object.keys(columns);
    return this.#connection.insert(
      `INSERT INTO entries (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    );
  }

  #replace(entry: RegistrationEntry, nowMs: number): void {
    const columns = entryColumns(entry);
    const assignments = Object.keys(columns).map((name) => `${name} = ?`);
    const row = this.#connection.get(
      `UPDATE entries SET ${assignments.join(', ')} WHERE id = ? RETURNING row_id`,
      ...Object.values(columns),
      entry.id,
    );
    const rowId = Number(row?.['row_id']);
    this.#connection.run('DELETE FROM entry_selectors WHERE entry = ?', rowId);
    this.#connection.run('DELETE FROM entry_federates_with WHERE entry = ?', rowId);
    this.#writeSets(rowId, entry);
    this.#changes.record('entry', entry.id, nowMs);
  }

  #writeSets(rowId: number, entry: RegistrationEntry): void {
    for (const selector of entry.selectors) {
      this.#connection.run(
        'INSERT INTO entry_selectors (entry, selector) VALUES (?, ?)',
        rowId,
        selectorText(selector),
      );
    }
    for (const trustDomain of entry.federatesWith) {
      this.#connection.run(
        'INSERT INTO entry_federates_with (entry, trust_domain) VALUES (?, ?)',
        rowId,
        trustDomain,
      );
    }
  }
}

const matchers = {
  selectors: setMatcher({
    jsonColumn: 'selectors',
    memberTable: 'entry_selectors',
    memberColumn: 'selector',
    ownerColumn: 'entry',
  }),
  federatesWith: setMatcher({
    jsonColumn: 'federates_with',
    memberTable: 'entry_federates_with',
    memberColumn: 'trust_domain',
    ownerColumn: 'entry',
  }),
};
