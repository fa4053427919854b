import { sign as cryptoSign, verify as cryptoVerify, type KeyObject } from 'node:crypto';
import type { KeyPair, KeyType } from './keys.ts';
import { keyTypeOf } from './keys.ts';
import {
  oid,
  oidOf,
  parseDer,
  primitive,
  sequence,
  sequenceOf,
  unsignedOf,
  type DerNode,
} from './der.ts';

export type HashName = 'sha256' | 'sha384' | 'sha512';

/** Signs certificates, CSRs and tokens; a key manager's key is one. */
export interface Signer {
  readonly type: KeyType;
  /** In place of SPIRE's hash for the type. */
  readonly hash?: HashName;
  /** ECDSA signatures are DER (r, s); RSA ones are PKCS #1 v1.5. */
  sign(data: Uint8Array, hash: HashName): Uint8Array | Promise<Uint8Array>;
}

/** How SPIRE signs with a key of this type: SHA-384 with P-384, SHA-256 with all others. */
export function hashFor(type: KeyType): HashName {
  return type === 'ec-p384' ? 'sha384' : 'sha256';
}

/** The AlgorithmIdentifier of a signature (RFC 5758 §3.2, RFC 4055 §5). */
export function algorithmNode(family: 'ec' | 'rsa', hash: HashName): DerNode {
  const found = algorithms.find((row) => row.family === family && row.hash === hash);
  if (found === undefined) throw new TypeError(`no signature algorithm for ${family} with ${hash}`);
  return family === 'ec'
    ? sequence(oid(found.oid))
    : sequence(oid(found.oid), primitive('null', new Uint8Array()));
}

/** Signs with a key pair in memory on the thread pool. */
export function signerOf(pair: KeyPair): Signer {
  const type = keyTypeOf(pair.privateKey);
  if (type === undefined) throw new TypeError('key pair is of a type that does not sign');
  return { type, sign: (data, hash) => signAsync(data, pair.privateKey, hash) };
}

export function signAsync(data: Uint8Array, key: KeyObject, hash: HashName): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    cryptoSign(hash, data, key, (error, signature) => {
      if (error === null) resolve(signature);
      else reject(error);
    });
  });
}

/** The OID inside an AlgorithmIdentifier. */
export function algorithmOidOf(node: DerNode | undefined): string {
  return oidOf(sequenceOf(node, 'signature algorithm')[0], 'signature algorithm');
}

/** Whether a signature algorithm is one that we accept: no MD5, no SHA-1. */
export function isAcceptedAlgorithm(algorithmOid: string): boolean {
  return algorithmOid === ed25519 || algorithms.some((row) => row.oid === algorithmOid);
}

/** Verifies a signature by the algorithm it names; false for unknown ones and for wrong keys. */
export function verifySignature(
  algorithmOid: string,
  data: Uint8Array,
  publicKey: KeyObject,
  signature: Uint8Array,
): boolean {
  const row = rowFor(algorithmOid, publicKey);
  return row !== undefined && cryptoVerify(row.hash, data, publicKey, signature);
}

/** The same on the thread pool. */
export function verifySignatureAsync(
  algorithmOid: string,
  data: Uint8Array,
  publicKey: KeyObject,
  signature: Uint8Array,
): Promise<boolean> {
  const row = rowFor(algorithmOid, publicKey);
  if (row === undefined) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    cryptoVerify(row.hash, data, publicKey, signature, (error, isGood) => {
      if (error === null) resolve(isGood);
      else reject(error);
    });
  });
}

function rowFor(algorithmOid: string, { asymmetricKeyType: family }: KeyObject) {
  return algorithms.find((row) => row.oid === algorithmOid && row.family === family);
}

/** An ECDSA signature as JOSE writes it: r and s one after the other (RFC 7518 §3.4). */
export function joseSignature(type: KeyType, signature: Uint8Array): Uint8Array {
  if (type.startsWith('rsa')) return signature;
  const bytes = type === 'ec-p256' ? 32 : 48;
  const numbers = sequenceOf(parseDer(signature, 256), 'signature');
  const hex = numbers.map((number) => unsignedOf(number, 'signature', bytes).toString(16));
  return Buffer.from(hex.map((digits) => digits.padStart(bytes * 2, '0')).join(''), 'hex');
}

const ed25519 = '1.3.101.112';

const algorithms: readonly { oid: string; family: 'ec' | 'rsa'; hash: HashName }[] = [
  { oid: '1.2.840.10045.4.3.2', family: 'ec', hash: 'sha256' },
  { oid: '1.2.840.10045.4.3.3', family: 'ec', hash: 'sha384' },
  { oid: '1.2.840.10045.4.3.4', family: 'ec', hash: 'sha512' },
  { oid: '1.2.840.113549.1.1.11', family: 'rsa', hash: 'sha256' },
  { oid: '1.2.840.113549.1.1.12', family: 'rsa', hash: 'sha384' },
  { oid: '1.2.840.113549.1.1.13', family: 'rsa', hash: 'sha512' },
];
