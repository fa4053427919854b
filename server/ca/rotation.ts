import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { Authority, AuthorityStatus, Slot } from './authority.ts';
import type { Created, KindRules } from './authority-kind.ts';
import type { BundleRows } from './bundle-store.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { activateAtMs, prepareAtMs, publishDelayMs } from './schedule.ts';

/** What the rotation of either kind works with. */
export interface RotationHost {
  readonly trustDomain: TrustDomain;
  readonly keys: KeyManager;
  readonly bundles: BundleRows;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long an authority must have been in the bundle before it signs. */
  readonly publishDelayMs: number;
}

/**
 * The two slots of one kind. `current` is the active authority; `next` is prepared to follow it, or is
 * the old one that it followed. Methods are not to be called side by side: the CA manager queues them.
 */
export class Rotation<T extends Authority> {
  readonly #rules: KindRules<T>;
  readonly #host: RotationHost;
  #current: T | undefined;
  #next: T | undefined;
  #replaceAgainMs = 0;

  constructor(rules: KindRules<T>, host: RotationHost) {
    this.#rules = rules;
    this.#host = host;
  }

  get current(): T | undefined {
    return this.#current;
  }

  get next(): T | undefined {
    return this.#next;
  }

  /**
   * The authority that signs now: the active one once agents can be expected to trust it, until then
   * the old one. Throws UNAVAILABLE when there is neither.
   */
  signer(): T {
    const signer = this.#findSigner();
    if (signer !== undefined) return signer;
    throw new SpiffeError(
      'UNAVAILABLE',
      `${this.#rules.label} is not available for signing: it was published a moment ago, or is not there yet`,
    );
  }

  /** The same, if need be before agents can know it; undefined when there is none that anybody could verify. */
  earlySigner(): T | undefined {
    const current = this.#current;
    return this.#findSigner() ?? (this.#isOfTheFuture(current) ? undefined : current);
  }

  /** Takes over what the journal remembers and the key manager and the bundle still hold. */
  async restore(): Promise<void> {
    const now = this.#host.clock.now();
    const bundle = await this.#host.bundles.find(this.#host.trustDomain);
    const usable = this.#host.journal
      .entries(this.#rules.kind)
      .toReversed()
      .flatMap((entry) => this.#restoreOne(entry, bundle, now) ?? []);
    const current = usable.find((authority) => authority.status === 'active');
    this.#current = current;
    this.#next = usable.find((authority) => authority.slot !== current?.slot);
    if (current === undefined && this.#next !== undefined) await this.activate();
  }

  /** Prepares and activates what is due. */
  async rotate(): Promise<void> {
    await this.#leaveTheFuture();
    const now = this.#host.clock.now();
    const current = this.#current;
    if (current === undefined || now >= prepareAtMs(current)) {
      if (this.#next?.status !== 'prepared') await this.prepare();
    }
    if (this.#isActivationDue(this.#host.clock.now())) await this.activate();
  }

  /** When `rotate` has something to do; in the past when it is late. */
  dueAtMs(): number {
    const current = this.#current;
    if (current === undefined || this.#isOfTheFuture(current)) return 0;
    if (this.#next?.status !== 'prepared') return prepareAtMs(current);
    return Math.min(current.notAfterMs, Math.max(activateAtMs(current), this.#next.signsFromMs));
  }

  /** Makes the next authority and publishes it; replaces one that was prepared or is old. */
  async prepare(): Promise<T> {
    const { clock, keys, journal, log } = this.#host;
    // Its key is about to be overwritten: until the active one may sign, nobody else does.
    if (this.#next?.status === 'old') await this.#signNow();
    const slot: Slot = this.#current?.slot === 'A' ? 'B' : 'A';
    const key = await keys.generateKey(this.#rules.keyId(slot), this.#rules.keyType);
    const created = await this.#rules.create(key, clock.now());
    const signsFromMs = await this.#publish(created);
    const place = { slot, key, signsFromMs, status: 'prepared' as const };
    const prepared = this.#rules.place(created.authority, place);
    await journal.record(this.#rules.kind, [this.#entryOf(prepared)], clock.now());
    this.#next = prepared;
    log.info('Authority prepared', this.#logFields(prepared));
    return prepared;
  }

  /** Makes the next authority the active one, and the active one old. */
  async activate(): Promise<void> {
    const { clock, journal, log } = this.#host;
    const next = this.#next;
    if (next === undefined) throw this.#stateError('nothing is prepared');
    const active = withStatus(next, 'active');
    const old = this.#current === undefined ? undefined : withStatus(this.#current, 'old');
    const changed = [active, ...(old === undefined ? [] : [old])];
    const entries = changed.map((authority) => this.#entryOf(authority));
    await journal.record(this.#rules.kind, entries, clock.now());
    this.#current = active;
    this.#next = old;
    log.info('Authority activated', this.#logFields(active));
  }

  /**
   * Looks at the bundle for what others did to it. An authority that peers are to replace, or no longer
   * trust, makes room: the old one signs nothing more, the active one is followed at once. Until then
   * the active one goes on: what it signs is better than nothing.
   */
  async review(bundle: Bundle): Promise<void> {
    this.#reviewNext(bundle);
    const [current, now] = [this.#current, this.#host.clock.now()];
    if (current === undefined) return;
    const trust = this.#rules.trustOf(bundle, current);
    if (trust === 'trusted' || now < this.#replaceAgainMs) return;
    this.#host.log.warn('The active authority is to be replaced', {
      ...this.#logFields(current),
      reason: trust === 'tainted' ? 'it is tainted' : 'the bundle does not lead to it',
    });
    // An upstream may sign with the same root again: that is not asked for without end.
    this.#replaceAgainMs = now + replaceAgainMs;
    await this.replace();
  }

  /** Makes the next authority the active one, preparing one when none is. */
  async replace(): Promise<void> {
    if (this.#next?.status !== 'prepared') await this.prepare();
    await this.activate();
  }

  /** Forgets what was prepared, so that the next one is made anew. */
  dropPrepared(): void {
    if (this.#next?.status === 'prepared') this.#next = undefined;
  }

  /**
   * Marks the old authority for removal: everything it signed is to be replaced. From now on the active one
   * signs, even if it was published a moment ago: agents replace what is tainted at once, and a real
   * spire-agent has thrown it away by then. Whoever taints by hand has waited for agents to know the next.
   */
  async taint(authorityId: string): Promise<void> {
    const old = this.#requireOld(authorityId);
    await this.#signNow();
    const { bundles, trustDomain, clock } = this.#host;
    const change = (bundle: Bundle) => {
      if (this.#itemOf(bundle, authorityId)?.tainted === true) return undefined;
      return this.#rules.taint(bundle, authorityId);
    };
    await bundles.change(trustDomain, change, clock.now());
    if (this.#next === old) this.#next = neverSigning(old);
  }

  /** Takes the old, tainted authority out of the bundle: nothing it signed is trusted any more. */
  async revoke(authorityId: string): Promise<void> {
    if (this.#rules.revokesAny) this.#requireIdle(authorityId);
    else this.#requireOld(authorityId);
    const { bundles, trustDomain, clock } = this.#host;
    const change = (bundle: Bundle) => {
      const item = this.#itemOf(bundle, authorityId);
      if (item === undefined) throw this.#notFound(authorityId);
      if (!item.tainted) {
        throw this.#stateError(`${JSON.stringify(authorityId)} is not tainted`);
      }
      return this.#rules.remove(bundle, authorityId);
    };
    await bundles.change(trustDomain, change, clock.now());
    if (this.#next?.authorityId === authorityId) this.#next = undefined;
  }

  /** Ends the wait of the active authority. */
  async #signNow(): Promise<void> {
    const { clock, journal } = this.#host;
    const current = this.#current;
    if (current === undefined || current.signsFromMs <= clock.now()) return;
    const signing = { ...current, signsFromMs: clock.now() };
    await journal.record(this.#rules.kind, [this.#entryOf(signing)], clock.now());
    this.#current = signing;
  }

  #reviewNext(bundle: Bundle): void {
    const next = this.#next;
    if (next === undefined) return;
    const trust = this.#rules.trustOf(bundle, next);
    if (trust === 'trusted') return;
    if (next.status !== 'old') this.#next = undefined;
    else if (trust === 'unknown' || this.#maySign(this.#current)) this.#next = neverSigning(next);
  }

  /** Replaces what was made by a clock that was ahead and has been set right since. */
  async #leaveTheFuture(): Promise<void> {
    if (this.#isOfTheFuture(this.#next)) this.dropPrepared();
    const current = this.#current;
    if (current === undefined || !this.#isOfTheFuture(current)) return;
    const fields = this.#logFields(current);
    this.#host.log.warn('The active authority begins in the future, it is to be replaced', fields);
    await this.replace();
  }

  #isOfTheFuture(authority: T | undefined): boolean {
    if (authority === undefined || !this.#rules.isDated) return false;
    return authority.issuedAtMs > this.#host.clock.now() + clockToleranceMs;
  }

  #findSigner(): T | undefined {
    return [this.#current, this.#next].find((authority) => this.#maySign(authority));
  }

  #maySign(authority: T | undefined): authority is T {
    const { clock, publishDelayMs: longestWaitMs } = this.#host;
    const now = clock.now();
    if (authority === undefined || authority.status === 'prepared') return false;
    if (now >= authority.notAfterMs || this.#isOfTheFuture(authority)) return false;
    const waitMs = authority.signsFromMs - now;
    // A longer wait than is ever begun was over before the clock was set back.
    return waitMs <= 0 || (waitMs > longestWaitMs && waitMs !== Infinity);
  }

  #isActivationDue(now: number): boolean {
    const [current, next] = [this.#current, this.#next];
    if (next?.status !== 'prepared') return false;
    if (current === undefined || now >= current.notAfterMs) return true;
    return now >= activateAtMs(current) && now >= next.signsFromMs;
  }

  /** Puts the authority into the bundle; returns when it may sign: at once if nobody trusts another. */
  async #publish(created: Created<T>): Promise<number> {
    const { bundles, trustDomain, clock } = this.#host;
    const now = clock.now();
    const seen = { another: false };
    const change = (bundle: Bundle) => {
      seen.another = this.#rules.items(bundle).some((item) => item.notAfterMs > now);
      return created.publish(bundle);
    };
    await bundles.change(trustDomain, change, now);
    const delay = publishDelayMs(created.authority, this.#host.publishDelayMs);
    if (!seen.another) return now;
    return Math.max(now, (created.knownSinceMs ?? clock.now()) + delay);
  }

  #restoreOne(entry: JournalEntry, bundle: Bundle | undefined, now: number): T | undefined {
    const key = this.#host.keys.getKey(this.#rules.keyId(entry.slot));
    if (key === undefined || bundle === undefined || entry.notAfterMs <= now) return undefined;
    const restored = this.#rules.restore(entry, key);
    if (restored === undefined) return undefined;
    const { slot, status, signsFromMs } = entry;
    const authority = this.#rules.place(restored, { slot, status, signsFromMs, key });
    const trust = this.#rules.trustOf(bundle, authority);
    if (trust === 'unknown') return undefined;
    // An active one below a tainted root is replaced by the first review.
    const isDone = trust === 'tainted' && (status === 'old' || this.#hasItem(bundle, authority));
    return isDone ? neverSigning(authority) : authority;
  }

  #requireOld(authorityId: string): T {
    this.#requireIdle(authorityId);
    const next = this.#next;
    if (next?.authorityId !== authorityId) throw this.#notFound(authorityId);
    return next;
  }

  /** Neither in use nor about to be. */
  #requireIdle(authorityId: string): void {
    if (authorityId === '') throw invalid('authority id is missing');
    const [current, next] = [this.#current, this.#next];
    if (authorityId === current?.authorityId) {
      throw invalid(`${this.#rules.label} ${JSON.stringify(authorityId)} is active`);
    }
    if (authorityId === next?.authorityId && next.status !== 'old') {
      throw invalid(`${this.#rules.label} ${JSON.stringify(authorityId)} is not old`);
    }
  }

  #notFound(authorityId: string): SpiffeError {
    return invalid(`no ${this.#rules.label} ${JSON.stringify(authorityId)} was found`);
  }

  /** Whether the authority is itself in the bundle. */
  #hasItem(bundle: Bundle, { authorityId }: T): boolean {
    return this.#itemOf(bundle, authorityId) !== undefined;
  }

  #itemOf(bundle: Bundle, authorityId: string) {
    return this.#rules.items(bundle).find((item) => item.authorityId === authorityId);
  }

  #entryOf(authority: T): JournalEntry {
    const { slot, authorityId, status, issuedAtMs, notAfterMs, signsFromMs } = authority;
    const chainDer = this.#rules.chainOf(authority);
    return { slot, authorityId, status, issuedAtMs, notAfterMs, signsFromMs, chainDer };
  }

  #logFields(authority: T) {
    return {
      type: this.#rules.kind,
      slot: authority.slot,
      local_authority_id: authority.authorityId,
      issued_at: new Date(authority.issuedAtMs).toISOString(),
      expiration: new Date(authority.notAfterMs).toISOString(),
    };
  }

  #stateError(rule: string): SpiffeError {
    return new SpiffeError('FAILED_PRECONDITION', `${this.#rules.label}: ${rule}`);
  }
}

const replaceAgainMs = 60_000;
/** Clocks are set back by less every now and then; a minute later all is well by itself. */
const clockToleranceMs = 60_000;

function withStatus<T extends Authority>(authority: T, status: AuthorityStatus): T {
  return { ...authority, status };
}

/** A tainted authority stays known, for revocation, but what it would sign is to be replaced at once. */
function neverSigning<T extends Authority>(authority: T): T {
  return { ...authority, signsFromMs: Infinity };
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}
