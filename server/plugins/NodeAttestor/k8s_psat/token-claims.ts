import { SpiffeError } from '../../../../common/errors/spiffe-error.ts';

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

/**
 * Parses `system:serviceaccount:NAMESPACE:NAME`. Only service accounts are taken, whatever else an
 * authenticator may call a user. Throws INTERNAL.
 */
export function parseServiceAccount(username: string): ServiceAccount {
  if (username === '') throw new SpiffeError('INTERNAL', 'empty username');
  const parts = username.split(':');
  const [system, kind, namespace = '', name = ''] = parts;
  if (parts.length !== 4 || system !== 'system' || kind !== 'serviceaccount') {
    throw new SpiffeError('INTERNAL', `unexpected username format: ${username}`);
  }
  if (namespace === '') throw new SpiffeError('INTERNAL', 'missing namespace');
  if (name === '') throw new SpiffeError('INTERNAL', 'missing service account name');
  return { namespace, name };
}

/** What a token says of itself, to be believed only once the API server vouched for the token. */
interface OwnClaims {
  /** Undefined when it cannot be read. */
  readonly audiences: readonly string[] | undefined;
  readonly issuedAtMs: number | undefined;
  readonly expiresAtMs: number | undefined;
}

export function ownClaims(token: string): OwnClaims {
  let claims: { aud?: unknown; iat?: unknown; exp?: unknown };
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    claims = (JSON.parse(payload) ?? {}) as typeof claims;
  } catch {
    // Not a JWT: an authenticator may know tokens of any form.
    return { audiences: undefined, issuedAtMs: undefined, expiresAtMs: undefined };
  }
  const { aud, exp, iat } = claims;
  const audiences = typeof aud === 'string' ? [aud] : aud;
  const isList = Array.isArray(audiences) && audiences.every((item) => typeof item === 'string');
  return {
    audiences: isList ? audiences : undefined,
    issuedAtMs: momentOf(iat),
    expiresAtMs: momentOf(exp),
  };
}

/** Of a NumericDate (RFC 7519 §2), which may have a fraction; undefined for what is no moment. */
function momentOf(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || seconds < 0 || seconds > latestSeconds) return undefined;
  return Math.floor(seconds * 1000);
}

/** What a Date can hold. */
const latestSeconds = 8_640_000_000_000;

type Extra = Readonly<Record<string, unknown>>;

/** The name of the pod that a token is bound to. Throws INTERNAL. */
export function podNameIn(extra: Extra): string {
  return only(extra['authentication.kubernetes.io/pod-name'], 'pod name', 'name');
}

/** The UID of the pod that a token is bound to. Throws INTERNAL. */
export function podUidIn(extra: Extra): string {
  return only(extra['authentication.kubernetes.io/pod-uid'], 'pod UID', 'UID');
}

function only(value: unknown, what: string, unit: string): string {
  if (value === undefined || value === null) {
    throw new SpiffeError('INTERNAL', `missing ${what}`);
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length !== 1) {
    throw new SpiffeError('INTERNAL', `expected 1 ${unit} but got: ${values.length}`);
  }
  const [first] = values;
  if (typeof first !== 'string' || first === '') {
    throw new SpiffeError('INTERNAL', `${what} is empty`);
  }
  return first;
}
