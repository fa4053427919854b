import { createHash } from 'node:crypto';
import { Secret } from '../common/secret/secret.ts';
import { PepperRing } from '../server/enrollment/tokens/pepper-ring.ts';

/** A ring of keys that are made from their IDs, so that each ring of a test has the same ones. */
export function ringOf(writeKeyId: string, keyIds: readonly string[] = [writeKeyId]): PepperRing {
  const keys = keyIds.map((id) => [id, new Secret(keyOf(id))] as const);
  return new PepperRing({ writeKeyId, keys: new Map(keys) });
}

/** What the hammer of the kill tests stores its tokens with. */
export const hammerRing = ringOf('k1');

/** The same token for the same name, so that the tests can look for it after the hammer was killed. */
export function hammerToken(name: string): { readonly id: string; readonly text: string } {
  return { id: `token-${name}`, text: `hammer ${name}` };
}

function keyOf(id: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(`pepper ${id}`).digest());
}
