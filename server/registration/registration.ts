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

export interface EntryWriter {
  create(entries: readonly EntryToStore[], nowMs: number): Promise<readonly CreateOutcome[]>;
  update(updates: readonly EntryUpdate[], nowMs: number): Promise<readonly UpdateOutcome[]>;
  delete(ids: readonly string[], nowMs: number): Promise<readonly boolean[]>;
  prune(nowMs: number, limit: number): Promise<readonly RegistrationEntry[]>;
}

export interface RegistrationOptions {
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
    const checked = drafts.map((draft) =>
      attempt(() =>
        completeEntry(this.#options.trustDomain, draft.id || randomUUID(), fieldsOf(draft)),
      ),
    );
    const entries = checked.filter(isSound);
    const outcomes = await this.#write(entries, (slice, nowMs) =>
      this.#options.store.create(slice, nowMs),
    );
    return merge(checked, outcomes, (outcome) => {
      if (outcome.kind === 'created') return { kind: 'done', entry: outcome.entry };
      if (outcome.kind === 'no_bundle') return failed(missingBundle(outcome.trustDomain, 'create'));
      return { kind: 'exists', entry: outcome.entry };
    });
  }

  /** Changes the present members of each entry and raises its revision. */
  async update(drafts: readonly Draft[]): Promise<readonly ItemOutcome[]> {
    const checked = drafts.map((draft) => attempt(() => this.#updateOf(draft.id, fieldsOf(draft))));
    const updates = checked.filter(isSound);
    const outcomes = await this.#write(updates, (slice, nowMs) =>
      this.#options.store.update(slice, nowMs),
    );
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
    return this.#write(ids, (slice, nowMs) => this.#options.store.delete(slice, nowMs));
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

  /** In slices, each one transaction, so that a huge batch does not hold up the event loop. */
  async #write<Item, T>(
    items: readonly Item[],
    write: (slice: readonly Item[], nowMs: number) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const outcomes: T[] = [];
    for (let at = 0; at < items.length; at += writeSlice) {
      if (at > 0) await nextTurn();
      outcomes.push(...(await write(items.slice(at, at + writeSlice), this.#options.clock.now())));
    }
    if (items.length > 0) await this.#options.follower.catchUp();
    return outcomes;
  }
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
