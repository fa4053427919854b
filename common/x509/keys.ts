import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair as generate,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { SpiffeError } from '../errors/spiffe-error.ts';

/** The key types of SPIRE's `ca_key_type` and `workload_x509_svid_key_type`. */
export type KeyType = 'ec-p256' | 'ec-p384' | 'rsa-2048' | 'rsa-4096';

/** A key pair in memory. KeyObjects print no key material; `pkcs8Of` is the only way out. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array;
}

const keyTypes: readonly KeyType[] = ['ec-p256', 'ec-p384', 'rsa-2048', 'rsa-4096'];

const generateAsync = promisify(generate);

/** Reads a key type in any case. Throws KEY_INVALID. */
export function parseKeyType(text: string): KeyType {
  const wanted = text.toLowerCase();
  const found = keyTypes.find((type) => type === wanted);
  if (found !== undefined) return found;
  throw new SpiffeError(
    'KEY_INVALID',
    `key type ${JSON.stringify(text.slice(0, 64))} is unknown; expected one of ${keyTypes.join(', ')}`,
  );
}

/** Makes a key pair on the thread pool: the event loop stays free, also for RSA. */
export async function generateKeyPair(type: KeyType): Promise<KeyPair> {
  const pair = type.startsWith('ec')
    ? await generateAsync('ec', { namedCurve: type === 'ec-p256' ? 'P-256' : 'P-384' })
    : await generateAsync('rsa', { modulusLength: type === 'rsa-2048' ? 2048 : 4096 });
  return { ...pair, publicKeyDer: spkiOf(pair.publicKey) };
}

/** Reads a PKCS#8 key of one of the four types. Throws KEY_INVALID. */
export function keyPairFromPkcs8(der: Uint8Array): KeyPair {
  const privateKey = readPrivateKey(der);
  if (keyTypeOf(privateKey) === undefined) {
    throw new SpiffeError(
      'KEY_INVALID',
      'private key must be EC P-256, EC P-384, RSA 2048 or RSA 4096',
    );
  }
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, publicKeyDer: spkiOf(publicKey) };
}

/** The key as DER PKCS#8. Wrap it in a Secret unless it leaves the process at once. */
export function pkcs8Of(privateKey: KeyObject): Uint8Array {
  return privateKey.export({ type: 'pkcs8', format: 'der' });
}

export function spkiOf(publicKey: KeyObject): Uint8Array {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** Which of the four types a key is; undefined for every other. */
export function keyTypeOf(key: KeyObject): KeyType | undefined {
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return curves.get(namedCurve ?? '');
  return key.asymmetricKeyType === 'rsa' ? moduli.get(modulusLength ?? 0) : undefined;
}

/**
 * Reads a public key that a peer wants certified: RSA of 2048 to 8192 bits, P-256, P-384 or P-521. As in Go an
 * RSA exponent is below 2^31: to verify with a longer one may cost forty times as much. Throws KEY_INVALID.
 */
export function publicKeyFromSpki(der: Uint8Array): KeyObject {
  const key = readPublicKey(der);
  const details = key.asymmetricKeyDetails;
  const bits = details?.modulusLength ?? 0;
  const isShort = (details?.publicExponent ?? 0n) < 2n ** 31n;
  const rsa = key.asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 8192 && isShort;
  const curve = ['prime256v1', 'secp384r1', 'secp521r1'].includes(details?.namedCurve ?? '');
  if (rsa || (key.asymmetricKeyType === 'ec' && curve)) return key;
  throw new SpiffeError(
    'KEY_INVALID',
    'public key must be RSA of 2048 to 8192 bits with an exponent below 2^31, P-256, P-384 or P-521',
  );
}

function readPublicKey(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(der), type: 'spki', format: 'der' });
  } catch (cause) {
    throw new SpiffeError('KEY_INVALID', 'public key is not a DER SubjectPublicKeyInfo', { cause });
  }
}

function readPrivateKey(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), type: 'pkcs8', format: 'der' });
  } catch (cause) {
    throw new SpiffeError('KEY_INVALID', 'private key is not PKCS#8', { cause });
  }
}

const curves = new Map<string, KeyType>([
  ['prime256v1', 'ec-p256'],
  ['secp384r1', 'ec-p384'],
]);

const moduli = new Map<number, KeyType>([
  [2048, 'rsa-2048'],
  [4096, 'rsa-4096'],
]);
