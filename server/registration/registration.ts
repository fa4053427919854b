import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { CreateOutcome, EntryUpdate, UpdateOutcome } from '../datastore/datastore.ts';
import {
  checkFields,
  checkTogether,
  completeEntry,
  type EntryFields,
  type EntryToStore,
} from './entry-rules.ts';
import { selectsDefaultAccountOnly } from './weak-selectors.ts';

interface EntryWriter {
  create(entries: readonly EntryToStore[], nowMs: number): Promise<readonly CreateOutcome[]>;
  update(updates: readonly EntryUpdate[], nowMs: number): Promise<readonly UpdateOutcome[]>;
  delete(ids: readonly string[], nowMs: number): Promise<readonly boolean[]>;
  prune(nowMs: number, limit: number): Promise<readonly RegistrationEntry[]>;
}

interface RegistrationOptions {
  readonly trustDomain: TrustDomain;
  readonly store: EntryWriter;
  /** Makes what was written visible to agents before the writer is answered. */
  readonly follower: { catchUp(): Promise<void> };
  readonly clock: Clock;
  readonly log: Logger;
}

/** An entry as it was parsed from a request, or why it could not be. */
export type Draft =
  | { readonly id: string; readonly fields: EntryFields }
  | { readonly id: string; readonly fault: SpiffeError };

export type ItemOutcome =
  | { readonly kind: 'done'; readonly entry: RegistrationEntry }
  | { readonly kind: 'exists'; readonly entry: RegistrationEntry }
  | { readonly kind: 'failed'; readonly error: SpiffeError };

/** Creates, changes and deletes registration entries; a batch is written in few transactions. */
export class Registration {
  readonly #options: RegistrationOptions;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  /** One outcome for each draft, in order; a draft without an ID gets one. */
  async create(drafts: readonly Draft[]): Promise<readonly ItemOutcome[]> {
    const checked = await this.#checkAll(drafts, (draft) =>
      completeEntry(this.#options.trustDomain, draft.id || randomUUID(), fieldsOf(draft)),
    );
    const entries = checked.filter(isSound);
    const outcomes = await this.#write(
      entries,
      (entry) => entry.selectors.length,
      (slice, nowMs) => this.#options.store.create(slice, nowMs),
    );
    const created = outcomes.flatMap((each) => (each.kind === 'created' ? [each.entry] : []));
    this.#warnOfWeak(created);
    return merge(checked, outcomes, (outcome) => {
      if (outcome.kind === 'created') return { kind: 'done', entry: outcome.entry };
      if (outcome.kind === 'no_bundle') return failed(missingBundle(outcome.trustDomain, 'create'));
      return { kind: 'exists', entry: outcome.entry };
    });
  }

  /** Changes the present members of each entry and raises its revision. */
  async update(drafts: readonly Draft[]): Promise<readonly ItemOutcome[]> {
    const checked = await this.#checkAll(drafts, (draft) =>
      this.#updateOf(draft.id, fieldsOf(draft)),
    );
    const updates = checked.filter(isSound);
    const weights = new Map(
      drafts.map((draft) => [draft.id, 'fault' in draft ? 0 : draft.fields.selectors?.length]),
    );
    const outcomes = await this.#write(
      updates,
      ({ id }) => weights.get(id) ?? 0,
      (slice, nowMs) => this.#options.store.update(slice, nowMs),
    );
    const updated = outcomes.flatMap((each) => (each.kind === 'updated' ? [each.entry] : []));
    this.#warnOfWeak(updated);
    return merge(checked, outcomes, (outcome) => {
      if (outcome.kind === 'updated') return { kind: 'done', entry: outcome.entry };
      if (outcome.kind === 'no_bundle') return failed(missingBundle(outcome.trustDomain, 'update'));
      if (outcome.kind === 'not_found') {
        return failed(new SpiffeError('NOT_FOUND', 'failed to update entry'));
      }
      return failed(asSpiffeError(outcome.error));
    });
  }

  /** True where the entry existed. */
  async delete(ids: readonly string[]): Promise<readonly boolean[]> {
    return this.#write(
      ids,
      () => 0,
      (slice, nowMs) => this.#options.store.delete(slice, nowMs),
    );
  }

  /** Deletes entries that have expired; returns how many. */
  async prune(): Promise<number> {
    const { store, clock, log, follower } = this.#options;
    let pruned = 0;
    for (;;) {
      const expired = await store.prune(clock.now(), pruneBatch);
      for (const entry of expired) {
        log.info('Pruned an expired registration', {
          entry_id: entry.id,
          spiffe_id: entry.spiffeId,
          parent_id: entry.parentId,
        });
      }
      pruned += expired.length;
      if (expired.length < pruneBatch) break;
    }
    if (pruned > 0) await follower.catchUp();
    return pruned;
  }

  /** Nothing is refused: in a namespace of its own such an entry may be what is meant. */
  #warnOfWeak(entries: readonly RegistrationEntry[]): void {
    const weak = entries.filter(({ selectors }) => selectsDefaultAccountOnly(selectors));
    const [first] = weak;
    if (first === undefined) return;
    this.#options.log.warn(
      'A registration entry is for every pod that names no service account: give it more selectors',
      { entry_id: first.id, spiffe_id: first.spiffeId, count: weak.length },
    );
  }

  #updateOf(id: string, fields: EntryFields): EntryUpdate {
    const checked = checkFields(this.#options.trustDomain, fields);
    return {
      id,
      change(stored) {
        const changed = { ...stored, ...checked };
        checkTogether(changed);
        return changed;
      },
    };
  }

  /** One item's fault is not the others', and a large batch gives the event loop its turns. */
  async #checkAll<T>(
    drafts: readonly Draft[],
    check: (draft: Draft) => T,
  ): Promise<(T | SpiffeError)[]> {
    const { clock } = this.#options;
    const checked: (T | SpiffeError)[] = [];
    let sliceEndMs = clock.monotonic() + sliceMs;
    for (const draft of drafts) {
      if (clock.monotonic() >= sliceEndMs) {
        await nextTurn();
        sliceEndMs = clock.monotonic() + sliceMs;
      }
      checked.push(attempt(() => check(draft)));
    }
    return checked;
  }

  /** In slices, each one transaction, so that a huge batch does not hold up the event loop. */
  async #write<Item, T>(
    items: readonly Item[],
    weightOf: (item: Item) => number,
    write: (slice: readonly Item[], nowMs: number) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const outcomes: T[] = [];
    for (const slice of slicesOf(items, weightOf)) {
      if (outcomes.length > 0) await nextTurn();
      outcomes.push(...(await write(slice, this.#options.clock.now())));
    }
    if (items.length > 0) await this.#options.follower.catchUp();
    return outcomes;
  }
}

/** So many items, or fewer heavy ones; at least one. */
function* slicesOf<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Generator<readonly Item[]> {
  let [from, weight] = [0, 0];
  for (const [at, item] of items.entries()) {
    const more = weightOf(item);
    if (at > from && (at - from >= writeSlice || weight + more > sliceWeight)) {
      yield items.slice(from, at);
      [from, weight] = [at, 0];
    }
    weight += more;
  }
  if (from < items.length) yield items.slice(from);
}

function fieldsOf(draft: Draft): EntryFields {
  if ('fault' in draft) throw draft.fault;
  return draft.fields;
}

function isSound<T>(item: T | SpiffeError): item is T {
  return !(item instanceof SpiffeError);
}

function attempt<T>(work: () => T): T | SpiffeError {
  try {
    return work();
  } catch (error) {
    return asSpiffeError(error);
  }
}

/** Puts what was refused before the store saw it back into its place. */
function merge<T>(
  checked: readonly unknown[],
  outcomes: readonly T[],
  read: (outcome: T) => ItemOutcome,
): ItemOutcome[] {
  const rest = outcomes.values();
  return checked.map((item) => {
    if (item instanceof SpiffeError) return failed(item);
    const next = rest.next();
    return next.done === true
      ? failed(new SpiffeError('INTERNAL', 'the datastore answered too little'))
      : read(next.value);
  });
}

function failed(error: SpiffeError): ItemOutcome {
  return { kind: 'failed', error };
}

function asSpiffeError(error: unknown): SpiffeError {
  if (error instanceof SpiffeError) return error;
  return new SpiffeError('INTERNAL', 'unexpected fault', { cause: error });
}

/** SPIRE answers INTERNAL; the trust domain's name is what the operator needs. */
function missingBundle(trustDomain: TrustDomain, verb: string): SpiffeError {
  return new SpiffeError(
    'INTERNAL',
    `failed to ${verb} entry: unable to find federated bundle "spiffe://${trustDomain}"`,
  );
}

const pruneBatch = 500;
const writeSlice = 250;
/** Selectors; each is a row of its own. */
const sliceWeight = 750;
const sliceMs = 5;
