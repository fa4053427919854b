import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { formatDuration } from '../../common/config/duration.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import {
  contentOf,
  isStored,
  locate,
  sameLocation,
  type StoreLocation,
  type StoreRecord,
} from './store-plan.ts';
import type { SvidStore } from './svid-store.ts';

interface SvidStoreServiceOptions {
  readonly stores: readonly SvidStore[];
  /** What there is to be stored now; undefined before the agent knows. */
  readonly records: () => readonly StoreRecord[] | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: RandomUnit;
}

/** What is known of one entry in its store. */
interface Tracked {
  /** What the store holds; absent when it holds nothing of ours. */
  stored?: { readonly record: StoreRecord; readonly location: StoreLocation };
  readonly retry: Backoff;
  /** On the monotonic clock. */
  notBeforeMs: number;
  /** What failed last: something new is tried at once. */
  failed?: RegistrationEntry | 'delete';
}

/**
 * Pushes the X509-SVIDs of entries with `store_svid` into their stores, as SPIRE's SVIDStore service does:
 * again after each change of the entry, the X509-SVID or a bundle; entries that are gone are deleted. What
 * fails is tried again, later each time, and holds up no other store. Nothing is remembered over a restart:
 * everything is put again then.
 */
export class SvidStoreService {
  readonly #options: SvidStoreServiceOptions;
  readonly #stores: ReadonlyMap<string, SvidStore>;
  readonly #tracked = new Map<string, Tracked>();
  readonly #alarm: Alarm;
  /** What there was to be stored at the last look. */
  #current: ReadonlyMap<string, StoreRecord> = new Map();
  /** Stores that are at work, and the entries they have in hand. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #working = new Set<string>();

  constructor(options: SvidStoreServiceOptions) {
    this.#options = options;
    this.#stores = new Map(options.stores.map((store) => [store.name, store]));
    this.#alarm = new Alarm(options.clock);
  }

  /** Something may have changed. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    let failure: { readonly error: unknown } | undefined;
    const failed = (error: unknown) => {
      failure ??= { error };
      this.#alarm.ring();
    };
    try {
      while (failure === undefined) {
        this.#pass(signal, failed);
        // What comes together is stored together.
        if (await this.#alarm.wait(pauseMs, signal)) await clock.sleep(coalesceMs, signal);
      }
    } finally {
      await Promise.all(this.#lanes.values());
    }
    throw failure.error;
  }

  /** One store works on one entry at a time; stores work side by side, and none waits for another. */
  #pass(signal: AbortSignal, failed: (error: unknown) => void): void {
    const records = this.#options.records();
    if (records === undefined) return;
    this.#current = new Map(records.map((record) => [record.entry.id, record]));
    const lanes = new Map<string, string[]>();
    for (const id of [...new Set([...this.#current.keys(), ...this.#tracked.keys()])].sort()) {
      const lane = this.#laneOf(id);
      // What a slow store still has to do is looked at again when it is done.
      if (this.#lanes.has(lane) || this.#working.has(id)) continue;
      const ids = lanes.get(lane);
      if (ids === undefined) lanes.set(lane, [id]);
      else ids.push(id);
    }
    for (const [lane, ids] of lanes) {
      this.#lanes.set(lane, this.#work(lane, ids, signal).catch(failed));
    }
  }

  /** In turn, with what there is when the turn comes. */
  async #work(lane: string, ids: readonly string[], signal: AbortSignal): Promise<void> {
    for (const id of ids) this.#working.add(id);
    try {
      for (const id of ids) {
        signal.throwIfAborted();
        if (this.#laneOf(id) !== lane) continue;
        const record = this.#current.get(id);
        const tracked = this.#trackedOf(id);
        if (record === undefined) await this.#forget(id, tracked, signal);
        else await this.#store(record, tracked, signal);
      }
    } finally {
      for (const id of ids) this.#working.delete(id);
      this.#lanes.delete(lane);
    }
  }

  #laneOf(id: string): string {
    const type = this.#current.get(id)?.entry.selectors[0]?.type;
    return type ?? this.#tracked.get(id)?.stored?.location.store ?? '';
  }

  #trackedOf(id: string): Tracked {
    const { clock, random } = this.#options;
    const known = this.#tracked.get(id);
    if (known !== undefined) return known;
    const fresh = { retry: new Backoff(retryPolicy, random), notBeforeMs: clock.monotonic() };
    this.#tracked.set(id, fresh);
    return fresh;
  }

  async #store(record: StoreRecord, tracked: Tracked, signal: AbortSignal): Promise<void> {
    const { entry, svid } = record;
    if (tracked.stored !== undefined && isStored(tracked.stored.record, record)) return;
    if (this.#isWaiting(tracked, entry)) return;
    const log = this.#logOf(entry);
    const location = locate(entry.selectors);
    if (typeof location === 'string') {
      log.error('Invalid store name in selectors', { reason: location });
      this.#giveUp(tracked, entry);
      return;
    }
    await this.#leaveOldPlace(tracked, location, signal);
    if (svid === undefined) return;
    const store = this.#stores.get(location.store);
    if (store === undefined) {
      log.error('Error storing SVID: SVIDStore not found', { plugin_name: location.store });
      this.#giveUp(tracked, entry);
      return;
    }
    try {
      await store.put(contentOf(record, svid, location), signal);
    } catch (error) {
      signal.throwIfAborted();
      const retryMs = this.#postpone(tracked, entry);
      log.error('Failed to put X509-SVID', {
        error,
        retry_interval: formatDuration(Math.round(retryMs)),
      });
      return;
    }
    tracked.stored = { record, location };
    this.#succeed(tracked);
    log.debug('SVID stored successfully', { plugin_name: location.store });
  }

  /** As in SPIRE it is tried once: what is put next may well be what was to be deleted. */
  async #leaveOldPlace(
    tracked: Tracked,
    location: StoreLocation,
    signal: AbortSignal,
  ): Promise<void> {
    const { stored } = tracked;
    if (stored === undefined || sameLocation(stored.location, location)) return;
    delete tracked.stored;
    await this.#delete(stored, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      this.#logOf(stored.record.entry).error('Failed to delete SVID', { error });
    });
  }

  async #forget(id: string, tracked: Tracked, signal: AbortSignal): Promise<void> {
    const { stored } = tracked;
    if (stored === undefined) {
      this.#tracked.delete(id);
      return;
    }
    if (this.#isWaiting(tracked, 'delete')) return;
    const log = this.#logOf(stored.record.entry);
    try {
      await this.#delete(stored, signal);
    } catch (error) {
      signal.throwIfAborted();
      const retryMs = this.#postpone(tracked, 'delete');
      log.error('Failed to delete SVID', {
        error,
        retry_interval: formatDuration(Math.round(retryMs)),
      });
      return;
    }
    this.#tracked.delete(id);
  }

  async #delete(
    { location, record }: NonNullable<Tracked['stored']>,
    signal: AbortSignal,
  ): Promise<void> {
    const log = this.#logOf(record.entry);
    try {
      await this.#stores.get(location.store)?.delete(location.metadata, signal);
      log.debug('SVID deleted successfully', { plugin_name: location.store });
    } catch (error) {
      // Then it never was there.
      if (!hasCode(error, 'INVALID_ARGUMENT')) throw error;
      log.debug('Failed to delete SVID because of malformed selectors', { error });
    }
  }

  #isWaiting(tracked: Tracked, forWhat: RegistrationEntry | 'delete'): boolean {
    return tracked.failed === forWhat && this.#options.clock.monotonic() < tracked.notBeforeMs;
  }

  #postpone(tracked: Tracked, what: RegistrationEntry | 'delete'): number {
    const waitMs = tracked.retry.next();
    tracked.failed = what;
    tracked.notBeforeMs = this.#options.clock.monotonic() + waitMs;
    return waitMs;
  }

  /** Only another entry can help. */
  #giveUp(tracked: Tracked, entry: RegistrationEntry): void {
    tracked.failed = entry;
    tracked.notBeforeMs = Infinity;
  }

  #succeed(tracked: Tracked): void {
    delete tracked.failed;
    tracked.retry.reset();
  }

  #logOf(entry: RegistrationEntry): Logger {
    return this.#options.log.child({ entry_id: entry.id, spiffe_id: entry.spiffeId });
  }
}

/** SPIRE's interval. */
const pauseMs = 5_000;
const coalesceMs = 200;
const retryPolicy = { initialMs: 5_000, maxMs: 60_000 };
