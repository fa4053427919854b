import type { ManagedKey } from '../../common/keymanager/key-manager.ts';
import type { Bundle, X509Authority } from '../../common/spiffe/bundle.ts';
import { signCertificate } from '../../common/x509/certificate-builder.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { subjectKeyIdOf } from '../../common/x509/key-identifier.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import type { NewAuthority, X509CaAuthority } from './authority.ts';
import type { KindRules } from './authority-kind.ts';
import type { Authorities } from './bundle-store.ts';
import { composeCa } from './composition.ts';
import { checkCaCertificate } from './credential-checks.ts';
import type { CredentialComposer } from './credential-composer.ts';
import { selfSignedCaTemplate, type CertificateProfile } from './profile.ts';

/** Gives a key its CA certificate: self-signed here, or signed by an upstream authority. */
export interface CaSource {
  obtain(key: ManagedKey, nowMs: number): Promise<ObtainedCa>;
}

export interface ObtainedCa {
  /** The CA certificate first, then intermediates up to, not including, the root. */
  readonly chainDer: readonly Uint8Array[];
  readonly rootsDer: readonly Uint8Array[];
}

/** A CA that signs itself; its root is itself. */
export function selfSigned(
  profile: CertificateProfile,
  ttlMs: number,
  composers: readonly CredentialComposer[] = [],
): CaSource {
  return {
    async obtain(key, nowMs) {
      const request = { publicKeyDer: key.publicKeyDer, ttlMs };
      const template = selfSignedCaTemplate(profile, request, nowMs);
      const der = await signCertificate(await composeCa(template, composers), key);
      return { chainDer: [der], rootsDer: [der] };
    },
  };
}

/** The rules of X.509 authorities. */
export function x509Kind(
  profile: CertificateProfile,
  keyType: KeyType,
  source: CaSource,
): KindRules<X509CaAuthority> {
  return {
    kind: 'x509',
    label: 'X.509 authority',
    keyType,
    keyId: (slot) => `x509-CA-${slot}`,
    async create(key, nowMs) {
      const { chainDer, rootsDer } = await source.obtain(key, nowMs);
      const authority = authorityFrom(chainDer, nowMs);
      checkCaCertificate(authority.certificate, profile.trustDomain, nowMs);
      return { authority, rootsDer };
    },
    chainOf: ({ certificate, chainDer }) => (chainDer.length === 0 ? [certificate.der] : chainDer),
    restore(entry, key) {
      const authority = authorityFrom(entry.chainDer, entry.issuedAtMs);
      const same = Buffer.compare(authority.certificate.publicKeyDer, key.publicKeyDer) === 0;
      return same ? authority : undefined;
    },
    place: (authority, place) => ({ ...authority, ...place }),
    // What an upstream signed is trusted through the upstream's root.
    isPublished: (bundle, { certificate, chainDer }) =>
      chainDer.length > 0 || hasRoot(bundle, certificate.der),
    append: (bundle, { rootsDer }) => withAuthorities(bundle, addRoots(bundle, rootsDer)),
    items: (bundle) =>
      bundle.x509Authorities.map(({ der, tainted }) => {
        const { notAfterMs } = parseCertificate(der);
        return { authorityId: authorityIdOf(der), notAfterMs, tainted };
      }),
    taint: (bundle, authorityId) =>
      withAuthorities(
        bundle,
        bundle.x509Authorities.map((root) =>
          authorityIdOf(root.der) === authorityId ? { ...root, tainted: true } : root,
        ),
      ),
    remove: (bundle, authorityId) =>
      withAuthorities(
        bundle,
        bundle.x509Authorities.filter((root) => authorityIdOf(root.der) !== authorityId),
      ),
  };
}

function authorityFrom(
  chainDer: readonly Uint8Array[],
  issuedAtMs: number,
): NewAuthority<X509CaAuthority> {
  const certificate = parseCertificate(chainDer[0] ?? new Uint8Array());
  const isRoot = Buffer.compare(certificate.subjectDer, certificate.issuerDer) === 0;
  return {
    authorityId: authorityIdOf(certificate.der),
    issuedAtMs,
    notAfterMs: certificate.notAfterMs,
    certificate,
    chainDer: isRoot ? [] : chainDer,
    depth: isRoot ? 1 : chainDer.length + 1,
  };
}

/** The subject key identifier that the certificate carries, else the one of its key. */
export function authorityIdOf(der: Uint8Array): string {
  const { subjectKeyId, publicKeyDer } = parseCertificate(der);
  return subjectKeyId === '' ? subjectKeyIdOf(publicKeyDer).toString('hex') : subjectKeyId;
}

function addRoots(bundle: Bundle, rootsDer: readonly Uint8Array[]): readonly X509Authority[] {
  const added = rootsDer
    .filter((der) => !hasRoot(bundle, der))
    .map((der) => ({ der, tainted: false }));
  return [...bundle.x509Authorities, ...added];
}

function hasRoot(bundle: Bundle, der: Uint8Array): boolean {
  return bundle.x509Authorities.some((root) => Buffer.compare(root.der, der) === 0);
}

function withAuthorities(bundle: Bundle, x509Authorities: readonly X509Authority[]): Authorities {
  return { x509Authorities, jwtAuthorities: bundle.jwtAuthorities };
}
