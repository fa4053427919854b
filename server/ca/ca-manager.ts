import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { subjectKeyIdOf } from '../../common/x509/key-identifier.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import type { DistinguishedName } from '../../common/x509/name.ts';
import type { JwtKeyAuthority, X509CaAuthority } from './authority.ts';
import { withoutExpired, type BundleRows } from './bundle-store.ts';
import type { CredentialComposer } from './credential-composer.ts';
import { Journal, type AuthorityKind, type JournalRows } from './journal.ts';
import { jwtKind } from './jwt-kind.ts';
import { spireProfile, type CertificateProfile } from './profile.ts';
import { Rotation, type RotationHost } from './rotation.ts';
import { bundleGraceMs } from './schedule.ts';
import { selfSigned, x509Kind, type CaSource } from './x509-kind.ts';

export interface CaManagerOptions {
  readonly trustDomain: TrustDomain;
  readonly caTtlMs: number;
  readonly caKeyType: KeyType;
  /** As the CA's by default. */
  readonly jwtKeyType?: KeyType;
  readonly caSubject?: DistinguishedName;
  readonly keys: KeyManager;
  readonly store: CaStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long agents may take to pick up a new bundle: 10 s by default, twice SPIRE's sync interval. */
  readonly publishDelayMs?: number;
  /** Signs the CA certificates; the CA signs itself by default. */
  readonly caSource?: CaSource;
  /** Change what is signed, each what those before it made. */
  readonly composers?: readonly CredentialComposer[];
}

/** What the CA manager keeps; the datastore is one. */
export interface CaStore {
  readonly bundles: BundleRows;
  readonly journals: JournalRows;
}

/**
 * Owns the server's X.509 and JWT authorities: finds them again at the start, prepares and activates
 * them in time, publishes them in the bundle before they sign. Signing itself is `CaSigner`'s.
 */
export class CaManager {
  readonly profile: CertificateProfile;
  readonly composers: readonly CredentialComposer[];
  readonly x509: Rotation<X509CaAuthority>;
  readonly jwt: Rotation<JwtKeyAuthority>;
  readonly #options: CaManagerOptions;
  readonly #journal: Journal;
  #queue: Promise<unknown> = Promise.resolve();
  #failure: unknown;
  #pruneAtMs = 0;

  constructor(options: CaManagerOptions) {
    const { trustDomain, caTtlMs, caKeyType } = options;
    this.#options = options;
    this.composers = options.composers ?? [];
    this.#journal = new Journal(options.store.journals);
    this.profile = {
      trustDomain,
      caSubject: options.caSubject ?? spireProfile.caSubject,
      backdateMs: spireProfile.backdateMs,
    };
    const source = options.caSource ?? selfSigned(this.profile, caTtlMs, this.composers);
    const host = this.#host();
    this.x509 = new Rotation(x509Kind(this.profile, caKeyType, source), host);
    this.jwt = new Rotation(jwtKind(options.jwtKeyType ?? caKeyType, caTtlMs), host);
  }

  /** Loads what there is and makes what is missing. Until it resolves, nothing can be signed. */
  async start(): Promise<void> {
    await this.#journal.load(this.#ownAuthorityIds());
    await this.#enqueue(async () => {
      await this.x509.restore();
      await this.jwt.restore();
    });
    await this.rotate();
  }

  /** Rotates whenever something is due, until the signal; a failure is logged and tried again. */
  run(signal: AbortSignal): void {
    const { clock, log } = this.#options;
    runLoop(
      signal,
      (error) => log.error('CA rotation ended', { error }),
      async () => {
        while (!signal.aborted) {
          await clock.sleep(this.#pauseMs(), signal);
          await this.#tryToRotate();
        }
      },
    );
  }

  /** One round: X.509 first, since without a CA nothing else is of use. */
  rotate(): Promise<void> {
    return this.#enqueue(async () => {
      await this.x509.rotate();
      await this.jwt.rotate();
      await this.#pruneBundle();
    });
  }

  /** Makes and publishes the next authority now, replacing one that was prepared. */
  prepare(kind: AuthorityKind): Promise<X509CaAuthority | JwtKeyAuthority> {
    return this.#enqueue(async () => {
      this.#requireActive(kind);
      return this[kind].prepare();
    });
  }

  /** Activates the prepared authority; until agents can know it, the old one goes on signing. */
  activate(kind: AuthorityKind, authorityId: string): Promise<void> {
    return this.#enqueue(async () => {
      this.#requireActive(kind);
      const { next } = this[kind];
      if (authorityId === '' || next?.authorityId !== authorityId) {
        throw new SpiffeError('INVALID_ARGUMENT', 'authority id is not that of the next authority');
      }
      if (next.status !== 'prepared') {
        throw new SpiffeError('FAILED_PRECONDITION', 'only a prepared authority can be activated');
      }
      await this[kind].activate();
    });
  }

  /** Marks the old authority; agents then replace everything that it signed. */
  taint(kind: AuthorityKind, authorityId: string): Promise<void> {
    return this.#enqueue(() => this[kind].taint(authorityId));
  }

  /** Takes the old, tainted authority out of the bundle. */
  revoke(kind: AuthorityKind, authorityId: string): Promise<void> {
    return this.#enqueue(() => this[kind].revoke(authorityId));
  }

  /** Why the last rotation failed; undefined as soon as one succeeded. For the health check. */
  get failure(): unknown {
    return this.#failure;
  }

  async #tryToRotate(): Promise<void> {
    try {
      await this.rotate();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error;
      this.#options.log.error('Failed to rotate the CA', { error });
    }
  }

  /** Short lives need exact times; everything else is looked at every 10 s, as SPIRE does. */
  #pauseMs(): number {
    if (this.#failure !== undefined) return retryMs;
    const due = Math.min(this.x509.dueAtMs(), this.jwt.dueAtMs());
    return Math.min(longestPauseMs, Math.max(shortestPauseMs, due - this.#options.clock.now()));
  }

  async #pruneBundle(): Promise<void> {
    const { store, clock, trustDomain, caTtlMs, log } = this.#options;
    const now = clock.now();
    if (now < this.#pruneAtMs) return;
    const graceMs = bundleGraceMs(caTtlMs);
    let before = 0;
    const after = await store.bundles.change(
      trustDomain,
      (bundle) => {
        before = bundle.x509Authorities.length + bundle.jwtAuthorities.length;
        return withoutExpired(bundle, now - graceMs);
      },
      now,
    );
    this.#pruneAtMs = now + graceMs / 4;
    const count = before - after.x509Authorities.length - after.jwtAuthorities.length;
    if (count > 0) log.info('Expired authorities left the bundle', { count });
  }

  #requireActive(kind: AuthorityKind): void {
    if (this[kind].current !== undefined) return;
    throw new SpiffeError('UNAVAILABLE', 'server is initializing');
  }

  /** Names that our journal row may have: those of the CA keys that we hold. */
  #ownAuthorityIds(): string[] {
    return (['A', 'B'] as const).flatMap((slot) => {
      const key = this.#options.keys.getKey(`x509-CA-${slot}`);
      return key === undefined ? [] : [subjectKeyIdOf(key.publicKeyDer).toString('hex')];
    });
  }

  #host(): RotationHost {
    const { trustDomain, keys, store, clock, log } = this.#options;
    const delay = this.#options.publishDelayMs ?? usualPublishDelayMs;
    return {
      trustDomain,
      keys,
      bundles: store.bundles,
      journal: this.#journal,
      clock,
      log,
      publishDelayMs: delay,
    };
  }

  /** One change of the authorities at a time: operators and the clock may ask at the same moment. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

const usualPublishDelayMs = 10_000;
const longestPauseMs = 10_000;
const shortestPauseMs = 100;
const retryMs = 1_000;
