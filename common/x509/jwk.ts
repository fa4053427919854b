import { createPublicKey } from 'node:crypto';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { bitsOf, MalformedDer, oidOf, parseDer, sequenceOf, unsignedOf } from './der.ts';
import { publicKeyFromSpki, spkiOf } from './keys.ts';

/** The key members of a public JWK (RFC 7518 §6), and nothing private. */
export type PublicJwk =
  | { readonly kty: 'EC'; readonly crv: string; readonly x: string; readonly y: string }
  | { readonly kty: 'RSA'; readonly n: string; readonly e: string };

/** The JWK members of a DER SubjectPublicKeyInfo; no key object is exported as JWK. Throws KEY_INVALID. */
export function jwkOfSpki(publicKeyDer: Uint8Array): PublicJwk {
  try {
    return readSpki(publicKeyDer);
  } catch (cause) {
    if (!(cause instanceof MalformedDer)) throw cause;
    throw new SpiffeError('KEY_INVALID', `public key ${cause.message}`, { cause });
  }
}

/** The DER SubjectPublicKeyInfo of a JWK's public members. Throws KEY_INVALID. */
export function spkiOfJwk(jwk: Readonly<Record<string, unknown>>): Uint8Array {
  const members = ['kty', 'crv', 'x', 'y', 'n', 'e'].flatMap((name) => {
    const value = jwk[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  try {
    const key = createPublicKey({ key: Object.fromEntries(members), format: 'jwk' });
    return spkiOf(publicKeyFromSpki(spkiOf(key)));
  } catch (cause) {
    if (cause instanceof SpiffeError) throw cause;
    throw new SpiffeError('KEY_INVALID', 'JWK is not a public key', { cause });
  }
}

function readSpki(publicKeyDer: Uint8Array): PublicJwk {
  const [algorithm, bits] = sequenceOf(parseDer(publicKeyDer, 16 * 1024), 'public key');
  const [type, parameters] = sequenceOf(algorithm, 'public key algorithm');
  const key = bitsOf(bits, 'public key');
  if (oidOf(type, 'public key algorithm') === rsaEncryption) return rsaJwk(key);
  const curve = curves.get(oidOf(parameters, 'curve'));
  if (curve === undefined || key.length !== 1 + 2 * curve.bytes || key[0] !== uncompressed) {
    throw new MalformedDer('is neither RSA nor an uncompressed point of P-256, P-384 or P-521');
  }
  const [x, y] = [key.subarray(1, 1 + curve.bytes), key.subarray(1 + curve.bytes)];
  return {
    kty: 'EC',
    crv: curve.name,
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  };
}

function rsaJwk(key: Buffer): PublicJwk {
  const numbers = sequenceOf(parseDer(key, 16 * 1024), 'RSA key');
  const [n, e] = numbers.map((number) => base64urlOf(unsignedOf(number, 'RSA key', 2048)));
  if (n === undefined || e === undefined) throw new MalformedDer('is not an RSA key');
  return { kty: 'RSA', n, e };
}

function base64urlOf(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

const rsaEncryption = '1.2.840.113549.1.1.1';
const uncompressed = 4;
const curves = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', bytes: 32 }],
  ['1.3.132.0.34', { name: 'P-384', bytes: 48 }],
  ['1.3.132.0.35', { name: 'P-521', bytes: 66 }],
]);
