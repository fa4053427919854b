import { formatDuration } from '../../common/config/duration.ts';
import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Channel } from '../../common/rpc/contract.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { createCsr } from '../../common/x509/csr.ts';
import type { Attestation } from '../attestor/attest.ts';
import { rotationTime } from '../manager/rotation.ts';
import type { AgentData } from '../storage/agent-data.ts';
import { findKeyOf, generateNextKey, type AgentKey, type AgentKeys } from './agent-keys.ts';
import {
  agentSvidOf,
  isExpired,
  isTainted,
  publicKeyOfChain,
  type AgentSvid,
} from './agent-svid.ts';
import {
  isBanned,
  isDenial,
  isRefusal,
  isUnknownAuthority,
  isWithdrawn,
  mustReattest,
  whyWithdrawn,
  withRemedy,
} from './denial.ts';
import { UnknownAuthorityWatch, type RebootstrapPolicy } from './rebootstrap.ts';

/**
 * Where the agent stands with its server.
 * - `attesting`: it has no usable SVID yet; `error` says why the last attempt failed.
 * - `active`: it has one. The server may be away; what is cached stays served.
 * - `withdrawn`: the server evicted or banned it and takes no new attestation: nothing is served.
 */
export type AgentState =
  | { readonly kind: 'attesting'; readonly error?: unknown }
  | { readonly kind: 'active'; readonly svid: AgentSvid }
  | { readonly kind: 'withdrawn'; readonly error: unknown };

export interface KeeperOptions {
  readonly trustDomain: TrustDomain;
  readonly storage: {
    readonly data: AgentData;
    update(changes: Partial<AgentData>): void;
  };
  readonly keys: AgentKeys;
  /** Proves the node to the server; `bundle` is undefined for insecure bootstrap. */
  readonly attest: (
    csrDer: Uint8Array,
    bundle: Bundle | undefined,
    signal: AbortSignal,
  ) => Promise<Attestation>;
  /** Reads the configured trust bundle source; undefined means insecure bootstrap. */
  readonly loadBundle: (signal: AbortSignal) => Promise<Bundle | undefined>;
  /** Connects as the agent; the server is verified against what `bundle` answers at that time. */
  readonly dial: (svid: AgentSvid, bundle: () => Bundle) => Channel;
  readonly client: {
    use(channel: Channel | undefined): void;
    renewAgent(csrDer: Uint8Array, signal: AbortSignal): Promise<readonly Uint8Array[]>;
  };
  readonly rebootstrap: RebootstrapPolicy;
  readonly availabilityTargetMs?: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the agent becomes or stays active with a new SVID, with a bundle to start from. */
  readonly onActive: (bundle: Bundle) => void;
  readonly onState: (state: AgentState) => void;
  readonly random?: RandomUnit;
}

const retryPolicy = { initialMs: 1_000, maxMs: 60_000 };
/** Asking again soon after a refusal only fills the server's log. */
const refusedPolicy = { initialMs: 30_000, maxMs: 300_000 };
const longestSleepMs = 30_000;
/** Of the life of an SVID: renewal begins at half of it, and has failed for a sixth of it by then. */
const endingShare = 1 / 3;
/** A new cluster's bundle comes at any moment, and looking for it bothers no server. */
const bundleRetryMs = 5_000;

/**
 * Keeps the agent's own SVID: attests, renews in time, attests again when the server wants it. It
 * never gives up and never ends the process; until a new SVID works, the old one stays in use.
 */
export class AgentSvidKeeper {
  readonly #options: KeeperOptions;
  readonly #alarm: Alarm;
  readonly #retry: Backoff;
  readonly #refused: Backoff;
  readonly #authorityWatch: UnknownAuthorityWatch;
  #state: AgentState = { kind: 'attesting' };
  #svid: AgentSvid | undefined;
  /** When to renew it by the monotonic clock: a wall clock that is set back must not let it expire. */
  #renewAtMs = 0;
  #bundle: Bundle | undefined;
  /** The last attempt ended for want of a bundle. */
  #lacksBundle = false;
  /** What was stored had expired. */
  #isLost = false;
  /** Why the server no longer takes the SVID we have. */
  #denial: unknown;
  #handledTaint: AgentSvid | undefined;
  /** What could not be written to the disk; without it a restart would use what the server forgot. */
  #unstored: Partial<AgentData> | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
    this.#retry = new Backoff(retryPolicy, options.random);
    this.#refused = new Backoff(refusedPolicy, options.random);
    this.#authorityWatch = new UnknownAuthorityWatch(options.rebootstrap);
  }

  get state(): AgentState {
    return this.#state;
  }

  /** Hears how a call to the server failed, and acts when it was the agent's own SVID. */
  serverFailed(error: unknown): void {
    const { clock, log } = this.#options;
    if (isUnknownAuthority(error)) {
      this.#authorityWatch.seen(clock.now(), this.#svid?.reattestable ?? true);
    }
    if (!isDenial(error)) return;
    if (isBanned(error)) this.#withdraw(error);
    if (this.#denial !== undefined) return;
    log.warn('The server no longer accepts the X509-SVID of the agent', { error });
    this.#denial = error;
    this.#alarm.ring();
  }

  /** Hears of a new bundle: it is kept for the next start, and taint makes the SVID renew. */
  bundleChanged(bundle: Bundle): void {
    this.#bundle = bundle;
    this.#store({ bundleDer: bundle.x509Authorities.map(({ der }) => der) });
    this.#alarm.ring();
  }

  /** Hears that the server answered the agent as it should. */
  serverAnswered(): void {
    this.#authorityWatch.reset();
    this.#denial = undefined;
    if (this.#state.kind === 'withdrawn' && this.#svid !== undefined) {
      this.#enter({ kind: 'active', svid: this.#svid });
    }
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    this.#restore();
    for (;;) {
      const waitMs = await this.#step(signal);
      await this.#alarm.wait(waitMs, signal);
    }
  }

  /** Does what is due and answers how long to sleep. */
  async #step(signal: AbortSignal): Promise<number> {
    if (this.#unstored !== undefined) this.#store({});
    try {
      if (this.#needsAttestation()) await this.#attest(signal);
      else if (this.#isRotationDue()) await this.#rotate(signal);
      this.#retry.reset();
      this.#refused.reset();
      this.#resume();
      return this.#untilRotation();
    } catch (error) {
      signal.throwIfAborted();
      return this.#failed(error);
    }
  }

  /** A wall clock that was ahead had ended the SVID, and was set right. */
  #resume(): void {
    if (this.#state.kind !== 'attesting' || this.#svid === undefined) return;
    this.#options.log.warn('The X509-SVID of the agent is valid again by the wall clock', {
      spiffe_id: this.#svid.id,
    });
    this.#enter({ kind: 'active', svid: this.#svid });
  }

  #needsAttestation(): boolean {
    const now = this.#options.clock.now();
    return !this.#hasValidSvid() || this.#denial !== undefined || this.#authorityWatch.isDue(now);
  }

  #hasValidSvid(): boolean {
    return this.#svid !== undefined && !isExpired(this.#svid, this.#options.clock.now());
  }

  #isRotationDue(): boolean {
    return this.#untilRotation() <= 0 || this.#isTainted();
  }

  #isTainted(): boolean {
    const { clock } = this.#options;
    if (this.#svid === undefined || this.#bundle === undefined) return false;
    return this.#handledTaint !== this.#svid && isTainted(this.#svid, this.#bundle, clock.now());
  }

  #untilRotation(): number {
    if (this.#svid === undefined) return 0;
    const { availabilityTargetMs, clock } = this.#options;
    const left = rotationTime(this.#svid, availabilityTargetMs) - clock.now();
    const steadyLeft = this.#renewAtMs - clock.monotonic();
    return Math.max(Math.min(left, steadyLeft, longestSleepMs), 0);
  }

  #failed(failure: unknown): number {
    const { log } = this.#options;
    const error = this.#withRemedy(failure);
    if (isUnknownAuthority(error)) this.serverFailed(error);
    else if (mustReattest(error) && this.#denial === undefined) this.#denial = error;
    const refused = isRefusal(error) && this.#needsAttestation();
    if (isBanned(error) || (refused && isWithdrawn(this.#denial))) this.#withdraw(error);
    const backoffMs = refused ? this.#refused.next() : this.#retry.next();
    const retryMs = this.#lacksBundle ? Math.min(backoffMs, bundleRetryMs) : backoffMs;
    log.error(
      this.#needsAttestation() ? 'Failed to attest' : 'Failed to rotate the X509-SVID of the agent',
      { error, retry_interval: formatDuration(Math.round(retryMs)) },
    );
    if (!this.#hasValidSvid() && this.#state.kind !== 'withdrawn') {
      this.#enter({ kind: 'attesting', error });
    }
    return retryMs;
  }

  /** An agent that cannot attest again by itself waits for a person, who should hear what to do. */
  #withRemedy(error: unknown): unknown {
    const now = this.#options.clock.now();
    const isOver = this.#isLost || (this.#svid !== undefined && isExpired(this.#svid, now));
    const isAlone = this.#svid?.reattestable ?? this.#options.storage.data.reattestable;
    return isOver && !isAlone ? withRemedy(error) : error;
  }

  /** Takes up what an earlier run left, when it is still good. */
  #restore(): void {
    const { clock, keys, log, storage, trustDomain } = this.#options;
    const { svidDer, bundleDer, reattestable } = storage.data;
    if (bundleDer.length > 0) this.#bundle = storedBundle(trustDomain, bundleDer);
    if (svidDer.length === 0 || this.#bundle === undefined) return;
    try {
      const key = findKeyOf(keys, publicKeyOfChain(svidDer));
      if (key === undefined) {
        log.warn('Private key of the stored X509-SVID not found; attesting again');
        return;
      }
      const svid = agentSvidOf(svidDer, key, trustDomain, reattestable);
      if (isExpired(svid, clock.now())) {
        log.warn('The stored X509-SVID has expired; attesting again', { spiffe_id: svid.id });
        this.#isLost = true;
        return;
      }
      this.#activate(svid, this.#bundle);
      log.info('Using the stored X509-SVID of the agent', describe(svid));
    } catch (error) {
      log.warn('The stored X509-SVID is not usable; attesting again', { error });
    }
  }

  async #attest(signal: AbortSignal): Promise<void> {
    const { attest, loadBundle, log, trustDomain } = this.#options;
    const again = this.#authorityWatch.isDue(this.#options.clock.now());
    const trusted = again ? undefined : this.#bundle;
    this.#lacksBundle = trusted === undefined;
    const bundle = trusted ?? (await loadBundle(signal));
    this.#lacksBundle = false;
    if (bundle === undefined)
      log.warn('Insecure bootstrap enabled; skipping server certificate verification');
    const key = await this.#nextKey();
    const result = await attest(csrOf(key), bundle, signal);
    if (result.bundle.trustDomain !== trustDomain) {
      throw new SpiffeError(
        'SPIFFE_ID_MISMATCH',
        `server is of trust domain ${JSON.stringify(result.bundle.trustDomain)}`,
      );
    }
    const svid = agentSvidOf(result.chainDer, key, trustDomain, result.reattestable);
    log.info('Node attestation was successful', describe(svid));
    this.#accept(svid, result.bundle);
  }

  async #rotate(signal: AbortSignal): Promise<void> {
    const { client, log, trustDomain } = this.#options;
    const { svid, bundle } = { svid: this.#svid, bundle: this.#bundle };
    if (svid === undefined || bundle === undefined || svid.reattestable) {
      await this.#attest(signal);
    } else {
      const key = await this.#nextKey();
      const chainDer = await client.renewAgent(csrOf(key), signal);
      this.#accept(agentSvidOf(chainDer, key, trustDomain, false), this.#bundle ?? bundle);
    }
    if (this.#svid !== undefined) {
      log.info('Rotated the X509-SVID of the agent', describe(this.#svid));
    }
    // One replacement per taint: a server that still signs with the authority decides for itself.
    if (this.#isTainted()) this.#handledTaint = this.#svid;
  }

  /**
   * A new key; the present one again when the SVID is about to end and no new one can be stored, as on a full disk:
   * the workloads of a node are worth more than a young key.
   */
  async #nextKey(): Promise<AgentKey> {
    const { keys, log } = this.#options;
    const svid = this.#svid;
    try {
      return await generateNextKey(keys, svid?.key);
    } catch (error) {
      if (svid === undefined || !this.#isEnding(svid)) throw error;
      log.error('No new key could be made; the X509-SVID of the agent keeps its key', { error });
      return svid.key;
    }
  }

  #isEnding({ notBeforeMs, notAfterMs }: AgentSvid): boolean {
    return notAfterMs - this.#options.clock.now() < (notAfterMs - notBeforeMs) * endingShare;
  }

  #accept(svid: AgentSvid, bundle: Bundle): void {
    this.#denial = undefined;
    this.#isLost = false;
    this.#authorityWatch.reset();
    this.#store({
      svidDer: svid.chainDer,
      bundleDer: bundle.x509Authorities.map(({ der }) => der),
      reattestable: svid.reattestable,
      bootstrap: { use: 2, startTime: '0001-01-01T00:00:00Z', attempts: 0 },
    });
    this.#activate(svid, bundle);
  }

  /** The new connection is there before the old one goes; calls under way end on the old one. */
  #activate(svid: AgentSvid, bundle: Bundle): void {
    const { availabilityTargetMs, client, clock, dial, onActive } = this.#options;
    this.#svid = svid;
    const left = rotationTime(svid, availabilityTargetMs) - clock.now();
    this.#renewAtMs = clock.monotonic() + left;
    this.#bundle = bundle;
    client.use(dial(svid, () => this.#bundle ?? bundle));
    this.#enter({ kind: 'active', svid });
    onActive(bundle);
  }

  #withdraw(error: unknown): void {
    if (this.#state.kind === 'withdrawn') return;
    const reason = whyWithdrawn(this.#denial, error);
    this.#options.log.error('The server refuses this agent; no identity is served', {
      error: reason,
    });
    this.#enter({ kind: 'withdrawn', error: reason });
  }

  #enter(state: AgentState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  /** A full disk must not stop the agent: what could not be stored is tried again at each step. */
  #store(changes: Partial<AgentData>): void {
    const all = { ...this.#unstored, ...changes };
    try {
      this.#options.storage.update(all);
      this.#unstored = undefined;
    } catch (error) {
      this.#unstored = all;
      this.#options.log.error('Failed to store agent data', { error });
    }
  }
}

function csrOf(key: AgentKey): Uint8Array {
  const { privateKey, publicKeyDer } = key.keyPair();
  return createCsr({ privateKey, publicKeyDer });
}

function describe(svid: AgentSvid) {
  return { spiffe_id: svid.id, expires_at: new Date(svid.notAfterMs).toISOString() };
}

function storedBundle(trustDomain: TrustDomain, ders: readonly Uint8Array[]): Bundle {
  return {
    trustDomain,
    x509Authorities: ders.map((der) => ({ der, tainted: false })),
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 0,
  };
}
