import { SpiffeError, messageOf } from '../errors/spiffe-error.ts';
import type { Bundle, JwtAuthority, X509Authority } from '../spiffe/bundle.ts';
import type { TrustDomain } from '../spiffe/trust-domain.ts';
import { isJsonObject } from '../text/json-object.ts';
import { parseCertificate } from './certificate.ts';
import { jwkOfSpki, spkiOfJwk } from './jwk.ts';

/**
 * The SPIFFE bundle document of a bundle (SPIFFE Trust Domain and Bundle §4), indented by 4 spaces as
 * SPIRE prints it. Zero sequence numbers and refresh hints are left out.
 */
export function encodeBundleDocument(bundle: Bundle): string {
  const document = {
    keys: [...bundle.x509Authorities.map(x509Key), ...bundle.jwtAuthorities.map(jwtKey)],
    ...(bundle.sequenceNumber === 0 ? {} : { spiffe_sequence: bundle.sequenceNumber }),
    ...(bundle.refreshHintSeconds === 0 ? {} : { spiffe_refresh_hint: bundle.refreshHintSeconds }),
  };
  return JSON.stringify(document, undefined, 4);
}

/** The JWT keys alone, as the Workload API's FetchJWTBundles sends them: `kid` set, no `use`. */
export function encodeJwks(authorities: readonly JwtAuthority[]): string {
  const keys = authorities.map(({ keyId, publicKeyDer }) => ({
    kid: keyId,
    ...jwkOfSpki(publicKeyDer),
  }));
  return JSON.stringify({ keys }, undefined, 4);
}

/**
 * Reads a bundle document. Keys of unknown or missing `use` are passed over (§4.2.2); an X.509 key
 * must have exactly one certificate and a JWT key an id. Throws CERTIFICATE_INVALID.
 */
export function parseBundleDocument(
  trustDomain: TrustDomain,
  document: string | Uint8Array,
): Bundle {
  const { keys, spiffe_sequence, spiffe_refresh_hint } = parseObject(document);
  if (!Array.isArray(keys)) throw invalid('has no "keys" list');
  if (keys.length > mostKeys) throw invalid(`has more than ${mostKeys} keys`);
  const entries = keys.map((key: unknown, at) => ({ at, key: requireObject(key, at) }));
  return {
    trustDomain,
    x509Authorities: entries
      .filter(({ key }) => key['use'] === 'x509-svid')
      .map(({ at, key }) => parseX509Key(key, at)),
    jwtAuthorities: entries
      .filter(({ key }) => key['use'] === 'jwt-svid')
      .map(({ at, key }) => parseJwtKey(key, at)),
    sequenceNumber: wholeNumber(spiffe_sequence),
    refreshHintSeconds: wholeNumber(spiffe_refresh_hint),
  };
}

function x509Key({ der }: X509Authority) {
  const certificate = parseCertificate(der);
  const x5c = [Buffer.from(der).toString('base64')];
  return { use: 'x509-svid', ...jwkOfSpki(certificate.publicKeyDer), x5c };
}

function jwtKey({ keyId, publicKeyDer }: JwtAuthority) {
  return { use: 'jwt-svid', kid: keyId, ...jwkOfSpki(publicKeyDer) };
}

function parseX509Key(key: JsonObject, at: number): X509Authority {
  const chain = key['x5c'];
  const [base64] = Array.isArray(chain) && chain.length === 1 ? (chain as unknown[]) : [];
  if (typeof base64 !== 'string') {
    throw invalid(`key ${at} must have exactly one certificate in "x5c"`);
  }
  const der = Buffer.from(base64, 'base64');
  wrap(at, () => parseCertificate(der));
  return { der, tainted: false };
}

function parseJwtKey(key: JsonObject, at: number): JwtAuthority {
  const keyId = key['kid'];
  if (typeof keyId !== 'string' || keyId === '') throw invalid(`key ${at} has no "kid"`);
  const publicKeyDer = wrap(at, () => spkiOfJwk(key));
  return { keyId, publicKeyDer, expiresAtMs: 0, tainted: false };
}

function wrap<T>(at: number, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw invalid(`key ${at}: ${messageOf(cause)}`, cause);
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function parseObject(document: string | Uint8Array): JsonObject {
  if (document.length > longestDocumentBytes) {
    throw invalid(`is longer than ${longestDocumentBytes} bytes`);
  }
  let parsed: unknown;
  try {
    const text = typeof document === 'string' ? document : Buffer.from(document).toString('utf8');
    parsed = JSON.parse(text);
  } catch (cause) {
    throw invalid('is not JSON', cause);
  }
  if (!isJsonObject(parsed)) throw invalid('is not a JSON object');
  return parsed;
}

function requireObject(key: unknown, at: number): JsonObject {
  if (!isJsonObject(key)) throw invalid(`key ${at} is not an object`);
  return key;
}

/** Everything but a positive whole number counts as unset: these are hints, not trust. */
function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function invalid(rule: string, cause?: unknown): SpiffeError {
  return new SpiffeError(
    'CERTIFICATE_INVALID',
    `SPIFFE bundle document ${rule}`,
    cause === undefined ? undefined : { cause },
  );
}

const mostKeys = 10_000;
const longestDocumentBytes = 16 * 1024 * 1024;
