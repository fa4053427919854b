import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyUse } from '../../datastore/token-store.ts';

type TokenKind = KeyUse['kind'];

interface NewTokenText {
  /** Names the token without being secret. */
  readonly id: string;
  readonly text: string;
}

/**
 * A new token: what it is, which one it is, and 256 random bits. Kind and ID are covered by the HMAC
 * of the whole, so no row can be taken for another. Each character may stand in a SPIFFE ID.
 */
export function newToken(kind: TokenKind): NewTokenText {
  const id = randomUUID();
  return { id, text: `sigil-${kind}.${id}.${randomBytes(32).toString('base64url')}` };
}

/** The ID in a token of one of these kinds; undefined for any other text. */
export function findTokenId(text: string, kinds: readonly TokenKind[]): string | undefined {
  const parts = grammar.exec(text);
  return parts !== null && kinds.some((kind) => kind === parts[1]) ? parts[2] : undefined;
}

const grammar =
  /^sigil-(join|cluster|node)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[A-Za-z0-9_-]{43}$/;
