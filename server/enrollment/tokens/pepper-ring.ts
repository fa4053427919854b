import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../../common/secret/secret.ts';
import type {
  PresentedToken,
  Rehash,
  TokenDigest,
  TokenVerdict,
} from '../../datastore/token-store.ts';

/** The keys under which tokens are stored. */
export interface Pepper {
  /** The key for what is stored from now on; one of `keys`. */
  readonly writeKeyId: string;
  /** By ID: all keys that are still accepted. */
  readonly keys: ReadonlyMap<string, Secret<Uint8Array>>;
}

/** How the ID of a token's row is found: the token names it, or an operator chose the token. */
export type TokenPlace = { readonly id: string } | 'chosen';

/**
 * Turns tokens into what is stored, and compares: HMAC-SHA-256 under one of several keys. A stolen
 * database admits nobody and lets nobody guess tokens, not even short ones that an operator chose.
 */
export class PepperRing {
  readonly #pepper: Pepper;

  constructor(pepper: Pepper) {
    this.#pepper = pepper;
  }

  get writeKeyId(): string {
    return this.#pepper.writeKeyId;
  }

  get keyIds(): readonly string[] {
    return [...this.#pepper.keys.keys()];
  }

  /** What to store for a token, and under which ID. */
  digestOf(token: string, place: TokenPlace): Rehash {
    const { writeKeyId } = this.#pepper;
    const id = place === 'chosen' ? this.#chosenId(writeKeyId, token) : place.id;
    return { id, keyId: writeKeyId, hash: this.#hmac(writeKeyId, hashLabel, token) };
  }

  /** A token as somebody presented it, ready for the store. */
  presented(token: string, place: TokenPlace): PresentedToken {
    const ids =
      place === 'chosen' ? this.keyIds.map((keyId) => this.#chosenId(keyId, token)) : [place.id];
    return { ids, check: (stored) => this.#check(token, place, stored) };
  }

  #check(token: string, place: TokenPlace, stored: TokenDigest): TokenVerdict {
    const { keys, writeKeyId } = this.#pepper;
    if (!keys.has(stored.keyId)) return { kind: 'unknown_key' };
    const hash = this.#hmac(stored.keyId, hashLabel, token);
    if (hash.length !== stored.hash.length || !timingSafeEqual(hash, stored.hash)) {
      return { kind: 'wrong' };
    }
    if (stored.keyId === writeKeyId) return { kind: 'good' };
    return { kind: 'good', rehash: this.digestOf(token, place) };
  }

  /** Tells nothing about the token without the key. */
  #chosenId(keyId: string, token: string): string {
    return `chosen-${Buffer.from(this.#hmac(keyId, idLabel, token)).toString('hex')}`;
  }

  #hmac(keyId: string, label: string, token: string): Uint8Array {
    const key = this.#pepper.keys.get(keyId)?.reveal();
    // A missing key must not become an empty one.
    if (key === undefined) throw new Error(`pepper key ${JSON.stringify(keyId)} is not readable`);
    return new Uint8Array(createHmac('sha256', key).update(`${label}\0${token}`).digest());
  }
}

const hashLabel = 'sigil token hash v1';
const idLabel = 'sigil token id v1';
