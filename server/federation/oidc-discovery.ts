import { createPublicKey } from 'node:crypto';
import type { HttpAnswer, HttpHandler } from '../../common/http/http-server.ts';
import type { Bundle, JwtAuthority } from '../../common/spiffe/bundle.ts';
import { jwkOfSpki } from '../../common/x509/jwk.ts';

interface OidcDiscoveryOptions {
  /** The `iss` claim of JWT-SVIDs, an https URL; what is served is found below it. */
  readonly issuer: string;
  readonly bundle: () => Bundle | undefined;
}

/**
 * What relying parties of OpenID Connect need to verify JWT-SVIDs (OpenID Connect Discovery 1.0 §3,
 * §4.1): the discovery document, and the keys. An issuer with a path has both below that path.
 */
export function oidcDiscoveryRoutes(options: OidcDiscoveryOptions): Record<string, HttpHandler> {
  const { issuer, bundle: current } = options;
  const base = new URL(issuer).pathname.replace(/\/+$/, '');
  const jwksUri = `${issuer.replace(/\/+$/, '')}/keys`;
  const answer = (make: (authorities: readonly JwtAuthority[]) => object) =>
    onlyRead(() => {
      const bundle = current();
      if (bundle === undefined) return failure;
      return json(make(bundle.jwtAuthorities));
    });
  return {
    [`${base}/.well-known/openid-configuration`]: answer(() => ({
      issuer,
      jwks_uri: jwksUri,
      authorization_endpoint: '',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'ES384'],
    })),
    [`${base}/keys`]: answer((authorities) => ({ keys: authorities.map(jwkOf) })),
  };
}

function jwkOf({ keyId, publicKeyDer }: JwtAuthority) {
  return { use: 'sig', kid: keyId, alg: algorithmOf(publicKeyDer), ...jwkOfSpki(publicKeyDer) };
}

/** As JWT-SVIDs are signed with such a key (SPIFFE JWT-SVID §2.1). */
function algorithmOf(publicKeyDer: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(publicKeyDer), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  const curve = key.asymmetricKeyDetails?.namedCurve ?? '';
  return curves.get(curve) ?? 'ES256';
}

function onlyRead(handler: () => HttpAnswer): HttpHandler {
  return ({ method }) => (method === 'GET' || method === 'HEAD' ? handler() : notAllowed);
}

function json(value: object): HttpAnswer {
  return {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(value, undefined, 2),
  };
}

const curves = new Map([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
]);
const notAllowed = { status: 405, contentType: 'text/plain', body: 'method not allowed\n' };
const failure = { status: 500, contentType: 'text/plain', body: 'document not available\n' };
