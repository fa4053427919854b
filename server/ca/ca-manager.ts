import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { KeyManager } from '../../common/keymanager/key-manager.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle, JwtAuthority } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { subjectKeyIdOf } from '../../common/x509/key-identifier.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import type { DistinguishedName } from '../../common/x509/name.ts';
import type { JwtKeyAuthority, X509CaAuthority } from './authority.ts';
import { withoutExpired, type BundleRows } from './bundle-store.ts';
import type { CredentialComposer } from './credential-composer.ts';
import { Journal, type AuthorityKind, type JournalRows } from './journal.ts';
import { jwtKind, withKeys, type PublishUpstream } from './jwt-kind.ts';
import { spireProfile, type CertificateProfile } from './profile.ts';
import { Rotation, type RotationHost } from './rotation.ts';
import { bundleGraceMs } from './schedule.ts';
import type { UpstreamAuthority } from './upstream-authority.ts';
import { RootAges, takeOverKeys, withAges } from './upstream-bundle.ts';
import { UpstreamClient } from './upstream-client.ts';
import { UpstreamRoots } from './upstream-roots.ts';
import { selfSigned, x509Kind } from './x509-kind.ts';

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
  /** False: no JWT keys are made. */
  readonly jwtSvids?: boolean;
  /** Signs the CA certificates; the CA signs itself by default. */
  readonly upstream?: UpstreamAuthority;
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
  /** What the upstream, operators and other servers do to the roots that the CA hangs from. */
  readonly roots: UpstreamRoots;
  readonly #options: CaManagerOptions;
  readonly #journal: Journal;
  readonly #upstream: UpstreamClient | undefined;
  readonly #backoff = new Backoff(retries);
  readonly #alarm: Alarm;
  readonly #rootAges = new RootAges();
  readonly #bundles: BundleRows;
  #queue: Promise<unknown> = Promise.resolve();
  #failure: unknown;
  #pruneAtMs = 0;

  constructor(options: CaManagerOptions) {
    const { trustDomain, caTtlMs, caKeyType } = options;
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
    this.composers = options.composers ?? [];
    this.#journal = new Journal(options.store.journals);
    this.#bundles = withAges(options.store.bundles, this.#rootAges, options.clock);
    this.profile = {
      trustDomain,
      caSubject: options.caSubject ?? spireProfile.caSubject,
      backdateMs: spireProfile.backdateMs,
    };
    this.#upstream = this.#upstreamClient();
    const source = this.#upstream ?? selfSigned(this.profile, caTtlMs, this.composers);
    const host = this.#host();
    this.x509 = new Rotation(x509Kind(this.profile, caKeyType, source), host);
    const publish: PublishUpstream = async (key) => this.#upstream?.publishJwtKey(key);
    this.jwt = new Rotation(jwtKind(options.jwtKeyType ?? caKeyType, caTtlMs, publish), host);
    this.roots = new UpstreamRoots({ ...options, bundles: this.#bundles, x509: this.x509 });
  }

  /** Whether somebody else signs this server's CA. */
  get hasUpstream(): boolean {
    return this.#upstream !== undefined;
  }

  /**
   * Loads what there is and makes what is missing. Until it resolves, nothing can be signed. Without an
   * earlier CA it waits for the upstream authority as long as it takes, or until the signal.
   */
  async start(signal: AbortSignal = new AbortController().signal): Promise<void> {
    this.#upstream?.endWith(signal);
    await this.#journal.load(this.#ownAuthorityIds());
    await this.#enqueue(async () => {
      await this.x509.restore();
      if (this.#hasJwt) await this.jwt.restore();
    });
    while (!(await this.#tryToStart())) {
      await this.#options.clock.sleep(this.#backoff.next(), signal);
    }
  }

  /** Rotates whenever something is due or it is woken, until the signal; a failure is logged and tried again. */
  run(signal: AbortSignal): void {
    const { log } = this.#options;
    this.#upstream?.run(signal);
    runLoop(
      signal,
      (error) => log.error('CA rotation ended', { error }),
      async () => {
        while (!signal.aborted) {
          await this.#alarm.wait(this.#pauseMs(), signal);
          await this.#tryToRotate();
        }
      },
    );
  }

  /** Makes the loop look at the bundle at once: somebody may have changed it. */
  wake(): void {
    this.#alarm.ring();
  }

  /** One round: X.509 first, since without a CA nothing else is of use. Throws what failed, after the rest. */
  rotate(): Promise<void> {
    return this.#enqueue(async () => {
      const failures = new Set<Error>();
      const attempt = (work: () => Promise<void>) =>
        work().catch((error: unknown) => {
          failures.add(error instanceof Error ? error : new Error(messageOf(error)));
        });
      await attempt(() => this.#review());
      await attempt(() => this.x509.rotate());
      if (this.x509.current !== undefined) {
        if (this.#hasJwt) await attempt(() => this.jwt.rotate());
        await attempt(() => this.#pruneBundle());
      }
      const [first, ...others] = failures;
      if (others.length > 0)
        throw new AggregateError(failures, [...failures].map(messageOf).join('; '));
      if (first !== undefined) throw first;
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
    return this.#enqueue(async () => {
      await this[kind].taint(authorityId);
      this.#options.log.info(done[kind].tainted, { local_authority_id: authorityId });
    });
  }

  /** Takes the old, tainted authority out of the bundle. */
  revoke(kind: AuthorityKind, authorityId: string): Promise<void> {
    return this.#enqueue(async () => {
      await this[kind].revoke(authorityId);
      this.#options.log.info(done[kind].revoked, { local_authority_id: authorityId });
    });
  }

  /** Marks the root of the upstream that signed the old authority. */
  taintUpstream(subjectKeyId: string): Promise<void> {
    return this.#enqueue(async () => {
      this.#requireUpstream();
      await this.roots.taint(subjectKeyId);
      this.#options.log.info(done.upstream.tainted, { subject_key_id: subjectKeyId });
    });
  }

  /** Takes the root, once it is tainted, out of the bundle. */
  revokeUpstream(subjectKeyId: string): Promise<void> {
    return this.#enqueue(async () => {
      this.#requireUpstream();
      await this.roots.revoke(subjectKeyId);
      this.#options.log.info(done.upstream.revoked, { subject_key_id: subjectKeyId });
    });
  }

  /** Publishes the key of a server below this one, upstream if there is one; returns all keys. */
  async publishJwtKey(key: JwtAuthority): Promise<readonly JwtAuthority[]> {
    const { clock, trustDomain } = this.#options;
    const keys = (await this.#upstream?.publishJwtKey(key)) ?? [];
    const add = (bundle: Bundle) => withKeys(bundle, [...keys, key]);
    return (await this.#bundles.change(trustDomain, add, clock.now())).jwtAuthorities;
  }

  /** Keeps this server's journal from being pruned; to be called now and then. */
  touchJournal(): Promise<void> {
    return this.#enqueue(() => this.#journal.touch(this.#options.clock.now()));
  }

  /** Why the last rotation failed; undefined as soon as one succeeded. For the health check. */
  get failure(): unknown {
    return this.#failure;
  }

  get #hasJwt(): boolean {
    return this.#options.jwtSvids !== false;
  }

  /** A server that has a CA starts with it, whatever else failed; one without waits for its upstream. */
  async #tryToStart(): Promise<boolean> {
    try {
      await this.rotate();
      return true;
    } catch (error) {
      const canSign = this.x509.current !== undefined;
      if (!canSign && (!this.hasUpstream || hasCode(error, 'STORAGE_FAILED'))) throw error;
      this.#failure = error;
      this.#options.log.error('Failed to rotate the CA', { error });
      return canSign;
    }
  }

  async #tryToRotate(): Promise<void> {
    try {
      await this.rotate();
      this.#failure = undefined;
      this.#backoff.reset();
    } catch (error) {
      this.#failure = error;
      // Of the database itself the log says once that it is away, and it tells of no rotation that nobody needs yet.
      if (onlyDatabaseAway(error) && this.#dueAtMs() > this.#options.clock.now()) return;
      this.#options.log.error('Failed to rotate the CA', { error });
    }
  }

  /** Short lives need exact times; everything else is looked at every 10 s, as SPIRE does. */
  #pauseMs(): number {
    if (this.#failure !== undefined) return this.#backoff.next();
    const due = this.#dueAtMs() - this.#options.clock.now();
    return Math.min(longestPauseMs, Math.max(shortestPauseMs, due));
  }

  #dueAtMs(): number {
    const jwt = this.#hasJwt ? this.jwt.dueAtMs() : Infinity;
    return Math.min(this.x509.dueAtMs(), jwt, this.roots.dueAtMs());
  }

  /** Follows what operators, other servers on this database, and the upstream did to the bundle. */
  async #review(): Promise<void> {
    const bundle = await this.roots.review();
    if (bundle !== undefined && this.#hasJwt) await this.jwt.review(bundle);
  }

  async #takeOverKeys(keys: readonly JwtAuthority[]): Promise<void> {
    const { clock, trustDomain } = this.#options;
    const change = (bundle: Bundle) => takeOverKeys(bundle, keys);
    const bundle = await this.#bundles.change(trustDomain, change, clock.now());
    if (this.#hasJwt) await this.jwt.review(bundle);
  }

  async #pruneBundle(): Promise<void> {
    const { clock, trustDomain, caTtlMs, log } = this.#options;
    const now = clock.now();
    if (now < this.#pruneAtMs) return;
    const graceMs = bundleGraceMs(caTtlMs);
    let before = 0;
    const after = await this.#bundles.change(
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

  #requireUpstream(): void {
    if (this.hasUpstream) return;
    throw new SpiffeError('FAILED_PRECONDITION', 'upstream authority is not configured');
  }

  #upstreamClient(): UpstreamClient | undefined {
    const { upstream, caTtlMs, clock, log } = this.#options;
    if (upstream === undefined) return undefined;
    return new UpstreamClient({
      upstream,
      profile: this.profile,
      caTtlMs,
      composers: this.composers,
      knownSince: (rootDer) => this.#rootAges.since(rootDer),
      clock,
      log,
      news: {
        roots: (roots) => this.#enqueue(() => this.roots.takeOver(roots)),
        keys: (keys) => this.#enqueue(() => this.#takeOverKeys(keys)),
      },
    });
  }

  /** Names that our journal row may have: those of the CA keys that we hold. */
  #ownAuthorityIds(): string[] {
    return (['A', 'B'] as const).flatMap((slot) => {
      const key = this.#options.keys.getKey(`x509-CA-${slot}`);
      return key === undefined ? [] : [subjectKeyIdOf(key.publicKeyDer).toString('hex')];
    });
  }

  #host(): RotationHost {
    const { trustDomain, keys, clock, log } = this.#options;
    const delay = this.#options.publishDelayMs ?? usualPublishDelayMs;
    return {
      trustDomain,
      keys,
      bundles: this.#bundles,
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

/** SPIRE 1.15's words, which alerts look for. */
const done = {
  x509: {
    tainted: 'X.509 authority tainted successfully',
    revoked: 'X.509 authority revoked successfully',
  },
  jwt: {
    tainted: 'JWT authority tainted successfully',
    revoked: 'JWT authority revoked successfully',
  },
  upstream: {
    tainted: 'X.509 upstream authority tainted successfully',
    revoked: 'X.509 upstream authority successfully revoked',
  },
} as const;

function onlyDatabaseAway(error: unknown): boolean {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return all.every((one) => hasCode(one, 'STORAGE_UNAVAILABLE'));
}

const usualPublishDelayMs = 10_000;
const longestPauseMs = 10_000;
const shortestPauseMs = 100;
const retries = { initialMs: 1_000, maxMs: 30_000 };
