import { randomInt } from 'node:crypto';
import type { Bundle, JwtAuthority } from '../../common/spiffe/bundle.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import type { JwtKeyAuthority } from './authority.ts';
import type { KindRules } from './authority-kind.ts';
import type { Authorities } from './bundle-store.ts';

/** The rules of JWT authorities. They live as long as CAs do. */
export function jwtKind(keyType: KeyType, ttlMs: number): KindRules<JwtKeyAuthority> {
  return {
    kind: 'jwt',
    label: 'JWT authority',
    keyType,
    keyId: (slot) => `JWT-Signer-${slot}`,
    create(key, nowMs) {
      const authority = {
        authorityId: randomKeyId(),
        issuedAtMs: nowMs,
        // Whole seconds: `exp` of a token is compared with it.
        notAfterMs: Math.floor((nowMs + ttlMs) / 1000) * 1000,
      };
      return Promise.resolve({ authority, rootsDer: [key.publicKeyDer] });
    },
    chainOf: ({ key }) => [key.publicKeyDer],
    restore({ authorityId, issuedAtMs, notAfterMs, chainDer }, key) {
      const [publicKeyDer] = chainDer;
      if (publicKeyDer === undefined) return undefined;
      const same = Buffer.compare(publicKeyDer, key.publicKeyDer) === 0;
      return same ? { authorityId, issuedAtMs, notAfterMs } : undefined;
    },
    place: (authority, place) => ({ ...authority, ...place }),
    isPublished: (bundle, { authorityId }) =>
      bundle.jwtAuthorities.some(({ keyId }) => keyId === authorityId),
    append(bundle, { authority, rootsDer }) {
      const added = rootsDer.map((publicKeyDer) => ({
        keyId: authority.authorityId,
        publicKeyDer,
        expiresAtMs: authority.notAfterMs,
        tainted: false,
      }));
      return withAuthorities(bundle, [...bundle.jwtAuthorities, ...added]);
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

function withAuthorities(bundle: Bundle, jwtAuthorities: readonly JwtAuthority[]): Authorities {
  return { x509Authorities: bundle.x509Authorities, jwtAuthorities };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
