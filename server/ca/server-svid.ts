import { Alarm } from '../../common/clock/alarm.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { serverIdOf } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { generateKeyPair, type KeyPair, type KeyType } from '../../common/x509/keys.ts';
import type { SignedX509Svid } from './ca-signer.ts';
import type { SvidRequest } from './profile.ts';
import { trustOfChain } from './x509-kind.ts';

/** The server's own X509-SVID with its key, which lives in memory only. */
export interface ServerSvid extends SignedX509Svid {
  readonly keyPair: KeyPair;
}

interface ServerSvidOptions {
  readonly trustDomain: TrustDomain;
  readonly keyType: KeyType;
  readonly ttlMs: number;
  readonly signer: {
    signServerSvid(request: SvidRequest): Promise<SignedX509Svid>;
    /** Which authority `signServerSvid` would sign with. */
    authorityIdForServer(): string | undefined;
  };
  readonly bundles: { find(trustDomain: TrustDomain): Promise<Bundle | undefined> };
  readonly clock: Clock;
  readonly log: Logger;
  /** Called with each new one, before `rotateIfDue` resolves. */
  readonly onRotated?: (svid: ServerSvid) => void;
}

/**
 * Keeps the server's X509-SVID fresh: a new one at half its life, when its CA is tainted or revoked,
 * or when the clock was set back to before it begins.
 */
export class ServerSvidRotator {
  readonly #options: ServerSvidOptions;
  readonly #alarm: Alarm;
  #looking: Promise<unknown> = Promise.resolve();
  #current: ServerSvid | undefined;
  /** The bundle distrusts the one that was made last: its authority has not been followed yet. */
  #isDistrustedFromBirth = false;

  constructor(options: ServerSvidOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
  }

  /** Throws UNAVAILABLE before the first one. */
  current(): ServerSvid {
    if (this.#current !== undefined) return this.#current;
    throw new SpiffeError('UNAVAILABLE', 'server has no X509-SVID yet');
  }

  /** Looks every 5 s, more often when lives are short, and when it is woken, until the signal. */
  run(signal: AbortSignal): void {
    const { log } = this.#options;
    runLoop(
      signal,
      (error) => log.error('Server X509-SVID rotation ended', { error }),
      async () => {
        while (!signal.aborted) {
          await this.#alarm.wait(this.#pauseMs(), signal);
          await this.look();
        }
      },
    );
  }

  /** Makes a new one when it is time; returns whether it did. One look at a time. */
  rotateIfDue(): Promise<boolean> {
    const look = this.#looking.then(() => this.#rotateIfDue());
    this.#looking = look.catch(() => undefined);
    return look;
  }

  /**
   * Makes the loop look at the bundle at once: a spire-agent that meets what a revoked CA signed ends
   * (SPIRE 1.15).
   */
  wake(): void {
    this.#alarm.ring();
  }

  /** `rotateIfDue` for those who cannot do anything about a failure: it is logged. */
  async look(): Promise<void> {
    try {
      await this.rotateIfDue();
    } catch (error) {
      this.#options.log.error('Failed to rotate the server X509-SVID', { error });
    }
  }

  async #rotateIfDue(): Promise<boolean> {
    if (!this.#isDue() && !(await this.#isToBeReplaced())) return false;
    const { trustDomain, keyType, ttlMs, signer, log } = this.#options;
    const keyPair = await generateKeyPair(keyType);
    const request = {
      spiffeId: serverIdOf(trustDomain),
      publicKeyDer: keyPair.publicKeyDer,
      ttlMs,
    };
    const svid = { ...(await signer.signServerSvid(request)), keyPair };
    this.#current = svid;
    // A store that is away must not keep a new one back.
    this.#isDistrustedFromBirth = await this.#isDistrusted().catch(() => false);
    this.#options.onRotated?.(svid);
    log.info('Server X509-SVID rotated', {
      spiffe_id: svid.spiffeId,
      serial_number: svid.serialNumber,
      expiration: new Date(svid.notAfterMs).toISOString(),
    });
    return true;
  }

  #isDue(): boolean {
    const [svid, now] = [this.#current, this.#options.clock.now()];
    // Nobody trusts what a clock made that was ahead and has been set right since.
    return svid === undefined || now >= halfLifeMs(svid) || now < svid.notBeforeMs;
  }

  /** Once for each authority: the CA manager follows a distrusted one as soon as it can. */
  async #isToBeReplaced(): Promise<boolean> {
    if (!(await this.#isDistrusted())) {
      this.#isDistrustedFromBirth = false;
      return false;
    }
    return !this.#isDistrustedFromBirth || this.#hasOtherAuthority();
  }

  async #isDistrusted(): Promise<boolean> {
    const { bundles, trustDomain } = this.#options;
    const bundle = await bundles.find(trustDomain);
    if (bundle === undefined || this.#current === undefined) return false;
    return trustOfChain(bundle, this.#current.chainDer) !== 'trusted';
  }

  #hasOtherAuthority(): boolean {
    return this.#options.signer.authorityIdForServer() !== this.#current?.authorityId;
  }

  #pauseMs(): number {
    if (this.#current === undefined) return shortestPauseMs;
    const untilDue = halfLifeMs(this.#current) - this.#options.clock.now();
    return Math.min(longestPauseMs, Math.max(shortestPauseMs, untilDue));
  }
}

function halfLifeMs({ notBeforeMs, notAfterMs }: ServerSvid): number {
  return notBeforeMs + (notAfterMs - notBeforeMs) / 2;
}

const longestPauseMs = 5_000;
const shortestPauseMs = 500;
