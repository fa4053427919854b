import { randomBytes } from 'node:crypto';
import { systemClock, type Clock } from '../common/clock/clock.ts';
import { Secret } from '../common/secret/secret.ts';
import type { Bundle } from '../common/spiffe/bundle.ts';
import { parseSpiffeId } from '../common/spiffe/spiffe-id.ts';
import {
  parseTrustDomain,
  trustDomainId,
  type TrustDomain,
} from '../common/spiffe/trust-domain.ts';
import type { X509Svid } from '../common/spiffe/x509-svid.ts';
import { signCertificate } from '../common/x509/certificate-builder.ts';
import { parseCertificate } from '../common/x509/certificate.ts';
import { parseCsr } from '../common/x509/csr.ts';
import {
  authorityKeyId,
  basicConstraints,
  extKeyUsage,
  extKeyUsages,
  keyUsage,
  keyUsages,
  subjectAltNames,
  subjectKeyId,
  type Extension,
} from '../common/x509/extensions.ts';
import { subjectKeyIdOf } from '../common/x509/key-identifier.ts';
import { generateKeyPair, pkcs8Of, type KeyPair, type KeyType } from '../common/x509/keys.ts';
import { encodeName, type DistinguishedName } from '../common/x509/name.ts';
import { signerOf } from '../common/x509/signature.ts';

export interface TestCaOptions {
  readonly trustDomain: string;
  /** Validities start here; the system clock by default. */
  readonly clock?: Pick<Clock, 'now'>;
  readonly keyType?: KeyType;
  /** The CA that signs this one; then chains hold this CA and the bundle holds the upstream's root. */
  readonly upstream?: TestCa;
  /** 24 h by default. */
  readonly ttlMs?: number;
  readonly subject?: DistinguishedName;
  readonly pathLength?: number;
  /** In place of keyCertSign and cRLSign. */
  readonly keyUsage?: number | 'absent';
  readonly extraExtensions?: readonly Extension[];
}

interface IssueOptions {
  /** 1 h by default, from 10 s ago. */
  readonly ttlMs?: number;
  readonly notBeforeMs?: number;
  readonly notAfterMs?: number;
  readonly dnsNames?: readonly string[];
  readonly keyType?: KeyType;
  /** Puts a fresh intermediate CA between this CA and the leaf. */
  readonly viaIntermediate?: boolean;
  readonly fault?: Fault;
}

/** What is wrong with an X509-SVID on purpose. */
export type Fault =
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_key'
  | 'foreign_ca'
  | 'ca_leaf'
  | 'two_uris'
  | 'no_uri'
  | 'cert_sign'
  | 'crl_sign'
  | 'no_digital_signature'
  | 'unknown_critical_extension'
  | 'bad_signature';

/** A certificate authority for tests. Its keys are fresh, its certificates real. */
export interface TestCa {
  readonly trustDomain: TrustDomain;
  readonly bundle: Bundle;
  /** The self-signed root that the bundle holds. */
  readonly rootDer: Uint8Array;
  /** This CA's own certificate: the root, or what its upstream signed. */
  readonly certificateDer: Uint8Array;
  /** Certificates that go between a leaf and the root. */
  readonly intermediatesDer: readonly Uint8Array[];
  readonly keyPair: KeyPair;
  issue(spiffeId: string, options?: IssueOptions): Promise<X509Svid>;
  /** A chain for the public key of a CSR, as a server would make it; leaf first. */
  sign(csrDer: Uint8Array, spiffeId: string, options?: IssueOptions): Promise<Uint8Array[]>;
}

/** Makes a CA; `issue` then gives X509-SVIDs, sound or with one fault. */
export async function createTestCa(options: TestCaOptions): Promise<TestCa> {
  const trustDomain = parseTrustDomain(options.trustDomain);
  const keyPair = await generateKeyPair(options.keyType ?? 'ec-p256');
  const clock = options.clock ?? systemClock;
  const certificateDer = await signCa(options, trustDomain, keyPair, clock.now());
  const upstream = options.upstream;
  const rootDer = upstream?.rootDer ?? certificateDer;
  const ca: Issuer = {
    trustDomain,
    keyPair,
    certificateDer,
    rootDer,
    intermediatesDer: upstream === undefined ? [] : [certificateDer, ...upstream.intermediatesDer],
    bundle: bundleOf(trustDomain, rootDer),
    clock,
  };
  return {
    ...ca,
    issue: (spiffeId, issue = {}) => issueSvid(ca, spiffeId, issue),
    sign: (csr, id, issue = {}) => signChain(ca, id, parseCsr(csr).publicKeyDer, issue),
  };
}

interface Issuer extends Omit<TestCa, 'issue' | 'sign'> {
  readonly clock: Pick<Clock, 'now'>;
}

async function issueSvid(ca: Issuer, spiffeId: string, options: IssueOptions): Promise<X509Svid> {
  const type = options.keyType ?? 'ec-p256';
  const pair = await generateKeyPair(type);
  const held = options.fault === 'wrong_key' ? await generateKeyPair(type) : pair;
  const chainDer = await signChain(ca, spiffeId, pair.publicKeyDer, options);
  const leaf = parseCertificate(chainDer[0] ?? new Uint8Array());
  return {
    id: parseSpiffeId(spiffeId),
    chainDer,
    privateKeyDer: new Secret(pkcs8Of(held.privateKey)),
    notBeforeMs: leaf.notBeforeMs,
    notAfterMs: leaf.notAfterMs,
    serialNumber: leaf.serialNumber,
  };
}

async function signChain(
  ca: Issuer,
  spiffeId: string,
  publicKeyDer: Uint8Array,
  options: IssueOptions,
): Promise<Uint8Array[]> {
  const issuer = await chooseIssuer(ca, options);
  const signed = await signCertificate(
    {
      serialNumber: serial(),
      issuerDer: parseCertificate(issuer.certificateDer).subjectDer,
      subjectDer: encodeName(country('SPIRE')),
      ...validity(ca.clock.now(), options),
      publicKeyDer,
      extensions: leafExtensions(spiffeId, publicKeyDer, issuer.keyPair.publicKeyDer, options),
    },
    signerOf(issuer.keyPair),
  );
  return [options.fault === 'bad_signature' ? spoil(signed) : signed, ...issuer.intermediatesDer];
}

/** A foreign CA has the same name and another key. */
async function chooseIssuer(ca: Issuer, options: IssueOptions): Promise<Issuer | TestCa> {
  const shared = { trustDomain: ca.trustDomain, clock: ca.clock };
  if (options.fault === 'foreign_ca') return createTestCa(shared);
  if (options.viaIntermediate !== true) return ca;
  const upstream: TestCa = { ...ca, issue: never, sign: never };
  return createTestCa({
    ...shared,
    upstream,
    subject: [...country('SPIFFE'), { type: 'OU', value: 'INTERMEDIATE' }],
  });
}

function never(): Promise<never> {
  return Promise.reject(new Error('this CA only signs an intermediate'));
}

function validity(nowMs: number, options: IssueOptions) {
  const notBeforeMs = options.notBeforeMs ?? nowMs - 10_000;
  const notAfterMs = options.notAfterMs ?? nowMs + (options.ttlMs ?? 3_600_000);
  if (options.fault === 'expired') {
    return { notBeforeMs: nowMs - 7_200_000, notAfterMs: nowMs - 3_600_000 };
  }
  if (options.fault === 'not_yet_valid') return { notBeforeMs: nowMs + 3_600_000, notAfterMs };
  return { notBeforeMs, notAfterMs };
}

function leafExtensions(
  spiffeId: string,
  publicKeyDer: Uint8Array,
  issuerKeyDer: Uint8Array,
  { fault, dnsNames = [] }: IssueOptions,
): Extension[] {
  const uris = fault === 'two_uris' ? [spiffeId, `${spiffeId}/second`] : [spiffeId];
  const names = fault === 'no_uri' ? ['no-uri.test'] : dnsNames;
  const extensions = [
    keyUsage(leafKeyUsage(fault)),
    extKeyUsage([extKeyUsages.serverAuth, extKeyUsages.clientAuth]),
    basicConstraints(fault === 'ca_leaf'),
    subjectKeyId(subjectKeyIdOf(publicKeyDer)),
    authorityKeyId(subjectKeyIdOf(issuerKeyDer)),
    subjectAltNames(names, fault === 'no_uri' ? [] : uris),
  ];
  if (fault === 'unknown_critical_extension') extensions.push(unknownCriticalExtension);
  return extensions;
}

function leafKeyUsage(fault: Fault | undefined): number {
  const usual = keyUsages.digitalSignature | keyUsages.keyEncipherment | keyUsages.keyAgreement;
  if (fault === 'cert_sign') return usual | keyUsages.keyCertSign;
  if (fault === 'crl_sign') return usual | keyUsages.cRLSign;
  return fault === 'no_digital_signature' ? usual & ~keyUsages.digitalSignature : usual;
}

async function signCa(
  options: TestCaOptions,
  trustDomain: TrustDomain,
  keyPair: KeyPair,
  nowMs: number,
): Promise<Uint8Array> {
  const { upstream } = options;
  const subjectDer = encodeName(options.subject ?? country(upstream ? 'SPIRE-CA' : 'SPIFFE'));
  const extensions = [
    ...(options.keyUsage === 'absent' ? [] : [keyUsage(options.keyUsage ?? caKeyUsage)]),
    basicConstraints(true, options.pathLength),
    subjectKeyId(subjectKeyIdOf(keyPair.publicKeyDer)),
    subjectAltNames([], [trustDomainId(trustDomain)]),
    ...(options.extraExtensions ?? []),
  ];
  if (upstream) extensions.push(authorityKeyId(subjectKeyIdOf(upstream.keyPair.publicKeyDer)));
  const template = {
    serialNumber: serial(),
    issuerDer: upstream ? parseCertificate(upstream.certificateDer).subjectDer : subjectDer,
    subjectDer,
    notBeforeMs: nowMs - 10_000,
    notAfterMs: nowMs + (options.ttlMs ?? 86_400_000),
    publicKeyDer: keyPair.publicKeyDer,
    extensions,
  };
  return signCertificate(template, signerOf(upstream?.keyPair ?? keyPair));
}

function bundleOf(trustDomain: TrustDomain, rootDer: Uint8Array): Bundle {
  return {
    trustDomain,
    x509Authorities: [{ der: rootDer, tainted: false }],
    jwtAuthorities: [],
    refreshHintSeconds: 0,
    sequenceNumber: 1,
  };
}

function country(organization: string): DistinguishedName {
  return [
    { type: 'C', value: 'US' },
    { type: 'O', value: organization },
  ];
}

function serial(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

/** Flips a bit inside the signature, not in its frame. */
function spoil(der: Uint8Array): Uint8Array {
  const spoiled = Uint8Array.from(der);
  spoiled[spoiled.length - 4] = (spoiled[spoiled.length - 4] ?? 0) ^ 1;
  return spoiled;
}

const caKeyUsage = keyUsages.keyCertSign | keyUsages.cRLSign;
const unknownCriticalExtension: Extension = {
  oid: '1.3.6.1.4.1.99999.1',
  critical: true,
  value: Uint8Array.of(5, 0),
};
