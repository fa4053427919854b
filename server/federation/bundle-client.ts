import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { presentedChain } from '../../common/rpc/presented-chain.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { FederationRelationship } from '../../common/spiffe/federation-relationship.ts';
import { trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseBundleDocument } from '../../common/x509/bundle-document.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import {
  sendHttps,
  type HttpsRequest,
  type HttpsResponse,
} from '../../common/http/https-request.ts';
import { webRoots } from './web-roots.ts';

interface BundleClientOptions {
  /** The bundles that authenticate endpoints of the profile https_spiffe. */
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  /** Whom endpoints of the profile https_web chain to; the system's roots by default. */
  readonly webRoots?: () => readonly string[];
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/**
 * Fetches the bundle of a trust domain from its endpoint (SPIFFE Federation §5). The endpoint is
 * authenticated by the profile's rules, as is every one that it redirects to.
 */
export class BundleClient {
  readonly #options: BundleClientOptions;

  constructor(options: BundleClientOptions) {
    this.#options = options;
  }

  /** Throws with the reason when there is no bundle to be had within 10 s, or a bad one. */
  async fetch(relationship: FederationRelationship, signal: AbortSignal): Promise<Bundle> {
    const response = await this.#follow(relationship, signal);
    if (response.status !== 200) {
      const excerpt = response.body.subarray(0, 1024).toString().trim();
      const text = `unexpected status ${response.status} fetching bundle: ${excerpt}`;
      throw new SpiffeError('UNAVAILABLE', text);
    }
    return parseBundleDocument(relationship.trustDomain, response.body);
  }

  async #follow(
    { bundleEndpointUrl, bundleEndpointProfile: profile }: FederationRelationship,
    signal: AbortSignal,
  ): Promise<HttpsResponse> {
    const trust =
      profile.name === 'https_web' ? this.#webTrust() : this.#spiffeTrust(profile.endpointSpiffeId);
    const { clock } = this.#options;
    const deadline = clock.now() + timeoutMs;
    let url = new URL(bundleEndpointUrl);
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const left = Math.max(deadline - clock.now(), 1);
      const request = { url, ...trust, timeoutMs: left, mostBytes, clock, signal };
      const response = await sendHttps(request);
      const next = redirectOf(response, url);
      if (next === undefined) return response;
      url = next;
    }
    throw new SpiffeError('UNAVAILABLE', `stopped after ${mostRedirects} redirects`);
  }

  #webTrust(): Pick<HttpsRequest, 'ca' | 'verify'> {
    return { ca: (this.#options.webRoots ?? webRoots)(), verify: checkWebServer };
  }

  #spiffeTrust(endpointSpiffeId: SpiffeId): Pick<HttpsRequest, 'verify'> {
    const { bundles, clock } = this.#options;
    const trustDomain = trustDomainOf(endpointSpiffeId);
    const roots = bundles.get(trustDomain)?.x509Authorities.map(({ der }) => der);
    if (roots === undefined) throw new NoEndpointBundle(trustDomain);
    return {
      verify(socket) {
        const rootsOf = (name: TrustDomain) => (name === trustDomain ? roots : undefined);
        const { spiffeId } = verifyX509Svid(presentedChain(socket), rootsOf, clock.now());
        if (spiffeId === endpointSpiffeId) return;
        throw new SpiffeError(
          'SPIFFE_ID_MISMATCH',
          `bundle endpoint showed SPIFFE ID ${JSON.stringify(spiffeId)}, expected ${JSON.stringify(endpointSpiffeId)}`,
        );
      },
    };
  }
}

/** Nothing can be fetched before an operator, or another relationship, stores a bundle. */
export class NoEndpointBundle extends SpiffeError {
  constructor(trustDomain: TrustDomain) {
    super(
      'FAILED_PRECONDITION',
      `can't perform SPIFFE Authentication: local copy of bundle not found for trust domain ${JSON.stringify(trustDomain)}`,
    );
  }
}

function checkWebServer(socket: TLSSocket): void {
  if (socket.authorized) return;
  const reason = String(socket.authorizationError);
  const spiffeId = spiffeIdShown(socket);
  const text =
    spiffeId === undefined
      ? `failed to authenticate bundle endpoint: ${reason}`
      : `failed to authenticate bundle endpoint using web authentication but the server certificate contains SPIFFE ID ${JSON.stringify(spiffeId)}: maybe use https_spiffe instead of https_web: ${reason}`;
  throw new SpiffeError('UNKNOWN_AUTHORITY', text);
}

function spiffeIdShown(socket: TLSSocket): string | undefined {
  const [leaf] = presentedChain(socket);
  try {
    const uris = leaf === undefined ? [] : parseCertificate(leaf).uris;
    return uris.find((uri) => uri.startsWith('spiffe://'));
  } catch {
    // Only a hint was looked for: the certificate is refused whatever it says.
    return undefined;
  }
}

/** Undefined when the response is no redirect. Throws when it leads where we do not follow. */
function redirectOf({ status, header }: HttpsResponse, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined;
  const location = header('location') ?? '';
  const to = URL.parse(location, from.href);
  if (to?.protocol === 'https:' && to.username === '' && to.password === '') return to;
  const shown = JSON.stringify(location.slice(0, 256));
  throw new SpiffeError('UNAVAILABLE', `redirect to ${shown} is refused: only https is followed`);
}

/** What went wrong, under the words that SPIRE's users grep for. */
export function fetchFault(cause: unknown): SpiffeError {
  return new SpiffeError(
    'UNAVAILABLE',
    `failed to fetch federated bundle from endpoint: ${messageOf(cause)}`,
    { cause },
  );
}

const timeoutMs = 10_000;
const mostRedirects = 5;
const mostBytes = 4 * 1024 * 1024;
