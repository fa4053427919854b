import { createHash, sign } from 'node:crypto';
import { jwkOfSpki, type PublicJwk } from '../../../common/x509/jwk.ts';
import type { KeyPair } from '../../../common/x509/keys.ts';

/** Who a request is from: a new account shows its key, a known one its URL (RFC 8555 §6.2). */
export type Signatory = { readonly jwk: PublicJwk } | { readonly kid: string };

/** The key of an ACME account, EC P-256. */
export class AccountKey {
  readonly jwk: PublicJwk;
  readonly #keyPair: KeyPair;

  constructor(keyPair: KeyPair) {
    this.#keyPair = keyPair;
    this.jwk = jwkOfSpki(keyPair.publicKeyDer);
  }

  /** A request body as flattened JWS (RFC 8555 §6.2); without a payload it is a POST-as-GET. */
  sign(
    header: { readonly nonce: string; readonly url: string },
    from: Signatory,
    payload: object | undefined,
  ): string {
    const protectedHeader = base64url(JSON.stringify({ alg: 'ES256', ...from, ...header }));
    const body = payload === undefined ? '' : base64url(JSON.stringify(payload));
    const key = { key: this.#keyPair.privateKey, dsaEncoding: 'ieee-p1363' as const };
    const signature = sign('sha256', Buffer.from(`${protectedHeader}.${body}`), key);
    return JSON.stringify({
      protected: protectedHeader,
      payload: body,
      signature: base64url(signature),
    });
  }

  /** What proves control of a name to the CA (RFC 8555 §8.1). */
  authorization(token: string): string {
    const { kty, ...rest } = this.jwk;
    // Members in the order of RFC 7638 §3.2.
    const members = Object.entries({ ...rest, kty }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const canonical = JSON.stringify(Object.fromEntries(members));
    return `${token}.${createHash('sha256').update(canonical).digest('base64url')}`;
  }
}

function base64url(data: string | Uint8Array): string {
  return Buffer.from(data).toString('base64url');
}
