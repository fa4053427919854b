import { formatDuration } from '../../common/config/duration.ts';
import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Secret } from '../../common/secret/secret.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { Appointments } from './appointments.ts';
import type { Cache } from './cache.ts';
import { MintQueue, mintPriority } from './mint-queue.ts';
import { honoursTarget, rotationTime } from './rotation.ts';

/** A fresh key with the request that asks the server to certify it. */
export interface PreparedKey {
  readonly spiffeId: SpiffeId;
  readonly csrDer: Uint8Array;
  /** SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array;
  /** PKCS#8. */
  readonly privateKeyDer: Secret<Uint8Array>;
}

export interface MintRequest {
  readonly entryId: string;
  readonly csrDer: Uint8Array;
}

/** One per request, in its order. */
export type MintOutcome = { readonly chainDer: readonly Uint8Array[] } | { readonly error: string };

interface MinterOptions {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly log: Logger;
  readonly prepareKey: (spiffeId: SpiffeId) => Promise<PreparedKey>;
  readonly readSvid: (key: PreparedKey, chainDer: readonly Uint8Array[]) => X509Svid;
  /** At most 500 requests. A rejection means that none was answered. */
  readonly mint: (
    requests: readonly MintRequest[],
    signal: AbortSignal,
  ) => Promise<readonly MintOutcome[]>;
  /** Called when the server refuses the agent itself or cannot be reached. */
  readonly onServerError: (error: unknown) => void;
  /** Called when an SVID came whose authority is not in the bundle yet. */
  readonly onHeld: () => void;
  /** Called with how many X509-SVIDs a request replaces: because they end, because their entry changed. */
  readonly onRenewing?: (expiring: number, outdated: number) => void;
  readonly availabilityTargetMs?: number;
  readonly random?: RandomUnit;
}

/** SPIRE's servers refuse larger batches. */
const largestBatch = 500;
const coalesceMs = 10;
/** The wall clock is looked at again this often, should it have jumped. */
const longestSleepMs = 30_000;
/** The same while it has ended something that a clock set right would bring back. */
const lapsedSleepMs = 5_000;
const keysInFlight = 8;
/** How long an SVID waits for the bundle of its authority before another one is asked for. */
const heldMs = 60_000;
/** An SVID is not replaced sooner than this, however short its life is. */
const shortestStayMs = 1_000;
const retryPolicy = { initialMs: 1_000, maxMs: 60_000 };

/**
 * Fetches and renews the X509-SVIDs of the cache. It sleeps until an entry is wanted or an
 * appointment is due, one request is in flight at a time, and a failing entry waits alone.
 */
export class Minter {
  readonly #options: MinterOptions;
  readonly #alarm: Alarm;
  readonly #queue = new MintQueue();
  readonly #appointments: Appointments;
  /** Their renewal came due, whatever the wall clock says now. */
  readonly #due = new Set<string>();
  readonly #keys = new Map<string, PreparedKey>();
  readonly #retries = new Map<string, Backoff>();
  /** Entries that failed, as they were then; a changed entry is tried at once. */
  readonly #waiting = new Map<string, RegistrationEntry>();
  readonly #rpcBackoff: Backoff;
  #batchSize = largestBatch;
  #notBeforeMs = 0;

  constructor(options: MinterOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
    this.#appointments = new Appointments(options.clock);
    this.#rpcBackoff = new Backoff({ initialMs: 500, maxMs: 30_000 }, options.random);
  }

  /** Asks for a new SVID of this entry; one that failed lately keeps waiting for its turn. */
  want(entryId: string): void {
    const entry = this.#options.cache.findEntry(entryId);
    if (entry === undefined || this.#waiting.get(entryId) === entry) return;
    this.#enqueue(entryId);
  }

  /** Makes the loop look at the clock and the queue again. */
  wake(): void {
    this.#notBeforeMs = 0;
    this.#alarm.ring();
  }

  /** Books the renewal of an SVID that the cache serves. */
  book(entryId: string): void {
    const svid = this.#options.cache.findRecord(entryId)?.svid;
    if (svid === undefined) return;
    const { availabilityTargetMs: target } = this.#options;
    const lifetime = svid.notAfterMs - svid.notBeforeMs;
    if (target !== undefined && !honoursTarget(lifetime, target)) {
      this.#options.log.warn('X509-SVID TTL is too short for the availability target', {
        entry_id: entryId,
        ttl: lifetime / 1000,
      });
    }
    // An issuer backdates: close to its own end it signs what is half over when it comes.
    const nowMs = this.#options.clock.now();
    const soonestMs = nowMs + Math.min(shortestStayMs, (svid.notAfterMs - nowMs) / 2);
    const renewMs = Math.max(rotationTime(svid, target), soonestMs);
    this.#due.delete(entryId);
    this.#appointments.add(entryId, svid, renewMs);
    this.#alarm.ring();
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      if (await this.#alarm.wait(this.#sleepMs(), signal)) await clock.sleep(coalesceMs, signal);
      this.#keepAppointments();
      this.#restoreLapsed();
      if (this.#queue.size > 0 && clock.monotonic() >= this.#notBeforeMs)
        await this.#mintBatch(signal);
    }
  }

  #sleepMs(): number {
    const { cache, clock } = this.#options;
    const queued = this.#queue.size > 0 ? this.#notBeforeMs - clock.monotonic() : Infinity;
    const longest = cache.hasLapsed ? lapsedSleepMs : longestSleepMs;
    return Math.max(Math.min(this.#appointments.nextInMs, queued, longest), 0);
  }

  #enqueue(entryId: string): void {
    const { cache, clock } = this.#options;
    const record = cache.findRecord(entryId);
    if (record === undefined) return;
    this.#queue.add(entryId, mintPriority(record, clock.now()));
    this.#alarm.ring();
  }

  #keepAppointments(): void {
    const { cache } = this.#options;
    let expired = false;
    for (const appointment of this.#appointments.takeDue()) {
      const { entryId } = appointment;
      if (appointment.kind === 'retry') {
        this.#waiting.delete(entryId);
        if (this.#needsSvid(entryId)) this.#enqueue(entryId);
        else this.#forget(entryId);
      } else if (cache.findRecord(entryId)?.svid === appointment.svid) {
        if (appointment.kind === 'rotate') this.#renew(entryId);
        else expired = this.#expire(entryId) || expired;
      }
    }
    if (expired) cache.publish();
  }

  #renew(entryId: string): void {
    this.#due.add(entryId);
    this.want(entryId);
  }

  #expire(entryId: string): boolean {
    if (!this.#options.cache.dropExpired(entryId)) return false;
    this.#options.log.error('X509-SVID expired before it could be renewed', { entry_id: entryId });
    return true;
  }

  /** The wall clock decides alone what has ended, and so what has not. */
  #restoreLapsed(): void {
    const { cache, log } = this.#options;
    const restored = cache.hasLapsed ? cache.restoreLapsed() : [];
    if (restored.length === 0) return;
    for (const entryId of restored) this.book(entryId);
    cache.publish();
    log.warn('X509-SVIDs are served again: the wall clock was set back', {
      count: restored.length,
    });
  }

  #needsSvid(entryId: string): boolean {
    const record = this.#options.cache.findRecord(entryId);
    if (record === undefined) {
      this.#due.delete(entryId);
      return false;
    }
    const { svid } = record;
    if (svid === undefined || this.#due.has(entryId)) return true;
    const due = rotationTime(svid, this.#options.availabilityTargetMs);
    return record.stale || due <= this.#options.clock.now();
  }

  async #mintBatch(signal: AbortSignal): Promise<void> {
    const { cache, log, mint, onServerError } = this.#options;
    const announce = (entryId: string) => {
      const record = cache.findRecord(entryId);
      log.info(record?.svid === undefined ? 'Creating X509-SVID' : 'Renewing X509-SVID', {
        entry_id: entryId,
        spiffe_id: record?.entry.spiffeId,
      });
    };
    // Some were wanted again while the request that served them was on its way.
    const entryIds = this.#queue.take(this.#batchSize).filter((id) => this.#needsSvid(id));
    const keys = await this.#prepareAll(entryIds, signal);
    if (keys.length === 0) return;
    for (const [entryId] of keys) announce(entryId);
    this.#countRenewals(keys.map(([entryId]) => entryId));
    let outcomes;
    try {
      outcomes = await mint(
        keys.map(([entryId, { csrDer }]) => ({ entryId, csrDer })),
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      const wait = this.#postpone(keys.map(([entryId]) => entryId));
      log.error('Failed to mint X509-SVIDs', {
        count: keys.length,
        retry_interval: formatDuration(Math.round(wait)),
        error,
      });
      onServerError(error);
      return;
    }
    this.#batchSize = Math.min(this.#batchSize * 2, largestBatch);
    this.#rpcBackoff.reset();
    for (const [at, [entryId, key]] of keys.entries()) this.#settle(entryId, key, outcomes[at]);
    cache.publish();
  }

  #countRenewals(entryIds: readonly string[]): void {
    const records = entryIds.map((entryId) => this.#options.cache.findRecord(entryId));
    const held = records.filter((record) => record?.svid !== undefined);
    const outdated = held.filter((record) => record?.stale === true).length;
    this.#options.onRenewing?.(held.length - outdated, outdated);
  }

  /** The whole request failed: smaller batches, later, with the same keys. */
  #postpone(entryIds: readonly string[]): number {
    this.#batchSize = Math.max(1, this.#batchSize >> 1);
    const wait = this.#rpcBackoff.next();
    this.#notBeforeMs = this.#options.clock.monotonic() + wait;
    for (const entryId of entryIds) {
      this.#options.cache.failMint(entryId, 'the server did not answer the request to sign');
      this.#enqueue(entryId);
    }
    this.#options.cache.publish();
    return wait;
  }

  #settle(entryId: string, key: PreparedKey, outcome: MintOutcome | undefined): void {
    const { cache, readSvid } = this.#options;
    if (outcome === undefined || 'error' in outcome) {
      this.#fail(entryId, outcome?.error ?? 'the server left it out of its answer');
      return;
    }
    this.#keys.delete(entryId);
    let svid;
    try {
      svid = readSvid(key, outcome.chainDer);
    } catch (error) {
      this.#fail(entryId, messageOf(error));
      return;
    }
    const result = cache.putSvid(entryId, svid);
    if (result === 'served') this.#succeed(entryId);
    else if (result === 'held') this.#hold(entryId);
    else if (result === 'refused') this.#fail(entryId, cache.findRecord(entryId)?.reason ?? '');
  }

  #succeed(entryId: string): void {
    this.#retries.delete(entryId);
    this.book(entryId);
  }

  /** If no bundle brings its authority, it is asked for again. */
  #hold(entryId: string): void {
    this.#appointments.retryIn(entryId, heldMs);
    this.#options.onHeld();
  }

  #forget(entryId: string): void {
    this.#keys.delete(entryId);
    this.#retries.delete(entryId);
  }

  #fail(entryId: string, reason: string): void {
    const { cache, log, random } = this.#options;
    const backoff = this.#retries.get(entryId) ?? new Backoff(retryPolicy, random);
    this.#retries.set(entryId, backoff);
    const wait = backoff.next();
    const entry = cache.findEntry(entryId);
    if (entry !== undefined) this.#waiting.set(entryId, entry);
    this.#appointments.retryIn(entryId, wait);
    cache.failMint(entryId, reason);
    log.warn('Failed to mint X509-SVID', {
      entry_id: entryId,
      reason,
      retry_interval: formatDuration(Math.round(wait)),
    });
  }

  /** Keys of a request that failed are used again, unless the entry's SPIFFE ID changed. */
  async #prepareAll(
    entryIds: readonly string[],
    signal: AbortSignal,
  ): Promise<(readonly [string, PreparedKey])[]> {
    const prepared: (readonly [string, PreparedKey])[] = [];
    for (let at = 0; at < entryIds.length; at += keysInFlight) {
      signal.throwIfAborted();
      const slice = entryIds.slice(at, at + keysInFlight);
      const keys = await Promise.all(slice.map((entryId) => this.#prepare(entryId)));
      prepared.push(...keys.filter((key) => key !== undefined));
    }
    return prepared;
  }

  async #prepare(entryId: string): Promise<readonly [string, PreparedKey] | undefined> {
    const entry = this.#options.cache.findEntry(entryId);
    if (entry === undefined) {
      this.#forget(entryId);
      return undefined;
    }
    const known = this.#keys.get(entryId);
    if (known?.spiffeId === entry.spiffeId) return [entryId, known];
    const key = await this.#options.prepareKey(entry.spiffeId);
    this.#keys.set(entryId, key);
    return [entryId, key];
  }
}
