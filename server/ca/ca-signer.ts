import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { signCertificate } from '../../common/x509/certificate-builder.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import type { X509CaAuthority } from './authority.ts';
import { composeCa, composeSvid, type SvidKind } from './composition.ts';
import { checkCaCertificate, checkSignedSvid } from './credential-checks.ts';
import type { CredentialComposer } from './credential-composer.ts';
import {
  downstreamCaTemplate,
  svidTemplate,
  type CaRequest,
  type CertificateProfile,
  type SvidRequest,
} from './profile.ts';

/** What the signer needs of the CA manager. */
interface X509Authorities {
  readonly profile: CertificateProfile;
  /** Asked before anything is signed, in this order. */
  readonly composers?: readonly CredentialComposer[];
  readonly x509: {
    signer(): X509CaAuthority;
    earlySigner(): X509CaAuthority | undefined;
  };
}

/** A signed X509-SVID; its key is the caller's. */
export interface SignedX509Svid {
  readonly spiffeId: SpiffeId;
  /** Leaf first; intermediates when an upstream signed our CA. */
  readonly chainDer: readonly Uint8Array[];
  readonly serialNumber: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** The X.509 authority that signed. */
  readonly authorityId: string;
}

type SigningOutcome =
  | { readonly ok: true; readonly svid: SignedX509Svid }
  | { readonly ok: false; readonly error: SpiffeError };

/** Signs with the current X.509 authority. */
export class CaSigner {
  readonly #authorities: X509Authorities;
  readonly #clock: Clock;

  constructor(authorities: X509Authorities, clock: Clock) {
    this.#authorities = authorities;
    this.#clock = clock;
  }

  /** Signs one X509-SVID and checks the result. Throws UNAVAILABLE while no authority may sign. */
  async signX509Svid(request: SvidRequest): Promise<SignedX509Svid> {
    return this.#sign(this.#authorities.x509.signer(), 'workload', request);
  }

  /** The same for an agent. */
  async signAgentX509Svid(request: SvidRequest): Promise<SignedX509Svid> {
    return this.#sign(this.#authorities.x509.signer(), 'agent', request);
  }

  /**
   * Signs the server's own X509-SVID, if need be before agents can know the authority: without it there
   * is no server to learn the new bundle from.
   */
  async signServerSvid(request: SvidRequest): Promise<SignedX509Svid> {
    const { x509 } = this.#authorities;
    return this.#sign(x509.earlySigner() ?? x509.signer(), 'server', request);
  }

  /** Which authority signs the server's own X509-SVID now; undefined while there is none. */
  authorityIdForServer(): string | undefined {
    return this.#authorities.x509.earlySigner()?.authorityId;
  }

  /**
   * Signs many. The outcomes are in the order of the requests; one that fails does not fail others. The
   * event loop gets its turn every 5 ms.
   */
  async signX509Svids(batch: readonly SvidRequest[]): Promise<readonly SigningOutcome[]> {
    const outcomes: SigningOutcome[] = [];
    const queue = batch.entries();
    let sliceEndMs = this.#clock.monotonic() + sliceMs;
    const lane = async () => {
      for (const [at, request] of queue) {
        if (this.#clock.monotonic() >= sliceEndMs) {
          await nextTurn();
          sliceEndMs = this.#clock.monotonic() + sliceMs;
        }
        outcomes[at] = await this.#outcomeOf(request);
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, batch.length) }, lane));
    return outcomes;
  }

  /** Signs a CA for a nested server; the chain starts with it. */
  async signDownstreamCa(request: CaRequest): Promise<readonly Uint8Array[]> {
    const { profile } = this.#authorities;
    const issuer = this.#authorities.x509.signer();
    const now = this.#clock.now();
    const asked = { ...request, ttlMs: cappedTtlMs(request, issuer, now), depth: issuer.depth };
    const template = downstreamCaTemplate(profile, issuer.certificate, asked, now);
    const der = await signCertificate(await composeCa(template, this.#composers), issuer.key);
    checkCaCertificate(parseCertificate(der), profile.trustDomain, now);
    return [der, ...issuer.chainDer];
  }

  async #outcomeOf(request: SvidRequest): Promise<SigningOutcome> {
    try {
      return { ok: true, svid: await this.signX509Svid(request) };
    } catch (error) {
      if (error instanceof SpiffeError) return { ok: false, error };
      const wrapped = new SpiffeError('INTERNAL', 'failed to sign X509-SVID', { cause: error });
      return { ok: false, error: wrapped };
    }
  }

  async #sign(
    issuer: X509CaAuthority,
    kind: SvidKind,
    request: SvidRequest,
  ): Promise<SignedX509Svid> {
    const now = this.#clock.now();
    const capped = { ...request, ttlMs: cappedTtlMs(request, issuer, now) };
    const template = svidTemplate(this.#authorities.profile, issuer.certificate, capped, now);
    const composed = await composeSvid(template, kind, request, this.#composers);
    const der = await signCertificate(composed, issuer.key);
    const leaf = parseCertificate(der);
    checkSignedSvid(leaf, request.spiffeId, now);
    return {
      spiffeId: request.spiffeId,
      chainDer: [der, ...issuer.chainDer],
      serialNumber: leaf.serialNumber,
      notBeforeMs: leaf.notBeforeMs,
      notAfterMs: leaf.notAfterMs,
      authorityId: issuer.authorityId,
    };
  }

  get #composers(): readonly CredentialComposer[] {
    return this.#authorities.composers ?? [];
  }
}

/** Nothing outlives its CA, nor what that CA hangs from. */
function cappedTtlMs({ ttlMs }: { readonly ttlMs: number }, issuer: X509CaAuthority, now: number) {
  return Math.min(ttlMs, issuer.notAfterMs - now);
}

const sliceMs = 5;
const lanes = 8;
