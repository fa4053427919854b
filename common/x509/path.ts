import { X509Certificate, type KeyObject } from 'node:crypto';
import { SpiffeError } from '../errors/spiffe-error.ts';
import { hasKeyUsage, unknownCriticalExtensions, type Certificate } from './certificate.ts';
import { extensionOids, keyUsages } from './extensions.ts';
import { isAcceptedAlgorithm } from './signature.ts';

/**
 * Finds a path from a leaf to one of the roots (RFC 5280 §6.1) and returns that root. Intermediates
 * may come in any order and more than are needed; roots may share a subject. Signatures are checked by
 * OpenSSL. Throws CERTIFICATE_INVALID, CERTIFICATE_EXPIRED or UNKNOWN_AUTHORITY.
 */
export function verifyPath(
  leaf: Certificate,
  intermediates: readonly Certificate[],
  roots: readonly Certificate[],
  nowMs: number,
): Certificate {
  checkOne(leaf, nowMs);
  const search = searchFor({ intermediates, roots, nowMs });
  const [found] = paths([leaf], search);
  return rootOf(found) ?? refuse(search);
}

/**
 * Every path from a leaf to a root of any PKI, leaf and root included; at least one. A CA without a
 * key usage extension may sign (RFC 5280 §4.2.1.3), and a leaf that is a root itself is a path.
 * Throws as `verifyPath` does.
 */
export function verifiedPaths(
  leaf: Certificate,
  intermediates: readonly Certificate[],
  roots: readonly Certificate[],
  nowMs: number,
): readonly (readonly Certificate[])[] {
  checkOne(leaf, nowMs);
  if (roots.some((root) => Buffer.compare(root.der, leaf.der) === 0)) return [[leaf]];
  const search = searchFor({ intermediates, roots, nowMs, keyUsageOptional: true });
  const found = [...paths([leaf], search)];
  return found.length > 0 ? found : refuse(search);
}

interface Search {
  readonly intermediates: readonly Certificate[];
  readonly roots: readonly Certificate[];
  readonly nowMs: number;
  readonly keyUsageOptional?: boolean;
  /** Signatures that may still be checked: a chain cannot make us work without end. */
  budget: number;
  /** Why the last candidate that signed something was not good enough. */
  refusal?: SpiffeError;
}

function searchFor(what: Omit<Search, 'budget' | 'refusal'>): Search {
  return { ...what, budget: mostSignatureChecks };
}

function refuse({ refusal }: Search): never {
  throw (
    refusal ?? new SpiffeError('UNKNOWN_AUTHORITY', 'x509: certificate signed by unknown authority')
  );
}

function rootOf(path: readonly Certificate[] | undefined): Certificate | undefined {
  return path?.at(-1);
}

/** Depth first; `path` starts with the leaf and ends with the certificate whose issuer is sought. */
function* paths(
  path: readonly Certificate[],
  search: Search,
): Generator<readonly Certificate[], void> {
  const child = path.at(-1);
  if (child === undefined) return;
  for (const root of issuersOf(child, search.roots)) {
    if (accepts(root, path, search)) yield [...path, root];
  }
  for (const candidate of issuersOf(child, search.intermediates)) {
    if (path.some((member) => sameKeyAndName(member, candidate))) continue;
    if (!accepts(candidate, path, search)) continue;
    yield* paths([...path, candidate], search);
  }
}

/** Those with the issuer's name, those first whose key identifier fits too. */
function issuersOf(child: Certificate, candidates: readonly Certificate[]): Certificate[] {
  const named = candidates.filter(
    (candidate) => Buffer.compare(candidate.subjectDer, child.issuerDer) === 0,
  );
  const fits = (candidate: Certificate) =>
    Number(child.authorityKeyId !== '' && candidate.subjectKeyId === child.authorityKeyId);
  return named.length < 2 ? named : named.toSorted((a, b) => fits(b) - fits(a));
}

/** Whether `issuer` signed the last of `path` and may sign for all of it; remembers why not. */
function accepts(issuer: Certificate, path: readonly Certificate[], search: Search): boolean {
  const child = path.at(-1);
  if (child === undefined || !signed(issuer, child, search)) return false;
  try {
    checkOne(issuer, search.nowMs);
    checkIssuer(issuer, path, search.keyUsageOptional === true);
    return true;
  } catch (error) {
    if (!(error instanceof SpiffeError)) throw error;
    search.refusal = error;
    return false;
  }
}

function signed(issuer: Certificate, child: Certificate, search: Search): boolean {
  if (search.budget-- <= 0) {
    throw new SpiffeError(
      'CERTIFICATE_INVALID',
      `certificate chain needs more than ${mostSignatureChecks} signature checks`,
    );
  }
  try {
    const key = publicKeyOf(issuer);
    return key !== undefined && new X509Certificate(child.der).verify(key);
  } catch (cause) {
    throw new SpiffeError('CERTIFICATE_INVALID', 'certificate cannot be read by OpenSSL', {
      cause,
    });
  }
}

function checkOne(certificate: Certificate, nowMs: number): void {
  const [unknown] = unknownCriticalExtensions(certificate);
  if (certificate.extensions.has(extensionOids.nameConstraints)) {
    throw invalid(
      `certificate ${JSON.stringify(certificate.subject)} has name constraints, which are not supported`,
    );
  }
  if (unknown !== undefined) throw invalid(`x509: unhandled critical extension ${unknown}`);
  if (!isAcceptedAlgorithm(certificate.signatureAlgorithm)) {
    throw invalid(`signature algorithm ${certificate.signatureAlgorithm} is not accepted`);
  }
  checkValidity(certificate, nowMs);
}

/** Throws CERTIFICATE_EXPIRED outside the validity of a certificate, both ends included in it. */
function checkValidity(certificate: Certificate, nowMs: number): void {
  const { notBeforeMs, notAfterMs } = certificate;
  if (nowMs >= notBeforeMs && nowMs < notAfterMs + 1000) return;
  const [side, limit] = nowMs < notBeforeMs ? ['before', notBeforeMs] : ['after', notAfterMs];
  throw new SpiffeError(
    'CERTIFICATE_EXPIRED',
    `x509: certificate has expired or is not yet valid: current time ${iso(nowMs)} is ${side} ${iso(limit)}`,
  );
}

/** CA flag, keyCertSign (SPIFFE X509-SVID §4.3) and path length (RFC 5280 §6.1.4). */
function checkIssuer(
  issuer: Certificate,
  path: readonly Certificate[],
  keyUsageOptional: boolean,
): void {
  const name = JSON.stringify(issuer.subject);
  if (!issuer.isCa) throw invalid(`signing certificate ${name} must have CA flag set to true`);
  const exempt = keyUsageOptional && issuer.keyUsage === undefined;
  if (!exempt && !hasKeyUsage(issuer, keyUsages.keyCertSign)) {
    throw invalid(`signing certificate ${name} must have 'keyCertSign' set as key usage`);
  }
  const between = path.slice(1).filter((member) => !isSelfIssued(member)).length;
  if (issuer.pathLength !== undefined && between > issuer.pathLength) {
    throw invalid(`signing certificate ${name} allows ${issuer.pathLength} intermediates below it`);
  }
}

function isSelfIssued(certificate: Certificate): boolean {
  return Buffer.compare(certificate.subjectDer, certificate.issuerDer) === 0;
}

function sameKeyAndName(a: Certificate, b: Certificate): boolean {
  return (
    Buffer.compare(a.subjectDer, b.subjectDer) === 0 &&
    Buffer.compare(a.publicKeyDer, b.publicKeyDer) === 0
  );
}

/** The key of an issuer; undefined when it is too weak to sign for anyone. */
function publicKeyOf(certificate: Certificate): KeyObject | undefined {
  const known = publicKeys.get(certificate);
  if (known !== undefined) return known;
  const key = new X509Certificate(certificate.der).publicKey;
  if ((key.asymmetricKeyDetails?.modulusLength ?? weakestRsaBits) < weakestRsaBits)
    return undefined;
  publicKeys.set(certificate, key);
  return key;
}

function iso(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('CERTIFICATE_INVALID', message);
}

const publicKeys = new WeakMap<Certificate, KeyObject>();
const mostSignatureChecks = 64;
const weakestRsaBits = 2048;
