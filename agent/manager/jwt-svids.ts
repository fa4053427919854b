import { Backoff } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';

interface JwtSvid {
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

interface JwtSvidsOptions {
  readonly mint: (
    entryId: string,
    audience: readonly string[],
    signal: AbortSignal,
  ) => Promise<JwtSvid>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly maxSize: number;
  /** How long a caller waits for the successor of a token that is still good. */
  readonly hitTimeoutMs: number;
  /** Called with how many tokens are kept, whenever that changes. */
  readonly onSize?: (size: number) => void;
}

const mintTimeoutMs = 30_000;
/** Asking again would not help, or nobody waits any more. */
const final = [
  'INVALID_ARGUMENT',
  'UNIMPLEMENTED',
  'CANCELLED',
  'DEADLINE_EXCEEDED',
  'AGENT_BANNED',
] as const;

/**
 * JWT-SVIDs by SPIFFE ID and audience. Callers who want the same at the same time share one request; a
 * token is used until half of its life is over, and while the server is away until it expires.
 */
export class JwtSvids {
  readonly #options: JwtSvidsOptions;
  /** In order of their last use. */
  readonly #cached = new Map<string, JwtSvid>();
  readonly #minting = new Map<string, Promise<JwtSvid>>();

  constructor(options: JwtSvidsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#cached.size;
  }

  /** Throws what the server said, or DEADLINE_EXCEEDED. */
  async fetch(entry: RegistrationEntry, audience: readonly string[]): Promise<JwtSvid> {
    // A token with a jti is used once, so each caller gets its own.
    if (entry.jwtSvidIncludeJti) return this.#mint(entry, audience);
    const key = JSON.stringify([entry.spiffeId, ...[...new Set(audience)].sort()]);
    const known = this.#use(key);
    if (known === undefined) return this.#mintOnce(key, entry, audience);
    const { clock, hitTimeoutMs, log } = this.#options;
    if (clock.now() < (known.issuedAtMs + known.expiresAtMs) / 2) return known;
    try {
      return await this.#within(hitTimeoutMs, this.#mintOnce(key, entry, audience));
    } catch (error) {
      if (clock.now() >= known.expiresAtMs) throw error;
      log.warn('Failed to renew JWT-SVID; using the cached one', { entry_id: entry.id, error });
      return known;
    }
  }

  /** Drops what a tainted authority of our trust domain has signed; returns how many. */
  bundleChanged(bundle: Bundle): number {
    const tainted = bundle.jwtAuthorities.filter((key) => key.tainted).map(({ keyId }) => keyId);
    if (tainted.length === 0) return 0;
    const before = this.#cached.size;
    for (const [key, { token }] of this.#cached) {
      if (tainted.includes(keyIdOf(token))) this.#cached.delete(key);
    }
    this.#sizeChanged();
    return before - this.#cached.size;
  }

  #use(key: string): JwtSvid | undefined {
    const found = this.#cached.get(key);
    this.#cached.delete(key);
    if (found === undefined || found.expiresAtMs <= this.#options.clock.now()) return undefined;
    this.#cached.set(key, found);
    return found;
  }

  #mintOnce(key: string, entry: RegistrationEntry, audience: readonly string[]): Promise<JwtSvid> {
    const running = this.#minting.get(key);
    if (running !== undefined) return running;
    const minting = this.#mint(entry, audience)
      .then((svid) => {
        this.#keep(key, svid);
        return svid;
      })
      .finally(() => this.#minting.delete(key));
    this.#minting.set(key, minting);
    return minting;
  }

  #keep(key: string, svid: JwtSvid): void {
    this.#cached.delete(key);
    this.#cached.set(key, svid);
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= this.#options.maxSize) break;
      this.#cached.delete(oldest);
    }
    this.#sizeChanged();
  }

  #sizeChanged(): void {
    this.#options.onSize?.(this.#cached.size);
  }

  async #mint(entry: RegistrationEntry, audience: readonly string[]): Promise<JwtSvid> {
    const { clock, mint } = this.#options;
    const ending = new AbortController();
    const cancel = clock.after(mintTimeoutMs, () => ending.abort(tooLate()));
    const backoff = new Backoff({ initialMs: 1_000, maxMs: 24_000 });
    try {
      for (;;) {
        try {
          return await mint(entry.id, audience, ending.signal);
        } catch (error) {
          if (ending.signal.aborted || hasCode(error, ...final)) throw error;
          await clock.sleep(backoff.next(), ending.signal).catch(() => {
            // What the server said last tells more than that the time is over.
            throw error;
          });
        }
      }
    } finally {
      cancel();
    }
  }

  /** The minting goes on: the next caller finds its result. */
  async #within(ms: number, svid: Promise<JwtSvid>): Promise<JwtSvid> {
    const late = Promise.withResolvers<never>();
    const cancel = this.#options.clock.after(ms, () => late.reject(tooLate()));
    svid.catch(() => undefined);
    try {
      return await Promise.race([svid, late.promise]);
    } finally {
      cancel();
    }
  }
}

function tooLate(): SpiffeError {
  return new SpiffeError('DEADLINE_EXCEEDED', 'the server did not sign the JWT-SVID in time');
}

function keyIdOf(token: string): string {
  const header: unknown = JSON.parse(
    Buffer.from(token.split('.')[0] ?? '', 'base64url').toString(),
  );
  return (header as { kid?: string }).kid ?? '';
}
