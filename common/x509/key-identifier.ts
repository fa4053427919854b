import { createHash } from 'node:crypto';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { bitsOf, MalformedDer, parseDer, sequenceOf } from './der.ts';

/**
 * The subject key identifier of a public key: SHA-1 of its key bits (RFC 5280 §4.2.1.2, method 1), as
 * SPIRE computes it. An identifier, not a protection. Throws KEY_INVALID.
 */
export function subjectKeyIdOf(publicKeyDer: Uint8Array): Buffer {
  return createHash('sha1').update(keyBits(publicKeyDer)).digest();
}

function keyBits(publicKeyDer: Uint8Array): Buffer {
  try {
    const [, bits] = sequenceOf(parseDer(publicKeyDer, 16 * 1024), 'public key');
    return bitsOf(bits, 'public key');
  } catch (cause) {
    if (!(cause instanceof MalformedDer)) throw cause;
    throw new SpiffeError('KEY_INVALID', 'public key is not a DER SubjectPublicKeyInfo', { cause });
  }
}
