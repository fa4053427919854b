import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import { joseSignature } from '../../common/x509/signature.ts';
import type { JwtKeyAuthority } from './authority.ts';
import { composeJwtSvid } from './composition.ts';
import type { CredentialComposer } from './credential-composer.ts';

interface JwtSvidRequest {
  readonly spiffeId: SpiffeId;
  /** Empty strings are dropped; one must be left. */
  readonly audience: readonly string[];
  readonly ttlMs: number;
  /** The `iss` claim, from `jwt_issuer`. */
  readonly issuer?: string;
  /** Adds a random `jti`. */
  readonly includeJti?: boolean;
}

interface JwtSvid {
  readonly spiffeId: SpiffeId;
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** What signing needs of the CA manager. */
interface JwtAuthorities {
  readonly jwt: { signer(): JwtKeyAuthority };
  /** Asked before anything is signed, in this order. */
  readonly composers?: readonly CredentialComposer[];
}

/**
 * Signs a JWT-SVID (SPIFFE JWT-SVID §2 and §3); it never outlives its key. Throws INVALID_ARGUMENT
 * without an audience, UNAVAILABLE while no authority may sign.
 */
export async function signJwtSvid(
  authorities: JwtAuthorities,
  request: JwtSvidRequest,
  clock: Pick<Clock, 'now'>,
): Promise<JwtSvid> {
  const audience = request.audience.filter((value) => value !== '');
  if (audience.length === 0) throw new SpiffeError('INVALID_ARGUMENT', 'audience is missing');
  const authority = authorities.jwt.signer();
  const now = clock.now();
  const issuedAt = Math.floor(now / 1000);
  const expiresAt = Math.floor(Math.min(now + request.ttlMs, authority.notAfterMs) / 1000);
  if (expiresAt * 1000 <= now) {
    throw new SpiffeError('INVALID_ARGUMENT', 'JWT-SVID would have expired when it is issued');
  }
  const usual = {
    sub: request.spiffeId,
    aud: audience,
    exp: expiresAt,
    iat: issuedAt,
    ...(request.issuer === undefined ? {} : { iss: request.issuer }),
    ...(request.includeJti === true ? { jti: randomJti() } : {}),
  };
  const { composers = [] } = authorities;
  const claims = await composeJwtSvid(usual, request.spiffeId, composers, {
    nowMs: now,
    latestMs: authority.notAfterMs,
  });
  const token = await signCompact(authority, claims);
  return {
    spiffeId: request.spiffeId,
    token,
    issuedAtMs: Number(claims['iat'] ?? issuedAt) * 1000,
    expiresAtMs: Number(claims['exp']) * 1000,
  };
}

/** JWS compact serialization (RFC 7515 §7.1). */
async function signCompact({ key, authorityId }: JwtKeyAuthority, claims: object): Promise<string> {
  const header = { alg: algorithms[key.type], kid: authorityId, typ: 'JWT' };
  const input = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  const signature = joseSignature(key.type, await key.sign(Buffer.from(input)));
  return `${input}.${base64url(signature)}`;
}

function base64url(data: string | Uint8Array): string {
  return Buffer.from(data).toString('base64url');
}

/** 22 characters: the bytes of a version 4 UUID. */
function randomJti(): string {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url');
}

const algorithms: Record<KeyType, string> = {
  'ec-p256': 'ES256',
  'ec-p384': 'ES384',
  'rsa-2048': 'RS256',
  'rsa-4096': 'RS256',
};
