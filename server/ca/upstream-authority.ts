import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { JwtAuthority, X509Authority } from '../../common/spiffe/bundle.ts';

/**
 * Signs this server's CA, so that its trust domain hangs from a root that is kept elsewhere: what SPIRE's
 * plugins of type UpstreamAuthority do. Every method may reject at any time; the CA manager goes on with
 * what it has and asks again.
 */
export interface UpstreamAuthority {
  /** As the operator spells it, for logs. */
  readonly name: string;
  /**
   * Signs a CA for the key of the request. `signal` ends the call, and later the stream of updates. At
   * most one minted CA is followed at a time: a newer one replaces it.
   */
  mintX509Ca(request: X509CaMintRequest, signal: AbortSignal): Promise<MintedX509Ca>;
  /**
   * Publishes a key that verifies this server's JWT-SVIDs wherever the upstream's bundle is used. Throws
   * UNIMPLEMENTED where the upstream cannot: then the key stays in this server's own bundle.
   */
  publishJwtKey(key: JwtAuthority, signal: AbortSignal): Promise<PublishedJwtKey>;
  /**
   * What the whole trust domain trusts, now and at each change, until the signal. The first `next` throws
   * UNIMPLEMENTED where the upstream cannot tell. It may end early; it is then opened again.
   */
  watchLocalBundle(signal: AbortSignal): AsyncIterable<UpstreamBundle>;
}

export interface X509CaMintRequest {
  /** A PKCS #10 request signed by the new CA's key, with the subject and the URI that it should have. */
  readonly csrDer: Uint8Array;
  /** Advice: the upstream may grant another lifetime. */
  readonly preferredTtlMs: number;
}

export interface MintedX509Ca {
  /** The new CA first, then its issuers up to, not including, the root. */
  readonly chainDer: readonly Uint8Array[];
  /** What the chain verifies with; never empty. */
  readonly roots: readonly X509Authority[];
  /** The roots after each change; ends at once where the upstream does not tell. */
  readonly rootUpdates: AsyncIterable<readonly X509Authority[]>;
}

interface PublishedJwtKey {
  /** All keys of the trust domain, the published one among them. */
  readonly keys: readonly JwtAuthority[];
  /** The keys after each change; ends at once where the upstream does not tell. */
  readonly keyUpdates: AsyncIterable<readonly JwtAuthority[]>;
}

/** The bundle of the trust domain as the upstream has it. */
export interface UpstreamBundle {
  readonly x509Authorities: readonly X509Authority[];
  readonly jwtAuthorities: readonly JwtAuthority[];
}

/** For upstreams that do not tell of changes. */
export async function* noUpdates(): AsyncGenerator<never> {
  // Ends at once.
}

/** For upstreams that sign and do nothing else; SPIRE's texts. */
export const signsOnly: Pick<UpstreamAuthority, 'publishJwtKey' | 'watchLocalBundle'> = {
  publishJwtKey: () =>
    Promise.reject(new SpiffeError('UNIMPLEMENTED', 'publishing upstream is unsupported')),
  watchLocalBundle: () => ({
    [Symbol.asyncIterator]: () => ({
      next: () =>
        Promise.reject(
          new SpiffeError('UNIMPLEMENTED', 'fetching upstream trust bundle is unsupported'),
        ),
    }),
  }),
};
