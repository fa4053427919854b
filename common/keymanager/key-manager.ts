import type { KeyPair, KeyType } from '../x509/keys.ts';
import type { HashName } from '../x509/signature.ts';

/** A private key that a key manager owns. Prints as `[redacted]` apart from its id and type. */
export interface ManagedKey {
  readonly id: string;
  readonly type: KeyType;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array;
  /** Signs on the thread pool: ECDSA in DER form, RSA as PKCS #1 v1.5; by default SPIRE's hash. */
  sign(data: Uint8Array, hash?: HashName): Promise<Uint8Array>;
  /** The key itself, for TLS, which can only sign with a key that it holds. */
  keyPair(): KeyPair;
}

/** Makes and keeps keys by name, as SPIRE's KeyManager plugins do. */
export interface KeyManager {
  /**
   * Makes a key, replacing the one of the same id. When it rejects (STORAGE_FAILED on a full disk) the
   * old key is still there.
   */
  generateKey(id: string, type: KeyType): Promise<ManagedKey>;
  getKey(id: string): ManagedKey | undefined;
  /** In no particular order. */
  getKeys(): readonly ManagedKey[];
}
