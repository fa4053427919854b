import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../common/log/logger.ts';
import type { Counter } from '../../../common/telemetry/metrics.ts';
import { longestPage } from '../page-tokens.ts';
import type { Page, PageRequest } from '../records.ts';

/** What operators read of one kind of stored things. */
export interface Reads<Key, T, Filter> {
  find(key: Key): Promise<T | undefined>;
  list(filter: Filter, page: PageRequest): Promise<Page<T>>;
  count(filter: Filter): Promise<number>;
}

/** The same things in memory. */
interface Mirrored<Key, T, Filter> {
  /** Names them in the log and the metric. */
  readonly kind: string;
  get(key: Key): T | undefined;
  values(): Iterable<T>;
  matcher(filter: Filter): (item: T) => boolean;
}

export interface OutageOptions {
  readonly contact: {
    /** Undefined while the store answers. */
    readonly failure: string | undefined;
    readonly lastAnswerMs: number;
  };
  /** Whether memory shows one revision of the store, and which. */
  readonly follower: { readonly isWhole: boolean; readonly revision: number };
  readonly fromMemory: Counter<'kind'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

/**
 * Reads from the store, and from memory while that does not answer: all that was stored when it was last
 * heard, at one revision, or nothing. A list is of one moment, whatever happens between its pages. What
 * memory cannot tell exactly is refused: where a page token of the store goes on, and everything when the
 * store went away while memory was being brought up to date.
 */
export class RememberedReads<Key, T, Filter> implements Reads<Key, T, Filter> {
  readonly #store: Reads<Key, T, Filter>;
  readonly #mirrored: Mirrored<Key, T, Filter>;
  readonly #options: OutageOptions;
  #snapshot: Snapshot<T> | undefined;
  #said = false;

  constructor(
    store: Reads<Key, T, Filter>,
    mirrored: Mirrored<Key, T, Filter>,
    options: OutageOptions,
  ) {
    this.#store = store;
    this.#mirrored = mirrored;
    this.#options = options;
  }

  find(key: Key): Promise<T | undefined> {
    return this.#read(
      () => this.#store.find(key),
      () => Promise.resolve(this.#mirrored.get(key)),
    );
  }

  count(filter: Filter): Promise<number> {
    return this.#read(
      () => this.#store.count(filter),
      async () => {
        const matches = this.#mirrored.matcher(filter);
        let count = 0;
        await this.#scan([...this.#mirrored.values()], 0, (item) => {
          if (matches(item)) count++;
          return true;
        });
        return count;
      },
    );
  }

  async list(filter: Filter, page: PageRequest): Promise<Page<T>> {
    const position = positionOf(page.token);
    if (position !== undefined) return this.#page(filter, page.size, position);
    return this.#read(
      () => this.#store.list(filter, page),
      () => {
        if (page.token !== '') {
          const text = `only the datastore knows where page token ${JSON.stringify(page.token.slice(0, 64))} goes on, and it does not answer: list from the start`;
          throw new SpiffeError('STORAGE_UNAVAILABLE', text);
        }
        const { revision } = this.#options.follower;
        if (this.#snapshot?.revision !== revision) {
          const items = [...this.#mirrored.values()];
          this.#snapshot = { revision, items, takenMs: this.#options.clock.monotonic() };
        }
        return this.#page(filter, page.size, { revision, at: 0 });
      },
    );
  }

  /** Memory is whole or not asked; when it is not, the store's own failure is the answer. */
  async #read<Answer>(
    fromStore: () => Promise<Answer>,
    fromMemory: () => Promise<Answer>,
  ): Promise<Answer> {
    const { contact, follower } = this.#options;
    if (contact.failure === undefined || !follower.isWhole) {
      try {
        const answer = await fromStore();
        this.#recovered();
        return answer;
      } catch (error) {
        if (!isOutage(error) || !follower.isWhole) throw error;
      }
    }
    this.#note();
    return fromMemory();
  }

  async #page(filter: Filter, size: number, { revision, at }: Position): Promise<Page<T>> {
    const snapshot = this.#snapshot;
    if (snapshot?.revision !== revision) {
      const text = 'the list that the page token belongs to is forgotten: list from the start';
      throw new SpiffeError('STORAGE_UNAVAILABLE', text);
    }
    const matches = this.#mirrored.matcher(filter);
    const items: T[] = [];
    const most = Math.min(size, longestPage);
    const next = await this.#scan(snapshot.items, at, (item) => {
      if (items.length === most) return false;
      if (matches(item)) items.push(item);
      return true;
    });
    return { items, nextToken: items.length === 0 ? '' : tokenOf({ revision, at: next }) };
  }

  /** Until `use` says no; returns where that was. The event loop gets its turns in between. */
  async #scan(items: readonly T[], from: number, use: (item: T) => boolean): Promise<number> {
    const { clock } = this.#options;
    let sliceEndMs = clock.monotonic() + sliceMs;
    let at = from;
    for (const item of items.slice(from)) {
      if (at % 64 === 0 && clock.monotonic() >= sliceEndMs) {
        await nextTurn();
        sliceEndMs = clock.monotonic() + sliceMs;
      }
      if (!use(item)) break;
      at++;
    }
    return at;
  }

  /** A list that was begun during the outage may go on for a while. */
  #recovered(): void {
    this.#said = false;
    const takenMs = this.#snapshot?.takenMs ?? 0;
    if (this.#options.clock.monotonic() - takenMs > snapshotMs) this.#snapshot = undefined;
  }

  /** Once for each outage. */
  #note(): void {
    const { log, fromMemory, contact, follower } = this.#options;
    const { kind: type } = this.#mirrored;
    fromMemory.inc({ kind: type });
    if (this.#said) return;
    this.#said = true;
    log.warn('Operators are answered from memory, as of when the datastore was last heard', {
      type,
      revision: follower.revision,
      updated: new Date(contact.lastAnswerMs).toISOString(),
    });
  }
}

interface Snapshot<T> {
  readonly revision: number;
  readonly items: readonly T[];
  readonly takenMs: number;
}

interface Position {
  readonly revision: number;
  readonly at: number;
}

function tokenOf({ revision, at }: Position): string {
  return `memory:${revision}:${at}`;
}

/** Undefined for a token of the store. */
function positionOf(token: string): Position | undefined {
  const [, revision, at] = /^memory:(\d{1,15}):(\d{1,15})$/.exec(token) ?? [];
  return revision === undefined ? undefined : { revision: Number(revision), at: Number(at) };
}

function isOutage(error: unknown): boolean {
  return hasCode(error, 'STORAGE_UNAVAILABLE') || hasCode(error, 'STORAGE_FAILED');
}

const sliceMs = 5;
const snapshotMs = 10 * 60_000;
