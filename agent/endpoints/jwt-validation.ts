import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { parseSpiffeId, trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { isJsonObject } from '../../common/text/json-object.ts';

export interface ValidatedJwtSvid {
  readonly spiffeId: SpiffeId;
  readonly claims: Readonly<Record<string, unknown>>;
}

type FindBundle = (trustDomain: TrustDomain) => Bundle | undefined;

interface Algorithm {
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly curve?: string;
  readonly pss?: boolean;
}

/** SPIFFE JWT-SVID §2.1: nothing symmetric, and never `none`. */
const algorithms = new Map<string, Algorithm>([
  ['ES256', { hash: 'sha256', curve: 'prime256v1' }],
  ['ES384', { hash: 'sha384', curve: 'secp384r1' }],
  ['ES512', { hash: 'sha512', curve: 'secp521r1' }],
  ['RS256', { hash: 'sha256' }],
  ['RS384', { hash: 'sha384' }],
  ['RS512', { hash: 'sha512' }],
  ['PS256', { hash: 'sha256', pss: true }],
  ['PS384', { hash: 'sha384', pss: true }],
  ['PS512', { hash: 'sha512', pss: true }],
]);

const longestToken = 64 * 1024;
const leewaySeconds = 60;

/**
 * Validates a JWT-SVID against the bundle of the trust domain it names (SPIFFE JWT-SVID §2 to §5), with
 * SPIRE's leeway of one minute. Throws INVALID_ARGUMENT with the reason.
 */
export function validateJwtSvid(
  token: string,
  audience: string,
  findBundle: FindBundle,
  nowMs: number,
): ValidatedJwtSvid {
  const { algorithm, claims, input, keyId, signature } = parse(token);
  const spiffeId = subjectOf(claims);
  checkTimes(claims, nowMs / 1000);
  if (!audiencesOf(claims).includes(audience)) {
    throw invalid(
      `expected audience in ${JSON.stringify([audience])} (audience=${JSON.stringify(audiencesOf(claims))})`,
    );
  }
  const key = findKey(findBundle, trustDomainOf(spiffeId), keyId);
  if (!isSignedBy(key, algorithm, input, signature)) {
    throw invalid('token signature is not valid');
  }
  return { spiffeId, claims };
}

/** The `aud` claim as a list (RFC 7519 §4.1.3). */
export function audiencesOf({ aud }: Readonly<Record<string, unknown>>): string[] {
  const list: unknown[] = Array.isArray(aud) ? aud : [aud];
  return list.filter((one) => typeof one === 'string');
}

function parse(token: string) {
  if (token.length > longestToken) throw invalid(`token is longer than ${longestToken} bytes`);
  const [head = '', body = '', tail = '', ...rest] = token.split('.');
  if (tail === '' || rest.length > 0) throw invalid('token is not a compact JWS of three parts');
  const { alg, kid } = parsePart(head, 'header');
  const algorithm = typeof alg === 'string' ? algorithms.get(alg) : undefined;
  if (algorithm === undefined)
    throw invalid(`unsupported token signature algorithm ${JSON.stringify(alg)}`);
  if (typeof kid !== 'string' || kid === '') throw invalid('token header missing key id');
  return {
    algorithm,
    keyId: kid,
    claims: parsePart(body, 'payload'),
    input: Buffer.from(`${head}.${body}`),
    signature: Buffer.from(tail, 'base64url'),
  };
}

function parsePart(text: string, what: string): Readonly<Record<string, unknown>> {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw invalid(`token ${what} is not base64url`);
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Said below, without an echo of what a stranger sent.
  }
  throw invalid(`token ${what} is not a JSON object`);
}

function subjectOf({ sub }: Record<string, unknown>): SpiffeId {
  if (typeof sub !== 'string' || sub === '') throw invalid('token missing subject claim');
  try {
    return parseSpiffeId(sub);
  } catch (cause) {
    throw invalid(`token has an invalid subject claim: ${messageOf(cause)}`);
  }
}

function checkTimes({ exp, nbf, iat }: Record<string, unknown>, now: number): void {
  if (typeof exp !== 'number') throw invalid('token missing exp claim');
  if (now - leewaySeconds > exp) throw invalid('token has expired');
  for (const [name, time] of Object.entries({ nbf, iat })) {
    if (time === undefined) continue;
    if (typeof time !== 'number') throw invalid(`token has a malformed ${name} claim`);
    if (now + leewaySeconds < time) {
      throw invalid(name === 'nbf' ? 'token is not yet valid' : 'token was issued in the future');
    }
  }
}

function findKey(findBundle: FindBundle, trustDomain: TrustDomain, keyId: string): KeyObject {
  const bundle = findBundle(trustDomain);
  if (bundle === undefined)
    throw invalid(`no keys found for trust domain ${JSON.stringify(trustDomain)}`);
  const found = bundle.jwtAuthorities.find((key) => key.keyId === keyId);
  if (found === undefined) {
    throw invalid(
      `public key ${JSON.stringify(keyId)} not found in trust domain ${JSON.stringify(trustDomain)}`,
    );
  }
  return createPublicKey({ key: Buffer.from(found.publicKeyDer), format: 'der', type: 'spki' });
}

function isSignedBy(
  key: KeyObject,
  { curve, hash, pss }: Algorithm,
  input: Buffer,
  signature: Buffer,
): boolean {
  if (curve !== undefined) {
    if (key.asymmetricKeyDetails?.namedCurve !== curve) return false;
    return verify(hash, input, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  if (key.asymmetricKeyType !== 'rsa') return false;
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  const options = pss
    ? { key, padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST }
    : { key, padding: RSA_PKCS1_PADDING };
  return verify(hash, input, options, signature);
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}
