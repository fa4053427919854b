import { randomInt } from 'node:crypto';
import type { Bundle, JwtAuthority } from '../../common/spiffe/bundle.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import type { JwtKeyAuthority } from './authority.ts';
import type { KindRules } from './authority-kind.ts';
import type { Authorities } from './bundle-store.ts';

/**
 * Publishes a key of ours with the upstream authority and returns all keys that it has; undefined where
 * there is none, or where it takes no keys.
 */
export type PublishUpstream = (key: JwtAuthority) => Promise<readonly JwtAuthority[] | undefined>;

/** The rules of JWT authorities. They live as long as CAs do. */
export function jwtKind(
  keyType: KeyType,
  ttlMs: number,
  publishUpstream: PublishUpstream,
): KindRules<JwtKeyAuthority> {
  return {
    kind: 'jwt',
    label: 'JWT authority',
    keyType,
    revokesAny: true,
    isDated: false,
    keyId: (slot) => `JWT-Signer-${slot}`,
    async create({ publicKeyDer }, nowMs) {
      const authority = {
        authorityId: randomKeyId(),
        issuedAtMs: nowMs,
        // Whole seconds: `exp` of a token is compared with it.
        notAfterMs: Math.floor((nowMs + ttlMs) / 1000) * 1000,
      };
      const { authorityId: keyId, notAfterMs: expiresAtMs } = authority;
      const own = { keyId, publicKeyDer, expiresAtMs, tainted: false };
      const keys = (await publishUpstream(own)) ?? [];
      return { authority, publish: (bundle) => withKeys(bundle, [...keys, own]) };
    },
    chainOf: ({ key }) => [key.publicKeyDer],
    restore({ authorityId, issuedAtMs, notAfterMs, chainDer }, key) {
      const [publicKeyDer] = chainDer;
      if (publicKeyDer === undefined) return undefined;
      const same = Buffer.compare(publicKeyDer, key.publicKeyDer) === 0;
      return same ? { authorityId, issuedAtMs, notAfterMs } : undefined;
    },
    place: (authority, place) => ({ ...authority, ...place }),
    trustOf(bundle, { authorityId }) {
      const item = bundle.jwtAuthorities.find(({ keyId }) => keyId === authorityId);
      if (item === undefined) return 'unknown';
      return item.tainted ? 'tainted' : 'trusted';
    },
    items: (bundle) =>
      bundle.jwtAuthorities.map(({ keyId, expiresAtMs, tainted }) => ({
        authorityId: keyId,
        notAfterMs: expiresAtMs === 0 ? Infinity : expiresAtMs,
        tainted,
      })),
    taint: (bundle, authorityId) =>
      withAuthorities(
        bundle,
        bundle.jwtAuthorities.map((key) =>
          key.keyId === authorityId ? { ...key, tainted: true } : key,
        ),
      ),
    remove: (bundle, authorityId) =>
      withAuthorities(
        bundle,
        bundle.jwtAuthorities.filter((key) => key.keyId !== authorityId),
      ),
  };
}

/** 32 letters and digits, as SPIRE's. */
function randomKeyId(): string {
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The bundle with these keys added; undefined when it has them all. */
export function withKeys(bundle: Bundle, keys: readonly JwtAuthority[]): Authorities | undefined {
  const byId = new Map(bundle.jwtAuthorities.map((key) => [key.keyId, key]));
  for (const key of keys) if (!byId.has(key.keyId)) byId.set(key.keyId, key);
  return byId.size === bundle.jwtAuthorities.length
    ? undefined
    : withAuthorities(bundle, [...byId.values()]);
}

function withAuthorities(bundle: Bundle, jwtAuthorities: readonly JwtAuthority[]): Authorities {
  return { x509Authorities: bundle.x509Authorities, jwtAuthorities };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
