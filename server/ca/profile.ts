import { randomBytes } from 'node:crypto';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { trustDomainId, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { CertificateTemplate } from '../../common/x509/certificate-builder.ts';
import type { Certificate } from '../../common/x509/certificate.ts';
import type { CsrContent } from '../../common/x509/csr.ts';
import {
  authorityKeyId,
  basicConstraints,
  extKeyUsage,
  extKeyUsages,
  keyUsage,
  keyUsages,
  subjectAltNames,
  subjectKeyId,
} from '../../common/x509/extensions.ts';
import { subjectKeyIdOf } from '../../common/x509/key-identifier.ts';
import { encodeName, parseName, type DistinguishedName } from '../../common/x509/name.ts';

/** What every certificate of a server has in common. */
export interface CertificateProfile {
  readonly trustDomain: TrustDomain;
  /** `ca_subject`; C=US, O=SPIFFE by default. */
  readonly caSubject: DistinguishedName;
  /** How far not-before lies back, against clocks that are behind. */
  readonly backdateMs: number;
}

/** The names and constants of SPIRE 1.15, on which users match. */
export const spireProfile = {
  caSubject: [
    { type: 'C', value: 'US' },
    { type: 'O', value: 'SPIFFE' },
  ],
  backdateMs: 10_000,
} as const satisfies Omit<CertificateProfile, 'trustDomain'>;

export interface CaRequest {
  readonly publicKeyDer: Uint8Array;
  readonly ttlMs: number;
}

export interface SvidRequest {
  readonly spiffeId: SpiffeId;
  readonly publicKeyDer: Uint8Array;
  readonly ttlMs: number;
  /** The first one is also the subject's common name. */
  readonly dnsNames?: readonly string[];
  /** In place of the usual subject. */
  readonly subjectDer?: Uint8Array;
}

/** The template of a self-signed CA; its subject gets the certificate's serial number. */
export function selfSignedCaTemplate(
  profile: CertificateProfile,
  request: CaRequest,
  nowMs: number,
): CertificateTemplate {
  const serialNumber = randomSerialNumber();
  const subjectDer = encodeName(withSerialNumber(profile.caSubject, serialNumber));
  return {
    serialNumber,
    issuerDer: subjectDer,
    subjectDer,
    notBeforeMs: nowMs - profile.backdateMs,
    notAfterMs: nowMs + request.ttlMs,
    publicKeyDer: request.publicKeyDer,
    extensions: caExtensions(profile, request.publicKeyDer),
  };
}

/** What this server asks an upstream authority for: the names of a self-signed CA (SPIRE 1.15). */
export function upstreamCsrContent(
  profile: CertificateProfile,
  publicKeyDer: Uint8Array,
): CsrContent {
  return {
    publicKeyDer,
    subject: withSerialNumber(profile.caSubject, randomSerialNumber()),
    uri: trustDomainId(profile.trustDomain),
  };
}

/** The template of a CA for a nested server; `depth` is the length of the issuer's own chain. */
export function downstreamCaTemplate(
  profile: CertificateProfile,
  issuer: Certificate,
  request: CaRequest & { readonly depth: number },
  nowMs: number,
): CertificateTemplate {
  return {
    serialNumber: randomSerialNumber(),
    issuerDer: issuer.subjectDer,
    subjectDer: encodeName(downstreamSubject(parseName(issuer.subjectDer), request.depth)),
    ...validity(profile, issuer, request.ttlMs, nowMs),
    publicKeyDer: request.publicKeyDer,
    extensions: [
      ...caExtensions(profile, request.publicKeyDer),
      authorityKeyId(Buffer.from(issuer.subjectKeyId, 'hex')),
    ],
  };
}

/** The template of a CA that is signed as its request names it, for a server below. */
export function requestedCaTemplate(
  profile: Pick<CertificateProfile, 'trustDomain' | 'backdateMs'>,
  issuer: Certificate,
  request: CaRequest & { readonly subjectDer: Uint8Array },
  nowMs: number,
): CertificateTemplate {
  return {
    serialNumber: randomSerialNumber(),
    issuerDer: issuer.subjectDer,
    subjectDer: request.subjectDer,
    ...validity(profile, issuer, request.ttlMs, nowMs),
    publicKeyDer: request.publicKeyDer,
    extensions: [
      ...caExtensions(profile, request.publicKeyDer),
      ...(issuer.subjectKeyId === ''
        ? []
        : [authorityKeyId(Buffer.from(issuer.subjectKeyId, 'hex'))]),
    ],
  };
}

/** The template of a server, agent or workload X509-SVID; it never outlives its CA. */
export function svidTemplate(
  profile: CertificateProfile,
  issuer: Certificate,
  request: SvidRequest,
  nowMs: number,
): CertificateTemplate {
  const dnsNames = request.dnsNames ?? [];
  return {
    serialNumber: randomSerialNumber(),
    issuerDer: issuer.subjectDer,
    subjectDer: request.subjectDer ?? svidSubject(dnsNames[0]),
    ...validity(profile, issuer, request.ttlMs, nowMs),
    publicKeyDer: request.publicKeyDer,
    extensions: [
      svidKeyUsage,
      svidExtKeyUsage,
      svidBasicConstraints,
      subjectKeyId(subjectKeyIdOf(request.publicKeyDer)),
      authorityKeyId(Buffer.from(issuer.subjectKeyId, 'hex')),
      subjectAltNames(dnsNames, [request.spiffeId]),
    ],
  };
}

function caExtensions(profile: Pick<CertificateProfile, 'trustDomain'>, publicKeyDer: Uint8Array) {
  return [
    keyUsage(keyUsages.keyCertSign | keyUsages.cRLSign),
    basicConstraints(true),
    subjectKeyId(subjectKeyIdOf(publicKeyDer)),
    subjectAltNames([], [trustDomainId(profile.trustDomain)]),
  ];
}

function validity(
  profile: Pick<CertificateProfile, 'backdateMs'>,
  issuer: Certificate,
  ttlMs: number,
  nowMs: number,
): { notBeforeMs: number; notAfterMs: number } {
  return {
    notBeforeMs: nowMs - profile.backdateMs,
    notAfterMs: Math.min(nowMs + ttlMs, issuer.notAfterMs),
  };
}

/** 1 to 2^128 - 1. */
function randomSerialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  return bytes.some((byte) => byte !== 0) ? bytes : randomSerialNumber();
}

function withSerialNumber(name: DistinguishedName, serialNumber: Uint8Array): DistinguishedName {
  const decimal = BigInt(`0x${Buffer.from(serialNumber).toString('hex')}`).toString();
  return [...name, { type: 'SERIALNUMBER', value: decimal }];
}

/** OU comes after O, where Go writes it. */
function downstreamSubject(parent: DistinguishedName, depth: number): DistinguishedName {
  const kept = parent.filter((attribute) => attribute.type !== 'OU');
  const at = kept.findLastIndex((attribute) => attribute.type === 'C' || attribute.type === 'O');
  const unit = { type: 'OU', value: `DOWNSTREAM-${depth}` };
  return kept.toSpliced(at + 1, 0, unit);
}

function svidSubject(commonName: string | undefined): Uint8Array {
  if (commonName === undefined) return plainSvidSubject;
  return encodeName([...svidName, { type: 'CN', value: commonName }]);
}

const svidName: DistinguishedName = [
  { type: 'C', value: 'US' },
  { type: 'O', value: 'SPIRE' },
];
const plainSvidSubject = encodeName(svidName);
// The last two mean nothing for EC keys, but SPIRE sets all three for every key.
const svidKeyUsage = keyUsage(
  keyUsages.digitalSignature | keyUsages.keyEncipherment | keyUsages.keyAgreement,
);
const svidExtKeyUsage = extKeyUsage([extKeyUsages.serverAuth, extKeyUsages.clientAuth]);
const svidBasicConstraints = basicConstraints(false);
