import { Backoff } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ManagedKey } from '../../common/keymanager/key-manager.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { JwtAuthority, X509Authority } from '../../common/spiffe/bundle.ts';
import { signCsr } from '../../common/x509/csr.ts';
import { composeCsr } from './composition.ts';
import type { CredentialComposer } from './credential-composer.ts';
import { upstreamCsrContent, type CertificateProfile } from './profile.ts';
import type { UpstreamAuthority } from './upstream-authority.ts';
import { checkUpstreamCa } from './upstream-ca-check.ts';
import { withRoots, type CaSource, type ObtainedCa } from './x509-kind.ts';

interface UpstreamClientOptions {
  readonly upstream: UpstreamAuthority;
  readonly profile: CertificateProfile;
  readonly caTtlMs: number;
  readonly composers?: readonly CredentialComposer[];
  /** Since when this server's bundle has had a root. */
  readonly knownSince: (rootDer: Uint8Array) => number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where the upstream's news go: into this server's own bundle. */
  readonly news: {
    roots(roots: readonly X509Authority[]): Promise<void>;
    keys(keys: readonly JwtAuthority[]): Promise<void>;
  };
}

/** Gets CAs and JWT keys signed and published by the upstream authority, and follows its news. */
export class UpstreamClient implements CaSource {
  readonly #options: UpstreamClientOptions;
  #mint = new AbortController();
  #publication = new AbortController();
  #warnedOfKeys = false;

  constructor(options: UpstreamClientOptions) {
    this.#options = options;
  }

  /** Throws UNAVAILABLE when the upstream does not answer, FAILED_PRECONDITION for an unusable CA. */
  async obtain(key: ManagedKey, nowMs: number): Promise<ObtainedCa> {
    const { upstream, profile, caTtlMs, knownSince, news } = this.#options;
    const content = upstreamCsrContent(profile, key.publicKeyDer);
    const csrDer = await signCsr(await composeCsr(content, this.#options.composers ?? []), key);
    const minting = new AbortController();
    const request = { csrDer, preferredTtlMs: caTtlMs };
    const minted = await this.#inTime(minting, mintTimeoutMs, 'sign the CA', (signal) =>
      upstream.mintX509Ca(request, signal),
    );
    const { roots } = minted;
    const checked = await checkUpstreamCa(minted, key, profile, nowMs).catch((error: unknown) => {
      minting.abort();
      throw error;
    });
    this.#mint.abort();
    this.#mint = minting;
    this.#follow(minted.rootUpdates, (update) => news.roots(update), minting.signal);
    // What is tainted among them has its turn once this CA can take over.
    if (roots.some(({ tainted }) => tainted)) this.#tell(news.roots(roots));
    const knownSinceMs = knownSince(checked.rootDer);
    return {
      chainDer: checked.chainDer,
      ...(knownSinceMs !== undefined && { knownSinceMs }),
      // Roots only come here: what is gone upstream may still be in use, and `news` tells more.
      publish: (bundle) => withRoots(bundle, roots),
    };
  }

  /** The keys of the trust domain with this one; undefined where the upstream takes no keys. */
  async publishJwtKey(key: JwtAuthority): Promise<readonly JwtAuthority[] | undefined> {
    const { upstream, news } = this.#options;
    const publishing = new AbortController();
    try {
      const published = await this.#inTime(
        publishing,
        publishTimeoutMs,
        'publish a JWT key',
        (signal) => upstream.publishJwtKey(key, signal),
      );
      this.#publication.abort();
      this.#publication = publishing;
      this.#follow(published.keyUpdates, (keys) => news.keys(keys), publishing.signal);
      return published.keys;
    } catch (error) {
      if (!hasCode(error, 'UNIMPLEMENTED')) throw error;
      this.#warnOfKeys();
      return undefined;
    }
  }

  /** Ends what is open towards the upstream with the signal. */
  endWith(signal: AbortSignal): void {
    const end = () => {
      this.#mint.abort();
      this.#publication.abort();
    };
    signal.addEventListener('abort', end, { once: true });
  }

  /** Follows the bundle of the upstream, where it tells of it, until the signal. */
  run(signal: AbortSignal): void {
    const { log } = this.#options;
    runLoop(
      signal,
      (error) => log.error('The watch over the upstream bundle ended', { error }),
      () => this.#watchBundle(signal),
    );
  }

  async #watchBundle(signal: AbortSignal): Promise<void> {
    const { upstream, news, clock, log } = this.#options;
    const backoff = new Backoff(watchBackoff);
    for (;;) {
      try {
        for await (const bundle of upstream.watchLocalBundle(signal)) {
          await news.roots(bundle.x509Authorities);
          await news.keys(bundle.jwtAuthorities);
          backoff.reset();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (hasCode(error, 'UNIMPLEMENTED')) return;
        log.warn('Failed to follow the bundle of the upstream authority', {
          plugin_name: upstream.name,
          error,
        });
      }
      await clock.sleep(backoff.next(), signal);
    }
  }

  #follow<T>(
    updates: AsyncIterable<T>,
    hear: (update: T) => Promise<void>,
    signal: AbortSignal,
  ): void {
    const read = async () => {
      for await (const update of updates) await hear(update);
    };
    this.#tell(read(), signal);
  }

  #tell(work: Promise<void>, signal?: AbortSignal): void {
    const { upstream, log } = this.#options;
    work.catch((error: unknown) => {
      if (signal?.aborted === true) return;
      log.error('Failed to take over news of the upstream authority', {
        plugin_name: upstream.name,
        error,
      });
    });
  }

  /** Ends the call when it takes too long; a call that came back in time is left open. */
  async #inTime<T>(
    controller: AbortController,
    timeoutMs: number,
    what: string,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { upstream, clock } = this.#options;
    const text = `upstream authority ${JSON.stringify(upstream.name)} did not ${what}`;
    const late = new Error(`no answer within ${timeoutMs / 1000} s`);
    const aborted = Promise.withResolvers<never>();
    const cancel = clock.after(timeoutMs, () => {
      controller.abort(late);
      aborted.reject(late);
    });
    try {
      return await Promise.race([call(controller.signal), aborted.promise]);
    } catch (cause) {
      controller.abort();
      const code = hasCode(cause, 'UNIMPLEMENTED') ? 'UNIMPLEMENTED' : 'UNAVAILABLE';
      throw new SpiffeError(code, `${text}: ${messageOf(cause)}`, { cause });
    } finally {
      cancel();
    }
  }

  #warnOfKeys(): void {
    if (this.#warnedOfKeys) return;
    this.#warnedOfKeys = true;
    const { upstream, log } = this.#options;
    log.warn(
      'The upstream authority takes no JWT keys: only workloads below this server can verify its JWT-SVIDs',
      { plugin_name: upstream.name },
    );
  }
}

const mintTimeoutMs = 30_000;
// SPIRE 1.15: 5 s.
const publishTimeoutMs = 5_000;
const watchBackoff = { initialMs: 1_000, maxMs: 30_000 };
