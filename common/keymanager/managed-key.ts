import { inspect } from 'node:util';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { keyTypeOf, type KeyPair, type KeyType } from '../x509/keys.ts';
import { hashFor, signAsync, type HashName } from '../x509/signature.ts';
import type { ManagedKey } from './key-manager.ts';

/** A managed key in this process's memory. */
export class MemoryKey implements ManagedKey {
  readonly id: string;
  readonly type: KeyType;
  readonly publicKeyDer: Uint8Array;
  readonly #pair: KeyPair;

  constructor(id: string, pair: KeyPair) {
    const type = keyTypeOf(pair.privateKey);
    if (type === undefined) throw new SpiffeError('KEY_INVALID', 'key type is not supported');
    this.id = id;
    this.type = type;
    this.publicKeyDer = pair.publicKeyDer;
    this.#pair = pair;
  }

  sign(data: Uint8Array, hash: HashName = hashFor(this.type)): Promise<Uint8Array> {
    return signAsync(data, this.#pair.privateKey, hash);
  }

  keyPair(): KeyPair {
    return this.#pair;
  }

  toJSON(): object {
    return { id: this.id, type: this.type, privateKey: '[redacted]' };
  }

  [inspect.custom](): string {
    return `ManagedKey(${this.id}, ${this.type}, [redacted])`;
  }
}

/** Key ids go into files and logs. Throws INVALID_ARGUMENT. */
export function checkKeyId(id: string): void {
  if (id !== '' && id.length <= 255 && !/\p{Cc}/u.test(id)) return;
  throw new SpiffeError('INVALID_ARGUMENT', 'key id must be 1 to 255 characters without controls');
}
