import { SpiffeError } from '../errors/spiffe-error.ts';
import {
  bitsOf,
  encodeDer,
  firstMemberOf,
  isContext,
  MalformedDer,
  parseDer,
  sequenceOf,
  unsignedOf,
  type DerNode,
} from './der.ts';
import { timeOf } from './der-time.ts';
import {
  explicitMember,
  extensionOids,
  extensionsOf,
  parseAuthorityKeyId,
  parseBasicConstraints,
  parseExtKeyUsage,
  parseKeyUsage,
  parseSubjectAltNames,
  parseSubjectKeyId,
  type Extension,
} from './extensions.ts';
import { nameTextOf } from './name.ts';
import { algorithmOidOf } from './signature.ts';

/** A parsed X.509 certificate (RFC 5280 §4.1). Nothing in it has been verified. */
export interface Certificate {
  readonly der: Uint8Array;
  /** What the signature covers. */
  readonly tbsDer: Uint8Array;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  /** Decimal, as SPIRE stores it. */
  readonly serialNumber: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** For people, `C=US, O=SPIRE`; compare `subjectDer`. */
  readonly subject: string;
  readonly issuer: string;
  readonly subjectDer: Uint8Array;
  readonly issuerDer: Uint8Array;
  readonly uris: readonly string[];
  readonly dnsNames: readonly string[];
  /** Whether a basic constraints extension is there, whatever it says. */
  readonly hasBasicConstraints: boolean;
  readonly isCa: boolean;
  readonly pathLength?: number;
  /** Bits of `keyUsages`; absent when the extension is. */
  readonly keyUsage?: number;
  readonly extKeyUsage: readonly string[];
  /** Lower-case hex; empty when absent. */
  readonly subjectKeyId: string;
  readonly authorityKeyId: string;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array;
  /** By OID, in the order of the certificate. */
  readonly extensions: ReadonlyMap<string, Extension>;
}

/** Larger ones are refused before anything is read. */
const largestCertificateBytes = 64 * 1024;

/** Critical extensions that path validation takes into account. */
const understood: ReadonlySet<string> = new Set([
  extensionOids.keyUsage,
  extensionOids.subjectAltName,
  extensionOids.basicConstraints,
  extensionOids.extKeyUsage,
  extensionOids.certificatePolicies,
]);

/** Parses one DER certificate, strictly, in bounded time. Throws CERTIFICATE_INVALID. */
export function parseCertificate(der: Uint8Array): Certificate {
  try {
    return read(Buffer.from(der));
  } catch (cause) {
    if (!(cause instanceof MalformedDer)) throw cause;
    throw new SpiffeError('CERTIFICATE_INVALID', `certificate ${cause.message}`, { cause });
  }
}

/** OIDs of critical extensions that nobody here understands; a path with one is refused. */
export function unknownCriticalExtensions(certificate: Certificate): string[] {
  return [...certificate.extensions.values()]
    .filter((extension) => extension.critical && !understood.has(extension.oid))
    .map((extension) => extension.oid);
}

/** Whether the key usage extension is there and has all of these bits. */
export function hasKeyUsage(certificate: Certificate, bits: number): boolean {
  return ((certificate.keyUsage ?? 0) & bits) === bits;
}

function read(der: Buffer): Certificate {
  const [tbs, algorithm, signature, ...rest] = sequenceOf(
    parseDer(der, largestCertificateBytes),
    'certificate',
  );
  if (tbs === undefined || rest.length > 0) throw new MalformedDer('is malformed');
  const signatureAlgorithm = algorithmOidOf(algorithm);
  return {
    der,
    tbsDer: firstMemberOf(der),
    signatureAlgorithm,
    signature: bitsOf(signature, 'signature'),
    ...readBody(sequenceOf(tbs, 'body'), signatureAlgorithm),
  };
}

type Body = Omit<Certificate, 'der' | 'tbsDer' | 'signatureAlgorithm' | 'signature'>;

function readBody(members: readonly DerNode[], signatureAlgorithm: string): Body {
  const version = isContext(members[0], 0) ? versionOf(members[0]) : 1;
  const fields = version === 1 ? members : members.slice(1);
  const [serial, algorithm, issuer, validity, subject, publicKey, ...optional] = fields;
  if (algorithmOidOf(algorithm) !== signatureAlgorithm) {
    throw new MalformedDer('names two signature algorithms');
  }
  if (publicKey === undefined) throw new MalformedDer('has no public key');
  sequenceOf(publicKey, 'public key');
  return {
    serialNumber: unsignedOf(serial, 'serial number', 20).toString(),
    ...readValidity(validity),
    ...readNames(issuer, subject),
    publicKeyDer: encodeDer(publicKey),
    ...readExtensions(version, optional),
  };
}

function versionOf(node: DerNode | undefined): number {
  const version = unsignedOf(explicitMember(node, 'version'), 'version', 1);
  if (version !== 1n && version !== 2n) throw new MalformedDer('has an unknown version');
  return Number(version) + 1;
}

function readValidity(node: DerNode | undefined): Pick<Body, 'notBeforeMs' | 'notAfterMs'> {
  const [notBefore, notAfter, ...rest] = sequenceOf(node, 'validity');
  if (rest.length > 0) throw new MalformedDer('validity is malformed');
  return {
    notBeforeMs: timeOf(notBefore, 'not before'),
    notAfterMs: timeOf(notAfter, 'not after'),
  };
}

function readNames(
  issuer: DerNode | undefined,
  subject: DerNode | undefined,
): Pick<Body, 'issuer' | 'subject' | 'issuerDer' | 'subjectDer'> {
  if (issuer === undefined || subject === undefined) throw new MalformedDer('has no names');
  const issuerDer = encodeDer(issuer);
  const subjectDer = encodeDer(subject);
  return {
    issuer: nameTextOf(issuer, issuerDer, 'issuer'),
    subject: nameTextOf(subject, subjectDer, 'subject'),
    issuerDer,
    subjectDer,
  };
}

function readExtensions(version: number, optional: readonly DerNode[]) {
  const last = optional.at(-1);
  const present = last !== undefined && isContext(last, 3);
  if (present && version !== 3) throw new MalformedDer('has extensions without being version 3');
  if (optional.slice(0, present ? -1 : undefined).some((node) => !isUniqueId(node))) {
    throw new MalformedDer('has unknown members');
  }
  const extensions: ReadonlyMap<string, Extension> = present
    ? extensionsOf(explicitMember(last, 'extensions'))
    : new Map<string, Extension>();
  const { uris, dnsNames } = parseSubjectAltNames(extensions.get(extensionOids.subjectAltName));
  const usage = parseKeyUsage(extensions.get(extensionOids.keyUsage));
  return {
    extensions,
    uris,
    dnsNames,
    hasBasicConstraints: extensions.has(extensionOids.basicConstraints),
    ...parseBasicConstraints(extensions.get(extensionOids.basicConstraints)),
    ...(usage === undefined ? {} : { keyUsage: usage }),
    extKeyUsage: parseExtKeyUsage(extensions.get(extensionOids.extKeyUsage)),
    subjectKeyId: parseSubjectKeyId(extensions.get(extensionOids.subjectKeyIdentifier)),
    authorityKeyId: parseAuthorityKeyId(extensions.get(extensionOids.authorityKeyIdentifier)),
  };
}

/** issuerUniqueID and subjectUniqueID, which nobody uses but RFC 5280 §4.1.2.8 allows to receive. */
function isUniqueId(node: DerNode): boolean {
  return isContext(node, 1) || isContext(node, 2);
}
